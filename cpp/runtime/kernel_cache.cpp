// Entries of the disk cache: checks, atomic publication, eviction.
#include "runtime/kernel_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>
#include <vector>

#include "support/hash.h"
#include "support/log.h"

namespace unpython::runtime {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".unpython";
constexpr std::string_view kTemporarySuffix = ".tmp";
constexpr time_t kTemporarySeconds = 3600;  // older than this, its writer is gone
constexpr int64_t kEvictionsPerLimit = 16;

struct Header {
  std::array<char, 8> magic{'u', 'n', 'p', 'y', 't', 'h', 'o', 'n'};
  uint64_t format = 1;
  uint64_t size = 0;
  uint64_t checksum_low = 0;
  uint64_t checksum_high = 0;
  bool operator==(const Header&) const = default;
};

/// The only header that an entry of this key and content may have.
Header header_for(std::string_view key, std::string_view bytes) {
  const Hash128 content = hash_bytes(bytes);
  const Hash128 both = hash_bytes(content.hex().append(key));
  Header header;
  header.size = bytes.size();
  header.checksum_low = both.low;
  header.checksum_high = both.high;
  return header;
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] bool valid() const { return number_ >= 0; }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

bool write_all(int file, const void* data, size_t size) {
  const char* at = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t count = write(file, at, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= static_cast<size_t>(count);
  }
  return true;
}

bool read_all(int file, void* data, size_t size) {
  char* at = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t count = read(file, at, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= static_cast<size_t>(count);
  }
  return true;
}

bool is_private(const struct stat& status) {
  return status.st_uid == geteuid() && (status.st_mode & S_IWOTH) == 0;
}

bool is_hexadecimal(std::string_view key) {
  return !key.empty() && key.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string temporary_name(const std::string& path) {
  static std::atomic<uint64_t> counter{0};
  return path + '.' + std::to_string(getpid()) + '.' + std::to_string(counter.fetch_add(1)) +
         std::string(kTemporarySuffix);
}

struct Entry {
  timespec used{};
  int64_t bytes = 0;
  fs::path path;
};

/// All entries of the folder. Temporary files whose writer must be gone are removed on the way.
std::vector<Entry> entries_of(const std::string& folder) {
  std::vector<Entry> entries;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    const fs::path& path = it->path();
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) continue;
    if (path.extension() == kSuffix) {
      entries.push_back({status.st_mtim, status.st_size, path});
    } else if (path.extension() == kTemporarySuffix &&
               status.st_mtim.tv_sec + kTemporarySeconds < time(nullptr)) {
      unlink(path.c_str());
    }
  }
  return entries;
}

}  // namespace

DiskCache::DiskCache(std::string folder, int64_t limit_bytes)
    : folder_(std::move(folder)), limit_bytes_(limit_bytes) {}

std::string DiskCache::path_of(std::string_view key) const {
  return folder_ + '/' + std::string(key) + std::string(kSuffix);
}

void DiskCache::warn_once(const std::string& text) {
  if (!warned_.exchange(true)) log(LogLevel::Warn, [&] { return text; });
}

bool DiskCache::folder_is_safe() {
  struct stat status {};
  if (folder_.empty() || stat(folder_.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return false;
  if (is_private(status)) return true;
  warn_once("the cache folder " + folder_ +
            " belongs to another user or may be written by everyone; not used");
  return false;
}

std::optional<std::string> DiskCache::find(std::string_view key) {
  if (!is_hexadecimal(key) || !folder_is_safe()) return std::nullopt;
  const std::string path = path_of(key);
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  if (!file.valid()) return std::nullopt;
  struct stat status {};
  if (fstat(file.number(), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode) || !is_private(status)) {
    warn_once("the cache entry " + path + " belongs to another user or may be written by everyone; not used");
    return std::nullopt;
  }
  Header header;
  std::string bytes;
  const auto size = static_cast<uint64_t>(status.st_size);
  if (size >= sizeof header && read_all(file.number(), &header, sizeof header)) {
    bytes.resize(size - sizeof header);
    if (read_all(file.number(), bytes.data(), bytes.size()) && header == header_for(key, bytes)) {
      futimens(file.number(), nullptr);
      return bytes;
    }
  }
  warn_once("the cache entry " + path + " is broken; compiled again");
  return std::nullopt;
}

void DiskCache::store(std::string_view key, std::string_view bytes) {
  if (folder_.empty() || !is_hexadecimal(key)) return;
  std::error_code failed;
  if (!fs::exists(folder_, failed)) {
    const fs::path parent = fs::path(folder_).parent_path();
    if (!parent.empty()) fs::create_directories(parent, failed);
    mkdir(folder_.c_str(), S_IRWXU);  // another process may be first
  }
  if (!folder_is_safe()) return;
  const std::string path = path_of(key);
  const std::string temporary = temporary_name(path);
  const Header header = header_for(key, bytes);
  bool written = false;
  {
    const Descriptor file(
        open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
    written = file.valid() && write_all(file.number(), &header, sizeof header) &&
              write_all(file.number(), bytes.data(), bytes.size());
  }
  if (!written || rename(temporary.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    unlink(temporary.c_str());
    log(LogLevel::Info, [&] { return "cannot store " + path + ": " + std::strerror(reason); });
    return;
  }
  const auto size = static_cast<int64_t>(sizeof header + bytes.size());
  const bool much_written = stored_since_eviction_.fetch_add(size) + size > limit_bytes_ / kEvictionsPerLimit;
  if (much_written || key.back() == '0') evict();
}

void DiskCache::evict() {
  stored_since_eviction_ = 0;
  if (!folder_is_safe()) return;
  std::vector<Entry> entries = entries_of(folder_);
  int64_t total = 0;
  for (const Entry& entry : entries) total += entry.bytes;
  if (total <= limit_bytes_) return;
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.used.tv_sec, a.used.tv_nsec) < std::pair(b.used.tv_sec, b.used.tv_nsec);
  });
  const int64_t goal = limit_bytes_ / 8 * 7;
  for (const Entry& entry : entries) {
    if (total <= goal) break;
    if (unlink(entry.path.c_str()) == 0) total -= entry.bytes;
  }
}

}  // namespace unpython::runtime
