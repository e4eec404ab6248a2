#include "driver/compile/known_uses.h"

#include <algorithm>
#include <utility>

namespace unpython::driver {
namespace {

constexpr size_t kMostKnown = 128;
/// Of all that is kept together: 200 bytes each.
constexpr size_t kMostBoxesKept = size_t{1} << 15;

size_t boxes_of(const std::vector<footprint::ArrayUse>& uses) {
  size_t boxes = 0;
  for (const footprint::ArrayUse& use : uses)
    boxes += use.loaded.boxes().size() + use.stored.boxes().size() + use.certain.boxes().size();
  return boxes;
}

}  // namespace

KnownUses::Uses KnownUses::find(const std::vector<int64_t>& numbers) {
  const std::scoped_lock lock(mutex_);
  const auto found =
      std::find_if(known_.begin(), known_.end(), [&](const Known& each) { return each.numbers == numbers; });
  if (found == known_.end()) return nullptr;
  std::rotate(known_.begin(), found, found + 1);
  return known_.front().uses;
}

void KnownUses::keep(std::vector<int64_t> numbers, Uses uses) {
  const size_t boxes = boxes_of(*uses);
  const std::scoped_lock lock(mutex_);
  known_.insert(known_.begin(), {std::move(numbers), std::move(uses), boxes});
  size_t all = 0;
  size_t kept = 0;
  while (kept < known_.size() && kept < kMostKnown && all + known_[kept].boxes <= kMostBoxesKept)
    all += known_[kept++].boxes;
  known_.resize(kept);
}

}  // namespace unpython::driver
