#include "transform/rows/row_loops.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {

using namespace ir;

bool only_computes(const Function& f, const Block& block) {
  return !any_stmt(f, block, [&](StmtId id) {
    const StmtNode& node = f[id].node;
    const auto* loop = std::get_if<For>(&node);
    return !is_one_of<Assign, Store, If>(node) && (loop == nullptr || loop->mark != LoopMark::Sequential);
  });
}

bool adds_to_one_element(const Function& f, StmtId id, const analysis::VarSet& changing) {
  const auto* store = std::get_if<Store>(&f[id].node);
  if (store == nullptr || !is_float(f[store->array].type)) return false;
  return analysis::are_fixed(f, store->indices, changing) && any_expr(f, store->value, [&](ExprId part) {
    const auto* load = std::get_if<Load>(&f[part].node);
    return load != nullptr && load->array == store->array &&
           std::ranges::equal(load->indices, store->indices, [&](ExprId a, ExprId b) { return same_value(f, a, b); });
  });
}

}  // namespace unpython::transform
