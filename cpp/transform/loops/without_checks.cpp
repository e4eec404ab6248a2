#include "transform/loops/without_checks.h"

#include <algorithm>

namespace unpython::transform {

using namespace ir;

ExprId WithoutChecks::expr(ExprId id) {
  const auto* wrap = std::get_if<WrapIndex>(&function_[id].node);
  if (wrap != nullptr && is_proven(wrap->array, wrap->dimension, wrap->index)) return expr(WrapIndex{*wrap}.index);
  return rebuild(id);
}

Block WithoutChecks::stmt(StmtId id) {
  const auto* check = std::get_if<CheckIndex>(&function_[id].node);
  if (check != nullptr && is_proven(check->array, check->dimension, check->index)) return {};
  return {rebuild(id)};
}

bool WithoutChecks::is_proven(ArrayId array, int dimension, ExprId index) const {
  return std::ranges::any_of(proven_, [&](const CheckedSubscript& s) {
    return s.array == array && s.dimension == dimension && same_value(function_, s.index, index);
  });
}

StmtId with_own_counter(Function& function, const For& loop, SourceRange range) {
  Builder build(function);
  const Variable known = function[loop.counter];
  For copy = loop;
  copy.counter = build.variable(known.name + ".1", known.type, known.range);
  Substitution again(function);
  again.replace(loop.counter, build.read(copy.counter));
  copy.body = again.block(loop.body);
  return build.statement(std::move(copy), range);
}

}  // namespace unpython::transform
