#include "support/text_writer.h"

#include <catch2/catch.hpp>
#include <limits>

using unpython::Indented;
using unpython::TextWriter;

TEST_CASE("text_writer: indents lines that have text") {
  TextWriter out;
  out.line("for ", int64_t{3});
  {
    const Indented body(out);
    out << "a\n\nb";
    out.line(" = ", true, ' ', uint8_t{200});
  }
  out.line("end");
  CHECK(out.text() == "for 3\n  a\n\n  b = true 200\nend\n");
  CHECK(out.take().size() == 30);
  CHECK(out.text().empty());
}

TEST_CASE("text_writer: numbers read back as they were") {
  TextWriter out;
  out << 1.0 << ' ' << 0.1 << ' ' << 0.1f << ' ' << 1e300 << ' ' << -0.0 << ' '
      << std::numeric_limits<double>::infinity() << ' ' << -std::numeric_limits<float>::infinity() << ' '
      << std::numeric_limits<double>::quiet_NaN();
  CHECK(out.text() == "1.0 0.1 0.1 1e+300 -0.0 inf -inf nan");
}
