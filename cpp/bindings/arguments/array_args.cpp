// Reads PyArrayObject through NumPy's macros; everything is copied, so that another thread may change the
// object.
#include "bindings/arguments/array_args.h"

#include <string>

#include "bindings/arguments/resident_arrays.h"
#include "bindings/base/module_state.h"
#include "unpython/time_types.h"

namespace unpython::bindings {
namespace {

constexpr int kUnsupported = -1;

/// By NumPy's type number; `long` and `long long` are both 64 bits here.
constexpr int kTypes[NPY_CLONGDOUBLE + 1] = {
    static_cast<int>(ScalarType::Bool),
    static_cast<int>(ScalarType::Int8),
    static_cast<int>(ScalarType::UInt8),
    static_cast<int>(ScalarType::Int16),
    static_cast<int>(ScalarType::UInt16),
    static_cast<int>(ScalarType::Int32),
    static_cast<int>(ScalarType::UInt32),
    static_cast<int>(ScalarType::Int64),
    static_cast<int>(ScalarType::UInt64),
    static_cast<int>(ScalarType::Int64),
    static_cast<int>(ScalarType::UInt64),
    static_cast<int>(ScalarType::Float32),
    static_cast<int>(ScalarType::Float64),
    kUnsupported,
    static_cast<int>(ScalarType::Complex64),
    static_cast<int>(ScalarType::Complex128),
    kUnsupported,
};
static_assert(sizeof(long) == 8 && NPY_BOOL == 0 && NPY_CDOUBLE == 15);

std::string dtype_name(PyArrayObject* array) {
  PyObject* text = PyObject_Str(reinterpret_cast<PyObject*>(PyArray_DESCR(array)));
  const char* utf8 = text != nullptr ? PyUnicode_AsUTF8(text) : nullptr;
  std::string name = utf8 != nullptr ? utf8 : "?";
  Py_XDECREF(text);
  PyErr_Clear();
  return name;
}

bool refuse_type(const ArgumentContext& context, PyArrayObject* array) {
  const std::string name = dtype_name(array);
  if (PyArray_TYPE(array) == NPY_OBJECT) {
    return refuse(context, "is an array of Python objects; convert it, for example with a.astype('float64')");
  }
  return refuse(context, "has dtype " + name +
                             ", which is not supported; bool, integers, float16, float32, float64, complex64, "
                             "complex128, datetime64 and timedelta64 are");
}

/// Subclasses may mean something else by their operators, so only those that do not are taken.
bool refuse_subclass(const ArgumentContext& context, PyArrayObject* array) {
  const std::string name = Py_TYPE(array)->tp_name, array_name(context.name);
  if (name == "matrix" || name == "numpy.matrix") {
    return refuse(context,
                  "is a numpy.matrix, whose operators differ from those of arrays; pass np.asarray(" + array_name + ")");
  }
  if (name == "MaskedArray" || name == "numpy.ma.MaskedArray") {
    return refuse(context, "is a masked array; pass " + array_name + ".filled(value), or " + array_name + ".data and " + array_name +
                               ".mask");
  }
  return refuse(context, "is a " + name + ", a subclass of ndarray; pass np.asarray(" + array_name + ")");
}

/// Gives the call the copy of an array on the device, where the array is resident there.
bool place(const ArgumentContext& context, PyArrayObject* array, bool stored, CallBuffers& call,
           bool& writeable) {
  const driver::ByteRange& range = call.ranges[call.array_count];
  if (range.begin == range.end) return true;
  try {
    HostResident* resident = resident_of(module_state().host_residents, range.begin, range.end);
    if (resident == nullptr) return true;
    const auto offset = static_cast<std::byte*>(PyArray_DATA(array)) - resident->host;
    call.arrays[call.array_count].data = resident->memory->begin() + offset;
    call.lies_in(*resident->memory);
    writeable = writeable || resident->writeable;
    resident->changed |= stored;
    return true;
  } catch (const pybind11::type_error& error) {
    return refuse(context, error.what());
  }
}

bool refuse_declared(const ArgumentContext& context, PyArrayObject* array) {
  // As in C; whoever writes 'float' for Python's float finds out here.
  const bool c_float = context.declared->type == ScalarType::Float32 && PyArray_TYPE(array) == NPY_DOUBLE;
  return refuse(context, "is declared " + name_of(*context.declared) + ", got ndarray[" + dtype_name(array) +
                             ", " + std::to_string(PyArray_NDIM(array)) + "]" +
                             (c_float ? " ('float' has 32 bits in type(...), 'double' has 64)" : ""));
}

}  // namespace

bool scalar_type_of(int numpy_type, ScalarType& type) {
  if (numpy_type == NPY_HALF) {
    type = ScalarType::Float16;
    return true;
  }
  if (numpy_type < 0 || numpy_type > NPY_CLONGDOUBLE || kTypes[numpy_type] == kUnsupported) return false;
  type = static_cast<ScalarType>(kTypes[numpy_type]);
  return true;
}

int numpy_type_of(ScalarType type) {
  constexpr int kNumbers[kScalarTypeCount] = {
      NPY_BOOL,   NPY_INT8,   NPY_INT16, NPY_INT32,   NPY_INT64,   NPY_UINT8,     NPY_UINT16,
      NPY_UINT32, NPY_UINT64, NPY_HALF,  NPY_FLOAT32, NPY_FLOAT64, NPY_COMPLEX64, NPY_COMPLEX128};
  return kNumbers[static_cast<int>(type)];
}

bool element_type_of(PyArray_Descr* described, ScalarType& type) {
  const int number = described->type_num;
  if (number != NPY_DATETIME && number != NPY_TIMEDELTA) return scalar_type_of(number, type);
  const auto* held = reinterpret_cast<const PyArray_DatetimeDTypeMetaData*>(PyDataType_C_METADATA(described));
  if (held == nullptr || held->meta.num < 1 || held->meta.num > kLargestMultiple) return false;
  type = scalar_type({.is_difference = number == NPY_TIMEDELTA,
                      .unit = static_cast<TimeUnit>(held->meta.base),
                      .multiple = held->meta.num});
  return true;
}

PyArray_Descr* described(ScalarType type) {
  if (!is_time(type)) return PyArray_DescrFromType(numpy_type_of(type));
  PyObject* const name = PyUnicode_FromString(full_name(type).c_str());
  PyArray_Descr* made = nullptr;
  if (name != nullptr) PyArray_DescrConverter(name, &made);
  Py_XDECREF(name);
  return made;
}

bool add_array(const ArgumentContext& context, PyArrayObject* array, bool stored, CallBuffers& call) {
  const PyTypeObject* const type_of_array = Py_TYPE(array);
  if (!PyArray_CheckExact(array) && type_of_array != module_state().memmap &&
      type_of_array != module_state().generator)
    return refuse_subclass(context, array);
  ScalarType type;
  if (!element_type_of(PyArray_DESCR(array), type)) return refuse_type(context, array);
  if (PyArray_ISBYTESWAPPED(array)) {
    return refuse(context, "has foreign byte order; use a.astype(a.dtype.newbyteorder('='))");
  }
  const int rank = PyArray_NDIM(array);
  if (rank > kMaxRank) {
    return refuse(context, "has " + std::to_string(rank) + " dimensions; at most 8 are supported");
  }
  const DeclaredType& declared = *context.declared;
  if (declared.given && (!declared.is_array || declared.type != type || declared.rank != rank)) {
    return refuse_declared(context, array);
  }
  const int64_t item = size_of(type);
  const npy_intp* extents = PyArray_DIMS(array);
  const npy_intp* strides = PyArray_STRIDES(array);
  abi::ArrayArgument& argument = call.arrays[call.array_count];
  argument.data = PyArray_DATA(array);
  driver::ArgumentCode code = 0;
  for (int d = 0; d < rank; ++d) {
    argument.extents[d] = extents[d];
    argument.stride_bytes[d] = strides[d];
    code |= driver::dimension_code(d, extents[d], strides[d], item);
    if (extents[d] > call.largest) call.largest = extents[d];
  }
  driver::ByteRange& range = call.ranges[call.array_count];
  range = driver::byte_range(argument.data, argument.extents, argument.stride_bytes, rank, item);
  bool writeable = PyArray_ISWRITEABLE(array);
  if (!module_state().host_residents.empty()) {
    if (!place(context, array, stored, call, writeable)) return false;
    range = driver::byte_range(argument.data, argument.extents, argument.stride_bytes, rank, item);
  }
  range.stored = stored;
  ++call.array_count;
  if (!is_time(type)) code |= driver::short_rows_code(rank, argument.extents, argument.stride_bytes, item);
  call.codes[call.code_count++] = code | driver::array_code(type, rank, writeable);
  return true;
}

}  // namespace unpython::bindings
