#include "analysis/text/var_set.h"

#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <vector>

using unpython::analysis::VarSet;
using unpython::ir::VarId;

namespace {

struct Both {
  VarSet set;
  std::set<int32_t> members;

  void change(std::mt19937& random) {
    const auto v = static_cast<int32_t>(random() % 400);
    if (random() % 3 == 0) {
      set.erase({v});
      members.erase(v);
    } else {
      set.insert({v});
      members.insert(v);
    }
  }
  [[nodiscard]] bool agree() const {
    const std::vector<VarId> found = set.members();
    std::vector<VarId> expected;
    for (const int32_t v : members) expected.push_back({v});
    bool same = found == expected;
    for (int32_t v = -1; v < 410; ++v) same = same && set.contains({v}) == members.contains(v);
    return same;
  }
};

}  // namespace

TEST_CASE("A set of variables is one of numbers") {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    Both a;
    Both b;
    for (size_t i = random() % 40; i > 0; --i) a.change(random);
    for (size_t i = random() % 40; i > 0; --i) b.change(random);
    REQUIRE(a.agree());
    REQUIRE((a.set == b.set) == (a.members == b.members));
    Both common = a;
    common.set.intersect(b.set);
    std::erase_if(common.members, [&](int32_t v) { return !b.members.contains(v); });
    REQUIRE(common.agree());
    a.set.unite(b.set);
    a.members.insert(b.members.begin(), b.members.end());
    REQUIRE(a.agree());
    Both again;
    for (const int32_t v : a.members) again.set.insert({v});
    REQUIRE(again.set == a.set);
  }
}
