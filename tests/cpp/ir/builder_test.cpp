#include "ir/builder.h"

#include <catch2/catch.hpp>
#include <limits>

#include "ir/constant.h"
#include "unpython/error.h"

using namespace unpython;
using namespace unpython::ir;

namespace {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

struct Fixture {
  Function f;
  Builder b{f};
  ExprId var(const char* name, ScalarType type = ScalarType::Int64) { return b.read(b.variable(name, type)); }
  int64_t folded(BinaryOp op, int64_t left, int64_t right, ScalarType type = ScalarType::Int64) {
    ExprId id = b.binary(op, b.number(type, left), b.number(type, right));
    REQUIRE(b.as_constant(id) != nullptr);
    return b.as_constant(id)->integer;
  }
};

}  // namespace

TEST_CASE("integer operators wrap and round as Python does") {
  Fixture t;
  CHECK(t.folded(BinaryOp::Add, std::numeric_limits<int64_t>::max(), 1) == kMin);
  CHECK(t.folded(BinaryOp::Add, 127, 1, ScalarType::Int8) == -128);
  CHECK(t.folded(BinaryOp::Subtract, 0, 1, ScalarType::UInt8) == 255);
  CHECK(t.folded(BinaryOp::Multiply, 1 << 20, 1 << 20, ScalarType::UInt32) == 0);
  CHECK(t.folded(BinaryOp::FloorDivide, -7, 2) == -4);
  CHECK(t.folded(BinaryOp::FloorDivide, 7, -2) == -4);
  CHECK(t.folded(BinaryOp::FloorDivide, 7, 0) == 0);
  CHECK(t.folded(BinaryOp::FloorDivide, kMin, -1) == kMin);
  CHECK(t.folded(BinaryOp::FloorDivide, -128, -1, ScalarType::Int8) == -128);
  CHECK(t.folded(BinaryOp::FloorDivide, -1, 2, ScalarType::UInt64) == std::numeric_limits<int64_t>::max());
  CHECK(t.folded(BinaryOp::Modulo, -7, 3) == 2);
  CHECK(t.folded(BinaryOp::Modulo, 7, -3) == -2);
  CHECK(t.folded(BinaryOp::Modulo, kMin, -1) == 0);
  CHECK(t.folded(BinaryOp::Modulo, 5, 0) == 0);
  CHECK(t.folded(BinaryOp::ShiftLeft, 1, 64) == 0);
  CHECK(t.folded(BinaryOp::ShiftLeft, 1, 7, ScalarType::Int8) == -128);
  CHECK(t.folded(BinaryOp::ShiftLeft, 1, -1) == 0);
  CHECK(t.folded(BinaryOp::ShiftRight, -8, 1) == -4);
  CHECK(t.folded(BinaryOp::ShiftRight, -8, 70) == -1);
  CHECK(t.folded(BinaryOp::ShiftRight, 8, -1) == 0);
}

TEST_CASE("integer identities fold, float ones that change a bit do not") {
  Fixture t;
  ExprId i = t.var("i");
  ExprId x = t.var("x", ScalarType::Float64);
  CHECK(t.b.add(i, t.b.int64(0)) == i);
  CHECK(t.b.add(t.b.int64(0), i) == i);
  CHECK(t.b.mul(i, t.b.int64(1)) == i);
  CHECK(t.b.as_constant(t.b.mul(i, t.b.int64(0)))->integer == 0);
  CHECK(t.b.as_constant(t.b.sub(i, i))->integer == 0);
  CHECK(t.b.sub(t.b.add(i, t.b.int64(3)), t.b.int64(3)) == i);
  ExprId small = t.b.compare(CompareOp::Less, i, t.b.int64(3));
  CHECK(t.b.logical_not(t.b.logical_not(small)) == small);
  CHECK(t.b.add(x, t.b.float64(0.0)) != x);
  CHECK(t.b.mul(x, t.b.float64(1.0)) == x);
  CHECK(t.b.as_constant(t.b.mul(x, t.b.float64(0.0))) == nullptr);
  CHECK(t.b.as_constant(t.b.sub(x, x)) == nullptr);
  CHECK(t.b.as_constant(t.b.compare(CompareOp::Equal, x, x)) == nullptr);
}

TEST_CASE("what folding may not compute is left alone") {
  Fixture t;
  CHECK(t.b.as_constant(t.b.call(Intrinsic::Exp, {t.b.float64(1.0)})) == nullptr);
  CHECK(t.b.as_constant(t.b.call(Intrinsic::Sqrt, {t.b.float64(4.0)}))->real.real() == 2.0);
}

TEST_CASE("casts follow astype") {
  Fixture t;
  auto cast = [&](double value, ScalarType type) {
    return t.b.as_constant(t.b.cast(type, t.b.float64(value)))->integer;
  };
  CHECK(cast(-1.9, ScalarType::Int64) == -1);
  CHECK(cast(1e30, ScalarType::Int64) == kMin);
  CHECK(cast(300.0, ScalarType::UInt8) == 44);
  CHECK(cast(1e10, ScalarType::Int32) == std::numeric_limits<int32_t>::min());
  CHECK(cast(0.5, ScalarType::Bool) == 1);
  CHECK(t.b.as_constant(t.b.cast(ScalarType::Float32, t.b.float64(0.1)))->real.real() ==
        static_cast<double>(0.1F));
}

TEST_CASE("wrong types are refused") {
  Fixture t;
  ExprId i = t.var("i");
  ExprId x = t.var("x", ScalarType::Float64);
  CHECK_THROWS_AS(t.b.add(i, x), InternalError);
  CHECK_THROWS_AS(t.b.binary(BinaryOp::Divide, i, i), InternalError);
  CHECK_THROWS_AS(t.b.logical_and(i, i), InternalError);
  CHECK_THROWS_AS(t.b.if_then(i, {}), InternalError);
  CHECK_THROWS_AS(t.b.call(Intrinsic::Floor, {i}), InternalError);
  ArrayId a = t.b.heap_array("a", ScalarType::Float64, 2);
  CHECK_THROWS_AS(t.b.load(a, {i}), InternalError);
  CHECK_THROWS_AS(t.b.load(a, {i, x}), InternalError);
  CHECK_THROWS_AS(t.b.extent(a, 2), InternalError);
  CHECK_THROWS_AS(t.b.store(a, {i, i}, i), InternalError);
}
