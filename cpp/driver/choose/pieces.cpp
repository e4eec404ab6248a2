#include "driver/choose/pieces.h"

#include <algorithm>

namespace unpython::driver {
namespace {

/// Below that, launches and waits cost what pieces hide.
constexpr int64_t kLeastMoved = 4 << 20;
/// Pieces are worth it where they take at most so much of the time.
constexpr double kWorth = 0.95;

}  // namespace

Pieces::Pieces(const GpuRecord& whole)
    : may_cut_(whole.kernels.size() == 1 && whole.kernels[0].launches == 1 && whole.bytes_in + whole.bytes_out >= kLeastMoved) {}

int Pieces::next() const {
  if (!may_cut_) return 1;
  const std::scoped_lock lock(mutex_);
  return 1 << next_;
}

void Pieces::note(int pieces, double milliseconds) {
  if (!may_cut_) return;
  const std::scoped_lock lock(mutex_);
  if (pieces != 1 << next_) return;  // of another thread, which began before the last decision
  runs_[next_].add(milliseconds);
  if (runs_[next_].are_known()) decide();
}

/// Under the lock. A choice stands as long as its calls are sooner than whole ones were.
void Pieces::decide() {
  if (is_decided_) {
    if (runs_[next_].milliseconds() > runs_[0].milliseconds()) next_ = 0;
    return;
  }
  const bool is_better = next_ == 0 || runs_[next_].milliseconds() < kWorth * runs_[next_ - 1].milliseconds();
  is_decided_ = !is_better || next_ == kMostDoublings;
  next_ = is_better ? std::min(next_ + 1, kMostDoublings) : next_ - 1;
}

}  // namespace unpython::driver
