#include "driver/compile/stored_parameters.h"

#include <catch2/catch.hpp>
#include <string>

#include "driver/compile/compile.h"

using namespace unpython;

namespace {

/// `a`, `b` and `c` are the parameters of a function with these statements.
std::vector<bool> stored(const std::string& statements, const std::string& helpers = "") {
  const std::string at = "1:0+1";
  std::string parameters;
  for (const char* name : {"a", "b", "c"}) parameters += std::string("(") + name + " " + at + " -)";
  return driver::stored_parameters(driver::read_program("unpython 1\n(function f \"f.py\" 1 [\"x\"] " + at +
                                                        " [" + parameters + "] [] [] [] [" + statements +
                                                        "])" + helpers + "\nhidden []\n"));
}

std::string name(const std::string& id) { return "(name 1:0+1 " + id + ")"; }
std::string element(const std::string& id) { return "(sub 1:0+1 " + name(id) + " (int 1:0+1 0))"; }
std::string assign(const std::string& target, const std::string& value) {
  return "(assign 1:0+1 [" + target + "] " + value + ")";
}

}  // namespace

TEST_CASE("element reads and attributes do not store") {
  CHECK(stored(assign(element("c"), element("a"))) == std::vector{false, false, true});
  CHECK(stored(assign(element("c"), "(attr 1:0+1 " + name("b") + " size)")) ==
        std::vector{false, false, true});
  CHECK(stored("(aug 1:0+1 " + element("b") + " + " + element("a") + ")") == std::vector{false, true, false});
}

TEST_CASE("a whole array that is passed on may be stored to") {
  CHECK(stored("(return 1:0+1 " + name("a") + ")") == std::vector{true, false, false});
  CHECK(stored(assign(name("x"), "(attr 1:0+1 " + name("b") + " T)")) == std::vector{false, true, false});
}

TEST_CASE("what a function is given for its result is stored to") {
  const std::string call = "(call 1:0+1 " + name("g") + " [" + element("a") + "] [(out 1:0+1 " + element("b") + ")])";
  CHECK(stored(assign(element("c"), call)) == std::vector{false, true, true});
}

TEST_CASE("a store through a view may reach every parameter") {
  CHECK(stored(assign(name("row"), element("a")) + assign(element("row"), element("b"))) ==
        std::vector{true, true, true});
}

TEST_CASE("a store to a new array reaches no parameter") {
  const auto with = [](const std::string& statements) {
    const std::string at = "1:0+1";
    return driver::stored_parameters(driver::read_program(
        "unpython 1\n(function f \"f.py\" 1 [\"x\"] " + at + " [(a " + at + " -)] [] [(np.empty library \"numpy.empty\")] [] [" +
        statements + "])\nhidden []\n"));
  };
  const std::string made = assign(name("made"), "(call 1:0+1 (attr 1:0+1 " + name("np") + " empty) [(int 1:0+1 3)] [])");
  const std::string store = assign(element("made"), element("a"));
  CHECK(with(made + store) == std::vector{false});
  CHECK(with(made + assign(name("made"), element("a")) + store) == std::vector{true});
  CHECK(with(made + assign(name("row"), name("made")) + assign(element("row"), element("a"))) == std::vector{true});
  CHECK(with(made + "(for 1:0+1 " + name("made") + " " + element("a") + " [" + store + "] [])") == std::vector{true});
}

TEST_CASE("what is updated in place is stored to, and so is what it is a part of") {
  const auto update = [](const std::string& target) { return "(aug 1:0+1 " + target + " + " + element("c") + ")"; };
  CHECK(stored(assign(name("row"), element("a")) + update(name("row"))) == std::vector{true, false, false});
  CHECK(stored("(for 1:0+1 " + name("row") + " " + element("b") + " [" + update(name("row")) + "] [])") ==
        std::vector{false, true, false});
  const std::string either = "(select 1:0+1 " + element("c") + " " + element("a") + " " + name("row") + ")";
  CHECK(stored(assign(name("row"), element("b")) + assign(name("x"), either) + update(name("x"))) ==
        std::vector{true, true, false});
  CHECK(stored(assign(name("x"), "(binary 1:0+1 + " + element("a") + " " + element("b") + ")") + update(name("x"))) ==
        std::vector{false, false, false});
  CHECK(stored(update("(attr 1:0+1 " + element("b") + " real)")) == std::vector{false, true, false});
  CHECK(stored(assign("(attr 1:0+1 " + name("b") + " imag)", element("c"))) == std::vector{false, true, false});
}

TEST_CASE("what a function updates that is called may be each thing that a function is given") {
  const std::string at = "1:0+1";
  const std::string call = "(expr " + at + " (call " + at + " " + name("g") + " [" + element("b") + "] []))";
  const std::string helper = "(function g \"f.py\" 1 [\"x\"] " + at + " [(x " + at + " -)] [] [] [] [(aug " + at + " " +
                             name("x") + " + (int " + at + " 1))])";
  CHECK(stored(call, helper) == std::vector{false, true, false});
}
