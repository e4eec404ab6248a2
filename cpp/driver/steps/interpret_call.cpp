// Frame <-> the interpreter's arguments and constants.
#include "driver/steps/interpret_call.h"

#include <algorithm>
#include <vector>

#include "driver/steps/host_call.h"
#include "driver/steps/kernel_errors.h"
#include "ir/interpret/interpret.h"
#include "ir/scalar_slot.h"

namespace unpython::driver {
namespace {

ArrayView to_view(const ir::Array& array, const abi::ArrayArgument& argument) {
  ArrayView view{.data = argument.data, .type = array.type, .rank = array.rank, .writeable = array.writeable};
  const auto rank = static_cast<size_t>(array.rank);
  std::copy_n(argument.extents, rank, view.extents.begin());
  std::copy_n(argument.stride_bytes, rank, view.stride_bytes.begin());
  return view;
}

abi::ArrayArgument to_argument(const ArrayView& view) {
  abi::ArrayArgument argument{.data = view.data, .extents = {}, .stride_bytes = {}};
  std::copy(view.extents.begin(), view.extents.end(), argument.extents);
  std::copy(view.stride_bytes.begin(), view.stride_bytes.end(), argument.stride_bytes);
  return argument;
}

struct HostRaised {};

}  // namespace

int32_t interpret_call(const ir::Function& code, std::span<const abi::ArrayArgument> arrays,
                       std::span<const abi::ScalarSlot> scalars, abi::ScalarSlot* results, void** memory,
                       abi::ErrorRecord* error, const abi::Services& services) {
  std::vector<ArrayView> views;
  std::vector<ir::Constant> constants;
  for (const ir::Parameter& parameter : code.parameters) {
    if (parameter.is_array) {
      views.push_back(to_view(code[parameter.array], arrays[views.size()]));
    } else {
      constants.push_back(ir::to_constant(code[parameter.variable].type, scalars[constants.size()]));
    }
  }
  const auto host = [&](const ir::CallHost& call, std::span<const ir::Constant> values,
                        std::span<const ArrayView> given) {
    std::vector<abi::ArrayArgument> lent;
    for (const ArrayView& view : given) lent.push_back(to_argument(view));
    if (call_host(services, code, call, values, lent) != abi::kOk) throw HostRaised{};
  };
  ir::Outcome outcome;
  try {
    outcome = ir::interpret(code, views, constants, host);
  } catch (const HostRaised&) {
    return abi::kHostRaised;
  }
  if (outcome.raised) {
    fill_error(outcome, *error);
    return abi::kRaised;
  }
  for (size_t i = 0; i < outcome.results.size(); ++i) results[i] = ir::to_slot(outcome.results[i]);
  for (size_t i = 0; i < outcome.memory.size(); ++i) {
    const std::vector<unsigned char>& bytes = outcome.memory[i];
    memory[i] = services.allocate(&services, static_cast<int64_t>(bytes.size()));
    if (memory[i] == nullptr) return abi::kOutOfMemory;
    std::copy(bytes.begin(), bytes.end(), static_cast<unsigned char*>(memory[i]));
  }
  return abi::kOk;
}

}  // namespace unpython::driver
