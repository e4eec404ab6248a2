#include "transform/loops/keep_elements.h"

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/text/affine.h"
#include "analysis/text/bounds.h"
#include "analysis/text/effects.h"
#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "transform/loops/copy_loop.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Affine;
using analysis::VarSet;

constexpr int kLongestDefinition = 32;  // expressions: a subscript is short

/// What the stores of a body are to; whether each is made in every iteration.
std::vector<std::pair<Element, bool>> stored_elements(const Function& f, const Block& body) {
  std::vector<std::pair<Element, bool>> found;
  walk_stmts(f, body, [&](StmtId id) {
    const bool certain = std::ranges::find(body, id) != body.end();
    if (const auto* store = std::get_if<Store>(&f[id].node)) found.push_back({{store->array, store->indices}, certain});
    return true;
  });
  return found;
}

class KeepElements : public StatementRewriter {
 public:
  explicit KeepElements(Function& f) : StatementRewriter(f) {
    walk_stmts(f, f.body, [&](StmtId id) {
      if (const auto* loop = std::get_if<For>(&f[id].node)) ++assignments_[loop->counter];
      return true;
    });
  }

  Block block(const Block& statements) override {
    const auto known = definitions_;
    Block result = Rewriter::block(statements);
    definitions_ = known;
    return result;
  }

  Block stmt(StmtId id) override {
    const Stmt stmt = function_[id];
    if (const auto* assign = std::get_if<Assign>(&stmt.node)) define(*assign);
    const auto* loop = std::get_if<For>(&stmt.node);
    if (loop == nullptr) return {rebuild(id)};
    around_.push_back(around(*loop));
    const Block result = loop->mark == LoopMark::Sequential && analysis::runs_straight(function_, loop->body)
                             ? keep_all(*loop, stmt.range)
                             : Block{rebuild(id)};
    around_.pop_back();
    return result;
  }

 private:
  /// A loop around the statement: 0 <= counter < extent, where the extent is known and does not change inside.
  struct Around {
    VarId counter;
    std::optional<Affine> extent;
    LoopMark mark;
    VarSet changing;  ///< in its body, the counter aside
  };

  Around around(const For& loop) {
    const ExprId extent = expanded(loop.extent);
    const bool fixed =
        !analysis::reads_any(function_, extent, analysis::assigned_variables(function_, loop.body)) &&
        !has_load(function_, extent);
    return {loop.counter, fixed ? analysis::affine_form(function_, extent) : std::nullopt, loop.mark,
            analysis::assigned_variables(function_, loop.body)};
  }

  /// A variable that is assigned once, a value that nothing changes while the loops around run, stands for it.
  void define(const Assign& assign) {
    if (function_[assign.value].type != ScalarType::Int64 || assignments_[assign.variable] != 1) return;
    const ExprId value = expanded(assign.value);
    bool fixed = !has_load(function_, value);
    int parts = 0;
    walk_exprs(function_, value, [&](ExprId part) {
      fixed = fixed && ++parts <= kLongestDefinition;
      if (const auto* read = std::get_if<Read>(&function_[part].node))
        fixed = fixed && is_fixed(read->variable);
    });
    if (fixed) definitions_.emplace_back(assign.variable, value);
  }

  bool is_fixed(VarId variable) const { return !assignments_.contains(variable) || is_counter(variable); }
  bool is_counter(VarId variable) const {
    return std::ranges::any_of(around_, [&](const Around& loop) { return loop.counter == variable; });
  }

  ExprId expanded(ExprId id) {
    Substitution substitution(function_);
    for (const auto& [variable, value] : definitions_) substitution.replace(variable, value);
    return substitution.expr(id);
  }

  Block keep_all(const For& loop, SourceRange range) {
    For kept = loop;
    std::vector<Element> done;
    Block front;
    Block back;
    ExprId inside = build_.boolean(true);  // elements that no iteration may store, where there are such
    VarSet changing = analysis::changing_in(function_, loop);
    const auto known = definitions_;
    const VarSet carried = analysis::exposed_variables(function_, loop.body);
    for (const StmtId id : loop.body) {
      const auto* assign = std::get_if<Assign>(&function_[id].node);
      if (assign != nullptr && !carried.contains(assign->variable)) define(Assign{*assign});
    }
    for (const auto& [element, certain] : stored_elements(function_, loop.body)) {
      const bool twice = std::ranges::any_of(done, [&](const Element& other) {
        return same_element(function_, element, other);
      });
      if (twice || !may_be_kept(loop, element, changing) || (!certain && !belongs_to_iteration(element))) continue;
      done.push_back(element);
      if (!certain) inside = build_.logical_and(inside, lies_inside(element));
      const VarId variable =
          build_.variable(function_[element.array].name + ".kept", function_[element.array].type);
      front.push_back(build_.assign(variable, build_.load(element.array, element.indices), range));
      back.push_back(build_.store(element.array, element.indices, build_.read(variable), range));
      kept.body = ElementInVariable(function_, element, variable).block(kept.body);
    }
    definitions_ = known;
    if (front.empty()) return {build_.statement(std::move(kept), range)};
    const ExprId runs = build_.logical_and(build_.compare(CompareOp::Less, build_.int64(0), loop.extent), inside);
    Block all = std::move(front);
    all.push_back(build_.statement(std::move(kept), range));
    all.insert(all.end(), back.begin(), back.end());
    if (const Constant* always = build_.as_constant(runs); always != nullptr && always->integer != 0)
      return all;
    Block otherwise;
    if (build_.as_constant(inside) == nullptr) otherwise = {with_own_counter(function_, loop, range)};
    return {build_.if_then(runs, std::move(all), std::move(otherwise), range)};
  }

  /// A subscript behind a condition may be out of bounds where the condition does not hold.
  ExprId lies_inside(const Element& element) {
    ExprId all = build_.boolean(true);
    for (size_t d = 0; d < element.indices.size(); ++d) {
      const ExprId extent = build_.extent(element.array, static_cast<int>(d));
      all = build_.logical_and(all, build_.logical_and(build_.compare(CompareOp::GreaterEqual, element.indices[d], build_.int64(0)),
                                                       build_.compare(CompareOp::Less, element.indices[d], extent)));
    }
    return all;
  }

  bool may_be_kept(const For& loop, const Element& element, const VarSet& changing) {
    const AddressSpace space = function_[element.array].space;
    if (space != AddressSpace::Heap && (space != AddressSpace::Argument || !function_.disjoint_arguments))
      return false;
    if (!analysis::are_fixed(function_, element.indices, changing)) return false;
    bool others = false;
    for (const Element& other : elements_of(function_, loop.body, element.array)) {
      if (same_element(function_, element, other)) continue;
      if (!always_apart(element, other)) return false;
      others = true;
    }
    return others || std::ranges::any_of(around_, [](const Around& outer) { return outer.mark == LoopMark::Vector; });
  }

  /// Other iterations of loops around that run side by side have other elements: one that this iteration does not store may be
  /// written back.
  bool belongs_to_iteration(const Element& element) {
    return std::ranges::all_of(around_, [&](const Around& loop) {
      if (is_in_order(loop.mark)) return true;
      return std::ranges::any_of(element.indices, [&](ExprId index) {
        const auto form = subscript(index);
        if (!form || analysis::coefficient_of(function_, *form, loop.counter) == 0) return false;
        return analysis::is_fixed(function_, analysis::without(function_, *form, loop.counter), loop.changing);
      });
    });
  }

  bool always_apart(const Element& a, const Element& b) {
    for (size_t d = 0; d < a.indices.size(); ++d) {
      const auto p = subscript(a.indices[d]);
      const auto q = subscript(b.indices[d]);
      if (p && q && (is_above(*p, *q) || is_above(*q, *p))) return true;
    }
    return false;
  }

  /// None for one that may count from the end.
  std::optional<Affine> subscript(ExprId index) {
    if (std::holds_alternative<WrapIndex>(function_[index].node)) return std::nullopt;
    return analysis::affine_form(function_, expanded(index));
  }

  /// p - q is a positive constant and at most two values that are never negative: counters, extents, and how much a counter is below
  /// its last value. Subscripts are taken modulo 2^64, and so is this sum, but it is too small for that to make it 0.
  bool is_above(const Affine& p, const Affine& q) const {
    std::optional<Affine> difference = analysis::add_scaled(function_, p, q, -1);
    int64_t values = 0;
    for (size_t n = around_.size(); difference && n-- > 0;) {
      const int64_t factor = analysis::coefficient_of(function_, *difference, around_[n].counter);
      if (factor >= 0) continue;
      if (!around_[n].extent || factor < -2) return false;
      Affine last = *around_[n].extent;
      --last.constant;
      difference = analysis::add_scaled(
          function_, analysis::without(function_, *difference, around_[n].counter), last, factor);
      values -= factor;
    }
    if (!difference || difference->constant <= 0 || difference->constant > analysis::kAtomLimit) return false;
    for (const analysis::Term& term : difference->terms) {
      const auto* read = std::get_if<Read>(&function_[term.atom].node);
      const bool counts = std::holds_alternative<Extent>(function_[term.atom].node) ||
                          (read != nullptr && is_counter(read->variable));
      if (!counts || term.coefficient < 0 || term.coefficient > 2) return false;
      values += term.coefficient;
    }
    return values <= 2;
  }

  std::unordered_map<VarId, int> assignments_ = count_assignments(function_, function_.body);
  std::vector<std::pair<VarId, ExprId>> definitions_;
  std::vector<Around> around_;
};

}  // namespace

Function keep_elements(const Function& function) {
  return rewritten<KeepElements>(function);
}

}  // namespace unpython::transform
