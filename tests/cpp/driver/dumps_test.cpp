#include "driver/compile/dumps.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

using namespace unpython;

namespace {

std::string read(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

struct TemporaryFolder {
  std::filesystem::path path = std::filesystem::temp_directory_path() / "unpython_dumps_test";
  TemporaryFolder() { std::filesystem::remove_all(path); }
  ~TemporaryFolder() { std::filesystem::remove_all(path); }
};

Settings dump_to(const TemporaryFolder& folder, std::vector<std::string> stages) {
  Settings settings;
  settings.dump = std::move(stages);
  settings.dump_dir = folder.path.string();
  return settings;
}

}  // namespace

TEST_CASE("each stage goes to a file of its own") {
  const TemporaryFolder folder;
  const Settings settings = dump_to(folder, {"ir", "ir@tile_loops"});
  driver::Dumps dumps(settings, "f", 2);
  CHECK(dumps.wants("ir"));
  CHECK_FALSE(dumps.wants("asm"));
  CHECK(dumps.wants_pass("tile_loops"));
  CHECK_FALSE(dumps.wants_pass("simplify"));
  dumps.write("ir", "text");
  CHECK(read(folder.path / "f.2.ir.txt") == "== f: ir\ntext\n");
}

TEST_CASE("a pass that changed nothing says so in one line") {
  const TemporaryFolder folder;
  const Settings settings = dump_to(folder, {"ir@*"});
  driver::Dumps dumps(settings, "f", 0);
  dumps.write_pass("one", "text");
  dumps.write_pass("two", "text");
  CHECK(read(folder.path / "f.ir.one.txt") == "== f: ir@one\ntext\n");
  CHECK(read(folder.path / "f.ir.two.txt") == "== f: ir@two\n(no change)\n");
}
