#include "transform/groups/jam_copies.h"

#include <algorithm>
#include <memory>
#include <string>

#include "support/match.h"

namespace unpython::transform {

using namespace ir;

std::optional<Varying> Varying::find(const Function& function, const Block& statements, VarId counter) {
  Varying result(function, counter);
  walk_stmts(function, statements, [&](StmtId id) {
    if (const auto* store = std::get_if<Store>(&function[id].node)) result.stored_.insert(store->array);
    return true;
  });
  while (result.add(statements, false)) {
  }
  return result.copes_with(statements, false) ? std::optional(std::move(result)) : std::nullopt;
}

bool Varying::is(ExprId expr) const {
  bool varies = false;
  walk_exprs(*f_, expr, [&](ExprId part) {
    const ExprNode& node = (*f_)[part].node;
    if (const auto* read = std::get_if<Read>(&node)) varies |= variables_.contains(read->variable);
    if (const auto* load = std::get_if<Load>(&node)) varies |= stored_.contains(load->array);
  });
  return varies;
}

/// True if a variable is new among those that differ.
bool Varying::add(const Block& statements, bool under_condition) {
  bool grown = false;
  for (StmtId id : statements) {
    const Stmt& stmt = (*f_)[id];
    if (const auto* assign = std::get_if<Assign>(&stmt.node)) {
      if (variables_.contains(assign->variable) || !(under_condition || is(assign->value))) continue;
      variables_.insert(assign->variable);
      grown = true;
    }
    const auto* branch = std::get_if<If>(&stmt.node);
    const bool differs = under_condition || (branch != nullptr && is(branch->condition));
    for (const Block* nested : blocks(stmt)) grown |= add(*nested, differs);
  }
  return grown;
}

bool Varying::copes_with(const Block& statements, bool under_condition) const {
  return std::all_of(statements.begin(), statements.end(), [&](StmtId id) {
    const Stmt& stmt = (*f_)[id];
    return match(
        stmt.node, [](const Assign&) { return true; },
        [&](const Store& store) { return !is_scratch((*f_)[store.array].space); },
        [&](const If& branch) {
          const bool differs = under_condition || is(branch.condition);
          return copes_with(branch.then_body, differs) && copes_with(branch.else_body, differs);
        },
        [&](const For& loop) {
          const bool in_order = loop.mark == LoopMark::Sequential || loop.mark == LoopMark::Unrolled;
          return in_order && !under_condition && !is(loop.extent) && copes_with(loop.body, false);
        },
        [](const auto&) { return false; });
  });
}

namespace {

class JamCopies {
 public:
  JamCopies(Function& function, const Varying& varying, VarId counter, const std::vector<ExprId>& places)
      : f_(function), varying_(varying), build_(function) {
    for (size_t copy = 0; copy < places.size(); ++copy) {
      auto own = std::make_unique<Substitution>(f_);
      own->replace(counter, places[copy]);
      for (VarId variable : varying.variables()) {
        if (variable == counter) continue;
        const std::string name = f_[variable].name + "_" + std::to_string(copy);
        own->rename(variable, build_.variable(name, f_[variable].type));
      }
      copies_.push_back(std::move(own));
    }
  }

  Block run(const Block& statements) {
    Block result;
    for (StmtId id : statements) {
      const Stmt before = f_[id];
      match(
          before.node,
          [&](const Assign& node) {
            if (!varying_.is(node.variable)) return result.push_back(id);
            copy(id, result);
          },
          [&](const Store& node) { store(node, before.range, result); },
          [&](const For& node) {
            result.push_back(build_.loop(node.counter, node.extent, node.mark, run(node.body), before.range));
          },
          [&](const If& node) {
            if (varying_.is(node.condition)) return copy(id, result);
            result.push_back(
                build_.if_then(node.condition, run(node.then_body), run(node.else_body), before.range));
          },
          [](const auto&) {});
    }
    return result;
  }

 private:
  void copy(StmtId id, Block& result) {
    for (const auto& own : copies_) {
      for (StmtId made : own->stmt(id)) result.push_back(made);
    }
  }
  void store(const Store& node, SourceRange range, Block& result) {
    std::vector<VarId> values;
    for (const auto& own : copies_) {
      values.push_back(build_.variable("value", f_[node.value].type));
      result.push_back(build_.assign(values.back(), own->expr(node.value), range));
    }
    for (size_t copy = 0; copy < copies_.size(); ++copy) {
      std::vector<ExprId> indices;
      for (ExprId index : node.indices) indices.push_back(copies_[copy]->expr(index));
      result.push_back(build_.store(node.array, std::move(indices), build_.read(values[copy]), range));
    }
  }

  Function& f_;
  const Varying& varying_;
  Builder build_;
  std::vector<std::unique_ptr<Substitution>> copies_;
};

}  // namespace

Block jam_copies(Function& function, const Block& statements, const Varying& varying, VarId counter,
                 const std::vector<ExprId>& places) {
  return JamCopies(function, varying, counter, places).run(statements);
}

}  // namespace unpython::transform
