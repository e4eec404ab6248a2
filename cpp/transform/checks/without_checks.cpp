#include "transform/checks/without_checks.h"

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

}  // namespace unpython::transform
