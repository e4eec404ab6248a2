// Machine code by content: in memory while someone uses it, on disk beyond that.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "runtime/cpu/cpu_device.h"
#include "runtime/disk_cache.h"
#include "support/sha256.h"

namespace unpython::driver {

struct FoundCode {
  std::shared_ptr<const runtime::CpuCode> code;
  const char* cache = "compiled";  ///< or "disk", "memory"
};

/// Thread-safe. Threads that ask for one origin at once share one compilation.
class CodeStore {
 public:
  CodeStore(std::string disk_folder, int64_t limit_bytes) : disk_(std::move(disk_folder), limit_bytes) {}
  /// The code of `origin`, all that it depends on, made by `compile` (which gives an object file) where it is
  /// not there yet.
  [[nodiscard]] FoundCode find_or_compile(const std::string& origin, const runtime::CpuDevice& device,
                                          bool use_disk, const std::function<std::string()>& compile);
  /// The disk level, which also holds what else the driver keeps by content.
  [[nodiscard]] runtime::DiskCache& disk() { return disk_; }

 private:
  struct Slot {
    std::mutex making;  ///< held by the thread that makes the code; guards `code`
    std::weak_ptr<const runtime::CpuCode> code;
  };
  std::shared_ptr<Slot> slot(std::string_view origin);

  std::mutex mutex_;  ///< guards slots_
  std::map<Sha256, std::shared_ptr<Slot>> slots_;
  runtime::DiskCache disk_;
};

}  // namespace unpython::driver
