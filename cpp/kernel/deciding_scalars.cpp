#include "kernel/deciding_scalars.h"

#include <set>

#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::kernel {

using namespace ir;

std::vector<size_t> deciding_scalars(const Function& function, const Kernel& kernel) {
  std::set<VarId> read;
  const auto add = [&](ExprId root) {
    walk_exprs(function, root, [&](ExprId id) {
      if (const auto* node = std::get_if<Read>(&function[id].node)) read.insert(node->variable);
    });
  };
  walk_stmts(function, {kernel.root}, [&](StmtId id) {
    const StmtNode& node = function[id].node;
    if (const auto* loop = std::get_if<For>(&node)) add(loop->extent);
    if (const auto* branch = std::get_if<If>(&node)) {
      walk_exprs(function, branch->condition, [&](ExprId part) {
        const auto* compare = std::get_if<Compare>(&function[part].node);
        if (compare != nullptr && function[compare->left].type == ScalarType::Int64) add(part);
      });
    }
    if (const auto* assign = std::get_if<Assign>(&node)) {
      if (function[assign->variable].type == ScalarType::Int64) add(assign->value);
    }
    return true;
  });
  walk_elements(function, {kernel.root}, [&](ArrayId, const std::vector<ExprId>& indices) {
    for (const ExprId index : indices) add(index);
  });
  std::vector<size_t> deciding;
  for (size_t n = 0; n < kernel.scalars.size(); ++n) {
    if (read.contains(kernel.scalars[n])) deciding.push_back(n);
  }
  return deciding;
}

}  // namespace unpython::kernel
