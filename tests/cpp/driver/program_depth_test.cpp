#include "driver/compile/program_depth.h"

#include <catch2/catch.hpp>

#include "frontend/syntax/reader.h"
#include "support/large_stack.h"

using namespace unpython;
using driver::depth_of_program;
using driver::depth_of_text;

namespace {

/// A function of one parameter with this body, and what stands behind it.
std::string program(const std::string& body, const std::string& behind = "") {
  return R"(unpython 1
(function f "f.py" 1 ["def f(a):"] 1:0+5 [(a 1:6+1 -)] [] [(range library "builtins.range")] [] [)" +
         body + "])\n" + behind + "hidden []\n";
}

int depth(const std::string& text) { return depth_of_program(frontend::read_program(text)); }

constexpr const char* kSum = "(return 2:4+5 (binary 2:11+5 + (name 2:11+1 a) (int 2:15+1 1)))";
constexpr const char* kCall = "(call 2:13+8 (name 2:13+5 range) [(int 2:19+1 3)] [])";

std::string loop(const std::string& iterable) {
  return "(for 2:4+20 (name 2:8+1 i) " + iterable + " [(pass 3:8+4)] [])";
}

}  // namespace

TEST_CASE("a program is no deeper than it has nodes") {
  CHECK(depth(program(kSum)) == 4);
  CHECK(depth_of_text(program(kSum)) >= 4);
  CHECK(depth(program(loop(kCall))) == 6);
  CHECK(depth_of_text(std::string(1'000'000, '(')) == kDeepestProgram);
}

TEST_CASE("what the front end may write more than once is as deep as any program") {
  const std::string number = "(int 2:13+1 1)";
  const std::string helper = R"((function g "f.py" 9 ["def g():"] 9:0+5 [] [] [] [] [(pass 9:8+4)]))";
  CHECK(depth(program(kSum, helper + "\n")) == kDeepestProgram);
  CHECK(depth(program(loop("(tuple 2:13+8 [" + number + "])"))) == kDeepestProgram);
  CHECK(depth(program(loop("(attr 2:13+7 (name 2:13+1 a) shape)"))) == kDeepestProgram);
  CHECK(depth(program("(expr 2:4+3 (list 2:4+3 [" + number + "]))")) == kDeepestProgram);
}
