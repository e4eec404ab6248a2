#include "analysis/text/loop_names.h"

#include "ir/rewrite.h"
#include "support/checked_int.h"
#include "support/floor_div.h"

namespace unpython::analysis {

using namespace ir;

namespace {

std::optional<int64_t> combined(BinaryOp op, int64_t a, int64_t b) {
  switch (op) {
    case BinaryOp::Add:
      return checked_add(a, b);
    case BinaryOp::Subtract:
      return checked_sub(a, b);
    case BinaryOp::Multiply:
      return checked_mul(a, b);
    case BinaryOp::FloorDivide:
      if (b == 0 || b == -1) return b == 0 ? std::nullopt : checked_sub(0, a);
      return floor_div(a, b);
    default:
      return std::nullopt;
  }
}

}  // namespace

LoopNames::LoopNames(const Function& function) : function_(function) {
  walk_stmts(function, function.body, [&](StmtId id) {
    if (const auto* assign = std::get_if<Assign>(&function[id].node)) {
      const auto [known, fresh] = defined_.try_emplace(assign->variable.value, assign->value);
      if (!fresh) known->second = {};
    }
    const auto* loop = std::get_if<For>(&function[id].node);
    if (loop == nullptr || loop->body.empty()) return true;
    const auto* first = std::get_if<Assign>(&function[loop->body[0]].node);
    if (first != nullptr) ranges_[loop->counter.value] = {first->variable, first->value};
    return true;
  });
}

LoopVariable LoopNames::variable(VarId counter, const KnownValues& known) const {
  const auto range = ranges_.find(counter.value);
  if (range == ranges_.end()) return {};
  LoopVariable result{.name = function_[range->second.variable].name};
  const auto at = [&](int64_t iteration) {
    KnownValues moved = known;
    moved.variable = [&](VarId v) { return v == counter ? std::optional(iteration) : known.variable(v); };
    return value(range->second.item, moved);
  };
  const auto first = at(0);
  const auto next = at(1);
  const auto step = first && next ? checked_sub(*next, *first) : std::nullopt;
  if (step) result = {std::move(result.name), *first, *step, true};
  return result;
}

std::optional<int64_t> LoopNames::value(VarId variable, const KnownValues& known) const {
  if (const auto given = known.variable(variable)) return given;
  const auto definition = defined_.find(variable.value);
  if (definition == defined_.end() || !definition->second.valid()) return std::nullopt;
  return value(definition->second, known);
}

std::optional<int64_t> LoopNames::value(ExprId expr, const KnownValues& known) const {
  const ExprNode& node = function_[expr].node;
  if (function_[expr].type != ScalarType::Int64) return std::nullopt;
  if (const auto* constant = std::get_if<Const>(&node)) return constant->value.integer;
  if (const auto* read = std::get_if<Read>(&node)) return value(read->variable, known);
  if (const auto* extent = std::get_if<Extent>(&node)) return known.extent(extent->array, extent->dimension);
  const auto* binary = std::get_if<Binary>(&node);
  if (binary == nullptr) return std::nullopt;
  const auto left = value(binary->left, known);
  const auto right = value(binary->right, known);
  return left && right ? combined(binary->op, *left, *right) : std::nullopt;
}

}  // namespace unpython::analysis
