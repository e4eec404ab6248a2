// Replacement of variables in copied trees.
#include "ir/rewrite.h"
#include "unpython/error.h"

namespace unpython::ir {

namespace {

template <class Value>
const Value* find(const std::unordered_map<VarId, Value>& entries, VarId key) {
  const auto entry = entries.find(key);
  return entry == entries.end() ? nullptr : &entry->second;
}

}  // namespace

void Substitution::replace(VarId variable, ExprId value) { values_.insert_or_assign(variable, value); }

void Substitution::rename(VarId from, VarId to) { renames_.insert_or_assign(from, to); }

ExprId Substitution::expr(ExprId id) {
  const auto* read = std::get_if<Read>(&function_[id].node);
  if (read == nullptr) return rebuild(id);
  if (const ExprId* value = find(values_, read->variable)) return *value;
  if (const VarId* renamed = find(renames_, read->variable)) return build_.read(*renamed);
  return id;
}

Block Substitution::stmt(StmtId id) {
  StmtId rebuilt = rebuild(id);
  Stmt result = function_[rebuilt];
  VarId* target = nullptr;
  if (auto* assign = std::get_if<Assign>(&result.node)) target = &assign->variable;
  if (auto* loop = std::get_if<For>(&result.node)) target = &loop->counter;
  if (target == nullptr) return {rebuilt};
  if (find(values_, *target) != nullptr) {
    throw InternalError("substituting variables",
                        "assignment to replaced variable '" + function_[*target].name + "'");
  }
  const VarId* renamed = find(renames_, *target);
  if (renamed == nullptr) return {rebuilt};
  *target = *renamed;
  return {function_.stmts.push(std::move(result))};
}

ExprId LoadsInVariables::expr(ExprId id) {
  if (std::holds_alternative<Load>(function_[id].node)) {
    for (const auto& [load, variable] : loads_) {
      if (same_value(function_, load, id)) return build_.read(variable);
    }
  }
  return rebuild(id);
}

}  // namespace unpython::ir
