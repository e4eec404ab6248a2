#include "driver/report/error_text.h"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>

#include "ir/builder.h"
#include "unpython/error.h"

using namespace unpython;

namespace {

std::string text(const std::string& pattern, const std::vector<int64_t>& values,
                 std::vector<ir::ExprId> arguments = {}, ir::Function function = {}) {
  ir::Builder build(function);
  const ir::ErrorId error = build.error(ir::ErrorKind::ValueError, pattern, SourceRange{12, 0, 12, 1, 1});
  function.body = {build.raise(error, std::move(arguments))};
  abi::ErrorRecord record{};
  record.site = error.value;
  record.argument_count = static_cast<int32_t>(values.size());
  std::copy(values.begin(), values.end(), record.arguments);
  return driver::describe(function, {"/home/me/main.py", "/home/me/helper.py"}, record).text();
}

}  // namespace

TEST_CASE("arguments fill the message and the place is added") {
  CHECK(text("division by zero", {}) == "division by zero (helper.py, line 12)");
  CHECK(text("", {}) == "(helper.py, line 12)");
  CHECK(text("index {0} is out of bounds for axis {1} with size {2} (array 'a')", {5, 0, 3}) ==
        "index 5 is out of bounds for axis 0 with size 3 (array 'a') (helper.py, line 12)");
}

TEST_CASE("float arguments are read as floats") {
  ir::Function function;
  ir::Builder build(function);
  const ir::ExprId half = build.float64(0.5);
  CHECK(text("got {0}", {std::bit_cast<int64_t>(0.5)}, {half}, function) == "got 0.5 (helper.py, line 12)");
}

TEST_CASE("braces that are no placeholders stay") {
  CHECK(text("{x} {7} {0", {1}) == "{x} {7} {0 (helper.py, line 12)");
}

TEST_CASE("an error site that does not exist is our defect") {
  abi::ErrorRecord record{};
  record.site = 3;
  CHECK_THROWS_AS(driver::describe({}, {}, record), InternalError);
}
