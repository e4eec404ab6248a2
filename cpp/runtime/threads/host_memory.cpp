#include "runtime/threads/host_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

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

HostMemory::~HostMemory() {
  for (Block* block : kept_) std::free(block);
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

/// The smallest kept block that fits, of at most twice the size.
HostMemory::Block* HostMemory::take(int64_t bytes) {
  if (bytes < kLeastKept) return nullptr;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return nullptr;
  auto best = kept_.end();
  for (auto it = kept_.begin(); it != kept_.end(); ++it) {
    const bool fits = (*it)->bytes >= bytes && (*it)->bytes / 2 <= bytes;
    if (fits && (best == kept_.end() || (*it)->bytes <= (*best)->bytes)) best = it;
  }
  if (best == kept_.end()) return nullptr;
  Block* block = *best;
  kept_.erase(best);
  kept_bytes_ -= block->bytes;
  return block;
}

/// Older blocks make room.
bool HostMemory::keep(Block* block) {
  if (block->bytes < kLeastKept || block->bytes > most_kept_) return false;
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock) return false;
  kept_.push_back(block);
  kept_bytes_ += block->bytes;
  while (kept_bytes_ > most_kept_) {
    kept_bytes_ -= kept_.front()->bytes;
    std::free(kept_.front());
    kept_.erase(kept_.begin());
  }
  return true;
}

HostMemory& HostMemory::of_process() {
  // Results may be released when the process ends: it is never destroyed.
  static auto* memory = new HostMemory(kMostKept);
  return *memory;
}

}  // namespace unpython::runtime
