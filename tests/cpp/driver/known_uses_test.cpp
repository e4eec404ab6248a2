#include "driver/compile/known_uses.h"

#include <catch2/catch.hpp>

using namespace unpython;
using driver::KnownUses;

namespace {

/// Of one array, with this many boxes.
KnownUses::Uses uses(int64_t boxes) {
  std::vector<footprint::Box> apart;
  for (int64_t n = 0; n < 2 * boxes; ++n) {
    footprint::Box box;
    box.set(0, n * n, n * n);  // no two gaps are equal: only pairs are joined
    apart.push_back(box);
  }
  return std::make_shared<const std::vector<footprint::ArrayUse>>(
      1, footprint::ArrayUse{.loaded = footprint::Footprint(std::move(apart)), .stored = {}, .certain = {}});
}

}  // namespace

TEST_CASE("uses are found by all numbers of a launch") {
  KnownUses known;
  const KnownUses::Uses kept = uses(3);
  known.keep({1, 2, 3}, kept);
  CHECK(known.find({1, 2, 3}) == kept);
  CHECK(known.find({1, 2}) == nullptr);
  CHECK(known.find({1, 2, 4}) == nullptr);
}

TEST_CASE("uses of many boxes make room for others, and the ones that were used last stay") {
  KnownUses known;
  REQUIRE(uses(6000)->at(0).loaded.boxes().size() == 6000);
  for (int64_t n = 0; n < 5; ++n) known.keep({n}, uses(6000));
  CHECK(known.find({0}) != nullptr);
  known.keep({5}, uses(6000));
  CHECK(known.find({1}) == nullptr);
  CHECK(known.find({0}) != nullptr);
  CHECK(known.find({5}) != nullptr);
}
