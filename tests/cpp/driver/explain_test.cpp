#include "driver/report/explain.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "driver/plan/reasons.h"

using namespace unpython;

namespace {

driver::NestReport nest(int line, const std::string& schedule) {
  driver::NestReport report;
  report.line = line;
  report.speaker.verdict = "proven";
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
  report.nests.push_back(nest(7, "parallel over i"));
  report.nests.front().proven = 3;
  report.nests.front().checked = 1;
  report.times.push_back({"lower", 1.25});
  CHECK(driver::print(report) ==
        "f(): runs on cpu\n"
        "  not on gpu: NO_DEVICE, no GPU\n"
        "  line 7: proven\n"
        "    parallel over i; 3 subscripts proven in bounds; 1 subscript checked\n"
        "  prepared in 1.25 ms (lower 1.25), code: disk");
}

TEST_CASE("a conflict says what to write instead, and its code is listed") {
  analysis::LoopFacts facts;
  facts.verdict = analysis::Verdict::Conflict;
  facts.between_accesses = true;
  CHECK(driver::reason_code(facts) == "CONFLICT");
  for (const auto verdict : {analysis::Verdict::Conflict, analysis::Verdict::Inspected,
                             analysis::Verdict::Trusted, analysis::Verdict::Sequential}) {
    for (const bool between : {false, true}) {
      facts = {};
      facts.verdict = verdict;
      facts.reason = "so";
      facts.between_accesses = between;
      CHECK_FALSE(driver::advice_for(driver::reason_code(facts)).empty());
    }
  }
  driver::Report report;
  report.function = "f";
  report.nests.push_back(nest(7, ""));
  report.nests.front().speaker.advice = "use range";
  CHECK(driver::print(report).find("\n    use range") != std::string::npos);
}

TEST_CASE("each of several marked loops has its verdict") {
  driver::Report report;
  report.function = "f";
  report.nests.push_back(nest(7, ""));
  report.nests.front().loops = {{.line = 7, .verdict = "proven"}};
  CHECK(driver::print(report).find("loop in line") == std::string::npos);
  report.nests.front().loops.push_back({.line = 8, .verdict = "conflict", .reason = "so"});
  CHECK(driver::print(report).find("\n    loop in line 7: proven\n    loop in line 8: conflict (so)") !=
        std::string::npos);
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
