#include "transform/products/tile_sizes.h"

#include <catch2/catch.hpp>

using namespace unpython;
using transform::choose_tile_sizes;
using transform::TileSizes;

namespace {

abi::TargetInfo machine(int vector_bytes, int registers) {
  abi::TargetInfo target;
  target.vector_bytes = vector_bytes;
  target.vector_registers = registers;
  return target;
}

}  // namespace

TEST_CASE("register tiles leave room for operands") {
  for (const abi::TargetInfo& target : {machine(64, 32), machine(32, 16), machine(16, 16)}) {
    for (int64_t item : {1, 2, 4, 8}) {
      for (int accumulators : {1, 2, 4}) {
        for (int operands : {1, 2, 3}) {
          const TileSizes sizes = choose_tile_sizes(target, item, accumulators, operands, operands);
          INFO(target.vector_bytes << " bytes, item " << item << ", " << accumulators << " accumulators");
          CHECK(sizes.lanes * item == std::max<int64_t>(2 * item, target.vector_bytes));
          CHECK(sizes.rows >= 1);
          if (sizes.rows > 1) {
            CHECK(sizes.rows * sizes.vectors * accumulators + sizes.vectors * operands + operands <
                  target.vector_registers);
          }
          CHECK(sizes.tile_rows % sizes.rows == 0);
          CHECK(sizes.tile_columns % sizes.panel() == 0);
          CHECK(sizes.depth % sizes.lanes == 0);
        }
      }
    }
  }
}

TEST_CASE("one panel of each operand stays in the first-level cache, the packed rows in the second") {
  const abi::TargetInfo target = machine(64, 32);
  const TileSizes sizes = choose_tile_sizes(target, 8, 1, 1, 1);
  CHECK(sizes.rows == 8);
  CHECK(sizes.panel() == 24);
  CHECK((sizes.rows + sizes.panel()) * sizes.depth * 8 <= target.l1_bytes);
  CHECK(sizes.tile_rows * sizes.depth * 8 <= target.l2_bytes / 2);
  CHECK(sizes.tile_rows * sizes.tile_columns * 8 <= target.l2_bytes * 2);
}
