#include "support/settings.h"

#include <cstdlib>

#include <catch2/catch.hpp>

namespace {

/// Sets a variable for one test.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

}  // namespace

using namespace unpython;

TEST_CASE("settings: defaults") {
  const Variable home("XDG_CACHE_HOME", "/somewhere");
  const Settings s = read_settings();
  CHECK(s.log == LogLevel::Warn);
  CHECK(s.dump.empty());
  CHECK(s.cache);
  CHECK(s.cache_dir == "/somewhere/unpython");
  CHECK_FALSE(s.strict);
  CHECK_FALSE(s.disable);
}

TEST_CASE("settings: every variable is read at each call") {
  {
    const Variable log("UNPYTHON_LOG", "Debug"), dump("UNPYTHON_DUMP", "ir, scheduled,,ir@simplify"),
        dir("UNPYTHON_DUMP_DIR", "/d"), time("UNPYTHON_TIME", "1"), verify("UNPYTHON_VERIFY", "yes"),
        strict("UNPYTHON_STRICT", "0"), disable("UNPYTHON_DISABLE", "true"), cache("UNPYTHON_CACHE", "OFF"),
        folder("UNPYTHON_CACHE_DIR", "/c"), device("UNPYTHON_DEVICE", "cpu"),
        library("UNPYTHON_CPU_LIBRARY", "/l.so"), cuda("UNPYTHON_CUDA_LIBRARY", "/cuda.so"),
        tiles("UNPYTHON_TILES", "3"), rows("UNPYTHON_STAGE_ROWS", "1"), steps("UNPYTHON_JOIN_TURNS", "off"),
        nests("UNPYTHON_JOIN_NESTS", "off"), quick("UNPYTHON_QUICK_CODE", "off"),
        columns("UNPYTHON_COLUMNS_FIRST", "off"), sides("UNPYTHON_SIDES", "Turns");
    const Settings s = read_settings();
    CHECK(s.log == LogLevel::Debug);
    CHECK(s.dump == std::vector<std::string>{"ir", "scheduled", "ir@simplify"});
    CHECK(s.dumps("ir@simplify"));
    CHECK_FALSE(s.dumps("code"));
    CHECK(s.dump_dir == "/d");
    CHECK(s.time);
    CHECK(s.verify);
    CHECK_FALSE(s.strict);
    CHECK(s.disable);
    CHECK_FALSE(s.cache);
    CHECK(s.cache_dir == "/c");
    CHECK(s.device == "cpu");
    CHECK(s.cpu_library == "/l.so");
    CHECK(read_variable("UNPYTHON_CUDA_LIBRARY") == "/cuda.so");
    CHECK(s.tiles == 3);
    CHECK(s.stage_rows);
    CHECK_FALSE(s.join_turns);
    CHECK_FALSE(s.join_nests);
    CHECK_FALSE(s.quick_code);
    CHECK_FALSE(s.columns_first);
    CHECK(s.sides == "turns");
  }
  CHECK(read_settings().tiles == 1);
  CHECK_FALSE(read_settings().stage_rows);
  CHECK(read_settings().join_turns);
  CHECK(read_settings().join_nests);
  CHECK(read_settings().quick_code);
  CHECK(read_settings().columns_first);
  CHECK_FALSE(read_settings().time);
}

TEST_CASE("settings: words that a variable does not know are told") {
  CHECK(unknown_values().empty());
  const Variable log("UNPYTHON_LOG", "debgu"), dump("UNPYTHON_DUMP", "ir@simplify,scheduld,asm");
  const std::vector<std::string> found = unknown_values();
  REQUIRE(found.size() == 2);
  CHECK(found[0] == "UNPYTHON_LOG='debgu' is not known and counts for nothing; there are off, warn, info and debug");
  CHECK(found[1] == "UNPYTHON_DUMP='scheduld' is not known and counts for nothing; "
                    "there are syntax, ir, scheduled, code and asm, and ir@ with the name of a pass");
}

TEST_CASE("settings: each word of UNPYTHON_SIDES is known") {
  for (const char* word : {"one", "host", "turns", "both", "Both"}) {
    const Variable sides("UNPYTHON_SIDES", word);
    CHECK(unknown_values().empty());
  }
  const Variable sides("UNPYTHON_SIDES", "bot");
  CHECK(unknown_values() == std::vector<std::string>{"UNPYTHON_SIDES='bot' is not known and counts for nothing; "
                                                     "there are one, host, turns and both"});
}

TEST_CASE("settings: switches and numbers tell what they do not know, and are as if not set") {
  const Variable strict("UNPYTHON_STRICT", "maybe"), cache("UNPYTHON_CACHE", "of"), tiles("UNPYTHON_TILES", "x"),
      time("UNPYTHON_TIME", "Yes"), verify("UNPYTHON_VERIFY", "");
  const Settings s = read_settings();
  CHECK_FALSE(s.strict);
  CHECK(s.cache);
  CHECK(s.tiles == 1);
  CHECK(s.time);
  CHECK_FALSE(s.verify);
  CHECK(unknown_values() ==
        std::vector<std::string>{"UNPYTHON_STRICT='maybe' is not known and counts for nothing; there are on and off",
                                 "UNPYTHON_CACHE='of' is not known and counts for nothing; there are on and off",
                                 "UNPYTHON_TILES='x' is not known and counts for nothing; there are numbers from 1 on"});
}
