// Comparison with an expected text file under tests/golden; UNPYTHON_UPDATE_GOLDEN=1 rewrites the file
// instead.
#pragma once
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace unpython::test {

/// Checks `text` against tests/golden/`path`.
inline void check_golden(const std::string& text, const std::string& path) {
  const std::string file = std::string(UNPYTHON_TEST_DATA) + "/golden/" + path;
  if (std::getenv("UNPYTHON_UPDATE_GOLDEN") != nullptr) {
    std::ofstream(file) << text;
    return;
  }
  std::ifstream stream(file);
  std::stringstream expected;
  expected << stream.rdbuf();
  INFO("golden file " << file);
  CHECK(text == expected.str());
}

}  // namespace unpython::test
