#include "kernel/wide_accesses.h"

#include <algorithm>
#include <set>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::kernel {
namespace {

using namespace ir;

class FindWide {
 public:
  FindWide(const Function& f, const Kernel& kernel, const Layout& layout, const GroupPlan& plan, const For& loop)
      : f_(f), kernel_(kernel), layout_(layout), plan_(plan), loop_(loop) {}

  WideAccesses run() {
    const auto* extent = std::get_if<Const>(&f_[loop_.extent].node);
    if (extent == nullptr || extent->value.integer != loop_.width) return {};
    std::set<ArrayId> stored;
    walk_stmts(f_, loop_.body, [&](StmtId id) {
      if (const auto* store = std::get_if<Store>(&f_[id].node)) stored.insert(store->array);
      return true;
    });
    WideAccesses found;
    for (StmtId id : loop_.body) {
      const bool plain = std::holds_alternative<Assign>(f_[id].node) || std::holds_alternative<Store>(f_[id].node);
      if (!plain) continue;
      for (ExprId root : expressions(f_[id])) {
        walk_exprs(f_, root, [&](ExprId part) {
          const auto* load = std::get_if<Load>(&f_[part].node);
          const bool known = std::find(found.loads.begin(), found.loads.end(), part) != found.loads.end();
          if (load == nullptr || known || stored.contains(load->array)) return;
          if (is_wide(load->array, load->indices)) found.loads.push_back(part);
        });
      }
      const auto* store = std::get_if<Store>(&f_[id].node);
      if (store != nullptr && is_alone(store->array) && is_wide(store->array, store->indices))
        found.stores.push_back(id);
    }
    return found;
  }

 private:
  /// No other statement of the loop stores to the array, and none reads it.
  [[nodiscard]] bool is_alone(ArrayId array) const {
    int touches = 0;
    walk_stmts(f_, loop_.body, [&](StmtId id) {
      const auto* store = std::get_if<Store>(&f_[id].node);
      touches += store != nullptr && store->array == array ? 1 : 0;
      return true;
    });
    walk_all_exprs(f_, loop_.body, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f_[id].node);
      touches += load != nullptr && load->array == array ? 1 : 0;
    });
    return touches == 1;
  }

  [[nodiscard]] bool is_wide(ArrayId array, const std::vector<ExprId>& indices) const {
    const int64_t bytes = loop_.width * size_of(f_[array].type);
    if (loop_.width < 2 || bytes > kWideBytes || (bytes & (bytes - 1)) != 0 || indices.empty()) return false;
    const int dense = dense_dimension(array, bytes);
    if (dense < 0) return false;
    for (size_t d = 0; d < indices.size(); ++d) {
      const std::optional<analysis::Affine> form = analysis::affine_form(f_, indices[d]);
      if (!form) return false;
      const int64_t step = analysis::coefficient_of(f_, *form, loop_.counter);
      const analysis::Affine rest = analysis::without(f_, *form, loop_.counter);
      const bool hidden = std::any_of(rest.terms.begin(), rest.terms.end(),
                                      [&](const analysis::Term& term) { return moves(term.atom); });
      if (hidden || step != (static_cast<int>(d) == dense ? 1 : 0)) return false;
      if (static_cast<int>(d) == dense && !divides(rest)) return false;
    }
    return true;
  }

  /// The dimension of stride 1 of an array whose rows begin at addresses that divide by `bytes`; -1: none.
  [[nodiscard]] int dense_dimension(ArrayId array, int64_t bytes) const {
    if (plan_.local.contains(array)) {
      const std::vector<int64_t>& extents = f_[array].extents;
      return extents.size() > 1 && extents.back() % loop_.width != 0 ? -1 : static_cast<int>(extents.size()) - 1;
    }
    for (size_t i = 0; i < kernel_.arrays.size(); ++i) {
      if (kernel_.arrays[i].array == array && layout_.is_aligned(i, bytes)) return layout_.unit_dimension[i];
    }
    return -1;
  }
  [[nodiscard]] bool moves(ExprId root) const {
    return analysis::reads_variable(f_, root, loop_.counter);
  }
  [[nodiscard]] bool divides(const analysis::Affine& form) const {
    return form.constant % loop_.width == 0 &&
           std::all_of(form.terms.begin(), form.terms.end(), [&](const analysis::Term& term) {
             return term.coefficient % loop_.width == 0 || divides(term.atom, term.coefficient);
           });
  }
  [[nodiscard]] bool divides(ExprId expr) const {
    const std::optional<analysis::Affine> form = analysis::affine_form(f_, expr);
    return form && divides(*form);
  }
  /// Where a launch begins or ends.
  [[nodiscard]] bool divides_range(VarId variable) const {
    for (size_t n = 0; n < layout_.range_steps.size() && n < kernel_.firsts.size(); ++n) {
      if (kernel_.firsts[n] == variable || kernel_.ends[n] == variable)
        return layout_.range_steps[n] % loop_.width == 0;
    }
    return false;
  }
  /// A variable with one assignment stands for its value.
  [[nodiscard]] bool divides(ExprId atom, int64_t coefficient) const {
    const auto* call = std::get_if<Call>(&f_[atom].node);
    if (call != nullptr && (call->function == Intrinsic::Minimum || call->function == Intrinsic::Maximum))
      return divides(call->arguments[0]) && divides(call->arguments[1]);
    const auto* read = std::get_if<Read>(&f_[atom].node);
    if (read == nullptr) return false;
    if (divides_range(read->variable)) return true;
    ExprId value;
    int assignments = 0;
    walk_stmts(f_, std::get<For>(f_[kernel_.root].node).body, [&](StmtId id) {
      const auto* assign = std::get_if<Assign>(&f_[id].node);
      if (assign == nullptr || assign->variable != read->variable) return true;
      value = assign->value;
      ++assignments;
      return true;
    });
    if (assignments != 1) return false;
    return coefficient != 0 && divides(value);
  }

  const Function& f_;
  const Kernel& kernel_;
  const Layout& layout_;
  const GroupPlan& plan_;
  const For& loop_;
};

}  // namespace

WideAccesses wide_accesses(const Function& function, const Kernel& kernel, const Layout& layout,
                           const GroupPlan& plan, const For& loop) {
  return FindWide(function, kernel, layout, plan, loop).run();
}

bool is_wide_copy(const Function& function, const For& loop, const WideAccesses& found) {
  if (loop.body.size() != 1 || found.loads.size() != 1 || found.stores.size() != 1) return false;
  const auto* store = std::get_if<Store>(&function[loop.body[0]].node);
  return store != nullptr && store->value == found.loads[0] && loop.width * size_of(function[store->array].type) >= 4;
}

}  // namespace unpython::kernel
