#include "transform/loops/join_short_rows.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "analysis/text/heap_uses.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::HeapUses;

/// Puts one counter in the place of two that stand side by side.
class JoinSubscripts : public Rewriter {
 public:
  JoinSubscripts(Function& function, const std::vector<HeapUses>& uses, VarId outer, VarId inner, int64_t columns, VarId joined)
      : Rewriter(function), uses_(uses), outer_(outer), inner_(inner), columns_(columns), joined_(joined) {}

  ExprId expr(ExprId id) override {
    const Expr given = function_[id];
    const auto* load = std::get_if<Load>(&given.node);
    if (load == nullptr) return rebuild(id);
    return build_.load(load->array, subscripts(load->array, load->indices));
  }
  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* store = std::get_if<Store>(&given.node);
    if (store == nullptr) return {rebuild(id)};
    return {build_.store(store->array, subscripts(store->array, store->indices), expr(store->value), given.range)};
  }

 private:
  std::vector<ExprId> subscripts(ArrayId array, std::vector<ExprId> indices) {
    for (size_t d = 0; d + 1 < indices.size(); ++d) {
      if (!reads(indices[d], outer_) || !reads(indices[d + 1], inner_) || !has_rows(array, d)) continue;
      indices[d] = build_.int64(0);
      indices[d + 1] = build_.read(joined_);
      break;
    }
    for (ExprId& index : indices) index = expr(index);
    return indices;
  }
  [[nodiscard]] bool reads(ExprId index, VarId counter) const {
    const auto* read = std::get_if<Read>(&function_[index].node);
    return read != nullptr && read->variable == counter;
  }
  /// Whether rows of `columns` elements along the next dimension lie one behind the other along dimension d.
  [[nodiscard]] bool has_rows(ArrayId array, size_t d) const {
    const Array& known = function_[array];
    switch (known.space) {
      case AddressSpace::Argument:
        return known.steps.size() > d + 1 && known.steps[d + 1] > 0 && known.steps[d] == columns_ * known.steps[d + 1];
      case AddressSpace::Heap: {
        const std::vector<StmtId>& allocations = uses_[static_cast<size_t>(array.value)].allocations;
        return !allocations.empty() && std::all_of(allocations.begin(), allocations.end(), [&](StmtId id) {
          const Constant* row = build_.as_constant(std::get<Allocate>(function_[id].node).extents[d + 1]);
          return row != nullptr && row->integer == columns_;
        });
      }
      default:
        return known.extents.size() > d + 1 && known.extents[d + 1] == columns_;
    }
  }

  const std::vector<HeapUses>& uses_;
  const VarId outer_;
  const VarId inner_;
  const int64_t columns_;
  const VarId joined_;
};

class JoinShortRows : public StatementRewriter {
 public:
  explicit JoinShortRows(Function& function) : StatementRewriter(function), uses_(analysis::heap_uses(function)) {}

  Block stmt(StmtId id) override {
    const StmtId rebuilt = rebuild(id);
    const std::optional<StmtId> joined = join(rebuilt);
    return {joined.value_or(rebuilt)};
  }

 private:
  [[nodiscard]] const For* independent(StmtId id) const {
    const auto* loop = std::get_if<For>(&function_[id].node);
    const bool is = loop != nullptr && loop->independent && is_in_order(loop->mark) && loop->mark != LoopMark::Unrolled;
    return is ? loop : nullptr;
  }

  std::optional<StmtId> join(StmtId id) {
    const For* around = independent(id);
    if (around == nullptr || around->body.size() != 1) return std::nullopt;
    const For* within = independent(around->body[0]);
    const Constant* columns = within != nullptr ? build_.as_constant(within->extent) : nullptr;
    if (columns == nullptr || columns->integer < 2 || within->mark != around->mark) return std::nullopt;
    For result = *around;
    const For inner = *within;
    const int64_t count = columns->integer;
    result.counter = build_.variable(function_[around->counter].name, ScalarType::Int64, function_[id].range);
    JoinSubscripts subscripts(function_, uses_, around->counter, inner.counter, count, result.counter);
    const VarId outer = std::get<For>(function_[id].node).counter;
    result.body = subscripts.block(inner.body);
    const auto reads = count_reads(function_, result.body);
    if (reads.contains(outer) || reads.contains(inner.counter)) return std::nullopt;
    result.extent = build_.mul(result.extent, build_.int64(count));
    return build_.statement(std::move(result), function_[id].range);
  }

  const std::vector<HeapUses> uses_;
};

}  // namespace

Function join_short_rows(const Function& function) { return rewritten<JoinShortRows>(function); }

}  // namespace unpython::transform
