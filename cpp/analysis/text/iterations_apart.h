// Whether pieces of a loop's body, run in different iterations, touch different elements: so that a piece may go ahead of
// pieces of the iterations before it.
//
// Two subscripts tell elements apart in one of two ways:
//   both move with the loop's counter by one element, from the same place:      x[i], x[i]
//   one moves with the counter, the other with that of an inner loop that ends where the first begins:
//                                                                               for k in range(i): x[i], x[k]
#pragma once
#include <optional>

#include "analysis/text/affine.h"
#include "analysis/text/effects.h"

namespace unpython::analysis {

class IterationsApart {
 public:
  /// Of a loop with this counter; `changing`: all that its body assigns.
  IterationsApart(const ir::Function& function, ir::VarId counter, VarSet changing);
  /// The counter of an inner loop over range(counter + distance), where the distance does not change.
  void add_inner(ir::VarId inner, const Affine& distance);

  /// No element that one of the pieces writes is touched by the other in another iteration: for inner loops as add_inner() says,
  /// in a later iteration of the piece whose subscript moves with the counter.
  [[nodiscard]] bool apart(const Effects& a, const Effects& b) const;
  /// The same of two uses that may interfere.
  [[nodiscard]] bool apart(const Touch& a, const Touch& b) const;

 private:
  struct Form {
    int64_t counter = 0;  ///< its coefficient
    int64_t inner = 0;
    Affine rest;  ///< the same in all iterations
  };
  [[nodiscard]] std::optional<Form> form_of(ir::ExprId index) const;
  [[nodiscard]] bool is_below(const Form& inner, const Form& own) const;
  [[nodiscard]] std::optional<int64_t> distance(const Affine& from, const Affine& to) const;

  const ir::Function& function_;
  ir::VarId counter_;
  VarSet changing_;
  ir::VarId inner_;
  Affine inner_distance_;
};

}  // namespace unpython::analysis
