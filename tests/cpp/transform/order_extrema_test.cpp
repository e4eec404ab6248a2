#include "transform/loops/order_extrema.h"

#include <catch2/catch.hpp>

#include "ir/write/print.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// for k in range(a.shape[0] - 1): a[k + 1] = min(min(a[k + read], a[k + 1]), k)
std::string ordered(ScalarType type, int64_t read) {
  Program p("f");
  Builder& b = p.b;
  const ArrayId a = p.array("a", type, 1);
  const VarId k = p.counter("k");
  const ExprId next = b.add(b.read(k), b.int64(1));
  const ExprId both = b.min(b.load(a, {b.add(b.read(k), b.int64(read))}), b.load(a, {next}));
  p.f.body = {b.loop(k, b.sub(b.extent(a, 0), b.int64(1)), LoopMark::Sequential,
                     {b.store(a, {next}, b.min(both, b.cast(type, b.read(k))))})};
  const std::string text = print(transform::order_extrema(p.f));
  return text.substr(text.find("minimum"));
}

}  // namespace

TEST_CASE("what the iteration before has stored is used last") {
  CHECK(ordered(ScalarType::Int64, 0) == "minimum(minimum(a[k + 1], k), a[k])\n");
}

TEST_CASE("other operands, and those of floats, keep their order") {
  CHECK(ordered(ScalarType::Int64, 2) == "minimum(minimum(a[k + 2], a[k + 1]), k)\n");
  CHECK(ordered(ScalarType::Float64, 0) == "minimum(minimum(a[k], a[k + 1]), float64(k))\n");
}
