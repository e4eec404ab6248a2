#include "ir/elements.h"

#include <algorithm>

namespace unpython::ir {

bool same_element(const Function& f, const Element& a, const Element& b) {
  return a.array == b.array &&
         std::ranges::equal(a.indices, b.indices, [&](ExprId x, ExprId y) { return same_value(f, x, y); });
}

void walk_stores(const Function& f, const Block& block, const VisitElement& visit) {
  walk_stmts(f, block, [&](StmtId id) {
    const StmtNode& node = f[id].node;
    if (const auto* store = std::get_if<Store>(&node)) visit(store->array, store->indices);
    if (const auto* update = std::get_if<AtomicUpdate>(&node)) visit(update->array, update->indices);
    return true;
  });
}

void walk_loads(const Function& f, const Block& block, const VisitElement& visit) {
  walk_all_exprs(f, block, [&](ExprId id) {
    if (const auto* load = std::get_if<Load>(&f[id].node)) visit(load->array, load->indices);
  });
}

void walk_elements(const Function& f, const Block& block, const VisitElement& visit) {
  walk_stores(f, block, visit);
  walk_loads(f, block, visit);
}

std::vector<Element> elements_of(const Function& f, const Block& block, ArrayId array) {
  std::vector<Element> found;
  walk_elements(f, block, [&](ArrayId of, const std::vector<ExprId>& indices) {
    if (of == array) found.push_back({of, indices});
  });
  return found;
}

ArrayId stored_array(const StmtNode& node) {
  if (const auto* store = std::get_if<Store>(&node)) return store->array;
  const auto* update = std::get_if<AtomicUpdate>(&node);
  return update == nullptr ? ArrayId{} : update->array;
}

std::set<ArrayId> stored_arrays(const Function& f, const Block& block) {
  std::set<ArrayId> found;
  walk_stmts(f, block, [&](StmtId id) {
    if (const ArrayId array = stored_array(f[id].node); array.valid()) found.insert(array);
    if (const auto* call = std::get_if<CallHost>(&f[id].node))
      for (const HostArgument& argument : call->arguments)
        if (argument.stored) found.insert(argument.array);
    return true;
  });
  return found;
}

bool stores_to(const Function& f, const Block& block, ArrayId array) { return stored_arrays(f, block).contains(array); }

std::set<ArrayId> loaded_arrays(const Function& f, const Block& block) {
  std::set<ArrayId> found;
  walk_loads(f, block, [&](ArrayId array, const std::vector<ExprId>&) { found.insert(array); });
  return found;
}

void walk_uses(const Function& f, StmtId id, const std::function<void(ArrayId)>& visit) {
  const Stmt& stmt = f[id];
  if (const ArrayId array = stored_array(stmt.node); array.valid()) visit(array);
  if (const auto* check = std::get_if<CheckIndex>(&stmt.node)) visit(check->array);
  if (const auto* resized = std::get_if<Allocate>(&stmt.node); resized != nullptr && resized->keeps) visit(resized->array);
  if (const auto* call = std::get_if<CallHost>(&stmt.node))
    for (const HostArgument& argument : call->arguments)
      if (argument.array.valid()) visit(argument.array);
  for (const ExprId root : expressions(stmt)) {
    walk_exprs(f, root, [&](ExprId part) {
      const ExprNode& node = f[part].node;
      if (const auto* load = std::get_if<Load>(&node)) visit(load->array);
      if (const auto* extent = std::get_if<Extent>(&node)) visit(extent->array);
      if (const auto* wrap = std::get_if<WrapIndex>(&node)) visit(wrap->array);
    });
  }
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
