#include "frontend/infer/decided_flow.h"

#include <algorithm>

namespace unpython::frontend {

bool always_leaves(const resolved::Function& function, const Types& types, resolved::StmtId id) {
  const resolved::StmtNode& node = function[id].node;
  const auto* branch = std::get_if<resolved::If>(&node);
  if (!branch)
    return std::holds_alternative<resolved::Raise>(node) || std::holds_alternative<resolved::Return>(node) ||
           std::holds_alternative<resolved::Leave>(node) || std::holds_alternative<resolved::Break>(node) ||
           std::holds_alternative<resolved::Continue>(node);
  const auto leaves = [&](const resolved::Body& body) {
    return std::any_of(body.begin(), body.end(),
                       [&](resolved::StmtId inner) { return always_leaves(function, types, inner); });
  };
  const std::optional<bool> known = known_truth(types.of(branch->condition));
  return (known == false || leaves(branch->then_body)) && (known == true || leaves(branch->else_body));
}

bool ends(const resolved::Logical& node, resolved::ExprId operand, const Types& types) {
  const std::optional<bool> known = known_truth(types.of(operand));
  return known && *known == (node.op == syntax::BoolOperator::Or);
}

}  // namespace unpython::frontend
