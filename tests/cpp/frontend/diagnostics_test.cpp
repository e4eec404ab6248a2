#include "frontend/syntax/diagnostics.h"

#include <catch2/catch.hpp>

#include "frontend/syntax/reader.h"

using namespace unpython;
using frontend::render;

namespace {

frontend::syntax::Program program_with_lines(const std::string& lines) {
  return frontend::read_program("unpython 1\n(function f \"f.py\" 10 [" + lines +
                                "] 10:0+5 [] [] [] [] [(pass 11:4+4)])\nhidden []\n");
}

}  // namespace

TEST_CASE("A mistake shows its place, its line with carets, and the advice") {
  const auto program = program_with_lines("\"def f(a):\" \"    return a.shap[0]\"");
  CHECK(render(program, {{.code = "X",
                          .message = "no 'shap'",
                          .advice = "did you mean 'shape'?",
                          .range = {11, 11, 11, 17, 0}}}) ==
        "f.py:11:12: no 'shap'\n"
        "    return a.shap[0]\n"
        "           ^^^^^^\n"
        "  did you mean 'shape'?");
}

TEST_CASE("Mistakes come in the order of the text, each once") {
  const auto program = program_with_lines("\"def f(a):\" \"  x\"");
  const Diagnostic late{.code = "", .message = "late", .advice = "", .range = {11, 2, 11, 3, 0}};
  const Diagnostic early{.code = "", .message = "early", .advice = "", .range = {10, 0, 10, 3, 0}};
  CHECK(render(program, {late, early, late}) ==
        "f.py:10:1: early\n    def f(a):\n    ^^^\n"
        "f.py:11:3: late\n    x\n    ^");
}

TEST_CASE("Carets count characters, not bytes") {
  const auto program = program_with_lines("\"def f(a):\" \"  \xC3\xA9\xC3\xA9 = b\"");
  CHECK(render(program, {{.code = "", .message = "m", .advice = "", .range = {11, 9, 11, 10, 0}}}) ==
        "f.py:11:8: m\n    \xC3\xA9\xC3\xA9 = b\n         ^");
}

TEST_CASE("A range over several lines is marked on its first line, without the colon") {
  const auto program = program_with_lines("\"def f(a):\" \"    with a: \" \"        pass\"");
  CHECK(render(program, {{.code = "", .message = "m", .advice = "", .range = {11, 4, 12, 12, 0}}}) ==
        "f.py:11:5: m\n    with a: \n    ^^^^^^");
}

TEST_CASE("A position outside the text gives no excerpt") {
  const auto program = program_with_lines("\"def f(a):\"");
  CHECK(render(program, {{.code = "", .message = "m", .advice = "a", .range = {0, 0, 0, 0, 0}}}) ==
        "f.py: m\n  a");
  CHECK(render(program, {{.code = "", .message = "m", .advice = "", .range = {99, 3, 99, 4, 7}}}) ==
        "f.py:99:4: m");
  CHECK(render(program, {{.code = "", .message = "m", .advice = "", .range = {10, 500, 10, 900, 0}}})
            .find("f.py:10:10: m\n    def f(a):\n") == 0);
}

TEST_CASE("At most 8 lines, and a long line is cut around the mistake") {
  const auto program = program_with_lines("\"" + std::string(1000, 'x') + "\"");
  const std::string text = render(
      program,
      {{.code = "", .message = "m", .advice = "1\n2\n3\n4\n5\n6\n7\n8\n9", .range = {10, 600, 10, 605, 0}}});
  CHECK(std::count(text.begin(), text.end(), '\n') < 8);
  CHECK(text.find("^^^^^") != std::string::npos);
  CHECK(text.size() < 600);
}
