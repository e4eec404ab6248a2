#include "ir/element_in_variable.h"

#include <algorithm>

namespace unpython::ir {

bool same_element(const Function& f, const Element& a, const Element& b) {
  return a.array == b.array &&
         std::ranges::equal(a.indices, b.indices, [&](ExprId x, ExprId y) { return same_value(f, x, y); });
}

std::vector<Element> elements_of(const Function& f, const Block& block, ArrayId array) {
  std::vector<Element> found;
  const auto add = [&](ArrayId of, const std::vector<ExprId>& indices) {
    if (of == array) found.push_back({of, indices});
  };
  walk_stmts(f, block, [&](StmtId id) {
    if (const auto* store = std::get_if<Store>(&f[id].node)) add(store->array, store->indices);
    return true;
  });
  walk_all_exprs(f, block, [&](ExprId id) {
    if (const auto* load = std::get_if<Load>(&f[id].node)) add(load->array, load->indices);
  });
  return found;
}

ExprId ElementInVariable::expr(ExprId id) {
  const auto* load = std::get_if<Load>(&function_[id].node);
  if (load != nullptr && same_element(function_, element_, {load->array, load->indices})) return build_.read(variable_);
  return rebuild(id);
}

Block ElementInVariable::stmt(StmtId id) {
  const Stmt stmt = function_[id];
  const auto* store = std::get_if<Store>(&stmt.node);
  if (store == nullptr || !same_element(function_, element_, {store->array, store->indices})) return {rebuild(id)};
  return {build_.assign(variable_, expr(store->value), stmt.range)};
}

}  // namespace unpython::ir
