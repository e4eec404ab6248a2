// Memory of the arrays that compiled code makes: local ones and results.
//
// Problem:  malloc gives large blocks back to the system when they are freed, so that a function with such
//           arrays takes a page fault for each 4 KiB of them in each call, which costs more than arithmetic
//           on them.
// Choice:   large blocks that are freed stay here, a limited amount of them, and are handed out again to
//           requests of at least half their size. New blocks ask for large pages, which fault 500 times less often.
//           Each thread has a shelf, so that threads that begin the tiles of a loop at the same moment do not meet.
//           Small blocks, which a function that makes many short lists takes and frees again and again, stay with the thread that
//           frees them, a list for each size: malloc takes several times as long for a block with an alignment.
// Rejected: mallopt, which would change the whole process. One list for all threads: on 16 threads most requests
//           found the list taken, and made a new block.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "unpython/export.h"

namespace unpython::runtime {

/// Thread-safe, also in a child process: a shelf whose lock another thread holds is passed over.
class UNPYTHON_API HostMemory {
 public:
  static constexpr int64_t kAlignment = 64;
  static constexpr int64_t kLeastKept = 64 * 1024;  ///< bytes of a block that stands on a shelf
  static constexpr int64_t kSmall = 4096;           ///< most bytes of a block that stays with its thread

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
  struct SmallBlocks;
  struct alignas(kAlignment) Shelf {
    std::mutex mutex;            ///< guards `blocks`
    std::vector<Block*> blocks;  ///< the oldest first
  };
  static constexpr size_t kShelves = 32;  ///< threads share one only where there are more of them

  [[nodiscard]] static size_t own_shelf();
  [[nodiscard]] Shelf& shelf_after(size_t own, size_t n) { return shelves_[(own + n) % kShelves]; }
  [[nodiscard]] static SmallBlocks& small_blocks();
  [[nodiscard]] Block* take(int64_t bytes);
  [[nodiscard]] Block* take_from(Shelf& shelf, int64_t bytes);
  [[nodiscard]] bool keep(Block* block);
  void make_room(size_t own);

  const int64_t most_kept_;
  std::array<Shelf, kShelves> shelves_;
  std::atomic<int64_t> kept_bytes_{0};  ///< of all shelves together
};

/// Lets the system find pages for memory that will be written, as the first write to each page does; what lies there stays.
/// False where the system cannot.
UNPYTHON_API bool find_pages(void* memory, int64_t bytes);

}  // namespace unpython::runtime
