#include "driver/explain.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "driver/reasons.h"

using namespace unpython;

namespace {

transform::NestReport nest(int line, const std::string& schedule) {
  transform::NestReport report;
  report.range.line = line;
  report.verdict = "proven";
  report.schedule = schedule;
  return report;
}

}  // namespace

TEST_CASE("the report names fallbacks, nests and times") {
  driver::Report report;
  report.function = "f";
  report.device = "cpu";
  report.cache = "disk";
  report.fallbacks.push_back({"gpu", "NO_DEVICE", "no GPU", 0});
  report.nests.push_back(
      {.range = {.line = 7}, .verdict = "proven", .reason = "", .schedule = "parallel over i"});
  report.times.push_back({"lower", 1.25});
  CHECK(driver::print(report) ==
        "f(): runs on cpu\n"
        "  not on gpu: NO_DEVICE, no GPU\n"
        "  line 7: proven\n"
        "    parallel over i\n"
        "  prepared in 1.25 ms (lower 1.25), code: disk");
}

TEST_CASE("at most 25 lines are printed") {
  driver::Report report;
  report.function = "f";
  report.device = "cpu";
  for (int line = 1; line <= 40; ++line) report.nests.push_back(nest(line, ""));
  const std::string text = driver::print(report);
  CHECK(std::count(text.begin(), text.end(), '\n') == 24);
  CHECK(text.find("and 17 more lines") != std::string::npos);
}

TEST_CASE("reasons are sorted, unique and have advice") {
  const auto reasons = driver::all_reasons();
  for (size_t i = 0; i < reasons.size(); ++i) {
    CHECK_FALSE(reasons[i].advice.empty());
    if (i > 0) CHECK(reasons[i - 1].code < reasons[i].code);
  }
  CHECK(driver::advice_for("no such code").empty());
}
