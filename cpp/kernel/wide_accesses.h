// Accesses of loops that are written out turn by turn, joined to wide ones: neighbours in memory, at an address that divides by
// their bytes.
//
//   for p in vector(4): b[i, p] = a[i, p]          one load of 16 bytes and one store, of float32
//   for p in unrolled(64): s += a[i, p]            four loads of 16 bytes, of uint8: in turns 0, 16, 32 and 48
#pragma once
#include <map>
#include <vector>

#include "kernel/group_plan.h"

namespace unpython::kernel {

struct WideAccesses {
  /// For each, the elements of one access; the turns whose number divides by it begin one.
  std::map<ir::ExprId, int64_t> loads{};   ///< of arrays that the loop does not store to
  std::map<ir::StmtId, int64_t> stores{};  ///< that run in each iteration
};

/// Of a Vector loop inside an Item nest, accesses of 2, 4, 8 or 16 bytes that all its turns share, loads and stores. Of an Unrolled
/// loop, and of another one with few turns that is short, loads from arguments, each as wide as its bytes and the turns divide. (How
/// local arrays lie the compiler knows.)
[[nodiscard]] WideAccesses wide_accesses(const ir::Function& function, const Kernel& kernel, const Layout& layout,
                                         const GroupPlan& plan, const ir::For& loop);

/// The loop is nothing but one copy, of as many bytes as a copy may have that arrives later.
[[nodiscard]] bool is_wide_copy(const ir::Function& function, const ir::For& loop, const WideAccesses& found);

/// In how many turns a loop of any number of turns is to go at a time, so that elements of one or two bytes come at once; 0: as it is.
[[nodiscard]] int64_t piece_width(const ir::Function& function, const Kernel& kernel, const Layout& layout, const ir::For& loop);

/// What a kernel of Grid loops asks of Layout::alignment: for each array the bytes of its widest access; empty: it has none.
[[nodiscard]] std::vector<int> used_alignment(const ir::Function& function, const Kernel& kernel, const Layout& layout);

}  // namespace unpython::kernel
