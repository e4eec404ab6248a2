#include "driver/stages/box_sides.h"

#include "footprint/box.h"

namespace unpython::driver {
namespace {

footprint::Box box_of(const BoxSides& sides) {
  footprint::Box box;
  for (size_t d = 0; d < sides.size(); ++d) box.set(d, sides[d][0], sides[d][1], sides[d][2]);
  return box;
}

BoxSides plain(const footprint::Box& box, size_t rank) {
  BoxSides sides;
  for (size_t d = 0; d < rank; ++d) sides.push_back({box.low[d], box.high[d], box.step[d]});
  return sides;
}

}  // namespace

std::optional<BoxSides> common_box(const BoxSides& a, const BoxSides& b) {
  const std::optional<footprint::Box> both = footprint::common(box_of(a), box_of(b));
  return both ? std::optional(plain(*both, a.size())) : std::nullopt;
}

std::vector<BoxSides> without_box(const BoxSides& a, const BoxSides& b) {
  std::vector<BoxSides> rest;
  for (const footprint::Box& box : footprint::difference(box_of(a), box_of(b)))
    rest.push_back(plain(box, a.size()));
  return rest;
}

}  // namespace unpython::driver
