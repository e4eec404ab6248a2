// Memory of the arrays that compiled code makes: local ones and results.
//
// Problem:  malloc gives large blocks back to the system when they are freed, so that a function with such
//           arrays takes a page fault for each 4 KiB of them in each call, which costs more than arithmetic
//           on them.
// Choice:   large blocks that are freed stay here, a limited amount of them, and are handed out again to
//           requests of at least half their size. New blocks ask for large pages, which fault 500 times less often.
// Rejected: mallopt, which would change the whole process.
#pragma once
#include <cstdint>
#include <mutex>
#include <vector>

#include "unpython/export.h"

namespace unpython::runtime {

/// Thread-safe, also in a child process: where another thread holds the lock, nothing is kept or reused.
class UNPYTHON_API HostMemory {
 public:
  static constexpr int64_t kAlignment = 64;
  static constexpr int64_t kLeastKept = 64 * 1024;  ///< bytes of a block; malloc keeps smaller ones itself

  /// `most_kept`: bytes, of all blocks together.
  explicit HostMemory(int64_t most_kept) : most_kept_(most_kept) {}
  HostMemory(const HostMemory&) = delete;
  HostMemory& operator=(const HostMemory&) = delete;
  ~HostMemory();

  /// At least `bytes`, aligned; null where there is no such memory.
  [[nodiscard]] void* allocate(int64_t bytes);
  /// `memory`: from allocate() of any HostMemory, or null.
  void release(void* memory);

  /// That of the arrays of all functions.
  [[nodiscard]] static HostMemory& of_process();

 private:
  struct Block;
  [[nodiscard]] Block* take(int64_t bytes);
  [[nodiscard]] bool keep(Block* block);

  const int64_t most_kept_;
  std::mutex mutex_;           ///< guards the rest
  std::vector<Block*> kept_;   ///< the oldest first
  int64_t kept_bytes_ = 0;
};

}  // namespace unpython::runtime
