#include "transform/products/vector_product.h"

#include <algorithm>

#include "analysis/text/affine.h"
#include "analysis/text/dependence.h"
#include "analysis/text/variables.h"
#include "cost/vector_cost.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::VarSet;

constexpr int kMostCopied = 60;      // of an update, which is copied for several k
constexpr int64_t kFewResults = 16;  // fewer are not worth blocks
constexpr int kAnyVectorBytes = 64;  // the item size does not depend on it

bool is_plain(const For& loop) {
  return loop.mark == LoopMark::Sequential || loop.mark == LoopMark::Parallel;
}

class FindVectorProduct {
 public:
  FindVectorProduct(const Function& f, const analysis::Liveness& live, StmtId loop) : f_(f), live_(live), loop_(loop) {}

  std::optional<VectorProduct> run() {
    const auto* results = std::get_if<For>(&f_[loop_].node);
    if (results == nullptr || !is_plain(*results) || has_few(results->extent)) return std::nullopt;
    result_.results = *results;
    if (!take_apart() || !has_cheap_update() || !finds_accumulators() || !finds_elements())
      return std::nullopt;
    if (!analysis::has_independent_iterations(f_, live_, loop_)) return std::nullopt;
    result_.item_bytes = cost::vector_shape(f_, loop_, kAnyVectorBytes).item_bytes;
    return std::move(result_);
  }

 private:
  bool has_few(ExprId extent) const {
    const auto* constant = std::get_if<Const>(&f_[extent].node);
    return constant != nullptr && constant->value.integer < kFewResults;
  }
  bool is_assign(StmtId id) const { return std::holds_alternative<Assign>(f_[id].node); }

  bool take_apart() {
    const Block& body = result_.results.body;
    const auto at = std::find_if_not(body.begin(), body.end(), [&](StmtId id) { return is_assign(id); });
    const auto* depths = at == body.end() ? nullptr : std::get_if<For>(&f_[*at].node);
    if (depths == nullptr || depths->mark != LoopMark::Sequential) return false;
    result_.depths = *depths;
    result_.before.assign(body.begin(), at);
    result_.after.assign(at + 1, body.end());
    return analysis::is_fixed(f_, depths->extent, analysis::changing_in(f_, result_.results)) &&
           only_stores(result_.after);
  }
  bool only_stores(const Block& block) const {
    return std::all_of(block.begin(), block.end(), [&](StmtId id) {
      if (const auto* branch = std::get_if<If>(&f_[id].node))
        return only_stores(branch->then_body) && only_stores(branch->else_body);
      return is_assign(id) || std::holds_alternative<Store>(f_[id].node);
    });
  }

  bool has_cheap_update() const {
    const Block& body = result_.depths.body;
    if (body.empty() || !std::all_of(body.begin(), body.end(), [&](StmtId id) { return is_assign(id); }))
      return false;
    int count = 0;
    bool plain = true;
    walk_all_exprs(f_, body, [&](ExprId id) {
      ++count;
      const Expr& expr = f_[id];
      plain = plain && !is_complex(expr.type) && !std::holds_alternative<WrapIndex>(expr.node);
    });
    return plain && count <= kMostCopied && !cost::vector_shape(f_, loop_, kAnyVectorBytes).heavy_inside;
  }

  /// What a k takes from the one before, and nothing else, leaves the loop over k.
  bool finds_accumulators() {
    const Block& body = result_.depths.body;
    const VarSet needed = analysis::exposed_variables(f_, body);
    const VarSet needed_after = analysis::exposed_variables(f_, result_.after);
    for (VarId variable : analysis::assigned_variables(f_, body).members()) {
      if (needed.contains(variable)) {
        if (f_[variable].type == ScalarType::Bool) return false;
        result_.accumulators.push_back(variable);
      } else if (needed_after.contains(variable)) {
        return false;
      }
    }
    // Other variables of an iteration would have to be kept for it.
    VarSet own = analysis::assigned_variables(f_, result_.before);
    for (VarId accumulator : result_.accumulators) own.erase(accumulator);
    const auto kept = own.members();
    return !result_.accumulators.empty() &&
           std::none_of(kept.begin(), kept.end(), [&](VarId v) { return needed.contains(v); });
  }

  bool finds_elements() {
    bool alike = true;
    walk_all_exprs(f_, result_.depths.body, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f_[id].node);
      if (load == nullptr || !analysis::reads_variable(f_, id, result_.results.counter) ||
          !analysis::reads_variable(f_, id, result_.depths.counter))
        return;
      const std::optional<Along> along = neighbours(*load);
      alike = alike && along && (result_.elements.empty() || *along == result_.along);
      if (!alike) return;
      result_.along = *along;
      const bool known = std::any_of(result_.elements.begin(), result_.elements.end(),
                                     [&](ExprId other) { return same_value(f_, other, id); });
      if (!known) result_.elements.push_back(id);
    });
    return alike && !result_.elements.empty();
  }
  /// The dimension whose neighbours are neighbours in memory moves with one counter, in single steps, and no
  /// other dimension moves with that one.
  std::optional<Along> neighbours(const Load& load) const {
    const VarId i = result_.results.counter;
    const VarId k = result_.depths.counter;
    const VarSet assigned = analysis::assigned_variables(f_, result_.depths.body);
    const auto& strides = f_[load.array].strides;
    const auto unit = strides.empty()
                          ? load.indices.size() - 1
                          : static_cast<size_t>(std::find(strides.begin(), strides.end(), StrideClass::Unit) -
                                                strides.begin());
    if (unit >= load.indices.size()) return std::nullopt;
    const bool by_result = analysis::reads_variable(f_, load.indices[unit], i);
    const VarId counter = by_result ? i : k;
    for (size_t d = 0; d < load.indices.size(); ++d) {
      const auto form = analysis::affine_form(f_, load.indices[d]);
      if (!form || analysis::reads_any(f_, load.indices[d], assigned)) return std::nullopt;
      if (d == unit && analysis::coefficient_of(f_, *form, counter) != 1) return std::nullopt;
      const analysis::Affine rest = d == unit ? analysis::without(f_, *form, counter) : *form;
      const bool moves = std::any_of(rest.terms.begin(), rest.terms.end(), [&](const analysis::Term& term) {
        const bool is_counter = std::holds_alternative<Read>(f_[term.atom].node);
        const bool allowed = is_counter && d != unit && !analysis::reads_variable(f_, term.atom, counter);
        return !allowed && (analysis::reads_variable(f_, term.atom, i) || analysis::reads_variable(f_, term.atom, k));
      });
      if (moves) return std::nullopt;
    }
    return by_result ? Along::Results : Along::Depths;
  }

  const Function& f_;
  const analysis::Liveness& live_;
  StmtId loop_;
  VectorProduct result_;
};

}  // namespace

std::optional<VectorProduct> find_vector_product(const Function& function, const analysis::Liveness& live,
                                                 StmtId loop) {
  return FindVectorProduct(function, live, loop).run();
}

}  // namespace unpython::transform
