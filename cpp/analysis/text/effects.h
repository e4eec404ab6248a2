// What statements read, write and may end, so that two pieces of straight-line code can change places.
#pragma once
#include <vector>

#include "analysis/text/variables.h"
#include "ir/function.h"

namespace unpython::analysis {

/// One use of an array.
struct Touch {
  enum class Kind : uint8_t {
    Element,   ///< at `indices`
    Shape,     ///< reads extents
    Allocate,  ///< gives new memory and extents
  };
  Kind kind = Kind::Element;
  ir::ArrayId array;
  std::vector<ir::ExprId> indices{};
  bool write = false;
};

struct Effects {
  std::vector<Touch> touches;
  analysis::VarSet read;
  analysis::VarSet assigned;  ///< loop counters included
  bool raises = false;        ///< may raise
  bool leaves = false;        ///< may break, continue or return

  /// Adds the effects of another piece. What it does with an array that is here already is not listed twice.
  void unite(const Effects& other);
  /// No array is stored to but Heap arrays: who catches an exception sees nothing of it.
  [[nodiscard]] bool is_hidden(const ir::Function& function) const;
};

[[nodiscard]] Effects effects_of(const ir::Function& function, const ir::Block& block);

/// Only assignments, stores and branches: nothing raises, leaves or loops.
[[nodiscard]] bool runs_straight(const ir::Function& function, const ir::Block& block);

/// The arrays may have bytes in common.
[[nodiscard]] bool may_share(const ir::Function& function, ir::ArrayId a, ir::ArrayId b);
/// Two uses that must stay in order as long as they may be of the same element.
[[nodiscard]] bool may_interfere(const ir::Function& function, const Touch& a, const Touch& b);
/// `first`, which stands before `second`, may as well run after it. Elements are not told apart.
[[nodiscard]] bool may_swap(const ir::Function& function, const Effects& first, const Effects& second);

}  // namespace unpython::analysis
