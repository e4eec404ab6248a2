#include "frontend/infer/definition_sets.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>
#include <random>
#include <vector>

#include "frontend/infer/reaching_types.h"

using namespace unpython::frontend;

namespace {

int set_of(DefinitionSets& sets, const std::vector<int>& members) {
  int made = DefinitionSets::kEmpty;
  for (const int member : members) made = sets.united(made, sets.of(member));
  return made;
}

std::vector<int> some(std::mt19937& random, int limit) {
  std::vector<int> members(random() % 12);
  for (int& member : members) member = static_cast<int>(random() % static_cast<unsigned>(limit + 1)) - 1;
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  return members;
}

/// What ReachingTypes promises, member by member.
std::vector<int> firsts(const std::vector<int>& members, const std::vector<Type>& types) {
  std::vector<int> result;
  for (const int member : members) {
    const bool is_there = std::any_of(result.begin(), result.end(), [&](int earlier) {
      return types[static_cast<size_t>(earlier)] == types[static_cast<size_t>(member)];
    });
    if (!is_there) result.push_back(member);
  }
  return result;
}

}  // namespace

TEST_CASE("Equal sets of definitions have one number") {
  DefinitionSets sets;
  const int both = sets.united(sets.of(3), sets.of(-1));
  CHECK(sets.members(both) == std::vector<int>{-1, 3});
  CHECK(sets.united(sets.of(-1), both) == both);
  CHECK(sets.united(DefinitionSets::kEmpty, both) == both);
  CHECK(sets.of(3) != both);
  CHECK(sets.members(DefinitionSets::kEmpty).empty());
}

TEST_CASE("Sets of definitions are those that enumeration finds") {
  std::mt19937 random(7);
  DefinitionSets sets;
  for (int i = 0; i < 3000; ++i) {
    const int limit = i % 2 == 0 ? 20 : 100000;
    const std::vector<int> a = some(random, limit);
    const std::vector<int> b = some(random, limit);
    std::vector<int> both;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    const int united = sets.united(set_of(sets, a), set_of(sets, b));
    REQUIRE(sets.members(united) == both);
    REQUIRE(united == set_of(sets, {both.rbegin(), both.rend()}));
    for (const int member : some(random, limit))
      REQUIRE(sets.contains(united, member) == std::binary_search(both.begin(), both.end(), member));
    for (const int member : both) REQUIRE(sets.contains(united, member));
    if (both.empty()) continue;
    REQUIRE(sets.first(united) == both.front());
    REQUIRE(sets.last(united) == both.back());
  }
}

TEST_CASE("A set with one more member costs a few nodes") {
  DefinitionSets sets;
  int all = DefinitionSets::kEmpty;
  for (int i = 0; i < 4096; ++i) all = sets.united(all, sets.of(i));
  CHECK(sets.count() < 4096 * 16);
}

TEST_CASE("Types that reach a use follow the definitions as they change") {
  std::mt19937 random(11);
  const std::vector<Type> choices = {Type{}, weak(unpython::ScalarType::Int64), strong(unpython::ScalarType::Int8),
                                     known_int(3)};
  DefinitionSets sets;
  std::vector<std::vector<int>> members;
  std::vector<int> numbers;
  for (int i = 0; i < 200; ++i) {
    members.push_back(some(random, 30));
    numbers.push_back(set_of(sets, members.back()));
    std::erase(members.back(), -1);
  }
  std::vector<Type> types(31);
  ReachingTypes reaching(sets, types);
  for (int i = 0; i < 5000; ++i) {
    const size_t changed = random() % types.size();
    types[changed] = choices[random() % choices.size()];
    reaching.changed(static_cast<int>(changed));
    const size_t asked = random() % numbers.size();
    REQUIRE(reaching.of(numbers[asked]) == firsts(members[asked], types));
  }
}
