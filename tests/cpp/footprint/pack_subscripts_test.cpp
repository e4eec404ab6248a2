// Divided subscripts against the places that they stand for.
#include "footprint/pack_subscripts.h"

#include <catch2/catch.hpp>

#include "ir/constant.h"
#include "ir/write/print.h"
#include "ir_programs.h"
#include "kernel/find_kernels.h"

using namespace unpython;
using namespace unpython::ir;

namespace {

/// y[i] = x[subscript] over i.
struct Copy : test::Program {
  ArrayId x = array("x", ScalarType::Float64, 1);
  ArrayId y = array("y", ScalarType::Float64, 1);
  VarId i = counter("i");
  Copy() : Program("copy") { f.level = Level::Scheduled; }

  std::string subscript(ExprId index, kernel::Axis axis) {
    f.body = {b.loop(i, b.int64(10), LoopMark::Grid, {b.store(y, {b.read(i)}, b.load(x, {index}))})};
    const kernel::Kernel kernel = kernel::find_kernels(f).at(0);
    kernel::Layout layout;
    for (const kernel::KernelArray& array : kernel.arrays) {
      layout.axes.emplace_back();
      if (array.array == x) layout.axes.back()[0] = axis;
    }
    const std::string text = print(footprint::pack_subscripts(f, kernel, layout));
    const size_t begin = text.find("x[") + 2;
    return text.substr(begin, text.find(']', begin) - begin);
  }
  ExprId times(int64_t factor, int64_t offset) {
    return b.add(b.mul(b.read(i), b.int64(factor)), b.int64(offset));
  }
};

}  // namespace

TEST_CASE("pack_subscripts: multiples of the step are divided in the text") {
  Copy four;
  CHECK(four.subscript(four.times(4, 1), {4, 1, 1}) == "i");
  Copy eight;
  CHECK(eight.subscript(eight.times(8, 13), {4, 1, 1}) == "i * 2 + 3");
  Copy two;
  CHECK(two.subscript(two.times(5, 6), {5, 0, 2}) == "i + 1, 1");
  Copy even;
  CHECK(even.subscript(even.times(4, 6), {4, 0, 2, 2}) == "i + 1, 1");
}

TEST_CASE("pack_subscripts: rows that grow name the elements before them") {
  Copy rows;
  CHECK(rows.subscript(rows.times(1, 2), {.grows = true}) == "i + 2, (i + 2) * (i + 1) // 2");
}

TEST_CASE("pack_subscripts: others are divided when the kernel runs") {
  Copy squares;
  const ExprId i = squares.b.read(squares.i);
  const std::string text = squares.subscript(squares.b.mul(i, i), {4, 1, 1});
  CHECK(text.find("//") != std::string::npos);
}
