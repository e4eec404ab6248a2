// Promotion against NumPy 2's table, and the join of definitions that meet.
#include "frontend/types/join.h"
#include "frontend/types/types.h"

#include <catch2/catch.hpp>

#include "frontend/types/operations.h"

using namespace unpython;
using namespace unpython::frontend;
using enum ScalarType;

TEST_CASE("strong types promote as NumPy's") {
  CHECK(promote(Int8, UInt8) == Int16);
  CHECK(promote(Int8, UInt32) == Int64);
  CHECK(promote(Int64, UInt64) == Float64);
  CHECK(promote(Int16, Float32) == Float32);
  CHECK(promote(Int32, Float32) == Float64);
  CHECK(promote(UInt16, Complex64) == Complex64);
  CHECK(promote(Float64, Complex64) == Complex128);
  CHECK(promote(Bool, Int8) == Int8);
  CHECK(promote(Float16, Int8) == Float16);
  CHECK(promote(UInt8, Float16) == Float16);
  CHECK(promote(Float16, Int16) == Float32);
  CHECK(promote(UInt32, Float16) == Float64);
  CHECK(promote(Float16, Float32) == Float32);
  CHECK(promote(Float32, Float16) == Float32);
  CHECK(promote(Float16, Complex64) == Complex64);
  for (int a = 0; a < kScalarTypeCount; ++a) {
    const auto type = static_cast<ScalarType>(a);
    CHECK(promote(type, type) == type);
    for (int b = 0; b < kScalarTypeCount; ++b)
      CHECK(promote(type, static_cast<ScalarType>(b)) == promote(static_cast<ScalarType>(b), type));
  }
}

TEST_CASE("a Python number takes the type it meets") {
  CHECK(promote(weak(Int64), strong(Int8)) == strong(Int8));
  CHECK(promote(weak(Float64), strong(Float32)) == strong(Float32));
  CHECK(promote(weak(Float64), strong(Float16)) == strong(Float16));
  CHECK(promote(weak(Complex128), strong(Float16)) == strong(Complex64));
  CHECK(promote(weak(Float64), strong(Int8)) == strong(Float64));
  CHECK(promote(weak(Complex128), strong(Float32)) == strong(Complex64));
  CHECK(promote(weak(Int64), strong(Bool)) == strong(Int64));
  CHECK(promote(weak(Bool), weak(Float64)) == weak(Float64));
}

TEST_CASE("definitions that meet stay what they are") {
  for (const Type& number : {known_int(0), known_int(300), weak(Int64)}) {
    const Type met = join(number, strong(Int8));
    REQUIRE(met.is_either());
    CHECK(met.elements.size() == 2);
    CHECK(join(met, strong(Int8)) == met);
  }
  CHECK(join(strong(Int8), strong(Int8)) == strong(Int8));
  CHECK(join(known_int(1), known_int(1)) == known_int(1));
  CHECK(join(known_int(1), known_int(2)) == weak(Int64));
  CHECK_FALSE(loses_value(known_int(7), strong(Float32)));
  CHECK(loses_value(weak(Int64), weak(Float64)));
  CHECK(loses_value(strong(UInt64), strong(Float64)));
  CHECK_FALSE(loses_value(strong(Int32), strong(Float64)));
  CHECK(loses_value(weak(Float64), strong(Float32)));
  CHECK(join(weak(Int64), tuple({weak(Int64)})).is(Type::Kind::Error));
}

TEST_CASE("operators know their types") {
  using Op = syntax::BinaryOperator;
  CHECK(binary_rule(Op::Div, weak(Int64), weak(Int64)).result == weak(Float64));
  CHECK(binary_rule(Op::Div, strong(Int8), strong(Int8)).result == strong(Float64));
  CHECK(binary_rule(Op::Pow, known_int(2), known_int(-1)).result == weak(Float64));
  CHECK(binary_rule(Op::Pow, weak(Int64), weak(Int64)).result == weak(Int64));
  CHECK(binary_rule(Op::FloorDiv, strong(Bool), strong(Bool)).result == strong(Int8));
  CHECK(binary_rule(Op::Sub, strong(Bool), strong(Bool)).result.is(Type::Kind::Error));
  CHECK(binary_rule(Op::Mult, known_int(6), known_int(7)).result == known_int(42));
  CHECK(binary_rule(Op::Mult, known_int(INT64_MAX), known_int(2)).result == weak(Int64));
  CHECK(compare_rule(syntax::CompareOperator::Lt, strong(UInt64), strong(Int64)).mixed_signs);
  CHECK(compare_rule(syntax::CompareOperator::Lt, strong(Int8), known_int(300)).compute == Int64);
}
