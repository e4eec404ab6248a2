// Units of datetime64 and timedelta64 against what NumPy 2 says of them.
#include "frontend/types/times.h"

#include <catch2/catch.hpp>

#include "driver/compile/argument_codes.h"

using namespace unpython;
using namespace unpython::frontend;

namespace {

ScalarType named(std::string_view name) { return *time_type_named(name); }
std::string together(std::string_view a, std::string_view b) {
  const auto common = common_time(named(a), named(b));
  return common ? full_name(*common) : "none";
}

}  // namespace

TEST_CASE("the names of times are those of their bits") {
  for (const std::string_view unit : {"Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"})
    for (const std::string_view multiple : {"", "2", "15", "1023"})
      for (const std::string kind : {"datetime64", "timedelta64"}) {
        const std::string inside = std::string(multiple) + std::string(unit);
        const auto type = time_type_named(kind + "_" + inside);
        REQUIRE(type);
        CHECK(full_name(*type) == kind + "[" + inside + "]");
        CHECK(scalar_type(time_type(*type)) == *type);
        CHECK(is_difference(*type) == (kind == "timedelta64"));
        CHECK(size_of(*type) == 8);
        CHECK(machine_type(*type) == ScalarType::Int64);
        CHECK_FALSE(is_integer(*type));
      }
  CHECK(full_name(named("datetime64_generic")) == "datetime64");
  for (const std::string_view wrong :
       {"datetime64", "datetime64_", "datetime64_0s", "datetime64_1024s", "datetime64_q", "float64", "datetime64_s2"})
    CHECK_FALSE(time_type_named(wrong));
}

TEST_CASE("two units go together in the finer one") {
  CHECK(together("datetime64_D", "datetime64_s") == "datetime64[s]");
  CHECK(together("timedelta64_2h", "timedelta64_45m") == "timedelta64[15m]");
  CHECK(together("datetime64_2W", "datetime64_3D") == "datetime64[D]");
  CHECK(together("datetime64_2Y", "datetime64_5M") == "datetime64[M]");
  CHECK(together("datetime64_M", "datetime64_15m") == "none");  // what NumPy does with both is not the same everywhere
  CHECK(together("datetime64_M", "timedelta64_D") == "datetime64[D]");
  CHECK(together("datetime64_D", "timedelta64_M") == "none");
  CHECK(together("timedelta64_M", "timedelta64_D") == "none");
  CHECK(together("timedelta64_Y", "timedelta64_M") == "timedelta64[M]");
  CHECK(together("datetime64_generic", "datetime64_15m") == "datetime64[15m]");
  CHECK(together("datetime64_s", "datetime64_as") == "none");  // the factor needs more than 56 bits
  CHECK(units_in(TimeUnit::Week, TimeUnit::Hour) == 168);
  CHECK(units_in(TimeUnit::Year, TimeUnit::Month) == 12);
  CHECK_FALSE(units_in(TimeUnit::Month, TimeUnit::Day));
}

TEST_CASE("what astype() of times is compiled for") {
  CHECK(is_converted(named("datetime64_M"), named("datetime64_ns")));
  CHECK_FALSE(is_converted(named("timedelta64_M"), named("timedelta64_D")));
  CHECK(is_converted(named("timedelta64_s"), named("datetime64_s")));
  CHECK_FALSE(is_converted(named("timedelta64_s"), named("datetime64_ms")));
  CHECK_FALSE(is_converted(named("datetime64_D"), named("datetime64_generic")));
  CHECK(is_converted(ScalarType::Float64, named("timedelta64_s")));
  CHECK_FALSE(is_converted(ScalarType::Complex128, named("timedelta64_s")));
}

TEST_CASE("operators on times give what NumPy gives") {
  using Op = syntax::BinaryOperator;
  const Type date = strong(named("datetime64_D"));
  const Type stamp = strong(named("datetime64_s"));
  const Type gap = strong(named("timedelta64_s"));
  const auto is_wrong = [](Op op, const Type& a, const Type& b) { return binary_rule(op, a, b).result.is(Type::Kind::Error); };
  CHECK(binary_rule(Op::Sub, date, stamp).result == gap);
  CHECK(binary_rule(Op::Add, gap, date).result == stamp);
  CHECK(binary_rule(Op::Div, gap, gap).result == strong(ScalarType::Float64));
  CHECK(binary_rule(Op::FloorDiv, gap, gap).result == strong(ScalarType::Int64));
  CHECK(binary_rule(Op::Mod, gap, gap).result == gap);
  CHECK(binary_rule(Op::Mult, weak(ScalarType::Float64), gap).result == gap);
  CHECK(binary_rule(Op::Add, known_int(1), date).result == date);
  CHECK(is_wrong(Op::Add, date, date));
  CHECK(is_wrong(Op::Sub, gap, date));
  CHECK(is_wrong(Op::Sub, known_int(1), date));
  CHECK(is_wrong(Op::Mult, date, known_int(2)));
  CHECK(is_wrong(Op::Mod, gap, known_int(2)));
  CHECK(is_wrong(Op::Div, known_int(2), gap));
  CHECK(compare_rule(syntax::CompareOperator::Lt, date, stamp).compute == stamp.scalar);
  CHECK(compare_rule(syntax::CompareOperator::Lt, date, gap).result.is(Type::Kind::Error));
  CHECK(compare_rule(syntax::CompareOperator::Eq, date, known_int(5)).result.is(Type::Kind::Error));
}

TEST_CASE("the unit is a part of the code of an argument") {
  for (const std::string_view name : {"datetime64_D", "timedelta64_15m", "datetime64_1023as"}) {
    const ScalarType type = named(name);
    const auto scalar = driver::decode(driver::scalar_code(type, false));
    CHECK(scalar.type == type);
    CHECK_FALSE(scalar.is_array);
    const auto dimensions = driver::dimension_code(0, 1, 8, 8) | driver::dimension_code(1, 7, 8, 8);
    const auto array = driver::decode(driver::array_code(type, 2, true) | dimensions);
    CHECK(array.type == type);
    CHECK(array.is_array);
    CHECK(array.extents == std::vector<int64_t>{1, 0});
    CHECK(array.strides[1] == ir::StrideClass::Unit);
  }
}
