#include "transform/groups/spread_over_items.h"

#include <utility>

#include "ir/elements.h"

namespace unpython::transform {

using namespace ir;

void SpreadOverItems::over(std::vector<VarId> counters, std::vector<ExprId> extents, std::vector<int64_t> bounds) {
  counters_ = std::move(counters);
  extents_ = std::move(extents);
  bounds_ = std::move(bounds);
}

bool SpreadOverItems::is_apart(StmtId id) const {
  return any_stmt(f_, {id}, [&](StmtId inside) { return shared_.contains(inside); });
}

void SpreadOverItems::touch(const Block& statements, int& run, Touching& found) {
  const auto whole = [&](const Block& block) {
    walk_stmts(f_, block, [&](StmtId id) {
      const StmtNode& node = f_[id].node;
      if (const auto* assign = std::get_if<Assign>(&node)) {
        found.variables[assign->variable].insert(run);
        found.assigned.insert(assign->variable);
      }
      return true;
    });
    walk_all_exprs(f_, block, [&](ExprId id) {
      if (const auto* read = std::get_if<Read>(&f_[id].node)) found.variables[read->variable].insert(run);
    });
    walk_elements(f_, block, [&](ArrayId array, const std::vector<ExprId>&) { found.arrays[array].insert(run); });
  };
  ++run;
  for (StmtId id : statements) {
    if (!is_apart(id)) {
      whole({id});
      continue;
    }
    ++run;
    const auto& loop = std::get<For>(f_[id].node);
    found.counters.insert(loop.counter);
    touch(loop.body, run, found);
    ++run;
  }
}

void SpreadOverItems::keep_between(const Block& statements, std::set<StmtId> shared) {
  shared_ = std::move(shared);
  Touching found;
  int run = 0;
  touch(statements, run, found);
  for (const auto& [variable, runs] : found.variables) {
    if (runs.size() < 2 || !found.assigned.contains(variable) || found.counters.contains(variable)) continue;
    kept_[variable] = item_array(f_[variable].name, f_[variable].type, {});
  }
  for (const auto& [array, runs] : found.arrays) {
    if (runs.size() < 2 || f_[array].space != AddressSpace::Private) continue;
    kept_arrays_[array] = item_array(f_[array].name, f_[array].type, f_[array].extents);
  }
}

ArrayId SpreadOverItems::item_array(const std::string& name, ScalarType type, const std::vector<int64_t>& extents) {
  std::vector<int64_t> all = bounds_;
  all.insert(all.end(), extents.begin(), extents.end());
  return Builder(f_).local_array(name, type, AddressSpace::Item, std::move(all));
}

std::vector<ExprId> SpreadOverItems::own_indices() {
  std::vector<ExprId> result;
  for (VarId counter : counters_) result.push_back(Builder(f_).read(counter));
  return result;
}

Block SpreadOverItems::group(const Block& statements, const std::function<Block(StmtId)>& together,
                             const std::function<Block(const Block&)>& alone) {
  Block result;
  const auto append = [&](const Block& more) { result.insert(result.end(), more.begin(), more.end()); };
  Block waiting;
  for (StmtId id : statements) {
    if (!is_apart(id)) {
      waiting.push_back(id);
      continue;
    }
    if (!waiting.empty()) append(alone(std::exchange(waiting, {})));
    if (shared_.contains(id)) {
      append(together(id));
    } else {
      const For loop = std::get<For>(f_[id].node);
      const ExprId extent = outside(loop.extent);
      Block body = group(loop.body, together, alone);
      result.push_back(Builder(f_).loop(loop.counter, extent, loop.mark, std::move(body), f_[id].range));
    }
  }
  if (!waiting.empty()) append(alone(waiting));
  return result;
}

Block SpreadOverItems::inside(const Block& statements) { return rewrite_.block(statements); }

StmtId SpreadOverItems::nest_of(Block body) {
  for (size_t d = counters_.size(); d-- > 0;) {
    body = {Builder(f_).loop(counters_[d], extents_[d], LoopMark::Item, std::move(body))};
  }
  return body[0];
}

ExprId SpreadOverItems::Rewrite::expr(ExprId id) {
  if (const auto copied = owner_.copies_.find(id); copied != owner_.copies_.end()) return copied->second;
  const ExprNode node = function_[id].node;
  if (const auto* read = std::get_if<Read>(&node)) {
    if (const auto kept = owner_.kept_.find(read->variable); kept != owner_.kept_.end())
      return build_.load(kept->second, owner_.own_indices());
  }
  if (const auto* load = std::get_if<Load>(&node)) {
    if (const auto kept = owner_.kept_arrays_.find(load->array); kept != owner_.kept_arrays_.end()) {
      std::vector<ExprId> indices = owner_.own_indices();
      for (ExprId index : load->indices) indices.push_back(expr(index));
      return build_.load(kept->second, std::move(indices));
    }
  }
  return Substitution::expr(id);
}

Block SpreadOverItems::Rewrite::stmt(StmtId id) {
  const Stmt before = function_[id];
  if (const auto* assign = std::get_if<Assign>(&before.node)) {
    if (const auto kept = owner_.kept_.find(assign->variable); kept != owner_.kept_.end())
      return {build_.store(kept->second, owner_.own_indices(), expr(assign->value), before.range)};
  }
  if (const auto* store = std::get_if<Store>(&before.node)) {
    if (const auto kept = owner_.kept_arrays_.find(store->array); kept != owner_.kept_arrays_.end()) {
      std::vector<ExprId> indices = owner_.own_indices();
      for (ExprId index : store->indices) indices.push_back(expr(index));
      return {build_.store(kept->second, std::move(indices), expr(store->value), before.range)};
    }
  }
  return Substitution::stmt(id);
}

}  // namespace unpython::transform
