#include "transform/checks/hoist_stride_checks.h"

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "transform/checks/without_checks.h"
#include "transform/loops/copy_loop.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int64_t kMostTurns = int64_t{1} << 30;   // and the largest factor: their product and an offset are computed exactly
constexpr int64_t kMostOffset = int64_t{1} << 60;
constexpr int kDeepestSubscript = 12;

/// offset + counter * factor.
struct Stride {
  ExprId offset;
  ExprId factor;
};

class Strides {
 public:
  Strides(Function& f, const For& loop)
      : f_(f), build_(f), loop_(loop), changing_(analysis::changing_in(f, loop)) {
    const analysis::VarSet carried = analysis::exposed_variables(f, loop.body);
    std::unordered_map<VarId, int> times = count_assignments(f, loop.body);
    for (const StmtId id : loop.body) {
      const auto* assign = std::get_if<Assign>(&f[id].node);
      if (assign == nullptr || times[assign->variable] != 1 || carried.contains(assign->variable)) continue;
      if (f[assign->value].type == ScalarType::Int64) definitions_.emplace(assign->variable, assign->value);
    }
  }

  std::optional<Stride> of(ExprId id, int depth = 0) {
    if (depth > kDeepestSubscript) return std::nullopt;
    if (analysis::is_fixed(f_, id, changing_)) return Stride{id, build_.int64(0)};
    const ExprNode node = f_[id].node;
    if (const auto* read = std::get_if<Read>(&node)) {
      if (read->variable == loop_.counter) return Stride{build_.int64(0), build_.int64(1)};
      const auto known = definitions_.find(read->variable);
      return known == definitions_.end() ? std::nullopt : of(known->second, depth + 1);
    }
    const auto* binary = std::get_if<Binary>(&node);
    if (binary == nullptr || f_[id].type != ScalarType::Int64) return std::nullopt;
    const auto a = of(binary->left, depth + 1);
    const auto b = of(binary->right, depth + 1);
    if (!a || !b) return std::nullopt;
    if (binary->op == BinaryOp::Add) return Stride{build_.add(a->offset, b->offset), build_.add(a->factor, b->factor)};
    if (binary->op == BinaryOp::Subtract) return Stride{build_.sub(a->offset, b->offset), build_.sub(a->factor, b->factor)};
    if (binary->op != BinaryOp::Multiply) return std::nullopt;
    if (is_zero(b->factor)) return Stride{build_.mul(a->offset, b->offset), build_.mul(a->factor, b->offset)};
    if (is_zero(a->factor)) return Stride{build_.mul(a->offset, b->offset), build_.mul(a->offset, b->factor)};
    return std::nullopt;
  }

 private:
  [[nodiscard]] bool is_zero(ExprId id) const {
    const Constant* constant = build_.as_constant(id);
    return constant != nullptr && constant->integer == 0;
  }

  Function& f_;
  Builder build_;
  const For& loop_;
  analysis::VarSet changing_;
  std::map<VarId, ExprId> definitions_;
};

class HoistStrideChecks : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* loop = std::get_if<For>(&given.node);
    if (loop == nullptr || loop->mark != LoopMark::Sequential || !is_innermost(loop->body)) return {rebuild(id)};
    std::vector<CheckedSubscript> proven;
    std::vector<Stride> strides;
    Strides found(function_, *loop);
    walk_stmts(function_, loop->body, [&](StmtId part) {
      const auto* check = std::get_if<CheckIndex>(&function_[part].node);
      if (check == nullptr) return true;
      const CheckedSubscript subscript{check->array, check->dimension, check->index};
      if (const auto stride = found.of(subscript.index)) {
        proven.push_back(subscript);
        strides.push_back(*stride);
      }
      return true;
    });
    const bool open = std::any_of(strides.begin(), strides.end(),
                                  [&](const Stride& stride) { return build_.as_constant(stride.factor) == nullptr; });
    if (!open) return {id};  // hoist_checks has seen it
    const VarId trips = build_.variable("trips", ScalarType::Int64, given.range);
    const ExprId turns = build_.read(trips);
    ExprId holds = build_.compare(CompareOp::LessEqual, turns, build_.int64(kMostTurns));
    for (size_t n = 0; n < proven.size(); ++n) {
      const ExprId extent = build_.extent(proven[n].array, proven[n].dimension);
      const auto [offset, factor] = strides[n];
      const ExprId last = build_.add(offset, build_.mul(factor, build_.sub(turns, build_.int64(1))));
      holds = build_.logical_and(holds, within(factor, -kMostTurns, build_.int64(kMostTurns + 1)));
      holds = build_.logical_and(holds, build_.compare(CompareOp::LessEqual, extent, build_.int64(kMostOffset)));
      holds = build_.logical_and(holds, build_.logical_and(within(offset, 0, extent), within(last, 0, extent)));
    }
    For plain = *loop;
    plain.extent = turns;
    For fast = plain;
    fast.body = WithoutChecks(function_, proven).block(loop->body);
    const StmtId checked = with_own_counter(function_, plain, given.range);
    Block both = {build_.assign(trips, loop->extent, given.range),
                  build_.if_then(holds, {build_.statement(std::move(fast), given.range)}, {checked}, given.range)};
    const ExprId some = may_run(loop->extent);
    return some.valid() ? Block{build_.if_then(some, std::move(both), {}, given.range)} : both;
  }

 private:
  [[nodiscard]] bool is_innermost(const Block& body) const {
    return holds_only<Assign, Store, If, CheckIndex>(function_, body);
  }
  /// range(start, stop, step) has -((start - stop) // step) iterations, and none where step > 0 and start >= stop: most loops of some
  /// programs, which need not divide then.
  ExprId may_run(ExprId extent) {
    const auto* negation = std::get_if<Unary>(&function_[extent].node);
    if (negation == nullptr || negation->op != UnaryOp::Negate) return {};
    const auto* quotient = std::get_if<Binary>(&function_[negation->operand].node);
    if (quotient == nullptr || quotient->op != BinaryOp::FloorDivide) return {};
    const Binary parts = *quotient;
    return build_.logical_or(build_.compare(CompareOp::Less, parts.left, build_.int64(0)),
                             build_.compare(CompareOp::LessEqual, parts.right, build_.int64(0)));
  }
  ExprId within(ExprId value, int64_t low, ExprId end) {
    return build_.logical_and(build_.compare(CompareOp::GreaterEqual, value, build_.int64(low)),
                              build_.compare(CompareOp::Less, value, end));
  }
};

}  // namespace

Function hoist_stride_checks(const Function& function) {
  return rewritten<HoistStrideChecks>(function);
}

}  // namespace unpython::transform
