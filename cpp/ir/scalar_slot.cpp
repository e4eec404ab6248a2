// Slots hold numbers in native form; the machine is little endian, so a narrow integer is the low bytes of a
// wide one.
#include "ir/scalar_slot.h"

#include <complex>
#include <cstring>

#include "ir/half.h"

namespace unpython::ir {
namespace {

template <class T>
void put(abi::ScalarSlot& slot, T value) {
  std::memcpy(slot.bytes, &value, sizeof value);
}

}  // namespace

ir::Constant to_constant(ScalarType type, const abi::ScalarSlot& slot) {
  ir::Constant constant;
  constant.type = type;
  switch (machine_type(type)) {
    case ScalarType::Bool:
      constant.integer = slot.bytes[0] != 0;
      break;
    case ScalarType::Int8:
      constant.integer = bytes_as<int8_t>(slot);
      break;
    case ScalarType::Int16:
      constant.integer = bytes_as<int16_t>(slot);
      break;
    case ScalarType::Int32:
      constant.integer = bytes_as<int32_t>(slot);
      break;
    case ScalarType::Int64:
      constant.integer = bytes_as<int64_t>(slot);
      break;
    case ScalarType::UInt8:
      constant.integer = bytes_as<uint8_t>(slot);
      break;
    case ScalarType::UInt16:
      constant.integer = bytes_as<uint16_t>(slot);
      break;
    case ScalarType::UInt32:
      constant.integer = bytes_as<uint32_t>(slot);
      break;
    case ScalarType::UInt64:
      constant.integer = bytes_as<int64_t>(slot);
      break;
    case ScalarType::Float16:
      constant.real = half_value(bytes_as<uint16_t>(slot));
      break;
    case ScalarType::Float32:
      constant.real = static_cast<double>(bytes_as<float>(slot));
      break;
    case ScalarType::Float64:
      constant.real = bytes_as<double>(slot);
      break;
    case ScalarType::Complex64:
      constant.real = bytes_as<std::complex<float>>(slot);
      break;
    case ScalarType::Complex128:
      constant.real = bytes_as<std::complex<double>>(slot);
      break;
  }
  return constant;
}

abi::ScalarSlot to_slot(const ir::Constant& constant) {
  abi::ScalarSlot slot{};
  switch (constant.type) {
    case ScalarType::Float16:
      put(slot, half_bits(constant.real.real()));
      break;
    case ScalarType::Float32:
      put(slot, static_cast<float>(constant.real.real()));
      break;
    case ScalarType::Float64:
      put(slot, constant.real.real());
      break;
    case ScalarType::Complex64:
      put(slot, std::complex<float>(constant.real));
      break;
    case ScalarType::Complex128:
      put(slot, constant.real);
      break;
    default:
      put(slot, constant.integer);
      break;  // little endian: the low bytes are the narrow value
  }
  return slot;
}

}  // namespace unpython::ir
