#include "support/log.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>

using namespace unpython;

namespace {

/// What `action` writes to standard error.
template <class Action>
std::string standard_error_of(Action action) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const int saved = dup(STDERR_FILENO);
  dup2(ends[1], STDERR_FILENO);
  action();
  dup2(saved, STDERR_FILENO);
  close(saved);
  close(ends[1]);
  std::array<char, 1000> text{};
  const ssize_t size = read(ends[0], text.data(), text.size());
  close(ends[0]);
  return {text.data(), static_cast<size_t>(size)};
}

}  // namespace

TEST_CASE("log: a message is built only when its level is on") {
  int built = 0;
  const auto message = [&] {
    ++built;
    return std::string("text");
  };
  const std::string written = standard_error_of([&] {
    set_log_level(LogLevel::Warn);
    log(LogLevel::Info, message);
    log(LogLevel::Warn, message);
    set_log_level(LogLevel::Debug);
    log(LogLevel::Debug, message);
    set_log_level(LogLevel::Off);
    log(LogLevel::Warn, message);
    set_log_level(LogLevel::Warn);
  });
  CHECK(built == 2);
  CHECK(written == "unpython: text\nunpython debug: text\n");
}
