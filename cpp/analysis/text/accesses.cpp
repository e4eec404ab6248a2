#include "analysis/text/accesses.h"

#include <cstdlib>

#include "analysis/text/affine.h"
#include "ir/rewrite.h"

namespace unpython::analysis {
namespace {

using namespace ir;
using integers::Sharing;

class Collect {
 public:
  explicit Collect(const Function& f) : f_(f) {}
  std::vector<Access> result;

  /// `conditional` on entry; also true after a statement that may leave the iteration early.
  bool block(const Block& block, bool conditional) {
    for (StmtId id : block) conditional |= stmt(id, conditional);
    return conditional;
  }

 private:
  /// True if what follows in the iteration may be skipped because of this statement.
  bool stmt(StmtId id, bool conditional) {
    const Stmt& s = f_[id];
    for (ExprId e : expressions(s)) reads(e, conditional, s.range);
    if (const auto* store = std::get_if<Store>(&s.node)) {
      result.push_back({store->array, store->indices, store->value, true, conditional, s.range});
    } else if (const auto* atomic = std::get_if<AtomicUpdate>(&s.node)) {
      result.push_back({atomic->array, atomic->indices, {}, true, conditional, s.range});
    } else if (const auto* branch = std::get_if<If>(&s.node)) {
      block(branch->then_body, true);
      block(branch->else_body, true);
      return may_leave(f_, {id});
    } else if (const auto* loop = std::get_if<For>(&s.node)) {
      block(loop->body, conditional);
    } else if (const auto* repeat = std::get_if<While>(&s.node)) {
      block(repeat->head, conditional);
      block(repeat->body, true);
    } else if (is_one_of<Continue, Break>(s.node)) {
      return true;
    }
    return false;
  }

  void reads(ExprId root, bool conditional, const SourceRange& where) {
    walk_exprs(f_, root, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f_[id].node);
      if (load != nullptr) result.push_back({load->array, load->indices, {}, false, conditional, where});
    });
  }

  const Function& f_;
};

/// A subscript that may be negative and is shifted by the extent.
bool may_wrap(const LoopContext& context, ExprId index, const Affine& form, int64_t coefficient) {
  const Function& f = context.function;
  if (!std::holds_alternative<WrapIndex>(f[index].node)) return false;
  if (form.constant < 0 || coefficient < 0) return true;
  for (const Term& term : form.terms) {
    if (term.coefficient < 0) return true;
    const auto* read = std::get_if<Read>(&f[term.atom].node);
    const bool counter = read != nullptr && context.counters.contains(read->variable);
    if (!counter && !std::holds_alternative<Extent>(f[term.atom].node)) return true;
  }
  return false;
}

/// Splits coefficient * counter off; no value if the rest changes within the loop.
struct Dimension {
  int64_t coefficient = 0;
  Affine rest;
  Affine form;
  bool fixed = true;  ///< `rest` is the same in all iterations
  bool counted =
      true;  ///< what changes in `rest` are counters of inner loops, which take the same values again
};

std::optional<Dimension> dimension(const LoopContext& context, ExprId index) {
  const Function& f = context.function;
  const VarId counter = context.loop.counter;
  const std::optional<Affine> form = affine_form(f, unwrapped(f, index));
  if (!form) return std::nullopt;
  Dimension result{coefficient_of(f, *form, counter), without(f, *form, counter), *form};
  for (const Term& term : result.rest.terms) {
    if (is_fixed(f, term.atom, context.changing)) continue;
    result.fixed = false;
    const auto* read = std::get_if<Read>(&f[term.atom].node);
    result.counted = result.counted && read != nullptr && context.counters.contains(read->variable);
  }
  return result;
}

/// The two subscripts differ whatever iterations they belong to: their difference, with all counters taken
/// apart (they count from 0 up), is always above or always below zero. In lu, a[k + 1 + i, j] is never a[k,
/// j].
bool always_apart(const LoopContext& context, const Affine& p, const Affine& q) {
  const Function& f = context.function;
  Affine fixed_p{.terms = {}, .constant = p.constant};
  Affine fixed_q{.terms = {}, .constant = q.constant};
  std::vector<Term> terms;  // of p - q
  const auto split = [&](const Affine& form, Affine& fixed, int64_t sign) {
    for (const Term& term : form.terms) {
      const bool varies = !is_fixed(f, term.atom, context.changing);
      if (varies)
        terms.push_back({term.atom, sign * term.coefficient});
      else
        fixed.terms.push_back(term);
    }
  };
  split(p, fixed_p, 1);
  split(q, fixed_q, -1);
  const std::optional<Affine> fixed = add_scaled(f, fixed_p, fixed_q, -1);
  if (!fixed || fixed->constant == 0) return false;
  terms.insert(terms.end(), fixed->terms.begin(), fixed->terms.end());
  const bool above = fixed->constant > 0;
  for (const Term& term : terms) {
    const auto* read = std::get_if<Read>(&f[term.atom].node);
    const bool counts = (read != nullptr && context.counters.contains(read->variable)) ||
                        std::holds_alternative<Extent>(f[term.atom].node);
    if (!counts || (term.coefficient > 0) != above) return false;
  }
  return true;
}

/// Dimensions in which only one access moves with the loop: they say in which iteration alone it can meet the
/// other.
class Pins {
 public:
  /// Looks at one dimension; `difference` is p.rest - q.rest.
  void add(const Function& f, const Dimension& p, const Dimension& q, const Affine& difference) {
    const bool first = q.coefficient == 0;
    const int64_t step = first ? -p.coefficient : q.coefficient;
    if ((!first && p.coefficient != 0) || std::abs(step) != 1) return;
    (first ? first_ : second_) = add_scaled(f, Affine{}, difference, step);
  }
  /// Both accesses meet the other in one iteration only, and it is the same.
  [[nodiscard]] bool same_iteration(const Function& f) const {
    if (!first_ || !second_) return false;
    const std::optional<Affine> gap = add_scaled(f, *first_, *second_, -1);
    return gap && gap->is_constant() && gap->constant == 0;
  }

 private:
  std::optional<Affine> first_;
  std::optional<Affine> second_;
};

int64_t constant_trips(const Function& f, const For& loop) {
  const auto* c = std::get_if<Const>(&f[loop.extent].node);
  return c == nullptr ? INT64_MAX : c->value.integer;
}

/// A subscript that moves by one element comes to no element twice: the loop has no more iterations than the axis has elements.
bool covers_axis_once(const LoopContext& context, const Access& access, size_t dimension, int64_t coefficient) {
  const auto* extent = std::get_if<Extent>(&context.function[context.loop.extent].node);
  return std::abs(coefficient) == 1 && extent != nullptr && extent->array == access.array &&
         static_cast<size_t>(extent->dimension) == dimension;
}

}  // namespace

std::vector<Access> accesses(const Function& f, StmtId loop) {
  Collect collect(f);
  collect.block(std::get<For>(f[loop].node).body, false);
  return std::move(collect.result);
}

LoopContext::LoopContext(const Function& f, const Liveness& live, StmtId id)
    : function(f),
      loop(std::get<For>(f[id].node)),
      changing(changing_in(f, loop)),
      counters(live.counters()) {}

Encounter compare(const LoopContext& context, const Access& a, const Access& b) {
  const Function& f = context.function;
  std::optional<int64_t> distance;
  bool sure = true;  // the accesses meet at no other distance
  Pins pins;
  bool unknown = false;
  for (size_t d = 0; d < a.indices.size(); ++d) {
    const std::optional<Dimension> p = dimension(context, a.indices[d]);
    const std::optional<Dimension> q = dimension(context, b.indices[d]);
    if (!p || !q) {
      unknown = true;
      continue;
    }
    const bool wraps = may_wrap(context, a.indices[d], p->rest, p->coefficient) ||
                       may_wrap(context, b.indices[d], q->rest, q->coefficient);
    if (!wraps && always_apart(context, p->form, q->form)) return {Sharing::Never, 0};
    const std::optional<Affine> difference = add_scaled(f, p->rest, q->rest, -1);
    const bool equal_rest = difference && difference->is_constant() && difference->constant == 0;
    if (!p->fixed || !q->fixed) {
      // Inner counters: equal forms meet in any two iterations, unless the loop's counter is part of them.
      const bool meets = equal_rest && p->counted && p->coefficient == 0 && q->coefficient == 0;
      unknown = unknown || !meets;
      continue;
    }
    if (!difference || !difference->is_constant() || p->coefficient != q->coefficient) {
      if (difference && !wraps) pins.add(f, *p, *q, *difference);
      unknown = true;
      continue;
    }
    const bool shifted = wraps && !equal_rest;
    if (p->coefficient == 0) {
      if (equal_rest) continue;
      if (!shifted) return {Sharing::Never, 0};
      unknown = true;
      continue;
    }
    if (equal_rest) {
      if (!wraps || covers_axis_once(context, a, d, p->coefficient)) return {Sharing::Never, 0};
      unknown = true;  // x[i - 1] is one element at 0 and at len(x)
      continue;
    }
    if (difference->constant % p->coefficient != 0) {
      if (!shifted) return {Sharing::Never, 0};
      unknown = true;
      continue;
    }
    const int64_t steps = difference->constant / p->coefficient;
    sure = sure && !shifted;
    if (distance && *distance != steps) {
      if (sure) return {Sharing::Never, 0};
      unknown = true;
    }
    distance = steps;
  }
  if (pins.same_iteration(f)) return {Sharing::Never, 0};
  const int64_t trips = constant_trips(f, context.loop);
  if (trips <= 1) return {Sharing::Never, 0};
  if (distance && (*distance == INT64_MIN || std::abs(*distance) >= trips)) {
    return {unknown || !sure ? Sharing::Unknown : Sharing::Never, 0};
  }
  if (unknown) return {Sharing::Unknown, 0};
  return {Sharing::Certain, distance.value_or(0)};
}

}  // namespace unpython::analysis
