// Grids in pieces.
#include "driver/several/deal.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace unpython;
using namespace unpython::driver;
using footprint::IterationRange;

namespace {

std::vector<int64_t> ends(const DealtGrid& dealt) {
  std::vector<int64_t> result;
  int64_t first = dealt.host.empty() ? 0 : dealt.host[dealt.cut].end;
  if (!dealt.host.empty()) result.push_back(first);
  for (const std::vector<IterationRange>& piece : dealt.devices) {
    CHECK(piece[dealt.cut].first == first);
    first = piece[dealt.cut].end;
    result.push_back(first);
  }
  return result;
}

}  // namespace

TEST_CASE("deal: devices have pieces of one length along the outermost dimension that is long enough") {
  CHECK(ends(cut_grid(std::vector<int64_t>{301, 150}, 2)) == std::vector<int64_t>{150, 301});
  CHECK(ends(cut_grid(std::vector<int64_t>{10}, 3)) == std::vector<int64_t>{3, 6, 10});
  const DealtGrid inner = cut_grid(std::vector<int64_t>{2, 9}, 3);
  CHECK(inner.cut == 1);
  CHECK(inner.devices.front().front().end == 2);
  CHECK(cut_grid(std::vector<int64_t>{}, 2).devices.empty());
  CHECK(cut_grid(std::vector<int64_t>{1}, 2).devices.size() == 1);
}

TEST_CASE("deal: the processor has the first piece, of its share") {
  const DealtGrid dealt = cut_grid(std::vector<int64_t>{100, 7}, 1, {.share = 0.3}, {true, true});
  CHECK(ends(dealt) == std::vector<int64_t>{30, 100});
  CHECK(dealt.host[1].end == 7);
  CHECK(ends(cut_grid(std::vector<int64_t>{100}, 2, {.share = 0.4}, {true})) ==
        std::vector<int64_t>{40, 70, 100});
}

TEST_CASE("deal: a share is cut from a dimension that is long and may be cut") {
  CHECK(cut_grid(std::vector<int64_t>{4, 1000}, 1, {.share = 0.3}, {true, true}).cut == 1);
  CHECK(cut_grid(std::vector<int64_t>{100, 1000}, 1, {.share = 0.3}, {false, true}).cut == 1);
  const DealtGrid none = cut_grid(std::vector<int64_t>{15, 3}, 1, {.share = 0.3}, {true, true});
  CHECK(none.devices.empty());
  CHECK(none.host.empty());
  CHECK(ends(cut_grid(std::vector<int64_t>{2}, 1, {.share = 0.5, .of_any = true}, {true})) ==
        std::vector<int64_t>{1, 2});
}

TEST_CASE("deal: pieces of long dimensions are blocks, and those of the devices are never none") {
  const std::vector<int64_t> of_long =
      ends(cut_grid(std::vector<int64_t>{100'000}, 1, {.share = 0.333}, {true}));
  CHECK(of_long.front() % 128 == 0);
  CHECK(of_long.back() == 100'000);
  CHECK(ends(cut_grid(std::vector<int64_t>{1024}, 1, {.share = 0.235}, {true})) ==
        std::vector<int64_t>{240, 1024});
  CHECK(ends(cut_grid(std::vector<int64_t>{2000}, 1, {.share = 0.99}, {true})).size() == 2);
  CHECK(ends(cut_grid(std::vector<int64_t>{20}, 1, {.share = 0.01}, {true})) == std::vector<int64_t>{20});
}
