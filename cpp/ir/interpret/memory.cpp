#include "ir/interpret/memory.h"

#include <cstring>

#include "ir/constant.h"
#include "ir/half.h"
#include "unpython/error.h"

namespace unpython::ir {

namespace {

template <class T>
T read(const void* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class T>
void write(T value, void* to) {
  std::memcpy(to, &value, sizeof value);
}

template <class T>
std::complex<double> read_complex(const void* from) {
  auto parts = read<std::array<T, 2>>(from);
  return {static_cast<double>(parts[0]), static_cast<double>(parts[1])};
}

}  // namespace

void fail_interpreting(const std::string& text) { throw InternalError("interpreting IR", text); }

Constant read_scalar(ScalarType type, const void* from) {
  switch (type) {
    case ScalarType::Bool:
    case ScalarType::UInt8:
      return make_constant(type, int64_t{read<uint8_t>(from)});
    case ScalarType::Int8:
      return make_constant(type, int64_t{read<int8_t>(from)});
    case ScalarType::Int16:
      return make_constant(type, int64_t{read<int16_t>(from)});
    case ScalarType::Int32:
      return make_constant(type, int64_t{read<int32_t>(from)});
    case ScalarType::UInt16:
      return make_constant(type, int64_t{read<uint16_t>(from)});
    case ScalarType::UInt32:
      return make_constant(type, int64_t{read<uint32_t>(from)});
    case ScalarType::Int64:
    case ScalarType::UInt64:
      return make_constant(type, read<int64_t>(from));
    case ScalarType::Float16:
      return make_constant(type, half_value(read<uint16_t>(from)));
    case ScalarType::Float32:
      return make_constant(type, static_cast<double>(read<float>(from)));
    case ScalarType::Float64:
      return make_constant(type, read<double>(from));
    case ScalarType::Complex64:
      return make_constant(type, read_complex<float>(from));
    case ScalarType::Complex128:
      return make_constant(type, read_complex<double>(from));
  }
  fail_interpreting("a scalar of no type");
}

void write_scalar(const Constant& value, void* to) {
  std::complex<double> z = value.real;
  switch (value.type) {
    case ScalarType::Float16:
      return write(half_bits(z.real()), to);
    case ScalarType::Float32:
      return write(static_cast<float>(z.real()), to);
    case ScalarType::Float64:
      return write(z.real(), to);
    case ScalarType::Complex64:
      return write(std::array<float, 2>{static_cast<float>(z.real()), static_cast<float>(z.imag())}, to);
    case ScalarType::Complex128:
      return write(std::array<double, 2>{z.real(), z.imag()}, to);
    default:
      // Two's complement, low byte first: the first bytes of the 64 bits are the narrow value.
      std::memcpy(to, &value.integer, static_cast<size_t>(size_of(value.type)));
  }
}

ArrayMemory ArrayMemory::argument(const Array& array, const ArrayView& view) {
  if (view.type != array.type || view.rank != array.rank)
    fail_interpreting("array '" + array.name + "' has another type or rank");
  ArrayMemory memory;
  memory.name_ = array.name;
  memory.view_ = view;
  return memory;
}

ArrayMemory ArrayMemory::local(const Array& array, std::vector<int64_t> extents) {
  ArrayMemory memory;
  memory.name_ = array.name;
  memory.view_.type = array.type;
  memory.view_.rank = array.rank;
  int64_t elements = 1;
  for (size_t d = extents.size(); d-- > 0;) {
    if (extents[d] < 0) fail_interpreting("array '" + array.name + "' has a negative extent");
    memory.view_.extents.at(d) = extents[d];
    memory.view_.stride_bytes.at(d) = elements * size_of(array.type);
    elements *= extents[d];
  }
  memory.bytes_.resize(static_cast<size_t>(elements * size_of(array.type)));
  memory.is_set_.resize(static_cast<size_t>(elements));
  return memory;
}

int64_t ArrayMemory::offset_bytes(std::span<const int64_t> indices) const {
  int64_t offset = 0;
  for (size_t d = 0; d < indices.size(); ++d) {
    if (indices[d] < 0 || indices[d] >= view_.extents.at(d)) {
      fail_interpreting("index " + std::to_string(indices[d]) + " leaves dimension " + std::to_string(d) +
                        " of array '" + name_ + "', which has " + std::to_string(view_.extents.at(d)) +
                        " elements");
    }
    offset += indices[d] * view_.stride_bytes.at(d);
  }
  return offset;
}

Constant ArrayMemory::load(std::span<const int64_t> indices) const {
  int64_t offset = offset_bytes(indices);
  if (view_.data != nullptr) return read_scalar(view_.type, static_cast<const char*>(view_.data) + offset);
  if (!is_set_[static_cast<size_t>(offset / size_of(view_.type))]) {
    fail_interpreting("array '" + name_ + "' is read where no value was stored");
  }
  return read_scalar(view_.type, bytes_.data() + offset);
}

void ArrayMemory::store(std::span<const int64_t> indices, const Constant& value) {
  int64_t offset = offset_bytes(indices);
  if (view_.data != nullptr) return write_scalar(value, static_cast<char*>(view_.data) + offset);
  is_set_[static_cast<size_t>(offset / size_of(view_.type))] = true;
  write_scalar(value, bytes_.data() + offset);
}

void ArrayMemory::resize(int64_t extent) {
  if (extent < 0) fail_interpreting("array '" + name_ + "' has a negative extent");
  view_.extents[0] = extent;
  bytes_.resize(static_cast<size_t>(extent * size_of(view_.type)));
  is_set_.resize(static_cast<size_t>(extent));
}

ArrayView ArrayMemory::lend(bool stored) {
  if (stored) is_set_.assign(is_set_.size(), true);
  ArrayView view = view_;
  if (view.data == nullptr) view.data = bytes_.data();
  return view;
}

void ArrayMemory::reset() { is_set_.assign(is_set_.size(), false); }

}  // namespace unpython::ir
