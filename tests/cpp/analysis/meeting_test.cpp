#include "analysis/call/meeting.h"

#include <catch2/catch.hpp>

#include "property.h"
#include "random_places.h"

using namespace unpython;
using analysis::Meeting;
using analysis::Meetings;
using analysis::MemoryAccess;
using analysis::Nest;
using integers::Sharing;
using test::Instant;

namespace {

/// Two executions in different iterations of loop p, everything outside p equal, touch one byte.
bool meets(const Nest& nest, int p, const MemoryAccess& a, const Instant& x, const MemoryAccess& b,
           const Instant& y) {
  for (int loop = p; loop >= 0; loop = nest.loops[static_cast<size_t>(loop)].parent) {
    const auto counter = static_cast<size_t>(nest.loops[static_cast<size_t>(loop)].counter);
    if ((x.point[counter] == y.point[counter]) == (loop == p)) return false;
  }
  return x.address <= y.address + b.width - 1 && y.address <= x.address + a.width - 1;
}

bool meet(const Nest& nest, int p, const MemoryAccess& a, const std::vector<Instant>& as,
          const MemoryAccess& b, const std::vector<Instant>& bs) {
  return std::ranges::any_of(as, [&](const Instant& x) {
    return std::ranges::any_of(bs, [&](const Instant& y) { return meets(nest, p, a, x, b, y); });
  });
}

/// The witness is among the executions; `point`: where it says that a is, unless that depends on data.
bool is_true(const Nest& nest, int p, const MemoryAccess& a, const std::vector<Instant>& as,
             const MemoryAccess& b, const std::vector<Instant>& bs, const Meeting& meeting,
             const std::optional<std::vector<int64_t>>& point) {
  const auto counter = static_cast<size_t>(nest.loops[static_cast<size_t>(p)].counter);
  return std::ranges::any_of(as, [&](const Instant& x) {
    if (x.point[counter] != meeting.first || (point && *a.address->at(*point) != x.address)) return false;
    return std::ranges::any_of(bs, [&](const Instant& y) {
      return y.point[counter] == meeting.second && meets(nest, p, a, x, b, y);
    });
  });
}

struct Tally {
  uint64_t questions = 0;
  uint64_t undecided = 0;
};

void ask_all(const test::RandomPlaces& places, uint64_t values, Tally& tally) {
  const Nest& nest = places.nest;
  const bool exact = std::ranges::none_of(
      nest.unknowns, [](const auto& u) { return u.kind == analysis::Unknown::Kind::Symbol; });
  std::vector<bool> apart;
  for (const ArrayView& view : places.views) apart.push_back(analysis::keeps_elements_apart(view));
  Meetings meetings(nest, apart);
  std::vector<std::vector<Instant>> instants;
  for (const MemoryAccess& access : nest.accesses) instants.push_back(places.instants(access, values));
  for (int p = 0; p < static_cast<int>(nest.loops.size()); ++p) {
    for (size_t i = 0; i < nest.accesses.size(); ++i) {
      for (size_t j = i; j < nest.accesses.size(); ++j) {
        const MemoryAccess& a = nest.accesses[i];
        const MemoryAccess& b = nest.accesses[j];
        if (!nest.is_inside(a.loop, p) || !nest.is_inside(b.loop, p)) continue;
        const bool expected = meet(nest, p, a, instants[i], b, instants[j]);
        const Meeting found = meetings.find(p, a, b);
        INFO("loop " << p << ", accesses " << i << " and " << j);
        ++tally.questions;
        tally.undecided += found.sharing == Sharing::Unknown || found.sharing == Sharing::Possible;
        if (expected) REQUIRE(found.sharing != Sharing::Never);
        if (!expected) REQUIRE(found.sharing != Sharing::Certain);
        if (found.sharing == Sharing::Certain)
          REQUIRE(is_true(nest, p, a, instants[i], b, instants[j], found,
                          exact ? std::optional(meetings.point()) : std::nullopt));
      }
    }
  }
}

}  // namespace

TEST_CASE("meetings agree with enumeration: affine nests") {
  Tally tally;
  const auto check = [&](test::Random& random) { ask_all(test::RandomPlaces(random, false), 0, tally); };
  test::for_random_instances(check, 5000);
  CHECK(tally.undecided * 1000 <= tally.questions);
}

TEST_CASE("meetings agree with enumeration: values from memory") {
  Tally tally;
  const auto check = [&](test::Random& random) {
    const test::RandomPlaces places(random, true);
    for (uint64_t values = 0; values < 3; ++values) {
      INFO("values " << values);
      ask_all(places, values, tally);
    }
  };
  test::for_random_instances(check, 2000);
}
