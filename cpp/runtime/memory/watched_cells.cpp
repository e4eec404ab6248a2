#include "runtime/memory/watched_cells.h"

#include <algorithm>

namespace unpython::runtime {

WatchedCell::~WatchedCell() {
  if (owner_ != nullptr && is_done_) owner_->give_back(std::move(kept_));
}

MemoryHandle WatchedCell::cell(QueueHandle queue, std::span<const std::byte> clear) {
  const auto bytes = static_cast<int64_t>(clear.size());
  if (!kept_.cell) kept_.cell = make_memory(owner_->device_, bytes);
  if (!kept_.is_clear) {
    std::copy(clear.begin(), clear.end(), pinned());
    owner_->device_.copy_in(queue, {kept_.cell.get(), 0}, pinned(), bytes);
    kept_.is_clear = true;
  }
  return kept_.cell.get();
}

WatchedCell WatchedCells::take() {
  {
    const std::scoped_lock lock(mutex_);
    if (!kept_.empty()) {
      WatchedCell::Kept last = std::move(kept_.back());
      kept_.pop_back();
      return {*this, std::move(last)};
    }
  }
  return {*this, {.cell = {}, .pinned = make_pinned(device_, WatchedCell::kPinnedBytes)}};
}

void WatchedCells::give_back(WatchedCell::Kept kept) noexcept {
  try {
    const std::scoped_lock lock(mutex_);
    kept_.push_back(std::move(kept));
  } catch (...) {  // no memory for the list: the device gets its own back
  }
}

}  // namespace unpython::runtime
