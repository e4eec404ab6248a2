#include "frontend/syntax/reader.h"

#include "support/large_stack.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace unpython;
using namespace unpython::frontend;

namespace {

std::string function_with(const std::string& body) {
  return "unpython 1\n(function f \"f.py\" 1 [\"def f():\"] 1:0+5 [] [] [] [] [" + body + "])\nhidden []\n";
}

syntax::Program read_body(const std::string& body) { return read_program(function_with(body)); }

template <class Node>
const Node& only_expression(const syntax::Program& program) {
  const auto& statement = program[program.functions.at(0).body.at(0)];
  return std::get<Node>(program[std::get<syntax::ExprStatement>(statement.node).value].node);
}

}  // namespace

TEST_CASE("A function keeps its file, its parameters and its bindings") {
  const auto program = read_program(
      "unpython 1\n"
      "(function f \"a \\\"b\\\".py\" 7 [\"def f(a, *, n=1):\" \"  \\\\\"] 7:0+5 [(a 7:6+1 -)] [(n 7:12+1 "
      "(int 7:12+1 1))] "
      "[(np.sqrt library \"numpy.sqrt\") (N hidden 0) (g function 1) (x unsupported \"a list\") (y missing "
      "\"\")] "
      "[f e] [\n (pass 8:1+4)])\n"
      "(function g \"g.py\" 1 [] 1:0+5 [] [] [] [] [(pass 2:1+4)])\n"
      "hidden [\"N\"]\n");
  REQUIRE(program.functions.size() == 2);
  const auto& f = program.functions[0];
  CHECK(f.name == "f");
  CHECK(program.files[0].name == "a \"b\".py");
  CHECK(program.files[0].first_line == 7);
  CHECK(program.files[0].lines == std::vector<std::string>{"def f(a, *, n=1):", "  \\"});
  CHECK(f.parameters.at(0).name == "a");
  CHECK_FALSE(f.parameters.at(0).default_value.valid());
  CHECK(f.keyword_only.at(0).default_value.valid());
  REQUIRE(f.bindings.size() == 5);
  CHECK(f.bindings[0].kind == syntax::BindingKind::Library);
  CHECK(f.bindings[0].path == "np.sqrt");
  CHECK(f.bindings[0].target == "numpy.sqrt");
  CHECK(f.bindings[1].kind == syntax::BindingKind::Hidden);
  CHECK(f.bindings[1].index == 0);
  CHECK(f.bindings[2].index == 1);
  CHECK(f.bindings[3].target == "a list");
  CHECK(f.bindings[4].kind == syntax::BindingKind::Missing);
  CHECK(f.unknown_names == std::vector<std::string>{"f", "e"});
  CHECK(program.hidden == std::vector<std::string>{"N"});
  CHECK(program.functions[1].file == 1);
  CHECK(program[program.functions[1].body.at(0)].range.file == 1);
}

TEST_CASE("Positions name the lines and columns of both ends") {
  const auto program = read_body("(pass 3:4+6)(pass 3:4-5:2)");
  CHECK(program[program.functions[0].body[0]].range == SourceRange{3, 4, 3, 10, 0});
  CHECK(program[program.functions[0].body[1]].range == SourceRange{3, 4, 5, 2, 0});
}

TEST_CASE("Numbers are read to the last bit") {
  CHECK(
      only_expression<syntax::IntLiteral>(read_body("(expr 1:0+1 (int 1:0+1 -9223372036854775808))")).value ==
      INT64_MIN);
  CHECK(only_expression<syntax::IntLiteral>(read_body("(expr 1:0+1 (int 1:0+1 big))")).too_large);
  const auto large = read_body("(expr 1:0+1 (int 1:0+1 18446744073709551615))");
  CHECK(only_expression<syntax::IntLiteral>(large).is_unsigned);
  CHECK(only_expression<syntax::IntLiteral>(large).value == -1);
  CHECK(only_expression<syntax::FloatLiteral>(read_body("(expr 1:0+1 (float 1:0+1 0.1))")).value == 0.1);
  CHECK(only_expression<syntax::FloatLiteral>(read_body("(expr 1:0+1 (float 1:0+1 inf))")).value > 1e308);
  CHECK(only_expression<syntax::FloatLiteral>(read_body("(expr 1:0+1 (float 1:0+1 5e-324))")).value ==
        5e-324);
  CHECK(only_expression<syntax::ComplexLiteral>(read_body("(expr 1:0+1 (complex 1:0+1 2.5))")).imaginary ==
        2.5);
}

TEST_CASE("Strings may hold quotes, line ends, lone surrogates and NUL") {
  const auto program = read_body("(expr 1:0+1 (str 1:0+1 \"a\\\"\\\\\\n\\u0000\\ud800\xC3\xA9\"))");
  CHECK(only_expression<syntax::StringLiteral>(program).value ==
        std::string("a\"\\\n\0\xEF\xBF\xBD\xC3\xA9", 10));
}

TEST_CASE("Operators that share a sign are told apart by their node") {
  const auto program =
      read_body("(expr 1:0+1 (binary 1:0+1 - (unary 1:0+1 - (name 1:0+1 a)) (name 1:0+1 b)))");
  const auto& minus = only_expression<syntax::Binary>(program);
  CHECK(minus.op == syntax::BinaryOperator::Sub);
  CHECK(std::get<syntax::Unary>(program[minus.left].node).op == syntax::UnaryOperator::Minus);
}

TEST_CASE("Absent parts of a slice are invalid ids") {
  const auto program = read_body("(expr 1:0+1 (slice 1:0+1 - (int 1:0+1 -1) -))");
  const auto& slice = only_expression<syntax::Slice>(program);
  CHECK_FALSE(slice.lower.valid());
  CHECK(slice.upper.valid());
  CHECK_FALSE(slice.step.valid());
}

TEST_CASE("Malformed text is an internal error, never a crash") {
  const std::string good = function_with("(assign 2:1+3 [(name 2:1+1 s)] (float 2:3+1 0.5))");
  CHECK_NOTHROW(read_program(good));
  for (size_t length = 0; length + 1 < good.size(); ++length) {
    CHECK_THROWS_AS(read_program(std::string_view(good).substr(0, length)), InternalError);
  }
  CHECK_THROWS_AS(read_program(good + "x"), InternalError);
  CHECK_THROWS_AS(read_body("(frobnicate 1:0+1)"), InternalError);
  CHECK_THROWS_AS(read_body("(expr 1:0+1 (int 1:0+1 12a))"), InternalError);
  CHECK_THROWS_AS(read_body("(expr 1:0+1 (binary 1:0+1 ? (name 1:0+1 a) (name 1:0+1 b)))"), InternalError);
  std::string deep = "(expr 1:0+1 ";
  for (int i = 0; i < 20000; ++i) deep += "(unary 1:0+1 - ";
  CHECK_THROWS_AS(on_large_stack(Ownership::Borrows, [&] { return read_body(deep); }), CompileError);
}

TEST_CASE("Every golden file that Python wrote can be read") {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(UNPYTHON_TEST_DATA "/golden/reader")) {
    if (entry.path().extension() != ".txt") continue;
    INFO(entry.path());
    std::ifstream input(entry.path());
    std::stringstream text;
    text << input.rdbuf();
    const auto program = read_program(text.str());
    CHECK_FALSE(program.functions.empty());
    CHECK(program.files.size() == program.functions.size());
    for (const auto& function : program.functions) {
      CHECK_FALSE(function.body.empty());
      CHECK_FALSE(program.files[static_cast<size_t>(function.file)].lines.empty());
    }
    ++files;
  }
  CHECK(files > 0);
}
