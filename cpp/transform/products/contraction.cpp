#include "transform/products/contraction.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/text/affine.h"
#include "analysis/text/dependence.h"
#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"
#include "transform/products/contraction_columns.h"

namespace unpython::transform {
namespace {

using namespace ir;

class Finder {
 public:
  Finder(Function& f, const analysis::Liveness& live, const Candidate& candidate)
      : f_(f), build_(f), live_(live), candidate_(candidate) {}

  std::optional<Contraction> run() {
    const For outer = std::get<For>(f_[candidate_.loop].node);
    const auto* middle = std::get_if<For>(&f_[candidate_.part].node);
    if (middle == nullptr || !f_.disjoint_arguments) return std::nullopt;
    const bool found =
        with_scalars(outer, For(*middle)) || with_stored_sum(outer, For(*middle)) || with_elements(outer);
    if (!found || !sound_extents() || !align_columns(f_, result_)) return std::nullopt;
    result_.range = f_[candidate_.loop].range;
    return std::move(result_);
  }

 private:
  using Values = std::map<VarId, ExprId>;

  ExprId valued(ExprId id, const Values& values) {
    Substitution substitution(f_);
    for (const auto& [variable, value] : values) substitution.replace(variable, value);
    return substitution.expr(id);
  }
  /// Follows the assignments at [from, to) of a block; false if another statement is among them.
  bool follow(const Block& block, size_t from, size_t to, Values& values) {
    for (size_t n = from; n < to; ++n) {
      const auto* assign = std::get_if<Assign>(&f_[block[n]].node);
      if (assign == nullptr) return false;
      const VarId variable = assign->variable;
      values[variable] = valued(assign->value, values);
    }
    return true;
  }
  static bool is_plain(const For& loop) {
    return loop.mark == LoopMark::Sequential || loop.mark == LoopMark::Parallel;
  }
  const For* loop_at(const Block& block, size_t n) const {
    const auto* loop = n < block.size() ? std::get_if<For>(&f_[block[n]].node) : nullptr;
    return loop != nullptr && is_plain(*loop) ? loop : nullptr;
  }
  size_t first_loop(const Block& block) const {
    size_t n = 0;
    while (n < block.size() && std::holds_alternative<Assign>(f_[block[n]].node)) ++n;
    return n;
  }

  /// for i: for j: assignments; for k: assignments; finish.
  bool with_scalars(const For& outer, const For& middle) {
    if (!candidate_.may_reorder || !is_plain(outer) || !is_plain(middle)) return false;
    const size_t at = first_loop(middle.body);
    const For* found = loop_at(middle.body, at);
    if (found == nullptr || found->mark != LoopMark::Sequential) return false;
    const For inner = *found;
    Values before;
    Values step;
    if (!follow(middle.body, 0, at, before) || !follow(inner.body, 0, inner.body.size(), step)) return false;
    if (step.empty() || !analysis::may_reorder(f_, live_, candidate_.part)) return false;
    const Block tail(middle.body.begin() + static_cast<std::ptrdiff_t>(at) + 1, middle.body.end());
    if (!may_finish(tail)) return false;
    result_ = Contraction{};
    set_loops(outer, middle, inner, before);
    if (!set_accumulators(middle.body[at], inner, before, step)) return false;
    set_finish(tail, before);
    swap_roles_if_better();
    return stores_apart();
  }

  /// for i: for j: assignments; c[i, j] = start, or not; for k: c[i, j] = update(c[i, j], ...); finish.
  bool with_stored_sum(const For& outer, const For& middle) {
    if (!candidate_.may_reorder || !is_plain(outer) || !is_plain(middle)) return false;
    size_t at = first_loop(middle.body);
    Values before;
    if (!follow(middle.body, 0, at, before) || at == middle.body.size()) return false;
    const auto* initial = std::get_if<Store>(&f_[middle.body[at]].node);
    if (initial != nullptr) ++at;
    const For* found = loop_at(middle.body, at);
    if (found == nullptr || found->mark != LoopMark::Sequential || found->body.empty()) return false;
    const For inner = *found;
    const auto* last = std::get_if<Store>(&f_[inner.body.back()].node);
    if (last == nullptr) return false;
    if (initial != nullptr && !same_element(f_, {initial->array, initial->indices}, {last->array, last->indices})) return false;
    const Block tail(middle.body.begin() + static_cast<std::ptrdiff_t>(at) + 1, middle.body.end());
    if (!may_finish(tail) || (initial == nullptr && !tail.empty())) return false;
    const Store store = *last;
    const ExprId start = initial != nullptr ? valued(initial->value, before) : ExprId{};
    Values step = before;
    if (!follow(inner.body, 0, inner.body.size() - 1, step) || needed_again(middle.body[at], inner.body))
      return false;
    const analysis::VarSet changing = analysis::assigned_variables(f_, {middle.body[at]});
    for (ExprId index : store.indices) {
      if (analysis::reads_any(f_, index, changing)) return false;
    }
    if (!analysis::may_reorder(f_, live_, candidate_.part)) return false;
    result_ = Contraction{};
    set_loops(outer, middle, inner, before);
    result_.needs_depth = initial == nullptr;
    if (!promote(store, step)) return false;
    if (initial != nullptr) result_.accumulators[0].start = start;
    set_finish(tail, before);
    return stores_apart();
  }
  /// A variable of the loop body keeps its value for another iteration or for what comes after.
  bool needed_again(StmtId loop, const Block& body) const {
    const analysis::VarSet carried = analysis::exposed_variables(f_, body);
    const auto assigned = analysis::assigned_variables(f_, body).members();
    return std::any_of(assigned.begin(), assigned.end(),
                       [&](VarId v) { return carried.contains(v) || live_.live_after(loop, v); });
  }

  void set_loops(const For& row, const For& column, const For& depth, const Values& values) {
    result_.row = row.counter;
    result_.column = column.counter;
    result_.depth = depth.counter;
    result_.rows = row.extent;
    result_.first_column = build_.int64(0);
    result_.end_column = column.extent;
    result_.depths = valued(depth.extent, values);
  }
  bool set_accumulators(StmtId inner_id, const For& inner, const Values& before, const Values& step) {
    const analysis::VarSet carried = analysis::exposed_variables(f_, inner.body);
    analysis::VarSet own;
    for (const auto& [variable, value] : step) {
      if (!carried.contains(variable)) {
        if (live_.live_after(inner_id, variable)) return false;
        continue;
      }
      const auto start = before.find(variable);
      if (start == before.end()) return false;
      result_.accumulators.push_back({variable, start->second, value});
      own.insert(variable);
    }
    for (Accumulator& accumulator : result_.accumulators) {
      // All others are what they were before the loop: one accumulator must not look at another.
      for (const Accumulator& other : result_.accumulators) {
        if (other.variable != accumulator.variable && analysis::reads_variable(f_, accumulator.update, other.variable))
          return false;
      }
      Values outside = before;
      for (VarId variable : own.members()) outside.erase(variable);
      accumulator.update = valued(accumulator.update, outside);
    }
    return !result_.accumulators.empty();
  }
  /// What `tail` needs from before the inner loop, then what is there already, then `tail`.
  void set_finish(const Block& tail, const Values& before) {
    const analysis::VarSet needed = analysis::exposed_variables(f_, tail);
    Block finish;
    for (const auto& [variable, value] : before) {
      const bool accumulates = std::any_of(result_.accumulators.begin(), result_.accumulators.end(),
                                           [&variable = variable](const Accumulator& a) { return a.variable == variable; });
      if (needed.contains(variable) && !accumulates) finish.push_back(build_.assign(variable, value));
    }
    finish.insert(finish.end(), result_.finish.begin(), result_.finish.end());
    finish.insert(finish.end(), tail.begin(), tail.end());
    result_.finish = std::move(finish);
  }
  bool may_finish(const Block& block) const {
    return std::all_of(block.begin(), block.end(), [&](StmtId id) {
      const StmtNode& node = f_[id].node;
      if (const auto* branch = std::get_if<If>(&node)) {
        return may_finish(branch->then_body) && may_finish(branch->else_body);
      }
      return is_one_of<Assign, Store>(node);
    });
  }

  /// Three loops in any order around c[i, j] = update(c[i, j], ...), with assignments before each inner one.
  bool with_elements(const For& outer) {
    if (!is_plain(outer)) return false;
    std::vector<For> loops = {outer};
    Values values;
    std::vector<StmtId> block = {candidate_.part};
    const Store* found = nullptr;
    while (found == nullptr) {
      const size_t at = first_loop(block);
      if (at + 1 != block.size() || !follow(block, 0, at, values)) return false;
      found = std::get_if<Store>(&f_[block[at]].node);
      if (found != nullptr) break;
      const For* next = loop_at(block, at);
      if (next == nullptr || loops.size() == 3) return false;
      loops.push_back(*next);
      block = loops.back().body;
    }
    if (loops.size() != 3) return false;
    const Store store = *found;
    // Temporaries must not be needed again: neither after the nest nor by a later iteration.
    const analysis::VarSet carried = analysis::exposed_variables(f_, outer.body);
    for (const auto& [variable, value] : values) {
      if (live_.live_after(candidate_.part, variable) || carried.contains(variable)) return false;
    }
    return assign_roles(loops, store, values) && promote(store, values) && stores_apart();
  }
  /// k is the loop that does not select the element; j the one whose steps are neighbours.
  bool assign_roles(const std::vector<For>& loops, const Store& store, const Values& values) {
    std::vector<const For*> selecting;
    const For* depth = nullptr;
    for (const For& loop : loops) {
      const bool selects = std::any_of(store.indices.begin(), store.indices.end(),
                                       [&](ExprId index) { return analysis::reads_variable(f_, index, loop.counter); });
      if (selects) {
        selecting.push_back(&loop);
      } else {
        depth = &loop;
      }
    }
    if (selecting.size() != 2 || depth == nullptr) return false;
    result_ = Contraction{};
    set_loops(*selecting[0], *selecting[1], *depth, values);
    result_.end_column = valued(selecting[1]->extent, values);
    result_.needs_depth = true;
    return true;
  }
  bool promote(const Store& store, const Values& values) {
    std::vector<ExprId> indices;
    for (ExprId index : store.indices) indices.push_back(valued(index, values));
    if (!selects_one_each(indices)) return false;
    const ExprId element = build_.load(store.array, indices);
    const VarId sum = build_.variable(f_[store.array].name + "_sum", f_[store.array].type);
    const ExprId update = LoadsInVariables(f_, {{element, sum}}).expr(valued(store.value, values));
    if (!analysis::reads_variable(f_, update, sum)) return false;
    result_.accumulators = {{sum, element, update}};
    result_.finish = {build_.store(store.array, indices, build_.read(sum))};
    swap_roles_if_better();
    return true;
  }
  /// Different (i, j) select different elements: one subscript moves with i but not j, another one with j.
  bool selects_one_each(const std::vector<ExprId>& indices) const {
    const auto moves = [&](ExprId index, VarId counter) {
      const auto form = analysis::affine_form(f_, analysis::unwrapped(f_, index));
      if (!form || analysis::coefficient_of(f_, *form, counter) == 0) return false;
      const analysis::Affine rest = analysis::without(f_, *form, counter);
      return std::none_of(rest.terms.begin(), rest.terms.end(), [&](const analysis::Term& term) {
        return analysis::reads_variable(f_, term.atom, counter) || has_load(f_, term.atom);
      });
    };
    for (size_t d = 0; d < indices.size(); ++d) {
      if (std::holds_alternative<WrapIndex>(f_[indices[d]].node)) return false;
      if (!moves(indices[d], result_.row) || analysis::reads_variable(f_, indices[d], result_.column)) continue;
      for (size_t e = 0; e < indices.size(); ++e) {
        if (e != d && moves(indices[e], result_.column)) return true;
      }
    }
    return false;
  }

  /// What is stored is not read by the updates.
  bool stores_apart() const {
    const std::set<ArrayId> stored = stored_arrays(f_, result_.finish);
    return std::ranges::none_of(result_.accumulators, [&](const Accumulator& accumulator) {
      return any_expr(f_, accumulator.update, [&](ExprId id) {
        const auto* load = std::get_if<Load>(&f_[id].node);
        return load != nullptr && stored.contains(load->array);
      });
    });
  }

  /// The first store decides: its last subscript should move with j.
  void swap_roles_if_better() {
    const Store* store = nullptr;
    for (StmtId id : result_.finish) {
      store = store == nullptr ? std::get_if<Store>(&f_[id].node) : store;
    }
    if (store == nullptr || store->indices.empty()) return;
    const ExprId last = store->indices.back();
    if (analysis::reads_variable(f_, last, result_.column) || !analysis::reads_variable(f_, last, result_.row)) return;
    if (analysis::reads_variable(f_, result_.end_column, result_.row)) return;
    std::swap(result_.row, result_.column);
    std::swap(result_.rows, result_.end_column);
  }

  /// Extents that are known where the nest begins.
  bool sound_extents() const {
    analysis::VarSet changing = analysis::assigned_variables(f_, {candidate_.loop});
    const auto known = [&](ExprId id) {
      return analysis::is_fixed(f_, id, changing);
    };
    const bool outer = known(result_.rows) && known(result_.depths);
    changing.erase(result_.row);
    return outer && known(result_.end_column);
  }

  Function& f_;
  Builder build_;
  const analysis::Liveness& live_;
  Candidate candidate_;
  Contraction result_;
};

}  // namespace

std::optional<Contraction> find_contraction(Function& function, const analysis::Liveness& live,
                                            const Candidate& candidate) {
  return Finder(function, live, candidate).run();
}

}  // namespace unpython::transform
