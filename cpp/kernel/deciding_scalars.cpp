#include "kernel/deciding_scalars.h"

#include <set>

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
  const auto add_all = [&](const std::vector<ExprId>& roots) {
    for (ExprId root : roots) add(root);
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
    if (const auto* store = std::get_if<Store>(&node)) add_all(store->indices);
    if (const auto* update = std::get_if<AtomicUpdate>(&node)) add_all(update->indices);
    if (const auto* assign = std::get_if<Assign>(&node)) {
      if (function[assign->variable].type == ScalarType::Int64) add(assign->value);
    }
    return true;
  });
  walk_all_exprs(function, {kernel.root}, [&](ExprId id) {
    if (const auto* load = std::get_if<Load>(&function[id].node)) add_all(load->indices);
  });
  std::vector<size_t> deciding;
  for (size_t n = 0; n < kernel.scalars.size(); ++n) {
    if (read.contains(kernel.scalars[n])) deciding.push_back(n);
  }
  return deciding;
}

}  // namespace unpython::kernel
