// Instructions for expression trees of the IR.
#pragma once
#include <unordered_map>
#include <vector>

#include "codegen/llvm/lanes/arrays.h"
#include "codegen/llvm/lanes/math_calls.h"
#include "codegen/llvm/lanes/variables.h"
#include "ir/function.h"

namespace unpython::codegen {

class Expressions {
 public:
  Expressions(LaneBuilder& b, const ir::Function& function, const MathTarget& math, AliasScopes& aliases,
              Variables& variables, Arrays& arrays)
      : b_(b), function_(function), math_(math), aliases_(aliases), variables_(variables), arrays_(arrays) {}

  /// The value of an expression at this place. Shared subtrees are computed once, until `forget`.
  [[nodiscard]] Value value(ir::ExprId id);
  [[nodiscard]] std::vector<Value> values(const std::vector<ir::ExprId>& ids);
  /// Variables, memory, the mask or the current block have changed since the last value.
  void forget() { known_.clear(); }

 private:
  [[nodiscard]] Value compute(ir::ExprId id);
  [[nodiscard]] Value constant(const ir::Constant& constant);
  [[nodiscard]] Value wrap_index(const ir::WrapIndex& wrap);
  [[nodiscard]] std::optional<Value> rest_against_zero(const ir::Compare& compare);
  [[nodiscard]] Value call(const ir::Call& call);

  LaneBuilder& b_;
  const ir::Function& function_;
  const MathTarget& math_;
  AliasScopes& aliases_;
  Variables& variables_;
  Arrays& arrays_;
  std::unordered_map<ir::ExprId, Value> known_;
};

}  // namespace unpython::codegen
