#include "frontend/types/tuple_slices.h"

#include <algorithm>

namespace unpython::frontend {

std::optional<std::vector<size_t>> sliced_items(const Type& slice, size_t count) {
  if (!slice.is(Type::Kind::Slice)) return std::nullopt;
  for (const Type& part : slice.elements)
    if (!part.is(Type::Kind::None) && !known_integer(part)) return std::nullopt;
  const int64_t step = known_integer(slice.elements[2]).value_or(1);
  const auto size = static_cast<int64_t>(count);
  const int64_t least = step > 0 ? 0 : -1;
  const int64_t most = step > 0 ? size : size - 1;
  const auto end = [&](const Type& given, int64_t natural) {
    const auto known = known_integer(given);
    if (!known) return natural;
    return std::clamp(*known < 0 ? *known + size : *known, least, most);
  };
  const int64_t stop = end(slice.elements[1], step > 0 ? size : -1);
  std::vector<size_t> items;
  for (int64_t i = end(slice.elements[0], step > 0 ? 0 : size - 1); step > 0 ? i < stop : i > stop; i += step)
    items.push_back(static_cast<size_t>(i));
  return items;
}

}  // namespace unpython::frontend
