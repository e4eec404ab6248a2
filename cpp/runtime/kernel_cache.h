// Machine code on disk: one file per key, published atomically, trusted only when it is ours and whole.
//
// An entry is a header (magic, format, size, checksum of key and content) and the content. It is written
// under a temporary name and renamed, so readers see a whole entry or none, and two writers of one key both
// succeed. Loading an entry runs it, hence the checks: folder and entry must belong to the user who runs us
// and must not be writable by everyone. A use refreshes the entry's time. Looking for entries to drop reads
// the whole folder, so only one store in sixteen does it (chosen by the key, which is a hash) and any store
// after much was written; the limit is therefore soft. Rejected: an index file (needs a lock, and is one more
// thing that can be broken), a file lock around each access (a stopped process would stop the others).
#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "unpython/export.h"

namespace unpython::runtime {

/// A folder of entries. Safe with any number of threads and processes at once; every failure is a miss, never
/// an error.
class UNPYTHON_API DiskCache {
 public:
  /// `folder` empty: nothing is kept. Entries beyond `limit_bytes` in total are dropped, oldest use first.
  explicit DiskCache(std::string folder, int64_t limit_bytes = int64_t{512} << 20);
  /// `key`: hexadecimal content hash. A broken or foreign-owned entry is a miss; the first one is a warning
  /// in the log.
  [[nodiscard]] std::optional<std::string> find(std::string_view key);
  /// Publishes an entry; an older one of the same key is replaced. The folder is made if there is none.
  void store(std::string_view key, std::string_view bytes);
  /// Drops entries, oldest use first, until at most seven eighths of the limit are used; store does this when
  /// due.
  void evict();
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  [[nodiscard]] std::string path_of(std::string_view key) const;
  [[nodiscard]] bool folder_is_safe();
  void warn_once(const std::string& text);

  std::string folder_;
  int64_t limit_bytes_;
  std::atomic<int64_t> stored_since_eviction_{0};
  std::atomic<bool> warned_{false};
};

}  // namespace unpython::runtime
