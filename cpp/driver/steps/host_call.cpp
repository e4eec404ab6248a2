#include "driver/steps/host_call.h"

#include <vector>

#include "ir/scalar_slot.h"
#include "unpython/error.h"

namespace unpython::driver {

int32_t call_host(const abi::Services& services, const ir::Function& function, const ir::CallHost& call,
                  std::span<const ir::Constant> values, std::span<const abi::ArrayArgument> arrays) {
  if (services.call_host == nullptr) throw InternalError("running a call", "a call of the host, without one");
  std::vector<abi::HostArgument> given;
  auto value = values.begin();
  auto array = arrays.begin();
  for (const ir::HostArgument& argument : call.arguments) {
    abi::HostArgument& out = given.emplace_back();
    out.stored = argument.stored ? 1 : 0;
    out.weak = argument.weak ? 1 : 0;
    if (argument.array.valid()) {
      out.type = static_cast<int32_t>(function[argument.array].type);
      out.rank = function[argument.array].rank;
      out.array = *array++;
    } else {
      out.type = static_cast<int32_t>(value->type);
      out.rank = abi::kScalarRank;
      out.value = ir::to_slot(*value++);
    }
  }
  return services.call_host(&services, call.function, static_cast<int32_t>(given.size()), given.data());
}

}  // namespace unpython::driver
