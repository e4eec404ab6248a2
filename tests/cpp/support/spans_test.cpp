#include "support/spans.h"

#include <catch2/catch.hpp>
#include <string>
#include <thread>

using namespace unpython;

TEST_CASE("spans: nothing is kept unless it is asked for") {
  { const Span span("call", "before"); }
  keep_spans();
  Span span("call", "open");
  int64_t lost = 0;
  CHECK(take_spans(lost).empty());  // it has not ended
  CHECK_FALSE(spans_are_kept());
  CHECK(lost == 0);
}

TEST_CASE("spans: an inner one ends first and lies within") {
  keep_spans();
  {
    const Span outer("call", "f", "file.py", 3);
    Span inner("copy");
    REQUIRE(inner.record() != nullptr);
    inner.record()->bytes_in = 8;
  }
  int64_t lost = 0;
  const std::vector<SpanRecord> spans = take_spans(lost);
  REQUIRE(spans.size() == 2);
  CHECK(std::string(spans[0].kind) == "copy");
  CHECK(spans[0].bytes_in == 8);
  CHECK(spans[1].name == "f");
  CHECK(spans[1].line == 3);
  CHECK(spans[1].begin <= spans[0].begin);
  CHECK(spans[0].end <= spans[1].end);
}

TEST_CASE("spans: threads have numbers, work for a thread has that thread's") {
  const int64_t own = span_thread();
  int64_t other = own;
  int64_t lent = 0;
  std::thread([&] {
    other = span_thread();
    const OnBehalfOf waiting(own);
    lent = span_thread();
  }).join();
  CHECK(other != own);
  CHECK(lent == own);
  CHECK(span_thread() == own);
}
