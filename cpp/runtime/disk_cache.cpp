// Entries of the disk cache: checks, atomic publication, eviction.
#include "runtime/disk_cache.h"

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

#include "support/log.h"
#include "support/sha256.h"

namespace unpython::runtime {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".unpython";
constexpr std::string_view kTemporarySuffix = ".tmp";
constexpr time_t kTemporarySeconds = 3600;  // older than this, its writer is gone
constexpr int64_t kEvictionsPerLimit = 16;

struct Header {
  std::array<char, 8> magic{'u', 'n', 'p', 'y', 't', 'h', 'o', 'n'};
  uint64_t format = 2;
  uint64_t origin_size = 0;
  uint64_t size = 0;
  Sha256 checksum{};  ///< of the origin and the content behind it
  bool operator==(const Header&) const = default;
};

/// The only header that an entry with these parts may have. `both`: the origin and the content behind it.
Header header_for(size_t origin_size, std::string_view both) {
  Header header;
  header.origin_size = origin_size;
  header.size = both.size() - origin_size;
  header.checksum = sha256(both);
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
  return status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

/// Removes digits of `kind` from the front of `name`; how many there were.
size_t take(std::string_view& name, std::string_view kind) {
  const size_t count = std::min(name.find_first_not_of(kind), name.size());
  name.remove_prefix(count);
  return count;
}

/// Removes `text` from the front of `name`, if it is there.
bool take_text(std::string_view& name, std::string_view text) {
  if (name.substr(0, text.size()) != text) return false;
  name.remove_prefix(text.size());
  return true;
}

/// Takes the name of an entry; the first format had shorter ones.
bool take_entry(std::string_view& name) {
  const size_t digits = take(name, "0123456789abcdef");
  return (digits == 64 || digits == 32) && take_text(name, kSuffix);
}

/// As temporary_name() makes them.
bool is_temporary_name(std::string_view name) {
  constexpr std::string_view kDecimal = "0123456789";
  return take_entry(name) && take_text(name, ".") && take(name, kDecimal) > 0 && take_text(name, ".") &&
         take(name, kDecimal) > 0 && name == kTemporarySuffix;
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
    const std::string name = path.filename().string();
    if (DiskCache::is_entry_name(name)) {
      entries.push_back({status.st_mtim, status.st_size, path});
    } else if (is_temporary_name(name) && status.st_mtim.tv_sec + kTemporarySeconds < time(nullptr)) {
      unlink(path.c_str());
    }
  }
  return entries;
}

}  // namespace

bool DiskCache::is_entry_name(std::string_view name) { return take_entry(name) && name.empty(); }

DiskCache::DiskCache(std::string folder, int64_t limit_bytes)
    : folder_(std::move(folder)), limit_bytes_(limit_bytes) {
  std::error_code failed;
  if (folder_.empty()) return;
  const fs::path absolute = fs::absolute(folder_, failed);
  if (!failed) folder_ = absolute.string();
}

void DiskCache::warn_once(const std::string& text) {
  if (!warned_.exchange(true)) log(LogLevel::Warn, [&] { return text; });
}

void DiskCache::warn_unwritable(const std::string& path, int reason) {
  if (warned_unwritable_.exchange(true)) return;
  log(LogLevel::Warn, [&] {
    return "the cache cannot be written: " + path + ": " + std::strerror(reason) +
           "; set UNPYTHON_CACHE_DIR to a folder of your own, or UNPYTHON_CACHE=off";
  });
}

bool DiskCache::folder_is_safe() {
  struct stat status {};
  if (folder_.empty() || stat(folder_.c_str(), &status) != 0 || !S_ISDIR(status.st_mode)) return false;
  if (is_private(status)) return true;
  warn_once("the cache folder " + folder_ + " belongs to another user or may be written by others; not used");
  return false;
}

void DiskCache::add_built(std::shared_ptr<const BuiltLibrary> library) {
  const std::scoped_lock lock(mutex_);
  built_.push_back(std::move(library));
}

std::vector<std::shared_ptr<const BuiltLibrary>> DiskCache::built() const {
  const std::scoped_lock lock(mutex_);
  return built_;
}

std::optional<std::string> DiskCache::find(std::string_view origin) {
  for (const auto& library : built()) {
    if (const auto bytes = library->find(origin)) return std::string(*bytes);
  }
  const std::string path = folder_ + '/' + hex(sha256(origin)) + std::string(kSuffix);
  auto entry = read(path);
  if (!entry) return std::nullopt;
  if (entry->first == origin) return std::move(entry->second);
  warn_once("the cache entry " + path + " is broken; compiled again");
  return std::nullopt;
}

std::optional<std::pair<std::string, std::string>> DiskCache::read(const std::string& path) {
  if (!folder_is_safe()) return std::nullopt;
  // What is no plain file (a pipe, say) must not make us wait for it.
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.valid()) return std::nullopt;
  struct stat status {};
  if (fstat(file.number(), &status) != 0) return std::nullopt;
  if (!S_ISREG(status.st_mode) || !is_private(status)) {
    warn_once("the cache entry " + path +
              " is no file, belongs to another user or may be written by others; not used");
    return std::nullopt;
  }
  Header header;
  const auto size = static_cast<uint64_t>(status.st_size);
  // Memory is taken for what the header names, if that is what the file has.
  if (status.st_size <= limit_bytes_ && read_all(file.number(), &header, sizeof header) && size >= sizeof header &&
      header.origin_size <= size - sizeof header && header.size == size - sizeof header - header.origin_size) {
    std::string both(size - sizeof header, '\0');
    if (read_all(file.number(), both.data(), both.size()) && header == header_for(header.origin_size, both)) {
      futimens(file.number(), nullptr);
      std::string content = both.substr(header.origin_size);
      both.resize(header.origin_size);
      return std::pair(std::move(both), std::move(content));
    }
  }
  warn_once("the cache entry " + path + " is broken; compiled again");
  return std::nullopt;
}

/// Makes the folder, or finds it made.
bool DiskCache::make_folder() {
  std::error_code failed;
  if (fs::exists(folder_, failed)) return true;
  fs::create_directories(fs::path(folder_).parent_path(), failed);
  if (mkdir(folder_.c_str(), S_IRWXU) == 0 || errno == EEXIST) return true;  // another process may be first
  warn_unwritable(folder_, errno);
  return false;
}

void DiskCache::store(std::string_view origin, std::string_view bytes) {
  if (folder_.empty() || !make_folder() || !folder_is_safe()) return;
  const std::string name = hex(sha256(origin));
  const std::string path = folder_ + '/' + name + std::string(kSuffix);
  const std::string temporary = temporary_name(path);
  const std::string both = std::string(origin).append(bytes);
  const Header header = header_for(origin.size(), both);
  errno = 0;
  bool written = false;
  {
    const Descriptor file(
        open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
    written = file.valid() && write_all(file.number(), &header, sizeof header) &&
              write_all(file.number(), both.data(), both.size());
  }
  if (!written || rename(temporary.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    unlink(temporary.c_str());
    warn_unwritable(path, reason);
    return;
  }
  const auto size = static_cast<int64_t>(sizeof header + both.size());
  const bool much_written = stored_since_eviction_.fetch_add(size) + size > limit_bytes_ / kEvictionsPerLimit;
  if (much_written || name.back() == '0') evict();
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
