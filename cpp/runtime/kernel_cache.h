// Machine code on disk: one file per key, published atomically, trusted only when it is ours and whole.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "unpython/export.h"

namespace unpython::runtime {

/// A folder of entries. Safe with any number of processes at once; every failure is a miss, never an error.
class UNPYTHON_API DiskCache {
 public:
  /// `folder` empty: nothing is kept. Entries beyond `limit_bytes` in total are dropped, oldest use first.
  explicit DiskCache(std::string folder, int64_t limit_bytes = int64_t{512} << 20);
  /// `key`: hexadecimal content hash. A broken or foreign-owned entry is a miss with one warning in the log.
  [[nodiscard]] std::optional<std::string> find(std::string_view key);
  void store(std::string_view key, std::string_view bytes);
  [[nodiscard]] const std::string& folder() const { return folder_; }

 private:
  std::string folder_;
  int64_t limit_bytes_;
};

}  // namespace unpython::runtime
