// How long the memory of Heap arrays must be kept, and where that of iterations belongs.
#pragma once
#include <vector>

#include "ir/function.h"

namespace unpython::ir {

class HeapLifetimes {
 public:
  explicit HeapLifetimes(const Function& function);

  /// All uses of the array follow its one Allocate in the same block, or are nested in what follows; no
  /// result owns it: the memory can go when that block ends.
  [[nodiscard]] bool ends_with_block(ArrayId array) const { return of(array).ends_with_block; }
  /// The statement, in the block of its Allocate, that holds the last use of an array that ends with this
  /// block.
  [[nodiscard]] StmtId last_use(ArrayId array) const { return of(array).last; }
  /// Heap arrays that do not end with a block and belong to the iterations of `loop` (invalid: to the call).
  [[nodiscard]] std::vector<ArrayId> kept_by(StmtId loop) const;

 private:
  struct Lifetime {
    bool is_used = false;
    bool ends_with_block = true;
    bool in_reach =
        false;  ///< during the walk: the block of its Allocate is being walked, past that statement
    bool allocated = false;
    StmtId loop;       ///< the outermost CpuParallel loop that holds all uses, whose iterations have memory of their own
    size_t depth = 0;  ///< of the block of its Allocate, while in reach
    StmtId last;       ///< statement of that block
  };
  [[nodiscard]] const Lifetime& of(ArrayId array) const { return arrays_[static_cast<size_t>(array.value)]; }
  void block(const Block& block, StmtId loop);
  void use(ArrayId array, StmtId loop);

  const Function& function_;
  std::vector<Lifetime> arrays_;
  std::vector<StmtId> around_;  ///< during the walk: the current statement of each block, outermost first
};

}  // namespace unpython::ir
