// Machine code on disk: one file per origin, published atomically, trusted only when it is ours and whole.
//
// The origin is the text of everything that the content depends on. Its SHA-256 is the name of the entry,
// which is a header (magic, format, sizes, SHA-256 of origin and content), the origin and the content; a
// reader compares the origin itself. An entry is written under a temporary name and renamed, so readers see a
// whole entry or none, and two writers of one entry both succeed. Loading an entry runs it, hence the checks:
// folder and entry must belong to the user who runs us and must not be writable by anyone else, the user's
// group included. A use refreshes the entry's time. Looking for entries to drop reads the whole folder, so
// only one store in sixteen does it (chosen by the name, which is a hash) and any store after much was
// written; the limit is therefore soft.
// Rejected: an index file (needs a lock, and is one more thing that can be broken), a file lock around each
//           access (a stopped process would stop the others).
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/cpu/built_library.h"
#include "unpython/export.h"

namespace unpython::runtime {

/// A folder of entries. Safe with any number of threads and processes at once; every failure is a miss, never
/// an error.
class UNPYTHON_API DiskCache {
 public:
  /// `folder` empty: nothing is kept; relative: to the folder that the process is in now. Entries beyond
  /// `limit_bytes` in total are dropped, oldest use first.
  explicit DiskCache(std::string folder, int64_t limit_bytes = int64_t{512} << 20);
  /// The content made from `origin`. A broken entry, or one that others may write, is a miss; the first one
  /// is a warning in the log.
  [[nodiscard]] std::optional<std::string> find(std::string_view origin);
  /// Origin and content of the entry with this path; nothing where find() would take none.
  [[nodiscard]] std::optional<std::pair<std::string, std::string>> read(const std::string& path);
  /// What the library holds is found from now on, before the entries of the folder.
  void add_built(std::shared_ptr<const BuiltLibrary> library);
  [[nodiscard]] std::vector<std::shared_ptr<const BuiltLibrary>> built() const;
  /// Publishes an entry; an older one of the same origin is replaced. The folder is made if there is none.
  /// The first entry that cannot be written is a warning in the log.
  void store(std::string_view origin, std::string_view bytes);
  /// Drops entries, oldest use first, until at most seven eighths of the limit are used; store does this when
  /// due.
  void evict();
  [[nodiscard]] const std::string& folder() const { return folder_; }
  /// What an entry is called; no other file of the folder is ever touched.
  [[nodiscard]] static bool is_entry_name(std::string_view name);

 private:
  [[nodiscard]] bool folder_is_safe();
  [[nodiscard]] bool make_folder();
  void warn_once(const std::string& text);
  void warn_unwritable(const std::string& path, int reason);

  mutable std::mutex mutex_;  ///< guards built_
  std::vector<std::shared_ptr<const BuiltLibrary>> built_;
  std::string folder_;
  int64_t limit_bytes_;
  std::atomic<int64_t> stored_since_eviction_{0};
  std::atomic<bool> warned_{false};
  std::atomic<bool> warned_unwritable_{false};
};

}  // namespace unpython::runtime
