#include "support/file_stamp.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>

namespace files = std::filesystem;
using unpython::stamp_of_files;

namespace {

void write(const files::path& path, const char* text) { std::ofstream(path) << text; }

}  // namespace

TEST_CASE("file_stamp: changes with each file of the suffix, and with no other") {
  const files::path folder = files::temp_directory_path() / "unpython_file_stamp_test";
  files::remove_all(folder);
  files::create_directories(folder / "inner");
  write(folder / "a.py", "1");
  write(folder / "inner" / "b.py", "2");
  const auto stamp = [&] { return stamp_of_files(folder.string(), ".py"); };
  auto last = stamp();
  CHECK(stamp().digest == last.digest);
  write(folder / "c.txt", "3");
  files::create_directories(folder / "__pycache__");
  write(folder / "__pycache__" / "d.py", "4");
  CHECK(stamp().digest == last.digest);

  const auto has_changed = [&] {
    const auto now = stamp();
    const bool changed = now.digest != last.digest;
    last = now;
    return changed;
  };
  write(folder / "inner" / "e.py", "5");
  CHECK(has_changed());
  write(folder / "a.py", "11");
  CHECK(has_changed());
  files::last_write_time(folder / "a.py", files::last_write_time(folder / "a.py") - std::chrono::hours(1));
  CHECK(has_changed());
  files::rename(folder / "inner" / "b.py", folder / "inner" / "f.py");
  CHECK(has_changed());
  const auto now = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  CHECK(last.last_change > now - 60);
  CHECK(last.last_change < now + 60);
  CHECK(stamp_of_files((folder / "absent").string(), ".py").last_change == 0);
  files::remove_all(folder);
}
