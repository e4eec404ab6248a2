// What can be said of a loop from its text alone.
#include "frontend/infer/flow_walk.h"

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
  using Wide = __int128;
  const Wide start = values.size() > 1 ? values[0] : 0;
  const Wide stop = values.size() > 1 ? values[1] : values[0];
  const Wide step = values.size() > 2 ? values[2] : 1;
  if (step == 0) return -1;
  const Wide span = step > 0 ? stop - start : start - stop;
  const Wide size = step > 0 ? step : -step;
  return span <= 0 ? 0 : static_cast<int64_t>((span + size - 1) / size);
}

}  // namespace unpython::frontend
