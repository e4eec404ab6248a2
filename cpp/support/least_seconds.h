// How long something takes that is measured a few times.
#pragma once
#include <algorithm>
#include <chrono>

namespace unpython {

/// The shortest of `runs` runs of `body`, never zero.
template <class Body>
double least_seconds(int runs, const Body& body) {
  double least = 1e9;
  for (int run = 0; run < runs; ++run) {
    const auto start = std::chrono::steady_clock::now();
    body();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return std::max(least, 1e-9);
}

}  // namespace unpython
