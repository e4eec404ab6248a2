#include "kernel/wide_accesses.h"

#include <algorithm>
#include <set>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"
#include "kernel/loops_in_pieces.h"

namespace unpython::kernel {
namespace {

using namespace ir;

// Of loops that are written out for their accesses alone.
constexpr int64_t kMostTurns = 64;
constexpr int64_t kMostExpressions = 2048;
constexpr int64_t kSmallBytes = 2;  // of elements for which loops go in pieces

class FindWide {
 public:
  FindWide(const Function& f, const Kernel& kernel, const Layout& layout, const GroupPlan& plan, const For& loop, int64_t turns)
      : f_(f), kernel_(kernel), layout_(layout), plan_(plan), loop_(loop), turns_(turns) {}

  WideAccesses run() {
    const bool vector = loop_.mark == LoopMark::Vector;
    if (vector ? turns_ != loop_.width : !is_written_out()) return {};
    const std::set<ArrayId> stored = stored_arrays(f_, loop_.body);
    if (!vector && !layout_.disjoint && stores_to_arguments(stored)) return {};
    if (!vector) changed_ = analysis::assigned_variables(f_, loop_.body);
    WideAccesses found;
    for (StmtId id : loop_.body) {
      const bool always = is_one_of<Assign, Store, If>(f_[id].node);
      if (!always) continue;
      for (ExprId root : expressions(f_[id])) {
        walk_exprs(f_, root, [&](ExprId part) {
          const auto* load = std::get_if<Load>(&f_[part].node);
          if (load == nullptr || stored.contains(load->array)) return;
          if (!vector && plan_.local.contains(load->array)) return;
          if (const int64_t width = width_of(load->array, load->indices)) found.loads.emplace(part, width);
        });
      }
      const auto* store = std::get_if<Store>(&f_[id].node);
      if (store == nullptr || !vector || !is_alone(store->array)) continue;
      if (const int64_t width = width_of(store->array, store->indices)) found.stores.emplace(id, width);
    }
    return found;
  }

 private:
  /// All turns run to their end, one behind the other, and are not too much text.
  [[nodiscard]] bool is_written_out() const {
    if (loop_.mark != LoopMark::Unrolled && loop_.mark != LoopMark::Sequential) return false;
    bool whole = turns_ > 1;
    bool has_loops = false;
    walk_stmts(f_, loop_.body, [&](StmtId id) {
      const StmtNode& node = f_[id].node;
      has_loops |= std::holds_alternative<For>(node);
      whole &= is_one_of<Assign, Store, If, AtomicUpdate, For>(node);
      return whole;
    });
    if (!whole || loop_.mark == LoopMark::Unrolled) return whole;
    int64_t expressions = 0;
    walk_all_exprs(f_, loop_.body, [&](ExprId) { ++expressions; });
    return !has_loops && turns_ <= kMostTurns && turns_ * expressions <= kMostExpressions;
  }
  [[nodiscard]] bool stores_to_arguments(const std::set<ArrayId>& stored) const {
    return std::ranges::any_of(kernel_.arrays, [&](const KernelArray& known) { return stored.contains(known.array); });
  }
  /// No other statement of the loop stores to the array, and none reads it.
  [[nodiscard]] bool is_alone(ArrayId array) const {
    return elements_of(f_, loop_.body, array).size() == 1;
  }

  /// Elements of the widest access; 0: none.
  [[nodiscard]] int64_t width_of(ArrayId array, const std::vector<ExprId>& indices) const {
    if (loop_.mark == LoopMark::Vector) return is_wide(array, indices, turns_) ? turns_ : 0;
    for (int64_t width = kWideBytes / size_of(f_[array].type); width > 1; width /= 2) {
      if (turns_ % width == 0 && is_wide(array, indices, width)) return width;
    }
    return 0;
  }

  [[nodiscard]] bool is_wide(ArrayId array, const std::vector<ExprId>& indices, int64_t width) const {
    const int64_t bytes = width * size_of(f_[array].type);
    if (width < 2 || bytes > kWideBytes || (bytes & (bytes - 1)) != 0 || indices.empty()) return false;
    const int dense = dense_dimension(array, width);
    if (dense < 0) return false;
    for (size_t d = 0; d < indices.size(); ++d) {
      const std::optional<analysis::Affine> form = analysis::affine_form(f_, indices[d]);
      if (!form) return false;
      const int64_t step = analysis::coefficient_of(f_, *form, loop_.counter);
      const analysis::Affine rest = analysis::without(f_, *form, loop_.counter);
      const bool hidden = std::any_of(rest.terms.begin(), rest.terms.end(),
                                      [&](const analysis::Term& term) { return moves(term.atom); });
      if (hidden || step != (static_cast<int>(d) == dense ? 1 : 0)) return false;
      if (static_cast<int>(d) == dense && !divides(rest, width)) return false;
    }
    return true;
  }

  /// The dimension of stride 1 of an array whose rows begin at places that divide by `width`; -1: none.
  [[nodiscard]] int dense_dimension(ArrayId array, int64_t width) const {
    if (plan_.local.contains(array)) {
      const std::vector<int64_t>& extents = f_[array].extents;
      return extents.size() > 1 && extents.back() % width != 0 ? -1 : static_cast<int>(extents.size()) - 1;
    }
    for (size_t i = 0; i < kernel_.arrays.size(); ++i) {
      if (kernel_.arrays[i].array == array && layout_.is_aligned(i, width * size_of(f_[array].type)))
        return layout_.unit_dimension[i];
    }
    return -1;
  }
  [[nodiscard]] bool moves(ExprId root) const {
    if (analysis::reads_variable(f_, root, loop_.counter) || analysis::reads_any(f_, root, changed_)) return true;
    return loop_.mark != LoopMark::Vector && has_load(f_, root);
  }
  [[nodiscard]] bool divides(const analysis::Affine& form, int64_t width) const {
    return form.constant % width == 0 &&
           std::all_of(form.terms.begin(), form.terms.end(), [&](const analysis::Term& term) {
             return term.coefficient % width == 0 || divides(term.atom, term.coefficient, width);
           });
  }
  [[nodiscard]] bool divides(ExprId expr, int64_t width) const {
    const std::optional<analysis::Affine> form = analysis::affine_form(f_, expr);
    return form && divides(*form, width);
  }
  /// Where a launch begins or ends.
  [[nodiscard]] bool divides_range(VarId variable, int64_t width) const {
    for (size_t n = 0; n < layout_.range_steps.size() && n < kernel_.firsts.size(); ++n) {
      if (kernel_.firsts[n] == variable || kernel_.ends[n] == variable)
        return layout_.range_steps[n] % width == 0;
    }
    return false;
  }
  /// A variable with one assignment stands for its value.
  [[nodiscard]] bool divides(ExprId atom, int64_t coefficient, int64_t width) const {
    const auto* call = std::get_if<Call>(&f_[atom].node);
    if (call != nullptr && (call->function == Intrinsic::Minimum || call->function == Intrinsic::Maximum))
      return divides(call->arguments[0], width) && divides(call->arguments[1], width);
    const auto* read = std::get_if<Read>(&f_[atom].node);
    if (read == nullptr) return false;
    if (divides_range(read->variable, width)) return true;
    const ExprId value = only_value(f_, std::get<For>(f_[kernel_.root].node).body, read->variable);
    return value.valid() && coefficient != 0 && divides(value, width);
  }

  const Function& f_;
  const Kernel& kernel_;
  const Layout& layout_;
  const GroupPlan& plan_;
  const For& loop_;
  const int64_t turns_;
  analysis::VarSet changed_{};  ///< by the loop
};

}  // namespace

WideAccesses wide_accesses(const Function& function, const Kernel& kernel, const Layout& layout,
                           const GroupPlan& plan, const For& loop) {
  const auto* extent = std::get_if<Const>(&function[loop.extent].node);
  if (extent == nullptr) return {};
  return FindWide(function, kernel, layout, plan, loop, extent->value.integer).run();
}

int64_t piece_width(const Function& function, const Kernel& kernel, const Layout& layout, const For& loop) {
  if (loop.mark != LoopMark::Sequential || std::holds_alternative<Const>(function[loop.extent].node)) return 0;
  const GroupPlan no_groups;
  int64_t most = 0;
  for (const auto& [load, width] : FindWide(function, kernel, layout, no_groups, loop, kWideBytes).run().loads) {
    if (size_of(function[load].type) <= kSmallBytes) most = std::max(most, width);
  }
  return most;
}

bool is_wide_copy(const Function& function, const For& loop, const WideAccesses& found) {
  if (loop.body.size() != 1 || found.loads.size() != 1 || found.stores.size() != 1) return false;
  const auto* store = std::get_if<Store>(&function[loop.body[0]].node);
  return store != nullptr && store->value == found.loads.begin()->first && loop.width * size_of(function[store->array].type) >= 4;
}

std::vector<int> used_alignment(const Function& original, const Kernel& kernel, const Layout& layout) {
  std::vector<int> alignment(kernel.arrays.size(), 1);
  bool any = false;
  if (layout.alignment.empty() || !layout.axes.empty()) return {};
  const Function function = with_loops_in_pieces(original, kernel, layout);
  const GroupPlan no_groups;
  walk_stmts(function, std::get<For>(function[kernel.grid.back()].node).body, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&function[id].node);
    if (loop == nullptr) return true;
    for (const auto& [load, width] : wide_accesses(function, kernel, layout, no_groups, *loop).loads) {
      const ArrayId array = std::get<Load>(function[load].node).array;
      const auto known = std::ranges::find(kernel.arrays, array, &KernelArray::array);
      int& bytes = alignment[static_cast<size_t>(known - kernel.arrays.begin())];
      bytes = std::max(bytes, static_cast<int>(width * size_of(function[array].type)));
      any = true;
    }
    return true;
  });
  return any ? alignment : std::vector<int>{};
}

}  // namespace unpython::kernel
