#include "transform/source/write_out_short_rows.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

#include "analysis/text/heap_uses.h"
#include "analysis/text/reductions.h"
#include "ir/elements.h"
#include "ir/rewrite.h"
#include "transform/source/simplify.h"
#include "transform/source/small_arrays.h"
#include "transform/source/write_out_networks.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::HeapUses;

constexpr int64_t kMostIterations = 4;
constexpr int64_t kMostExpressions = 1500;  // of all iterations of a loop

std::optional<int64_t> few(const Function& f, const For& loop) {
  const auto* extent = std::get_if<Const>(&f[loop.extent].node);
  if (extent == nullptr || extent->value.integer < 1 || extent->value.integer > kMostIterations) return std::nullopt;
  return extent->value.integer;
}

class WriteOut : public StatementRewriter {
 public:
  WriteOut(Function& function, const Function& before, Sums sums)
      : StatementRewriter(function), before_(before), live_(before), sums_(sums) {
    for (const HeapUses& uses : analysis::heap_uses(before)) {
      const bool small = uses.allocations.size() == 1 &&
                         few_elements(before, std::get<Allocate>(before[uses.allocations[0]].node)).has_value();
      is_small_.push_back(small && !uses.returned);
    }
  }

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* loop = std::get_if<For>(&given.node);
    if (loop == nullptr) {
      depth_ += std::holds_alternative<While>(given.node) ? 1 : 0;
      const StmtId rebuilt = rebuild(id);
      depth_ -= std::holds_alternative<While>(given.node) ? 1 : 0;
      return {rebuilt};
    }
    const bool chosen = depth_ > 0 && is_short(id, *loop) &&
                        !(in_operation_ && loop->independent && holds_any<Store, AtomicUpdate>(before_, loop->body));
    const auto around = std::pair(in_operation_, in_chosen_);
    in_operation_ = is_operation(*loop) && !chosen;
    in_chosen_ = chosen;
    ++depth_;
    Block body = block(loop->body);
    --depth_;
    std::tie(in_operation_, in_chosen_) = around;
    if (!chosen || !is_straight(body) || count_exprs(function_, body) * *few(function_, *loop) > kMostExpressions) {
      For kept = *loop;
      if (kept.body == body) return {id};
      kept.body = std::move(body);
      return {build_.statement(std::move(kept), given.range)};
    }
    return iterations(*loop, body);
  }

 private:
  /// Nothing that leaves an iteration, and no loop.
  [[nodiscard]] bool is_straight(const Block& body) const {
    return holds_only<Assign, Store, CheckIndex, If, Raise, Allocate>(function_, body);
  }
  [[nodiscard]] bool is_short(StmtId id, const For& loop) const {
    if (!few(function_, loop)) return false;
    if (loop.mark == LoopMark::Parallel && !loop.independent) return sums_ == Sums::WriteOut && only_accumulates(id, loop);
    if (loop.independent) return true;
    return loop.mark == LoopMark::Sequential && (in_chosen_ || goes_through_small_arrays(loop));
  }
  /// Comes from an operation on arrays. Of a call, loops of the program may be independent too: an operation holds one loop alone.
  [[nodiscard]] bool is_operation(const For& loop) const {
    return loop.independent && (sums_ == Sums::WriteOut || loop.body.size() == 1);
  }
  /// Stores nothing, and carries sums and their kin.
  [[nodiscard]] bool only_accumulates(StmtId id, const For& loop) const {
    if (*few(before_, loop) == 1) return false;  // may be all that a kernel has to share
    return !holds_any<Store, AtomicUpdate>(before_, loop.body) && !analysis::accumulations(before_, live_, id).blocker.has_value();
  }
  [[nodiscard]] bool goes_through_small_arrays(const For& loop) const {
    bool found = false;
    const auto by_counter = [&](ArrayId array, const std::vector<ExprId>& indices) {
      const bool small = is_small_[static_cast<size_t>(array.value)];
      found |= small && std::any_of(indices.begin(), indices.end(), [&](ExprId index) {
        return analysis::reads_variable(before_, index, loop.counter);
      });
    };
    walk_all_exprs(before_, loop.body, [&](ExprId e) {
      if (const auto* load = std::get_if<Load>(&before_[e].node)) by_counter(load->array, load->indices);
    });
    walk_stmts(before_, loop.body, [&](StmtId s) {
      if (const auto* store = std::get_if<Store>(&before_[s].node)) by_counter(store->array, store->indices);
      return true;
    });
    return found;
  }

  Block iterations(const For& loop, const Block& body) {
    Block result;
    for (int64_t turn = 0; turn < *few(function_, loop); ++turn) {
      Substitution at(function_);
      at.replace(loop.counter, build_.int64(turn));
      const Block once = at.block(body);
      result.insert(result.end(), once.begin(), once.end());
    }
    return result;
  }

  const Function& before_;
  const analysis::Liveness live_;
  const Sums sums_;
  std::vector<bool> is_small_;  ///< by ArrayId
  int depth_ = 0;               ///< loops around
  bool in_operation_ = false;   ///< directly inside of a loop of an operation on arrays that stays
  bool in_chosen_ = false;      ///< directly inside of a loop that is written out, if what it holds is
};

/// Arrays whose elements become variables.
class Elements : public Rewriter {
 public:
  explicit Elements(Function& function) : Rewriter(function) {
    const std::vector<HeapUses> uses = analysis::heap_uses(function);
    for (int32_t i = 0; i < function.arrays.size(); ++i) choose(ArrayId{i}, uses[static_cast<size_t>(i)]);
    walk_elements(function, function.body, [&](ArrayId array, const std::vector<ExprId>& indices) {
      if (elements_.contains(array) && !place(array, indices)) elements_.erase(array);
    });
    for (auto& [id, array] : elements_) {
      const Array known = function_[id];
      for (size_t n = 0; n < array.variables.size(); ++n)
        array.variables[n] = build_.variable(known.name + "_" + std::to_string(n), known.type, known.range);
    }
  }
  [[nodiscard]] bool any() const { return !elements_.empty(); }

  ExprId expr(ExprId id) override {
    const auto* load = std::get_if<Load>(&function_[id].node);
    if (load == nullptr || !elements_.contains(load->array)) return rebuild(id);
    return build_.read(variable(load->array, load->indices));
  }
  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    if (const auto* allocate = std::get_if<Allocate>(&given.node); allocate && elements_.contains(allocate->array)) {
      Block none;  // what nothing has stored is anything: no value of an iteration before
      for (const VarId variable : elements_.at(allocate->array).variables)
        none.push_back(build_.assign(variable, build_.number(function_[variable].type, 0), given.range));
      return none;
    }
    const auto* store = std::get_if<Store>(&given.node);
    if (store == nullptr || !elements_.contains(store->array)) return {rebuild(id)};
    return {build_.assign(variable(store->array, store->indices), expr(store->value), given.range)};
  }

 private:
  struct Small {
    std::vector<int64_t> extents;
    std::vector<VarId> variables;
  };

  void choose(ArrayId id, const HeapUses& uses) {
    if (function_[id].space != AddressSpace::Heap || uses.other || uses.returned || uses.allocations.size() != 1) return;
    const auto& allocation = std::get<Allocate>(function_[uses.allocations[0]].node);
    const std::optional<std::vector<int64_t>> extents = few_elements(function_, allocation);
    if (!extents || allocation.keeps) return;
    const int64_t count = std::accumulate(extents->begin(), extents->end(), int64_t{1}, std::multiplies<>());
    elements_.emplace(id, Small{*extents, std::vector<VarId>(static_cast<size_t>(count))});
  }
  /// The number of an element, where all subscripts are constants within the array.
  [[nodiscard]] std::optional<size_t> place(ArrayId array, const std::vector<ExprId>& indices) const {
    const Small& small = elements_.at(array);
    int64_t at = 0;
    for (size_t d = 0; d < indices.size(); ++d) {
      const Constant* index = build_.as_constant(indices[d]);
      if (index == nullptr || index->integer < 0 || index->integer >= small.extents[d]) return std::nullopt;
      at = at * small.extents[d] + index->integer;
    }
    return static_cast<size_t>(at);
  }
  [[nodiscard]] VarId variable(ArrayId array, const std::vector<ExprId>& indices) const {
    return elements_.at(array).variables[*place(array, indices)];
  }

  std::map<ArrayId, Small> elements_;
};

}  // namespace

Function write_out_short_rows(const Function& function, Sums sums) {
  Function result = write_out_networks(function);
  const Function before = result;
  Block body = WriteOut(result, before, sums).block(result.body);
  if (body == function.body) return result;
  result.body = std::move(body);
  result = simplify(result);
  Elements elements(result);
  if (!elements.any()) return result;
  result.body = elements.block(result.body);
  return simplify(result);
}

}  // namespace unpython::transform
