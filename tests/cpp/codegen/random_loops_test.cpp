// Random loop bodies, run in order by the interpreter and as Vector loops of several widths by the compiler.
#include "random_loops.h"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "compiled.h"
#include "ir/write/print.h"

using namespace unpython;
using namespace unpython::test;

TEST_CASE("random loop bodies mean the same in lanes as in order") {
  const char* chosen = std::getenv("UNPYTHON_TEST_SEED");
  const char* count = std::getenv("UNPYTHON_TEST_COUNT");
  uint32_t first = chosen != nullptr ? static_cast<uint32_t>(std::atoi(chosen)) : 1;
  uint32_t last = chosen != nullptr ? first : static_cast<uint32_t>(count != nullptr ? std::atoi(count) : 60);
  for (uint32_t seed = first; seed <= last; ++seed) {
    int width = 1 << (seed % 6);
    Program p = Generator(seed).program(width == 1 ? LoopMark::Sequential : LoopMark::Vector, width);
    INFO("seed " << seed << ", width " << width << "\n" << ir::print(p.function));
    int64_t n = 1 + (seed * 7) % 41;
    require_same(p.function, random_arrays(seed, n), {number(ScalarType::Int64, 3)});
  }
}
