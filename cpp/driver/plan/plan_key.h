// Which numbers of a call decide how it runs: the plan key.
//
// The analysis of a call sees nothing but what its key holds: extents, strides, where the memory of
// overlapping arguments lies, and those integers that reach a bound, a subscript or a condition of a loop. So
// two calls of equal keys have equal plans, and a changed number is never judged by an old proof. What the
// specialization fixes (types, ranks, writeable flags, options) is not repeated.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "abi/frame.h"
#include "driver/compile/argument_codes.h"
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::driver {

/// What a key holds, found once for each specialization.
struct KeyLayout {
  struct ArrayShape {
    int rank = 0;
    int64_t item_bytes = 1;
  };
  std::vector<ArrayShape> arrays;  ///< array parameters in order
  std::vector<int> scalars;        ///< positions among the scalar parameters: integers that decide
  bool has_loops = false;          ///< false: there is nothing to plan and every key is empty
  size_t most_integers = 0;        ///< no key is longer
  static constexpr size_t kArraysPerWord = 32;  ///< how their memory is aligned takes two bits each

  /// An integer with the alignments of several arrays follows the extents and strides of this one.
  [[nodiscard]] static bool closes_word(size_t array) { return array % kArraysPerWord == kArraysPerWord - 1; }
};

/// `function`: from transform::simplify_source.
[[nodiscard]] UNPYTHON_API KeyLayout key_layout(const ir::Function& function);

/// The arguments of one call, in parameter order.
struct CallArguments {
  std::span<const abi::ArrayArgument> arrays;
  std::span<const abi::ScalarSlot> scalars;
  std::span<const ByteRange> ranges;  ///< of the arrays
  bool meeting = false;               ///< some of the ranges meet
};

/// Writes the key of a call to `key` (room for layout.most_integers) and gives its length.
[[nodiscard]] UNPYTHON_API size_t write_key(const KeyLayout& layout, const CallArguments& call, int64_t* key);
/// The same in memory of its own.
[[nodiscard]] inline std::vector<int64_t> key_of(const KeyLayout& layout, const CallArguments& call) {
  std::vector<int64_t> key(layout.most_integers);
  key.resize(write_key(layout, call, key.data()));
  return key;
}

}  // namespace unpython::driver
