#include "driver/plain_call.h"

#include <new>

#include "driver/report/error_text.h"
#include "ir/scalar_slot.h"

namespace unpython::driver {
namespace {

void tell_nobody(const Notice&) {}

}  // namespace

ArgumentCode code_of(const Scalar& number) {
  return scalar_code(number.type, number.weak) | (is_integer(number.type) ? size_code(number.type, number.integer) : 0);
}

void PlainArguments::add(const abi::ArrayArgument& array, ScalarType type, int rank, bool stored) {
  arrays.push_back(array);
  ranges.push_back(byte_range(array.data, array.extents, array.stride_bytes, rank, size_of(type)));
  ranges.back().stored = stored;
}

void PlainArguments::add(const Scalar& number) {
  scalars.push_back(ir::to_slot({number.type, number.integer, number.real}));
}

PlainCall::PlainCall(Dispatcher& dispatcher, const PlainArguments& arguments)
    : dispatcher_(dispatcher),
      numbers_{.arrays = arguments.arrays,
               .scalars = arguments.scalars,
               .ranges = arguments.ranges,
               .meeting = arguments.sharing.meeting},
      key_(key_of(dispatcher.layout(), numbers_)) {}

Choice PlainCall::choose() const { return dispatcher_.choose(call(), tell_nobody); }

Choice PlainCall::choose_cpu() const { return dispatcher_.choose_cpu(call(), tell_nobody); }

PlainResults PlainCall::run() const {
  const ResultLayout& layout = dispatcher_.results();
  PlainResults results{.values = std::vector<abi::ScalarSlot>(layout.values), .memory = std::vector<void*>(layout.owned)};
  abi::ErrorRecord error{};
  error.site = -1;
  const abi::Frame frame{.arrays = numbers_.arrays.data(),
                         .scalars = numbers_.scalars.data(),
                         .results = results.values.data(),
                         .error = &error,
                         .services = &dispatcher_.services(),
                         .memory = results.memory.data()};
  DeviceResults kept;
  const Ended ended = dispatcher_.run(call(), frame, kept, tell_nobody);
  if (ended.status == abi::kOutOfMemory) throw std::bad_alloc();
  if (ended.status != abi::kOk) {
    const RuntimeError raised = describe(ended.choice.code(), dispatcher_.specialization().files, error);
    throw ProgramError(std::string(python_name(raised.kind)), raised.text());
  }
  return results;
}

}  // namespace unpython::driver
