#include "transform/loops/order_extrema.h"

#include <algorithm>

#include "analysis/text/affine.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

class OrderExtrema : public Rewriter {
 public:
  using Rewriter::Rewriter;

  ExprId expr(ExprId id) override {
    if (stores_.empty()) return id;
    const ExprId rebuilt = rebuild(id);
    const auto* call = std::get_if<Call>(&function_[rebuilt].node);
    if (call == nullptr || !is_extremum(rebuilt)) return rebuilt;
    const Intrinsic function = call->function;
    std::vector<ExprId> parts;
    collect(rebuilt, function, parts);
    const auto late = std::stable_partition(parts.begin(), parts.end(), [&](ExprId part) { return !is_late(part); });
    if (parts.size() < 3 || late == parts.begin() || parts.end() - late != 1) return rebuilt;
    ExprId result = parts.front();
    for (auto part = parts.begin() + 1; part != parts.end(); ++part) result = build_.call(function, {result, *part});
    return result;
  }

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* loop = std::get_if<For>(&given.node);
    if (loop == nullptr) return {rebuild(id)};
    const VarId outer_counter = counter_;
    std::vector<Store> outer = std::move(stores_);
    stores_.clear();
    if (is_in_order(loop->mark)) {
      counter_ = loop->counter;
      for (const StmtId part : loop->body)
        if (const auto* store = std::get_if<Store>(&function_[part].node)) stores_.push_back(*store);
    }
    const StmtId rebuilt = rebuild(id);
    counter_ = outer_counter;
    stores_ = std::move(outer);
    return {rebuilt};
  }

 private:
  [[nodiscard]] bool is_extremum(ExprId id) const {
    const auto* call = std::get_if<Call>(&function_[id].node);
    return call != nullptr && is_integer(function_[id].type) &&
           (call->function == Intrinsic::Minimum || call->function == Intrinsic::Maximum);
  }
  void collect(ExprId id, Intrinsic function, std::vector<ExprId>& parts) const {
    const auto* call = std::get_if<Call>(&function_[id].node);
    if (call == nullptr || call->function != function) {
      parts.push_back(id);
      return;
    }
    for (const ExprId argument : std::vector<ExprId>(call->arguments)) collect(argument, function, parts);
  }
  [[nodiscard]] bool is_late(ExprId root) const {
    return any_expr(function_, root, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&function_[id].node);
      return load != nullptr && std::any_of(stores_.begin(), stores_.end(), [&](const Store& store) {
        return store.array == load->array && is_before(load->indices, store.indices);
      });
    });
  }
  /// The subscripts, one iteration later, are those of the store.
  [[nodiscard]] bool is_before(const std::vector<ExprId>& load, const std::vector<ExprId>& store) const {
    bool moves = false;
    for (size_t d = 0; d < load.size(); ++d) {
      const auto from = analysis::affine_form(function_, load[d]);
      const auto to = analysis::affine_form(function_, store[d]);
      const auto apart = from && to ? analysis::add_scaled(function_, *to, *from, -1) : std::nullopt;
      if (!apart || !apart->is_constant()) return false;
      const int64_t step = analysis::coefficient_of(function_, *to, counter_);
      if (apart->constant != step) return false;
      moves = moves || step != 0;
    }
    return moves;
  }

  VarId counter_;
  std::vector<Store> stores_;  ///< of the innermost loop around
};

}  // namespace

Function order_extrema(const Function& function) {
  return rewritten<OrderExtrema>(function);
}

}  // namespace unpython::transform
