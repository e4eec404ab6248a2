#include "analysis/text/bounds.h"

#include <algorithm>

#include "ir/rewrite.h"
#include "support/checked_int.h"

namespace unpython::analysis {
namespace {

using namespace ir;

const For& loop_of(const Function& f, StmtId id) { return std::get<For>(f[id].node); }

/// The loop of `loops` that an atom counts, or an invalid id.
StmtId counted_by(const Function& f, ExprId atom, const std::vector<StmtId>& loops) {
  const auto* read = std::get_if<Read>(&f[atom].node);
  if (read == nullptr) return {};
  for (StmtId loop : loops) {
    if (loop_of(f, loop).counter == read->variable) return loop;
  }
  return {};
}

}  // namespace

NestBounds::NestBounds(const Function& function, StmtId root)
    : f_(function), root_(root), changing_(changing_in(function, loop_of(function, root))) {}

bool NestBounds::is_fixed(ExprId atom) const {
  if (reads_any(f_, atom, changing_)) return false;
  if (!has_load(f_, atom)) return true;
  // A loaded value that the root's own extent reads is there at the entry.
  return any_expr(f_, loop_of(f_, root_).extent, [&](ExprId id) { return same_value(f_, id, atom); });
}

std::optional<Affine> NestBounds::extent_form(const For& loop) const {
  return affine_form(f_, trips_of(f_, loop.extent));
}

std::optional<Affine> NestBounds::extreme(Affine form, const std::vector<StmtId>& loops, bool high) const {
  for (auto it = loops.rbegin(); it != loops.rend(); ++it) {
    const For& loop = loop_of(f_, *it);
    const int64_t coefficient = coefficient_of(f_, form, loop.counter);
    if (coefficient == 0) continue;
    form = without(f_, std::move(form), loop.counter);
    if ((coefficient > 0) != high) continue;  // its smallest value, 0
    const std::optional<Affine> extent = extent_form(loop);
    if (!extent) return std::nullopt;
    const std::optional<Affine> last = add_scaled(f_, *extent, Affine{.terms = {}, .constant = 1}, -1);
    std::optional<Affine> next = last ? add_scaled(f_, form, *last, coefficient) : std::nullopt;
    if (!next) return std::nullopt;
    form = std::move(*next);
  }
  return form;
}

std::optional<int64_t> NestBounds::magnitude(const Affine& form, const std::vector<StmtId>& loops) const {
  constexpr int64_t kLimit = int64_t{1} << 62;
  if (form.constant <= -kLimit || form.constant >= kLimit) return std::nullopt;
  int64_t total = std::abs(form.constant);
  for (const Term& term : form.terms) {
    int64_t size = kAtomLimit;
    if (const StmtId loop = counted_by(f_, term.atom, loops); loop.valid()) {
      const std::optional<Affine> extent = extent_form(loop_of(f_, loop));
      const std::vector<StmtId> outer(loops.begin(), std::find(loops.begin(), loops.end(), loop));
      const std::optional<int64_t> bound = extent ? magnitude(*extent, outer) : std::nullopt;
      if (!bound) return std::nullopt;
      size = *bound;
    }
    if (term.coefficient == INT64_MIN) return std::nullopt;
    const std::optional<int64_t> part = checked_mul(std::abs(term.coefficient), size);
    const std::optional<int64_t> sum = part ? checked_add(total, *part) : std::nullopt;
    if (!sum || *sum >= kLimit) return std::nullopt;
    total = *sum;
  }
  return total;
}

bool NestBounds::collect(const Affine& form, std::vector<ExprId>& atoms) const {
  for (const Term& term : form.terms) {
    if (!is_fixed(term.atom)) return false;
    const bool known =
        std::any_of(atoms.begin(), atoms.end(), [&](ExprId a) { return same_value(f_, a, term.atom); });
    if (!known) atoms.push_back(term.atom);
  }
  return true;
}

std::optional<Interval> NestBounds::interval(ExprId index, const std::vector<StmtId>& loops) const {
  const std::optional<Affine> form = affine_form(f_, index);
  if (!form || !magnitude(*form, loops)) return std::nullopt;
  std::optional<Affine> low = extreme(*form, loops, false);
  std::optional<Affine> high = extreme(*form, loops, true);
  if (!low || !high || !magnitude(*low, {}) || !magnitude(*high, {})) return std::nullopt;
  Interval result{std::move(*low), std::move(*high), {}};
  if (!collect(result.low, result.atoms) || !collect(result.high, result.atoms)) return std::nullopt;
  // The atoms of the form itself and of the extents in between may have cancelled out; they must be small all
  // the same.
  for (const Term& term : form->terms) {
    if (!counted_by(f_, term.atom, loops).valid() && !collect(Affine{{term}, 0}, result.atoms))
      return std::nullopt;
  }
  for (StmtId id : loops) {
    if (coefficient_of(f_, *form, loop_of(f_, id).counter) == 0) continue;
    const std::optional<Affine> extent = extent_form(loop_of(f_, id));
    if (!extent) return std::nullopt;
    for (const Term& term : extent->terms) {
      if (!counted_by(f_, term.atom, loops).valid() && !collect(Affine{{term}, 0}, result.atoms))
        return std::nullopt;
    }
  }
  return result;
}

}  // namespace unpython::analysis
