#include "runtime/threads/host_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

namespace unpython::runtime {

/// Stands before what is handed out.
struct alignas(HostMemory::kAlignment) HostMemory::Block {
  int64_t bytes = 0;  ///< behind it
};

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr int64_t kMostKept = 0;  // a use after the release is to be seen
#else
constexpr int64_t kMostKept = int64_t{64} << 20;
#endif
/// Blocks of which large pages pay, as NumPy has it for its arrays.
constexpr int64_t kLeastLargePages = int64_t{4} << 20;
constexpr uintptr_t kPage = 4096;

/// The system may back the block with large pages: one fault for 2 MiB, where it takes one for 4 KiB else.
void ask_for_large_pages(void* memory, int64_t bytes) {
  if (bytes < kLeastLargePages) return;
  const uintptr_t begin = (reinterpret_cast<uintptr_t>(memory) + kPage - 1) / kPage * kPage;
  const uintptr_t end = (reinterpret_cast<uintptr_t>(memory) + static_cast<uintptr_t>(bytes)) / kPage * kPage;
  // Where the system has none, the block is as it was.
  static_cast<void>(madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE));
}

}  // namespace

/// Those of one thread: for each size a list, whose blocks hold in their first bytes which one is next.
struct HostMemory::SmallBlocks {
  static constexpr int64_t kMostBytes = 256 * 1024;
  std::array<Block*, kSmall / kAlignment> first{};
  int64_t bytes = 0;
  bool is_gone = false;  ///< the thread ends: blocks that are freed later go back at once

  static size_t list_of(int64_t bytes) { return static_cast<size_t>(bytes / kAlignment - 1); }
  static Block*& next(Block* block) { return *reinterpret_cast<Block**>(block + 1); }
  ~SmallBlocks() {
    is_gone = true;
    for (Block*& list : first)
      while (list != nullptr) std::free(std::exchange(list, next(list)));
  }
  Block* take(int64_t size) {
    Block*& list = first[list_of(size)];
    if (list == nullptr) return nullptr;
    bytes -= size;
    return std::exchange(list, next(list));
  }
  bool keep(Block* block) {
    if (bytes >= kMostBytes || is_gone) return false;
    Block*& list = first[list_of(block->bytes)];
    bytes += block->bytes;
    next(block) = std::exchange(list, block);
    return true;
  }
};

HostMemory::SmallBlocks& HostMemory::small_blocks() {
  thread_local SmallBlocks blocks;
  return blocks;
}

HostMemory::~HostMemory() {
  for (const Shelf& shelf : shelves_) {
    for (Block* block : shelf.blocks) std::free(block);
  }
}

void* HostMemory::allocate(int64_t bytes) {
  constexpr auto kHeader = static_cast<int64_t>(sizeof(Block));
  if (bytes < 0 || bytes > std::numeric_limits<int64_t>::max() - kHeader - kAlignment) return nullptr;
  const int64_t rounded = std::max((bytes + kAlignment - 1) / kAlignment, int64_t{1}) * kAlignment;
  Block* block = take(rounded);
  if (block == nullptr) {
    void* made = std::aligned_alloc(static_cast<size_t>(kAlignment), static_cast<size_t>(rounded + kHeader));
    if (made == nullptr) return nullptr;
    ask_for_large_pages(made, rounded);
    block = new (made) Block{rounded};
  }
  return block + 1;
}

void HostMemory::release(void* memory) {
  if (memory == nullptr) return;
  Block* block = static_cast<Block*>(memory) - 1;
  if (!keep(block)) std::free(block);
}

size_t HostMemory::own_shelf() {
  static std::atomic<size_t> threads{0};
  thread_local const size_t own = threads.fetch_add(1, std::memory_order_relaxed);
  return own % kShelves;
}

/// From the thread's own shelf where that has one, else from another's.
HostMemory::Block* HostMemory::take(int64_t bytes) {
  if (bytes <= kSmall && most_kept_ > 0) return small_blocks().take(bytes);
  if (bytes < kLeastKept) return nullptr;
  const size_t own = own_shelf();
  for (size_t n = 0; n < kShelves && kept_bytes_.load(std::memory_order_relaxed) >= bytes; ++n) {
    if (Block* block = take_from(shelf_after(own, n), bytes)) return block;
  }
  return nullptr;
}

/// The smallest block that fits, of at most twice the size.
HostMemory::Block* HostMemory::take_from(Shelf& shelf, int64_t bytes) {
  const std::unique_lock lock(shelf.mutex, std::try_to_lock);
  if (!lock) return nullptr;
  auto best = shelf.blocks.end();
  for (auto it = shelf.blocks.begin(); it != shelf.blocks.end(); ++it) {
    const bool fits = (*it)->bytes >= bytes && (*it)->bytes / 2 <= bytes;
    if (fits && (best == shelf.blocks.end() || (*it)->bytes <= (*best)->bytes)) best = it;
  }
  if (best == shelf.blocks.end()) return nullptr;
  Block* block = *best;
  shelf.blocks.erase(best);
  kept_bytes_ -= block->bytes;
  return block;
}

bool HostMemory::keep(Block* block) {
  if (block->bytes <= kSmall && most_kept_ > 0) return small_blocks().keep(block);
  if (block->bytes < kLeastKept || block->bytes > most_kept_) return false;
  const size_t own = own_shelf();
  {
    Shelf& shelf = shelves_[own];
    const std::unique_lock lock(shelf.mutex, std::try_to_lock);
    if (!lock) return false;
    shelf.blocks.push_back(block);
    kept_bytes_ += block->bytes;
  }
  make_room(own);
  return true;
}

/// Older blocks of the thread's own shelf go first, then those of others.
void HostMemory::make_room(size_t own) {
  for (size_t n = 0; n < kShelves && kept_bytes_ > most_kept_; ++n) {
    Shelf& shelf = shelf_after(own, n);
    const std::unique_lock lock(shelf.mutex, std::try_to_lock);
    const size_t spared = n == 0 ? 1 : 0;  // the newest
    while (lock && kept_bytes_ > most_kept_ && shelf.blocks.size() > spared) {
      kept_bytes_ -= shelf.blocks.front()->bytes;
      std::free(shelf.blocks.front());
      shelf.blocks.erase(shelf.blocks.begin());
    }
  }
}

HostMemory& HostMemory::of_process() {
  // Results may be released when the process ends: it is never destroyed.
  static auto* memory = new HostMemory(kMostKept);
  return *memory;
}

bool find_pages(void* memory, int64_t bytes) {
  constexpr int kPopulateWrite = 23;  // MADV_POPULATE_WRITE, which older headers lack
  const uintptr_t begin = reinterpret_cast<uintptr_t>(memory) / kPage * kPage;
  const uintptr_t end = (reinterpret_cast<uintptr_t>(memory) + static_cast<uintptr_t>(bytes) + kPage - 1) / kPage * kPage;
  return madvise(reinterpret_cast<void*>(begin), end - begin, kPopulateWrite) == 0;
}

}  // namespace unpython::runtime
