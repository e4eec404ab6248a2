// The machine is little endian: a narrow integer is the low bytes of a wide one.
#include "ir/scalar_slot.h"

#include <complex>

#include "ir/half.h"

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

}  // namespace

Constant read_scalar(ScalarType type, const void* from) {
  const auto integer = [&](int64_t value) { return Constant{.type = type, .integer = value, .real = 0.0}; };
  const auto real = [&](std::complex<double> value) { return Constant{.type = type, .integer = 0, .real = value}; };
  switch (machine_type(type)) {
    case ScalarType::Bool:
      return integer(read<uint8_t>(from) != 0);
    case ScalarType::Int8:
      return integer(read<int8_t>(from));
    case ScalarType::Int16:
      return integer(read<int16_t>(from));
    case ScalarType::Int32:
      return integer(read<int32_t>(from));
    case ScalarType::UInt8:
      return integer(read<uint8_t>(from));
    case ScalarType::UInt16:
      return integer(read<uint16_t>(from));
    case ScalarType::UInt32:
      return integer(read<uint32_t>(from));
    case ScalarType::Float16:
      return real(half_value(read<uint16_t>(from)));
    case ScalarType::Float32:
      return real(static_cast<double>(read<float>(from)));
    case ScalarType::Float64:
      return real(read<double>(from));
    case ScalarType::Complex64:
      return real(read<std::complex<float>>(from));
    case ScalarType::Complex128:
      return real(read<std::complex<double>>(from));
    default:
      return integer(read<int64_t>(from));
  }
}

void write_scalar(const Constant& value, void* to) {
  switch (value.type) {
    case ScalarType::Float16:
      return write(half_bits(value.real.real()), to);
    case ScalarType::Float32:
      return write(static_cast<float>(value.real.real()), to);
    case ScalarType::Float64:
      return write(value.real.real(), to);
    case ScalarType::Complex64:
      return write(std::complex<float>(value.real), to);
    case ScalarType::Complex128:
      return write(value.real, to);
    default:
      std::memcpy(to, &value.integer, static_cast<size_t>(size_of(value.type)));
  }
}

abi::ScalarSlot to_slot(const Constant& constant) {
  abi::ScalarSlot slot{};
  if (is_float(constant.type) || is_complex(constant.type)) {
    write_scalar(constant, slot.bytes);
  } else {
    write(constant.integer, slot.bytes);
  }
  return slot;
}

}  // namespace unpython::ir
