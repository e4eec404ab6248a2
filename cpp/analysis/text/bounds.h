// Whether subscripts stay inside an array's extents for a whole loop nest, as conditions on values known at
// its entry.
//
// For a nest with counters 0 <= k < e(k), where e may be affine in outer counters, the largest value of an
// affine subscript is found by eliminating counters from the innermost outwards: c * k is at most c * (e(k) -
// 1) for c > 0 and at most 0 for c < 0. What remains are atoms that do not change in the nest. The argument
// is one on integers without overflow, so it also needs each atom to be small (`atoms`), which bounds every
// intermediate value below 2^62.
#pragma once
#include <optional>
#include <vector>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"

namespace unpython::analysis {

/// Largest magnitude of an atom for which the conclusions hold.
inline constexpr int64_t kAtomLimit = int64_t{1} << 40;

struct Interval {
  Affine low;
  Affine high;
  std::vector<ir::ExprId> atoms;  ///< must lie within +-kAtomLimit
};

/// One nest: the loops around a point, and what does not change in any of them.
class NestBounds {
 public:
  /// `root`: the For at whose entry conditions are evaluated.
  NestBounds(const ir::Function& function, ir::StmtId root);

  /// The values that `index` takes inside `loops` (nested, outermost first, the root among them), in atoms
  /// that do not change in the nest; none if it is not affine or an atom changes.
  [[nodiscard]] std::optional<Interval> interval(ir::ExprId index,
                                                 const std::vector<ir::StmtId>& loops) const;

 private:
  [[nodiscard]] std::optional<Affine> extent_form(const ir::For& loop) const;
  [[nodiscard]] std::optional<Affine> extreme(Affine form, const std::vector<ir::StmtId>& loops,
                                              bool high) const;
  [[nodiscard]] bool collect(const Affine& form, std::vector<ir::ExprId>& atoms) const;
  /// Bound of the magnitude of a form inside the loops; none if it may reach 2^62.
  [[nodiscard]] std::optional<int64_t> magnitude(const Affine& form,
                                                 const std::vector<ir::StmtId>& loops) const;
  [[nodiscard]] bool is_fixed(ir::ExprId atom) const;

  const ir::Function& f_;
  ir::StmtId root_;
  VarSet changing_;
};

}  // namespace unpython::analysis
