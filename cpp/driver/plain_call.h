// Calls that do not come from Python: arguments of C++ or C -> the call's values, or an exception.
#pragma once
#include <vector>

#include "abi/frame.h"
#include "driver/choose/dispatcher.h"
#include "driver/compile/argument_codes.h"
#include "driver/plan/plan_key.h"
#include "unpython/engine.h"

namespace unpython::driver {

/// The code of a number that is given.
[[nodiscard]] ArgumentCode code_of(const Scalar& number);

/// Arguments as the frame of a call holds them.
struct PlainArguments {
  std::vector<abi::ArrayArgument> arrays;
  std::vector<abi::ScalarSlot> scalars;
  std::vector<ByteRange> ranges;  ///< of the arrays
  Sharing sharing{};              ///< of the arrays, by complete()

  /// `stored`: the program may store to the array.
  void add(const abi::ArrayArgument& array, ScalarType type, int rank, bool stored);
  void add(const Scalar& number);
  /// All arguments are there.
  void complete() { sharing = sharing_of(ranges); }
};

/// What a call gives, as its frame holds it: Dispatcher::results() says where.
struct PlainResults {
  std::vector<abi::ScalarSlot> values;
  std::vector<void*> memory;
};

/// One call. Nobody is told what Dispatcher has to tell of it; it throws what the function of that name throws there.
class PlainCall {
 public:
  /// The arguments stay as they are until the call has ended.
  PlainCall(Dispatcher& dispatcher, const PlainArguments& arguments);

  [[nodiscard]] Choice choose() const;
  [[nodiscard]] Choice choose_cpu() const;
  /// Also throws ProgramError for what the program raises, and std::bad_alloc.
  [[nodiscard]] PlainResults run() const;

 private:
  [[nodiscard]] Call call() const { return {.key = key_, .numbers = numbers_, .residents = {}}; }

  Dispatcher& dispatcher_;
  const CallArguments numbers_;
  const std::vector<int64_t> key_;
};

}  // namespace unpython::driver
