#include "transform/grid/expand_local_arrays.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// An expression of a loop's body as what it is before the loop, if nothing of the loop changes it.
class BeforeLoop : public Rewriter {
 public:
  BeforeLoop(Function& function, const Block& body, VarId counter)
      : Rewriter(function), changing_(analysis::assigned_variables(function, body)) {
    changing_.insert(counter);
    walk_stmts(function, function.body, [&](StmtId id) {
      if (const auto* assign = std::get_if<Assign>(&function_[id].node))
        once_[assign->variable].push_back(assign->value);
      if (const auto* allocation = std::get_if<Allocate>(&function_[id].node))
        allocations_[allocation->array].push_back(allocation->extents);
      return true;
    });
  }

  std::optional<ExprId> value(ExprId id) {
    known_ = true;
    depth_ = 0;
    const ExprId result = expr(id);
    return known_ ? std::optional(result) : std::nullopt;
  }

  ExprId expr(ExprId id) override {
    constexpr int kDeepest = 64;
    const ExprNode node = function_[id].node;
    known_ = known_ && !std::holds_alternative<Load>(node) && ++depth_ < kDeepest;
    if (!known_) return id;
    if (const auto* read = std::get_if<Read>(&node)) return variable(id, read->variable);
    if (const auto* extent = std::get_if<Extent>(&node)) return local_extent(id, *extent);
    return rebuild(id);
  }

 private:
  ExprId variable(ExprId id, VarId variable) {
    if (!changing_.contains(variable)) return id;
    const auto found = once_.find(variable);
    known_ = found != once_.end() && found->second.size() == 1;
    return known_ ? expr(found->second[0]) : id;
  }
  /// Other local arrays are there as little before the loop as what it assigns.
  ExprId local_extent(ExprId id, const Extent& extent) {
    if (function_[extent.array].space == AddressSpace::Argument || !function_[extent.array].extents.empty())
      return id;
    const auto found = allocations_.find(extent.array);
    known_ = found != allocations_.end() && found->second.size() == 1;
    return known_ ? build_.max(build_.int64(0), expr(found->second[0][static_cast<size_t>(extent.dimension)]))
                  : id;
  }

  analysis::VarSet changing_;
  std::map<VarId, std::vector<ExprId>> once_;
  std::map<ArrayId, std::vector<std::vector<ExprId>>> allocations_;
  bool known_ = true;
  int depth_ = 0;
};

/// Replaces arrays by their expanded ones, and the counter by its value, in the body of one loop.
class Expand : public Rewriter {
 public:
  struct Iteration {
    VarId counter;  ///< of the loop
    ExprId value;   ///< of the counter
    ExprId row;     ///< number in the part of the loop
  };
  Expand(Function& function, const std::map<ArrayId, ArrayId>& arrays, const Iteration& iteration)
      : Rewriter(function), arrays_(arrays), iteration_(iteration) {}

  ExprId expr(ExprId id) override {
    const ExprId rebuilt = rebuild(id);
    const ExprNode node = function_[rebuilt].node;
    const auto* read = std::get_if<Read>(&node);
    if (read != nullptr && read->variable == iteration_.counter) return iteration_.value;
    if (const auto* load = std::get_if<Load>(&node)) {
      if (const ArrayId* array = find(load->array)) return build_.load(*array, place(load->indices));
    }
    if (const auto* extent = std::get_if<Extent>(&node)) {
      if (const ArrayId* array = find(extent->array)) return build_.extent(*array, extent->dimension + 1);
    }
    if (const auto* wrap = std::get_if<WrapIndex>(&node)) {
      if (const ArrayId* array = find(wrap->array))
        return build_.wrap_index(*array, wrap->dimension + 1, wrap->index);
    }
    return rebuilt;
  }

  Block stmt(StmtId id) override {
    if (const auto* allocation = std::get_if<Allocate>(&function_[id].node)) {
      if (find(allocation->array) != nullptr) return {};
    }
    const bool holds = allocates(id);
    const StmtId rebuilt = rebuild(id);
    Stmt copy = function_[rebuilt];
    if (auto* store = std::get_if<Store>(&copy.node)) {
      const ArrayId* array = find(store->array);
      if (array == nullptr) return {rebuilt};
      return {build_.store(*array, place(store->indices), store->value, copy.range)};
    }
    if (auto* update = std::get_if<AtomicUpdate>(&copy.node)) {
      const ArrayId* array = find(update->array);
      if (array == nullptr) return {rebuilt};
      *update = AtomicUpdate{*array, place(update->indices), update->op, update->value};
      return {build_.statement(std::move(copy.node), copy.range)};
    }
    if (auto* check = std::get_if<CheckIndex>(&copy.node)) {
      const ArrayId* array = find(check->array);
      if (array == nullptr) return {rebuilt};
      return {checked(*array, *check, copy.range)};
    }
    auto* loop = std::get_if<For>(&copy.node);
    if (loop == nullptr || !holds || loop->mark != LoopMark::Parallel) return {rebuilt};
    loop->mark = LoopMark::Sequential;
    return {build_.statement(std::move(copy.node), copy.range)};
  }

 private:
  /// The message names the dimension that the program knows.
  StmtId checked(ArrayId array, const CheckIndex& check, const SourceRange& range) {
    const ExprId extent = build_.extent(array, check.dimension + 1);
    const ExprId outside =
        build_.logical_or(build_.compare(CompareOp::Less, check.index, build_.sub(build_.int64(0), extent)),
                          build_.compare(CompareOp::GreaterEqual, check.index, extent));
    const StmtId raise =
        build_.statement(Raise{check.error, {check.index, build_.int64(check.dimension), extent}}, range);
    return build_.statement(If{outside, {raise}, {}}, range);
  }
  const ArrayId* find(ArrayId array) const {
    const auto found = arrays_.find(array);
    return found == arrays_.end() ? nullptr : &found->second;
  }
  std::vector<ExprId> place(const std::vector<ExprId>& indices) const {
    std::vector<ExprId> result{iteration_.row};
    result.insert(result.end(), indices.begin(), indices.end());
    return result;
  }
  bool allocates(StmtId id) const {
    return any_stmt(function_, {id}, [&](StmtId inner) {
      const auto* allocation = std::get_if<Allocate>(&function_[inner].node);
      return allocation != nullptr && find(allocation->array) != nullptr;
    });
  }

  const std::map<ArrayId, ArrayId>& arrays_;
  Iteration iteration_;
};

class ExpandLocalArrays : public StatementRewriter {
 public:
  ExpandLocalArrays(Function& function, int64_t most_bytes) : StatementRewriter(function), most_bytes_(most_bytes) {}

  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* loop = std::get_if<For>(&before.node);
    if (loop == nullptr || loop->mark != LoopMark::Parallel) return {rebuild(id)};
    const std::vector<Allocate> found = allocations(*loop);
    if (found.empty()) return {id};
    return in_parts(*loop, found, before.range);
  }

 private:
  /// Those of the body, with extents that are known before the loop.
  std::vector<Allocate> allocations(const For& loop) {
    BeforeLoop before(function_, loop.body, loop.counter);
    std::vector<Allocate> all;
    walk_stmts(function_, loop.body, [&](StmtId id) {
      const auto* allocation = std::get_if<Allocate>(&function_[id].node);
      if (allocation != nullptr) all.push_back(*allocation);
      return true;
    });
    std::vector<Allocate> found;
    for (const Allocate& allocation : all) {
      const auto same = [&](const Allocate& other) { return other.array == allocation.array; };
      bool fixed = !allocation.keeps && function_[allocation.array].rank < kMaxRank &&
                   std::count_if(all.begin(), all.end(), same) == 1;
      Allocate known{allocation.array, {}};
      for (ExprId extent : allocation.extents) {
        const std::optional<ExprId> value = fixed ? before.value(extent) : std::nullopt;
        fixed = value.has_value();
        if (fixed) known.extents.push_back(build_.max(build_.int64(0), *value));
      }
      if (fixed) found.push_back(std::move(known));
    }
    return found;
  }

  /// for part: for row in parallel: the body of iteration part * rows + row.
  Block in_parts(const For& loop, const std::vector<Allocate>& found, const SourceRange& range) {
    Block result;
    const auto named = [&](const char* name, ExprId value) {
      const VarId variable = build_.variable(name, ScalarType::Int64, range);
      result.push_back(build_.assign(variable, value, range));
      return build_.read(variable);
    };
    const ExprId one = build_.int64(1);
    const ExprId count = named("count", build_.max(build_.int64(0), loop.extent));
    ExprId row_bytes = build_.int64(0);
    for (const Allocate& allocation : found) {
      ExprId bytes = build_.int64(size_of(function_[allocation.array].type));
      for (ExprId extent : allocation.extents) bytes = build_.mul(bytes, extent);
      row_bytes = build_.add(row_bytes, bytes);
    }
    const ExprId fitting = build_.floor_div(build_.int64(most_bytes_), build_.max(one, row_bytes));
    const ExprId rows = named("rows", build_.max(one, build_.min(count, fitting)));
    std::map<ArrayId, ArrayId> arrays;
    for (const Allocate& allocation : found) {
      const Array own = function_[allocation.array];
      const ArrayId all = build_.heap_array(own.name + ".rows", own.type, own.rank + 1);
      std::vector<ExprId> extents{rows};
      extents.insert(extents.end(), allocation.extents.begin(), allocation.extents.end());
      result.push_back(build_.statement(Allocate{all, std::move(extents)}, range));
      arrays.emplace(allocation.array, all);
    }
    const VarId part = build_.variable("part", ScalarType::Int64, range);
    const VarId row = build_.variable("row", ScalarType::Int64, range);
    const VarId begin = build_.variable("begin", ScalarType::Int64, range);
    const ExprId first = build_.read(begin);
    For copy = loop;
    copy.counter = row;
    copy.extent = build_.min(rows, build_.sub(count, first));
    copy.body =
        Expand(function_, arrays, {loop.counter, build_.add(first, build_.read(row)), build_.read(row)})
            .block(loop.body);
    const StmtId rows_of_part = build_.statement(std::move(copy), range);
    const ExprId parts = build_.floor_div(build_.add(count, build_.sub(rows, one)), rows);
    const StmtId begins = build_.assign(begin, build_.mul(build_.read(part), rows), range);
    result.push_back(build_.loop(part, parts, LoopMark::Sequential, {begins, rows_of_part}, range));
    return result;
  }

  int64_t most_bytes_;
};

}  // namespace

Function expand_local_arrays(const Function& function, int64_t most_bytes) {
  return rewritten<ExpandLocalArrays>(function, most_bytes);
}

}  // namespace unpython::transform
