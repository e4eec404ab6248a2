// Frame <-> the interpreter's arguments and constants.
#include "driver/interpret_call.h"

#include <algorithm>
#include <bit>
#include <complex>
#include <cstring>
#include <vector>

#include "ir/interpret.h"

namespace unpython::driver {
namespace {

template <class T>
T take(const abi::ScalarSlot& slot) {
  T value;
  std::memcpy(&value, slot.bytes, sizeof value);
  return value;
}

template <class T>
void put(abi::ScalarSlot& slot, T value) {
  std::memcpy(slot.bytes, &value, sizeof value);
}

ir::Constant to_constant(ScalarType type, const abi::ScalarSlot& slot) {
  ir::Constant constant{.type = type};
  switch (type) {
    case ScalarType::Bool:
      constant.integer = slot.bytes[0] != 0;
      break;
    case ScalarType::Int8:
      constant.integer = take<int8_t>(slot);
      break;
    case ScalarType::Int16:
      constant.integer = take<int16_t>(slot);
      break;
    case ScalarType::Int32:
      constant.integer = take<int32_t>(slot);
      break;
    case ScalarType::Int64:
      constant.integer = take<int64_t>(slot);
      break;
    case ScalarType::UInt8:
      constant.integer = take<uint8_t>(slot);
      break;
    case ScalarType::UInt16:
      constant.integer = take<uint16_t>(slot);
      break;
    case ScalarType::UInt32:
      constant.integer = take<uint32_t>(slot);
      break;
    case ScalarType::UInt64:
      constant.integer = take<int64_t>(slot);
      break;
    case ScalarType::Float32:
      constant.real = static_cast<double>(take<float>(slot));
      break;
    case ScalarType::Float64:
      constant.real = take<double>(slot);
      break;
    case ScalarType::Complex64:
      constant.real = take<std::complex<float>>(slot);
      break;
    case ScalarType::Complex128:
      constant.real = take<std::complex<double>>(slot);
      break;
  }
  return constant;
}

void to_slot(const ir::Constant& constant, abi::ScalarSlot& slot) {
  switch (constant.type) {
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
}

ArrayView to_view(const ir::Array& array, const abi::ArrayArgument& argument) {
  ArrayView view{.data = argument.data, .type = array.type, .rank = array.rank, .writeable = array.writeable};
  const auto rank = static_cast<size_t>(array.rank);
  std::copy_n(argument.extents, rank, view.extents.begin());
  std::copy_n(argument.stride_bytes, rank, view.stride_bytes.begin());
  return view;
}

}  // namespace

int32_t interpret_call(const ir::Function& code, std::span<const abi::ArrayArgument> arrays,
                       std::span<const abi::ScalarSlot> scalars, abi::ScalarSlot* results,
                       abi::ErrorRecord* error) {
  std::vector<ArrayView> views;
  std::vector<ir::Constant> constants;
  for (const ir::Parameter& parameter : code.parameters) {
    if (parameter.is_array) {
      views.push_back(to_view(code[parameter.array], arrays[views.size()]));
    } else {
      constants.push_back(to_constant(code[parameter.variable].type, scalars[constants.size()]));
    }
  }
  const ir::Outcome outcome = ir::interpret(code, views, constants);
  if (outcome.raised) {
    error->site = outcome.error.value;
    error->argument_count = static_cast<int32_t>(outcome.arguments.size());
    for (size_t i = 0; i < outcome.arguments.size(); ++i) {
      const ir::Constant& argument = outcome.arguments[i];
      error->arguments[i] =
          is_float(argument.type) ? std::bit_cast<int64_t>(argument.real.real()) : argument.integer;
    }
    return abi::kRaised;
  }
  for (size_t i = 0; i < outcome.results.size(); ++i) to_slot(outcome.results[i], results[i]);
  return abi::kOk;
}

}  // namespace unpython::driver
