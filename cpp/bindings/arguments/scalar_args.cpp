// Numbers -> slots. A declared type takes a number only if it holds the value (floats may be rounded to
// float32).
#include "bindings/arguments/scalar_args.h"

#include <cmath>
#include <complex>
#include <cstring>
#include <string>

#include "bindings/arguments/array_args.h"
#include "bindings/base/numpy_api.h"
#include "ir/scalar_slot.h"

namespace unpython::bindings {
namespace {

/// A number as Python or NumPy gave it, in the widest form of its kind.
struct Number {
  ScalarType type = ScalarType::Int64;
  bool weak = true;
  int64_t integer = 0;  ///< Bool and integers; UInt64 as the same bits
  std::complex<double> real = 0.0;
};

template <class T>
void put(CallBuffers& call, T value) {
  std::memcpy(call.scalars[call.scalar_count++].bytes, &value, sizeof value);
}

void add(CallBuffers& call, ScalarType type, bool weak, const Number& number) {
  call.codes[call.code_count++] = driver::scalar_code(type, weak);
  if (is_float(type) || is_complex(type)) {
    call.scalars[call.scalar_count++] = ir::to_slot({type, 0, number.real});
    return;
  }
  put(call, number.integer);
  call.codes[call.code_count - 1] |= driver::size_code(type, number.integer);
  if (type != ScalarType::Bool && number.integer > call.largest) call.largest = number.integer;
}

bool refuse_large_int(const ArgumentContext& context, PyObject* number) {
  PyLong_AsUnsignedLongLong(number);
  const bool fits_unsigned = PyErr_Occurred() == nullptr;
  PyErr_Clear();
  const std::string name(context.name);
  PyErr_SetString(PyExc_OverflowError, (name_of(context) + " is an int that does not fit 64 bits; pass float(" + name + ")" +
                                        (fits_unsigned ? ", or np.uint64(" + name + ")" : ""))
                                           .c_str());
  return false;
}

bool read_python_int(const ArgumentContext& context, PyObject* object, Number& number) {
  int overflow = 0;
  number.type = PyBool_Check(object) ? ScalarType::Bool : ScalarType::Int64;
  number.integer = PyLong_AsLongLongAndOverflow(object, &overflow);
  if (overflow > 0 && context.declared->given && context.declared->type == ScalarType::UInt64) {
    number.type = ScalarType::UInt64;
    number.integer = static_cast<int64_t>(PyLong_AsUnsignedLongLong(object));
    if (PyErr_Occurred() == nullptr) return true;
    PyErr_Clear();
  }
  if (overflow != 0 && context.declared->given && !is_integer(context.declared->type)) {
    number.type = ScalarType::Float64;
    number.real = PyLong_AsDouble(object);
    return PyErr_Occurred() == nullptr;
  }
  return overflow == 0 || refuse_large_int(context, object);
}

bool read_numpy_scalar(const ArgumentContext& context, PyObject* object, Number& number) {
  PyArray_Descr* descr = PyArray_DescrFromScalar(object);
  if (descr == nullptr) return false;
  const bool is_known = element_type_of(descr, number.type);
  Py_DECREF(descr);
  if (!is_known) {
    return refuse(context, std::string("is a ") + Py_TYPE(object)->tp_name +
                               ", which is not supported; bool, integers, "
                               "float16, float32, float64, complex64, complex128, datetime64 and timedelta64 are");
  }
  abi::ScalarSlot slot{};
  PyArray_ScalarAsCtype(object, slot.bytes);
  number.weak = false;
  const ir::Constant held = ir::to_constant(machine_type(number.type), slot);
  number.integer = held.integer;
  number.real = held.real;
  return true;
}

/// Advice for objects that are not numbers or arrays.
bool refuse_object(const ArgumentContext& context, PyObject* object) {
  const std::string name = Py_TYPE(object)->tp_name;
  if (PyList_Check(object) || PyTuple_Check(object)) {
    return refuse(context, "is a " + name + "; pass an array, for example np.array(" + context.name + ")");
  }
  if (name == "DataFrame" || name == "Series") {
    return refuse(context, "is a " + name + "; pass " + context.name + ".to_numpy()");
  }
  const bool may_be_taken = PyUnicode_Check(object) || PyDict_Check(object) || PyAnySet_Check(object);
  return refuse(context, "is of type " + name +
                             (may_be_taken ? ", and what it holds or is used for is not all compiled; NumPy arrays and numbers are"
                                           : "; NumPy arrays and numbers are accepted"));
}

/// The type of Python or NumPy that a number is of, or a class of it; null for what is no number.
PyTypeObject* number_type(PyObject* object) {
  if (PyArray_IsScalar(object, Generic)) {
    PyArray_Descr* descr = PyArray_DescrFromScalar(object);
    if (descr == nullptr) PyErr_Clear();
    PyTypeObject* type = descr != nullptr ? descr->typeobj : nullptr;
    Py_XDECREF(descr);
    return type;
  }
  if (PyBool_Check(object)) return &PyBool_Type;
  if (PyLong_Check(object)) return &PyLong_Type;
  if (PyFloat_Check(object)) return &PyFloat_Type;
  return PyComplex_Check(object) ? &PyComplex_Type : nullptr;
}

/// A class takes the slots over that it does not define.
bool has_operators_of(const PyTypeObject* type, const PyTypeObject* base) {
  return type == base || (std::memcmp(type->tp_as_number, base->tp_as_number, sizeof(PyNumberMethods)) == 0 &&
                          type->tp_richcompare == base->tp_richcompare);
}

bool read_number(const ArgumentContext& context, PyObject* object, Number& number) {
  if (PyLong_CheckExact(object)) return read_python_int(context, object, number);
  const PyTypeObject* type = number_type(object);
  if (type != nullptr && !context.declared->given && !has_operators_of(Py_TYPE(object), type))
    return refuse(context, std::string("is a ") + Py_TYPE(object)->tp_name +
                               ", whose operators are not those of " + type->tp_name + "; pass " +
                               type->tp_name + "(" + context.name + ")");
  if (PyArray_IsScalar(object, Generic)) return read_numpy_scalar(context, object, number);
  if (PyLong_Check(object)) return read_python_int(context, object, number);
  if (PyFloat_Check(object)) {
    number.type = ScalarType::Float64;
    number.real = PyFloat_AS_DOUBLE(object);
    return true;
  }
  if (PyComplex_Check(object)) {
    number.type = ScalarType::Complex128;
    number.real = {PyComplex_RealAsDouble(object), PyComplex_ImagAsDouble(object)};
    return true;
  }
  if (PyArray_Check(object) && PyArray_NDIM(reinterpret_cast<PyArrayObject*>(object)) == 0) {
    PyObject* scalar = PyArray_ToScalar(PyArray_DATA(reinterpret_cast<PyArrayObject*>(object)),
                                        reinterpret_cast<PyArrayObject*>(object));
    if (scalar == nullptr) return false;
    const bool taken = read_numpy_scalar(context, scalar, number);
    Py_DECREF(scalar);
    return taken;
  }
  return refuse_object(context, object);
}

bool fits_integer(ScalarType type, const Number& number) {
  const int bits = static_cast<int>(8 * size_of(type));
  const bool large_unsigned = number.type == ScalarType::UInt64 && number.integer < 0;
  if (type == ScalarType::Bool) return !large_unsigned && (number.integer == 0 || number.integer == 1);
  if (is_unsigned_integer(type)) {
    if (bits == 64) return large_unsigned || number.integer >= 0;
    return !large_unsigned && number.integer >= 0 && number.integer < int64_t{1} << bits;
  }
  if (large_unsigned) return false;
  if (bits == 64) return true;
  const int64_t limit = int64_t{1} << (bits - 1);
  return number.integer >= -limit && number.integer < limit;
}

bool refuse_value(const ArgumentContext& context, PyObject* object, PyObject* error) {
  PyErr_Format(error, "argument '%s' of %s() is declared %s, which cannot hold %R", context.name,
               context.function, name_of(*context.declared).c_str(), object);
  return false;
}

void to_float(Number& number) {
  const bool is_unsigned = number.type == ScalarType::UInt64;
  const double value = is_unsigned ? static_cast<double>(static_cast<uint64_t>(number.integer))
                                   : static_cast<double>(number.integer);
  number.real = value;
  number.type = ScalarType::Float64;
}

/// Makes a number one of the declared type, or refuses it.
bool convert(const ArgumentContext& context, PyObject* object, Number& number) {
  const ScalarType type = context.declared->type;
  if (is_time(number.type)) return refuse_value(context, object, PyExc_TypeError);
  if (is_integer(type) || type == ScalarType::Bool) {
    if (is_complex(number.type)) return refuse_value(context, object, PyExc_TypeError);
    if (is_float(number.type)) {
      const double value = number.real.real();
      if (!(std::trunc(value) == value) || std::abs(value) >= 0x1p63) {
        return refuse_value(context, object, PyExc_TypeError);
      }
      number.integer = static_cast<int64_t>(value);
      number.type = ScalarType::Int64;
    }
    return fits_integer(type, number) || refuse_value(context, object, PyExc_OverflowError);
  }
  if (is_complex(number.type) && !is_complex(type)) return refuse_value(context, object, PyExc_TypeError);
  if (!is_float(number.type) && !is_complex(number.type)) to_float(number);
  if (real_part_type(type) != ScalarType::Float64) {
    const auto overflows = [part_type = real_part_type(type)](double part) {
      const abi::ScalarSlot rounded = ir::to_slot({.type = part_type, .integer = 0, .real = part});
      return std::isfinite(part) && std::isinf(ir::to_constant(part_type, rounded).real.real());
    };
    if (overflows(number.real.real()) || overflows(number.real.imag())) {
      return refuse_value(context, object, PyExc_OverflowError);
    }
  }
  return true;
}

}  // namespace

bool is_plain_number(PyObject* object) {
  const PyTypeObject* type = number_type(object);
  return type != nullptr && has_operators_of(Py_TYPE(object), type);
}

bool add_scalar(const ArgumentContext& context, PyObject* object, CallBuffers& call) {
  if (!context.declared->given && object == Py_None) {
    call.codes[call.code_count++] = driver::kNoneCode;
    put(call, int64_t{0});
    return true;
  }
  if (!context.declared->given && PyFloat_CheckExact(object)) {
    call.codes[call.code_count++] = driver::scalar_code(ScalarType::Float64, true);
    put(call, PyFloat_AS_DOUBLE(object));
    return true;
  }
  Number number;
  if (!read_number(context, object, number)) return false;
  if (!context.declared->given) {
    add(call, number.type, number.weak, number);
    return true;
  }
  if (context.declared->is_array) {
    return refuse(context, "is declared " + name_of(*context.declared) + ", got a number");
  }
  if (!convert(context, object, number)) return false;
  add(call, context.declared->type, false, number);
  return true;
}

}  // namespace unpython::bindings
