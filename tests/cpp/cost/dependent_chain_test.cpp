// Loops made by hand; the cycles that one iteration waits for the one before it, counted by hand.
#include "cost/dependent_chain.h"

#include <catch2/catch.hpp>

#include "ir/builder.h"

using namespace unpython;
using namespace unpython::ir;

namespace {

struct Loop {
  Function f;
  Builder build{f};
  VarId s = build.variable("s", ScalarType::Float64, {});
  VarId t = build.variable("t", ScalarType::Float64, {});
  VarId i = build.variable("i", ScalarType::Int64, {});
  ArrayId x = add_array("x");
  ArrayId y = add_array("y");

  ArrayId add_array(const char* name) {
    Array array;
    array.name = name;
    array.type = ScalarType::Float64;
    array.rank = 1;
    array.strides = {StrideClass::Unit};
    return f.arrays.push(array);
  }
  ExprId load(ArrayId array) { return build.load(array, {build.read(i)}); }
  [[nodiscard]] double chain(const Block& body) const { return cost::chain_of_iteration(f, body); }
};

}  // namespace

TEST_CASE("dependent_chain: a sum waits for its addition, with a product for no more") {
  Loop loop;
  const ExprId product = loop.build.binary(BinaryOp::Multiply, loop.load(loop.x), loop.load(loop.y));
  CHECK(loop.chain({loop.build.assign(
            loop.s, loop.build.binary(BinaryOp::Add, loop.build.read(loop.s), product), {})}) == 4);
}

TEST_CASE("dependent_chain: what an iteration makes for itself waits for nothing") {
  Loop loop;
  const Block body = {loop.build.assign(loop.t, loop.load(loop.x), {}),
                      loop.build.store(loop.y, {loop.build.read(loop.i)}, loop.build.read(loop.t), {})};
  CHECK(loop.chain(body) == 0);
}

TEST_CASE("dependent_chain: an element goes through memory") {
  Loop loop;
  const ExprId quotient = loop.build.binary(BinaryOp::Divide, loop.load(loop.y), loop.load(loop.x));
  CHECK(loop.chain({loop.build.store(loop.x, {loop.build.read(loop.i)}, quotient, {})}) == 3 + 13);
  CHECK(loop.chain({loop.build.store(loop.y, {loop.build.read(loop.i)}, loop.load(loop.x), {})}) == 0);
}

TEST_CASE("dependent_chain: it goes on through variables of the iteration") {
  Loop loop;
  const Block body = {
      loop.build.assign(loop.t, loop.build.binary(BinaryOp::Add, loop.build.read(loop.s), loop.load(loop.x)),
                        {}),
      loop.build.assign(
          loop.s, loop.build.binary(BinaryOp::Subtract, loop.build.read(loop.t), loop.load(loop.y)), {})};
  CHECK(loop.chain(body) == 6);
}

TEST_CASE("dependent_chain: a half is a product") {
  Loop loop;
  const auto divided = [&](double by) {
    const ExprId quotient =
        loop.build.binary(BinaryOp::Divide, loop.build.read(loop.s), loop.build.float64(by));
    return loop.chain({loop.build.assign(loop.s, quotient, {})});
  };
  CHECK(divided(4.0) == 4);
  CHECK(divided(3.0) == 13);
}
