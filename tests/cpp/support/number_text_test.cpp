#include "support/number_text.h"

#include <catch2/catch.hpp>
#include <limits>
#include <string_view>
#include <vector>

using unpython::format_number;
using unpython::number_of_text;
using unpython::number_text;

namespace {

std::optional<double> read(std::string_view text) {
  const std::vector<int64_t> codes(text.begin(), text.end());
  return number_of_text(codes);
}

}  // namespace

TEST_CASE("number_text: as Python writes them") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(1e16) == "1e+16");
  CHECK(number_text(1e15) == "1000000000000000.0");
  CHECK(number_text(-0.0) == "-0.0");
  CHECK(number_text(1e-5) == "1e-05");
  CHECK(number_text(5e-324) == "5e-324");
  CHECK(number_text(-std::numeric_limits<double>::infinity()) == "-inf");
  CHECK(number_text(int64_t{-7}) == "-7");
}

TEST_CASE("number_text: formats") {
  CHECK(format_number(2.675, U".2f") == "2.67");
  CHECK(format_number(0.125, U".2f") == "0.12");
  CHECK(format_number(-1234567.891, U">+15,.1f") == "   -1,234,567.9");
  CHECK(format_number(-3.5, U"08.2f") == "-0003.50");
  CHECK(format_number(3.5, U"<08.2f") == "3.500000");
  CHECK(format_number(0.256, U"^9.1%") == "  25.6%  ");
  CHECK(format_number(1234.5, U".3e") == "1.234e+03");
  CHECK(format_number(int64_t{42}, U"*^+7d") == "**+42**");
  CHECK(format_number(int64_t{3}, U".1f") == "3.0");
  CHECK(format_number(1e20, U"g") == "1e+20");
}

TEST_CASE("number_text: what is not known is left to Python") {
  CHECK_FALSE(format_number(1.0, U"d"));
  CHECK_FALSE(format_number(int64_t{1}, U"x"));
  CHECK_FALSE(format_number(1.0, U".3"));
  CHECK_FALSE(format_number(1.0, U"012,.1f"));
  CHECK_FALSE(format_number(std::numeric_limits<double>::quiet_NaN(), U".1f"));
  CHECK_FALSE(format_number(1.0, U"=8.1f"));
}

TEST_CASE("number_of_text: as Python reads them") {
  CHECK(read("0.1") == 0.1);
  CHECK(read("+2.5e-3") == 2.5e-3);
  CHECK(read("-1.") == -1.0);
  CHECK(read(".5E+2") == 50.0);
  CHECK(read("2.2250738585072011e-308") == 2.2250738585072011e-308);
  CHECK(read("9007199254740993.0000000000000001") == 9007199254740994.0);
}

TEST_CASE("number_of_text: what is not known is left to Python") {
  for (const char* text : {"", ".", "1e", "+", "+-1", "-+1", "--1", "1e400", "1e-400", " 1", "1_0", "nan", "inf", "0x10", "1,5"})
    CHECK_FALSE(read(text));
}
