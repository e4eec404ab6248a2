// Whether what is stored to a view may still be read by the expression that is stored: the test that spares a
// temporary.
#include <algorithm>

#include "frontend/lower_arrays/array_code.h"
#include "frontend/lower_arrays/constant_difference.h"
#include "ir/rewrite.h"

namespace unpython::frontend {

namespace {

/// The indices of one dimension that a view touches: `first` and up from there in steps, or `first` alone.
struct Touched {
  ir::ExprId first;  ///< invalid: all of the dimension
  std::optional<int64_t> step;
  bool single = false;
};

std::optional<int64_t> constant_of(const ir::Function& f, ir::ExprId id) {
  const auto* known = std::get_if<ir::Const>(&f[id].node);
  return known ? std::optional(known->value.integer) : std::nullopt;
}

std::vector<Touched> touched(const ir::Function& f, const Value& view) {
  std::vector<Touched> result(static_cast<size_t>(view.type.base_rank));
  const std::vector<int> given = subscripted_dimensions(view.type);
  for (size_t i = 0; i < given.size(); ++i) result[static_cast<size_t>(given[i])] = {view.fixed[i], 0, true};
  for (size_t i = 0; i < view.axes.size(); ++i) {
    const Axis& axis = view.type.axes[i];
    if (axis.dimension < 0 || axis.whole) continue;
    result[static_cast<size_t>(axis.dimension)] = {view.axes[i].start, constant_of(f, view.axes[i].step),
                                                   false};
  }
  return result;
}

/// Every index of `b` lies below the first of `a`, or beside all of them.
bool lies_apart(const ir::Function& f, const Touched& a, const Touched& b) {
  if (!a.first.valid() || !b.first.valid() || !b.single) return false;
  const std::optional<int64_t> distance = constant_difference(f, a.first, b.first);
  if (!distance || *distance == 0) return false;
  if (a.single) return true;
  if (!a.step || *a.step == 0) return false;
  return (*distance > 0) == (*a.step > 0) || *distance % *a.step != 0;
}

bool never_meet(const ir::Function& f, const Value& a, const Value& b) {
  const std::vector<Touched> x = touched(f, a);
  const std::vector<Touched> y = touched(f, b);
  for (size_t d = 0; d < x.size(); ++d)
    if (lies_apart(f, x[d], y[d]) || lies_apart(f, y[d], x[d])) return true;
  return false;
}

/// Both views have the same element at the same indices. One with another extent may have one row for all: a[1:] += a[1:2].
bool is_same_view(const ir::Function& f, const Value& a, const Value& b) {
  if (a.type.axes.size() != b.type.axes.size() || a.fixed.size() != b.fixed.size()) return false;
  const auto same = [&](ir::ExprId x, ir::ExprId y) { return ir::same_value(f, x, y); };
  for (size_t i = 0; i < a.axes.size(); ++i) {
    if (a.type.axes[i] != b.type.axes[i]) return false;
    if (a.type.axes[i].whole) continue;
    const AxisValue &x = a.axes[i], &y = b.axes[i];
    if (!same(x.start, y.start) || !same(x.step, y.step) || !same(x.extent, y.extent)) return false;
  }
  return std::equal(a.fixed.begin(), a.fixed.end(), b.fixed.begin(), same);
}

}  // namespace

bool ArrayCode::may_share_memory(const Value& a, const Value& b) const {
  return a.base == b.base || (may_overlap(a.base) && may_overlap(b.base));
}

/// Whether an element of the array may be an element of another argument, or one with other indices of its own.
bool ArrayCode::may_overlap(ir::ArrayId array) const {
  return out_[array].space == ir::AddressSpace::Argument && !out_.disjoint_arguments;
}

/// Indices that differ are other elements of the two views.
bool ArrayCode::indices_tell(const Value& a, const Value& b) const {
  return a.base == b.base && !may_overlap(a.base);
}

bool ArrayCode::may_read(const Value& target, const Value& value) const {
  const std::vector<ReadView> reads = views_read(value);
  return std::any_of(reads.begin(), reads.end(), [&](const ReadView& read) {
    if (!may_share_memory(target, read.view)) return false;
    return !indices_tell(target, read.view) || !never_meet(out_, target, read.view);
  });
}

bool ArrayCode::needs_temporary(const Value& target, const Value& value) const {
  const std::vector<ReadView> reads = views_read(value);
  return std::any_of(reads.begin(), reads.end(), [&](const ReadView& read) {
    if (!may_share_memory(target, read.view)) return false;
    if (!indices_tell(target, read.view)) return true;
    if (read.at_same_indices && is_same_view(out_, target, read.view)) return false;
    return !never_meet(out_, target, read.view);
  });
}

}  // namespace unpython::frontend
