// Repeated calls that try to move their arrays in pieces.
#include "driver/choose/pieces.h"

#include <catch2/catch.hpp>
#include <functional>
#include <vector>

using unpython::driver::GpuRecord;
using unpython::driver::Pieces;

namespace {

GpuRecord call_of(int64_t bytes, int64_t launches = 1) {
  GpuRecord record;
  record.kernels.resize(1);
  record.kernels[0].launches = launches;
  record.bytes_in = bytes;
  return record;
}

/// The pieces of each call in turn, where a call in so many takes `milliseconds`.
std::vector<int> pieces_of(const GpuRecord& whole, int calls, const std::function<double(int)>& milliseconds) {
  Pieces pieces(whole);
  std::vector<int> all;
  for (int n = 0; n < calls; ++n) {
    all.push_back(pieces.next());
    pieces.note(all.back(), milliseconds(all.back()));
  }
  return all;
}

}  // namespace

TEST_CASE("pieces: twice as many as long as that is sooner") {
  const auto tried = pieces_of(call_of(16 << 20), 14, [](int pieces) { return pieces == 4 ? 1.0 : 2.0 - 0.2 * (pieces == 2); });
  CHECK(tried == std::vector{1, 1, 1, 2, 2, 2, 4, 4, 4, 8, 8, 8, 4, 4});
  CHECK(pieces_of(call_of(16 << 20), 8, [](int) { return 1.0; }) == std::vector{1, 1, 1, 2, 2, 2, 1, 1});
  CHECK(pieces_of(call_of(16 << 20), 14, [](int pieces) { return 1.0 / pieces; }).back() == 8);
}

TEST_CASE("pieces: calls that become later than whole ones are whole again") {
  int calls = 0;
  const auto milliseconds = [&](int pieces) {
    if (pieces == 1) return 1.0;
    if (++calls > 7) return 3.0;
    return pieces == 2 ? 0.5 : 0.6;
  };
  const auto tried = pieces_of(call_of(16 << 20), 20, milliseconds);
  CHECK(tried[9] == 2);
  CHECK(tried.back() == 1);
}

TEST_CASE("pieces: small calls and calls of several launches stay whole") {
  const auto sooner = [](int pieces) { return 1.0 / pieces; };
  CHECK(pieces_of(call_of(1 << 20), 8, sooner) == std::vector<int>(8, 1));
  CHECK(pieces_of(call_of(16 << 20, 2), 8, sooner) == std::vector<int>(8, 1));
}

TEST_CASE("pieces: what a call of another thread took for other pieces says nothing") {
  Pieces pieces(call_of(16 << 20));
  for (int n = 0; n < 3; ++n) pieces.note(1, 1.0);
  CHECK(pieces.next() == 2);
  for (int n = 0; n < 5; ++n) pieces.note(1, 9.0);
  CHECK(pieces.next() == 2);
}
