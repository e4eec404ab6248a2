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
  /// The outermost CpuParallel loop that holds all uses of the array: its iterations have memory of their
  /// own. Invalid: there is none.
  [[nodiscard]] StmtId iteration_of(ArrayId array) const { return of(array).loop; }
  /// Heap arrays that do not end with a block and belong to the iterations of `loop` (invalid: to the call).
  [[nodiscard]] std::vector<ArrayId> kept_by(StmtId loop) const;

 private:
  struct Lifetime {
    bool is_used = false;
    bool ends_with_block = true;
    bool in_reach =
        false;  ///< during the walk: the block of its Allocate is being walked, past that statement
    bool allocated = false;
    StmtId loop;
  };
  [[nodiscard]] const Lifetime& of(ArrayId array) const { return arrays_[static_cast<size_t>(array.value)]; }
  void block(const Block& block, StmtId loop);
  void use(ArrayId array, StmtId loop);

  const Function& function_;
  std::vector<Lifetime> arrays_;
};

}  // namespace unpython::ir
