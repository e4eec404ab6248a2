// A file of the disk cache (runtime/disk_cache.h).
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "runtime/disk_cache.h"
#include "support/log.h"
#include "support/sha256.h"
#include "target.h"

using namespace unpython;
namespace fs = std::filesystem;

namespace {

const std::string kOrigin = "what it was made from";

/// A folder in memory where there is one.
const fs::path& folder() {
  static const auto* made = [] {
    std::string name = (fs::exists("/dev/shm") ? "/dev/shm" : fs::temp_directory_path().string()) +
                       std::string("/unpython_fuzz_XXXXXX");
    if (mkdtemp(name.data()) == nullptr) std::abort();
    set_log_level(LogLevel::Off);
    std::atexit([] { fs::remove_all(folder()); });
    return new fs::path(name);
  }();
  return *made;
}

fs::path entry() { return folder() / (hex(sha256(kOrigin)) + ".unpython"); }

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  for (const char* content :
       {"", "machine code", "a longer content, so that sizes have another first byte"}) {
    runtime::DiskCache(folder()).store(kOrigin, content);
    std::ifstream in(entry(), std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return texts;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<std::string> right = seeds();
  const std::string text(reinterpret_cast<const char*>(data), size);
  fs::remove(entry());
  {
    std::ofstream out(entry(), std::ios::binary);
    out << text;
  }
  fs::permissions(entry(), fs::perms::owner_read | fs::perms::owner_write);
  const bool found = runtime::DiskCache(folder()).find(kOrigin).has_value();
  const bool is_right = std::find(right.begin(), right.end(), text) != right.end();
  if (found != is_right) std::abort();  // a changed entry is a miss
  return 0;
}
