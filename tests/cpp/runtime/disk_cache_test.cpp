#include "runtime/disk_cache.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <vector>

#include "support/log.h"
#include "support/sha256.h"

using namespace unpython;
using runtime::DiskCache;
namespace fs = std::filesystem;

namespace {

/// A folder of its own for one test; warnings are muted while it lives.
class Folder {
 public:
  Folder() {
    std::string name = fs::temp_directory_path().string() + "/unpython_cache_XXXXXX";
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
    set_log_level(LogLevel::Off);
  }
  ~Folder() {
    set_log_level(LogLevel::Warn);
    fs::remove_all(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }
  [[nodiscard]] std::vector<fs::path> files() const {
    std::vector<fs::path> found;
    for (const auto& file : fs::directory_iterator(path_)) found.push_back(file.path());
    return found;
  }

 private:
  fs::path path_;
};

/// The origin of an entry that makes no store evict.
std::string key_of(int number) {
  std::string origin = "origin " + std::to_string(number);
  while (hex(sha256(origin)).back() == '0') origin += '.';
  return origin;
}

std::string name_of(int number) { return hex(sha256(key_of(number))) + ".unpython"; }

void set_age(const fs::path& file, int seconds) {
  fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::seconds(seconds));
}

}  // namespace

TEST_CASE("disk_cache: finds what was stored, in a folder it makes") {
  const Folder folder;
  const std::string where = folder.path() / "a" / "b";
  DiskCache cache(where);
  const std::string bytes("code\0with zero", 14);
  CHECK_FALSE(cache.find(key_of(1)).has_value());
  cache.store(key_of(1), bytes);
  CHECK(cache.find(key_of(1)) == bytes);
  CHECK_FALSE(cache.find(key_of(2)).has_value());
  cache.store(key_of(1), "");
  CHECK(DiskCache(where).find(key_of(1)) == "");
  struct stat status {};
  REQUIRE(stat(where.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0700);
}

TEST_CASE("disk_cache: no folder and an impossible folder are misses") {
  const Folder folder;
  DiskCache none("");
  none.store(key_of(1), "x");
  CHECK_FALSE(none.find(key_of(1)).has_value());
  DiskCache impossible("/proc/no/such");
  impossible.store(key_of(1), "x");
  CHECK_FALSE(impossible.find(key_of(1)).has_value());
}

TEST_CASE("disk_cache: every broken byte and every cut is a miss, and is stored anew") {
  const Folder folder;
  DiskCache cache(folder.path());
  cache.store(key_of(1), "machine code");
  const fs::path file = folder.files().at(0);
  std::string whole;
  {
    std::ifstream in(file, std::ios::binary);
    whole.assign(std::istreambuf_iterator<char>(in), {});
  }
  const auto rewrite = [&](const std::string& text) { std::ofstream(file, std::ios::binary) << text; };
  for (size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 4);
    rewrite(changed);
    CHECK_FALSE(cache.find(key_of(1)).has_value());
    rewrite(whole.substr(0, i));
    CHECK_FALSE(cache.find(key_of(1)).has_value());
  }
  cache.store(key_of(1), "machine code");
  CHECK(cache.find(key_of(1)) == "machine code");
}

TEST_CASE("disk_cache: an entry under another key is a miss") {
  const Folder folder;
  DiskCache cache(folder.path());
  cache.store(key_of(1), "one");
  fs::rename(folder.files().at(0), folder.path() / name_of(2));
  CHECK_FALSE(cache.find(key_of(2)).has_value());
}

TEST_CASE("disk_cache: what others may write is not trusted") {
  const Folder folder;
  DiskCache cache(folder.path());
  cache.store(key_of(1), "one");
  const fs::path file = folder.files().at(0);
  REQUIRE(chmod(file.c_str(), 0666) == 0);
  CHECK_FALSE(cache.find(key_of(1)).has_value());
  REQUIRE(chmod(file.c_str(), 0600) == 0);
  CHECK(cache.find(key_of(1)) == "one");
  REQUIRE(chmod(folder.path().c_str(), 0777) == 0);
  CHECK_FALSE(cache.find(key_of(1)).has_value());
  cache.store(key_of(2), "two");
  CHECK(folder.files().size() == 1);
  REQUIRE(chmod(folder.path().c_str(), 0700) == 0);
  fs::rename(file, folder.path() / "elsewhere");
  fs::create_symlink(folder.path() / "elsewhere", file);
  CHECK_FALSE(cache.find(key_of(1)).has_value());
  if (geteuid() == 0) {
    fs::remove(file);
    cache.store(key_of(1), "one");
    REQUIRE(chown(file.c_str(), 12345, 12345) == 0);
    CHECK_FALSE(cache.find(key_of(1)).has_value());
  }
}

TEST_CASE("disk_cache: what the user's group may write is not trusted") {
  const Folder folder;
  DiskCache cache(folder.path());
  cache.store(key_of(1), "one");
  REQUIRE(chmod(folder.files().at(0).c_str(), 0660) == 0);
  CHECK_FALSE(cache.find(key_of(1)).has_value());
  REQUIRE(chmod(folder.files().at(0).c_str(), 0600) == 0);
  REQUIRE(chmod(folder.path().c_str(), 0770) == 0);
  CHECK_FALSE(cache.find(key_of(1)).has_value());
}

TEST_CASE("disk_cache: a pipe, a folder and a huge file without content are misses") {
  const Folder folder;
  DiskCache cache(folder.path());
  const fs::path entry = folder.path() / name_of(1);
  REQUIRE(mkfifo(entry.c_str(), 0600) == 0);
  CHECK_FALSE(cache.find(key_of(1)).has_value());
  fs::remove(entry);
  fs::create_directory(entry);
  CHECK_FALSE(cache.find(key_of(1)).has_value());
  fs::remove(entry);
  cache.store(key_of(1), "one");
  fs::resize_file(entry, uintmax_t{1} << 42);
  CHECK_FALSE(cache.find(key_of(1)).has_value());
  cache.store(key_of(1), "one");
  CHECK(cache.find(key_of(1)) == "one");
}

TEST_CASE("disk_cache: a relative folder stays where it was") {
  const Folder folder;
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  DiskCache cache("kept");
  fs::current_path(before);
  cache.store(key_of(1), "one");
  CHECK(fs::exists(folder.path() / "kept" / name_of(1)));
}

TEST_CASE("disk_cache: drops the entries used longest ago, and stale temporary files") {
  const Folder folder;
  DiskCache cache(folder.path(), 16000);
  const std::string bytes(900, 'x');
  for (int i = 0; i < 10; ++i) {
    cache.store(key_of(i), bytes);
    set_age(folder.path() / name_of(i), 1000 - 10 * i);
  }
  CHECK(cache.find(key_of(0)).has_value());  // a use: now the youngest
  const fs::path old = folder.path() / (name_of(1) + ".1.2.tmp");
  const fs::path young = folder.path() / (name_of(1) + ".1.3.tmp");
  const std::vector<fs::path> foreign{folder.path() / "old.1.2.tmp", folder.path() / "notes.unpython",
                                      folder.path() / "0123.unpython"};
  for (const fs::path& path : {old, young}) std::ofstream(path) << "x";
  for (const fs::path& path : foreign) std::ofstream(path) << std::string(9000, 'x');
  set_age(old, 100000);
  for (const fs::path& path : foreign) set_age(path, 100000);
  DiskCache(folder.path(), 5000).evict();
  CHECK(cache.find(key_of(0)).has_value());
  CHECK(cache.find(key_of(9)).has_value());
  CHECK_FALSE(cache.find(key_of(1)).has_value());
  CHECK_FALSE(fs::exists(old));
  CHECK(fs::exists(young));
  for (const fs::path& path : foreign) CHECK(fs::exists(path));
  CHECK(folder.files().size() == 4 + 1 + foreign.size());
}

TEST_CASE("disk_cache: storing stays near the limit") {
  const Folder folder;
  DiskCache cache(folder.path(), 20000);
  for (int i = 0; i < 200; ++i) cache.store(key_of(i), std::string(1000, 'x'));
  CHECK(folder.files().size() <= 21);
  CHECK(cache.find(key_of(199)).has_value());
}

TEST_CASE("disk_cache: 16 processes at once see whole entries or none") {
  const Folder folder;
  const auto content = [](int key) {
    return std::string(static_cast<size_t>(key + 1) * 700, static_cast<char>('a' + key));
  };
  std::vector<pid_t> children;
  for (int process = 0; process < 16; ++process) {
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      DiskCache cache(folder.path() / "c", 60000);
      bool good = true;
      for (int round = 0; round < 60; ++round) {
        const int key = (round * 7 + process) % 16;
        const auto found = cache.find(key_of(key));
        good = good && (!found.has_value() || *found == content(key));
        cache.store(key_of(key), content(key));
      }
      _exit(good ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
  }
  for (const auto& file : fs::directory_iterator(folder.path() / "c"))
    CHECK(file.path().extension() == ".unpython");
}
