// Shapes and orders of tiles against walking through all tiles of all shapes.
#include "footprint/tile_shape.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <map>
#include <numeric>

using namespace unpython::footprint;

namespace {

/// A buffer of which a tile has the product of `fixed` and (length + halo) along the dimensions it depends
/// on.
struct Model {
  std::vector<bool> depends;
  int64_t fixed = 1;
  int64_t halo = 0;
  bool in = true;
  bool out = false;
  [[nodiscard]] int64_t bytes(std::span<const int64_t> lengths) const {
    int64_t bytes = fixed;
    for (size_t d = 0; d < lengths.size(); ++d) {
      if (depends[d]) bytes *= lengths[d] + halo;
    }
    return bytes;
  }
};

TileQuestion question(std::vector<int64_t> extents, const std::vector<Model>& models, int64_t room) {
  TileQuestion result{.extents = std::move(extents), .buffers = {}, .parts = {}, .room_bytes = room};
  result.largest_part_bytes = room;
  for (const Model& model : models) result.buffers.push_back({model.depends, model.in && model.out ? 3 : 2});
  result.parts = [models](std::span<const int64_t> lengths) {
    std::vector<TilePart> parts;
    for (const Model& model : models) {
      const int64_t bytes = model.bytes(lengths);
      parts.push_back({bytes, model.in ? bytes : 0, model.out ? bytes : 0});
    }
    return parts;
  };
  return result;
}

/// What goes over the link when the tiles are walked through in order, ragged ones at their size.
int64_t walked(const std::vector<int64_t>& extents, const std::vector<Model>& models,
               const std::vector<int64_t>& lengths, const std::vector<size_t>& order) {
  std::vector<int64_t> counts(extents.size());
  int64_t tiles = 1;
  for (size_t d = 0; d < extents.size(); ++d) tiles *= counts[d] = tile_count(extents[d], lengths[d]);
  std::vector<std::vector<int64_t>> last(models.size());
  int64_t moved = 0;
  for (int64_t tile = 0; tile < tiles; ++tile) {
    std::vector<int64_t> index(extents.size());
    int64_t rest = tile;
    for (size_t n = order.size(); n-- > 0;) {
      index[order[n]] = rest % counts[order[n]];
      rest /= counts[order[n]];
    }
    std::vector<int64_t> size(extents.size());
    for (size_t d = 0; d < extents.size(); ++d)
      size[d] = std::min(lengths[d], extents[d] - index[d] * lengths[d]);
    for (size_t i = 0; i < models.size(); ++i) {
      std::vector<int64_t> part;
      for (size_t d = 0; d < extents.size(); ++d) part.push_back(models[i].depends[d] ? index[d] : 0);
      if (part == last[i]) continue;
      last[i] = part;
      moved += models[i].bytes(size) * ((models[i].in ? 1 : 0) + (models[i].out ? 1 : 0));
    }
  }
  return moved;
}

bool fits(const TileQuestion& asked, const std::vector<int64_t>& lengths, const std::vector<size_t>& order) {
  const std::vector<TilePart> parts = asked.parts(lengths);
  int64_t bytes = 0;
  for (size_t i = 0; i < parts.size(); ++i)
    bytes += parts[i].bytes * places_of(asked.buffers[i], asked.extents, lengths, order);
  return bytes <= asked.room_bytes;
}

int64_t best(const TileQuestion& asked, const std::vector<Model>& models) {
  int64_t fewest = std::numeric_limits<int64_t>::max();
  std::vector<int64_t> lengths(asked.extents.size(), 1);
  while (true) {
    std::vector<size_t> order(lengths.size());
    std::iota(order.begin(), order.end(), size_t{0});
    do {
      if (fits(asked, lengths, order))
        fewest = std::min(fewest, walked(asked.extents, models, lengths, order));
    } while (std::next_permutation(order.begin(), order.end()));
    size_t d = 0;
    while (d < lengths.size() && ++lengths[d] > asked.extents[d]) lengths[d++] = 1;
    if (d == lengths.size()) return fewest;
  }
}

void check(const std::vector<int64_t>& extents, const std::vector<Model>& models, int64_t room) {
  const TileQuestion asked = question(extents, models, room);
  const auto chosen = choose_tile_shape(asked);
  REQUIRE(chosen);
  CHECK(fits(asked, chosen->lengths, chosen->order));
  const auto moved = static_cast<double>(walked(extents, models, chosen->lengths, chosen->order));
  CHECK(moved <= 1.05 * static_cast<double>(best(asked, models)));
}

}  // namespace

TEST_CASE("tile shapes: a product moves as few bytes as the best of all shapes and orders") {
  // c[i, j] += a[i, k] b[k, j], n = 36, one byte each
  const std::vector<Model> models{
      {{true, false}, 36}, {{false, true}, 36}, {{true, true}, 1, 0, false, true}};
  for (const int64_t room : {200, 400, 700, 1200, 1900, 2600}) check({36, 36}, models, room);
}

TEST_CASE("tile shapes: borders of a stencil are worth long tiles") {
  const std::vector<Model> models{{{true, true}, 1, 2}, {{true, true}, 1, 0, false, true}};
  for (const int64_t room : {60, 150, 400, 1000}) check({40, 24}, models, room);
}

TEST_CASE("tile shapes: three dimensions") {
  const std::vector<Model> models{{{true, true, false}, 3},
                                  {{false, true, true}, 2},
                                  {{true, false, true}, 1},
                                  {{true, true, true}, 1, 0, true, true}};
  for (const int64_t room : {100, 300, 900}) check({12, 10, 9}, models, room);
}

TEST_CASE("tile shapes: what does not depend on the tile stays where it is") {
  const std::vector<Model> models{{{true}, 10}, {{false}, 100}, {{true}, 1, 0, false, true}};
  const auto chosen = choose_tile_shape(question({1000}, models, 1000));
  REQUIRE(chosen);
  CHECK(chosen->moved_bytes == Approx(1000 * 10 + 100 + 1000));
  CHECK(tile_count(1000, chosen->lengths[0]) >= 20);
}

TEST_CASE("tile shapes: none where one iteration is too much, or one part larger than an allocation") {
  CHECK_FALSE(choose_tile_shape(question({10, 10}, {{{true, false}, 100}}, 99)));
  TileQuestion asked = question({10}, {{{true}, 8}}, 1000);
  asked.largest_part_bytes = 30;
  const auto chosen = choose_tile_shape(asked);
  REQUIRE(chosen);
  CHECK(chosen->lengths[0] == 3);
  asked.largest_part_bytes = 7;
  CHECK_FALSE(choose_tile_shape(asked));
}
