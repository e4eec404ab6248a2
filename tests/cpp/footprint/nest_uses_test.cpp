// Nests made by hand; what they touch, counted by hand.
#include "footprint/nest_uses.h"

#include <catch2/catch.hpp>

using namespace unpython;
using analysis::MemoryAccess;
using analysis::Nest;
using footprint::ArrayUse;
using integers::IntegerRange;
using integers::LinearForm;

namespace {

constexpr int64_t kSide = 100;
const ir::ArrayId kArray{0};

/// for i in range(100): for j in range(extent): of an array of 100 rows and columns.
struct Pair {
  analysis::Nests nests;
  Nest nest;

  explicit Pair(const LinearForm& extent, IntegerRange j = {0, kSide - 1}) {
    nest.unknowns = {{.kind = analysis::Unknown::Kind::Counter, .loop = 0, .range = {0, kSide - 1}},
                     {.kind = analysis::Unknown::Kind::Counter, .loop = 1, .range = j}};
    nest.loops.resize(2);
    nest.loops[0].extent = LinearForm(kSide);
    nest.loops[1] = nest.loops[0];
    nest.loops[1].parent = 0;
    nest.loops[1].depth = 1;
    nest.loops[1].counter = 1;
    nest.loops[1].extent = extent;
    nests.places.resize(1);
    nests.places[0].known = true;
    nests.places[0].extents = {kSide, kSide};
  }
  MemoryAccess& add(const LinearForm& row, const LinearForm& column, bool write) {
    MemoryAccess access;
    access.array = kArray;
    access.argument = 0;
    access.loop = 1;
    access.write = write;
    access.first_subscript = static_cast<int>(nest.subscripts.size());
    access.rank = 2;
    nest.subscripts.push_back(row);
    nest.subscripts.push_back(column);
    return nest.accesses.emplace_back(access);
  }
  [[nodiscard]] ArrayUse use(int root = -1, std::optional<std::vector<IntegerRange>> box = {}) const {
    const auto found = footprint::uses(nests, nest, root, box ? *box : nest.box(), footprint::kMostBoxes);
    const auto known = found.find(kArray);
    return known == found.end() ? ArrayUse() : known->second;
  }
};

const LinearForm kI = LinearForm::of(0);
const LinearForm kJ = LinearForm::of(1);

}  // namespace

TEST_CASE("nest_uses: a triangle has half of the elements, by the extent of its loop and by a guard") {
  Pair by_extent(*kI.plus(1));
  by_extent.add(kI, kJ, true);
  CHECK(by_extent.use().certain.elements() == kSide * (kSide + 1) / 2);
  Pair by_guard(LinearForm{kSide});
  by_guard.nest.guards.resize(1);
  by_guard.nest.guards[0].form = *kI.minus(kJ);
  by_guard.add(kI, kJ, true).guard = 0;
  CHECK(by_guard.use().certain == by_extent.use().certain);
}

TEST_CASE("nest_uses: every fourth column, and one row where the outer loop is held") {
  Pair pair(LinearForm{25}, {0, 24});
  pair.add(kI, *kJ.times(4), false);
  CHECK(pair.use().loaded.elements() == kSide * 25);
  CHECK(pair.use(1, {{{7, 7}, {0, 24}}}).loaded.elements() == 25);
  CHECK(pair.use(1, {{{7, 7}, {0, 24}}}).loaded.hull()->low[0] == 7);
}

TEST_CASE("nest_uses: what the same iteration has stored is not needed") {
  Pair pair(LinearForm{kSide});
  pair.add(kI, kJ, true);
  pair.add(kI, kJ, false);
  CHECK(pair.use().needed().is_empty());
  pair.add(kI, *kJ.plus(-1), false);  // cut off at the first column
  CHECK(pair.use().loaded.elements() == kSide * (kSide - 1));
}

TEST_CASE("nest_uses: a subscript of the data may be the whole axis, and what may not happen is not certain") {
  Pair pair(LinearForm{kSide});
  pair.nest.unknowns.push_back({.kind = analysis::Unknown::Kind::Symbol, .loop = 1, .range = {}});
  pair.add(LinearForm::of(2), LinearForm(3), true).exact = false;
  CHECK(pair.use().stored.elements() == kSide);
  CHECK(pair.use().certain.is_empty());
  Pair maybe(LinearForm{kSide});
  maybe.add(kI, kJ, true).conditional = true;
  CHECK(maybe.use().certain.is_empty());
  CHECK(maybe.use().needed().elements() == kSide * kSide);
}

TEST_CASE("nest_uses: arrays of the function count where they outlive the loops") {
  Pair pair{LinearForm(kSide)};
  pair.nests.memories.resize(1);
  pair.add(kI, kJ, true).argument = -1;
  CHECK(pair.use().stored.elements() == kSide * kSide);
  pair.nests.memories[0].loop = 0;  // each iteration has its own
  CHECK(pair.use().stored.is_empty());
}
