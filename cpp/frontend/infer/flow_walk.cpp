// What can be said of a loop from its text alone.
#include "frontend/infer/flow_walk.h"

#include <algorithm>
#include <optional>

namespace unpython::frontend {

namespace {

using resolved::ExprId;

std::optional<int64_t> written_integer(const resolved::Function& f, ExprId id) {
  if (const auto* literal = std::get_if<resolved::Literal>(&f[id].node))
    return is_integer(literal->value.type) ? std::optional(literal->value.integer) : std::nullopt;
  const auto* unary = std::get_if<resolved::Unary>(&f[id].node);
  if (!unary || unary->op != syntax::UnaryOperator::Minus) return std::nullopt;
  const auto value = written_integer(f, unary->operand);
  return value && *value != INT64_MIN ? std::optional(-*value) : std::nullopt;
}

}  // namespace

int64_t written_trip_count(const resolved::Function& function, const resolved::RangeLoop& loop) {
  std::vector<int64_t> values;
  for (const ExprId id : loop.arguments) {
    const auto value = written_integer(function, id);
    if (!value) return -1;
    values.push_back(*value);
  }
  const int64_t step = values.size() > 2 ? values[2] : 1;
  if (step == 0) return -1;
  return values.size() > 1 ? range_length(values[0], values[1], step) : range_length(0, values[0], step);
}

int64_t range_length(int64_t start, int64_t stop, int64_t step) {
  using Wide = __int128;
  const Wide span = step > 0 ? Wide{stop} - start : Wide{start} - stop;
  const Wide size = step > 0 ? Wide{step} : -Wide{step};
  if (span <= 0) return 0;
  return static_cast<int64_t>(std::min<Wide>((span + size - 1) / size, INT64_MAX));
}

}  // namespace unpython::frontend
