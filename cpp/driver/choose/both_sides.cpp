#include "driver/choose/both_sides.h"

#include <algorithm>
#include <cmath>

namespace unpython::driver {
namespace {

/// A side that would get less than this is left out.
constexpr double kLeastShare = 0.04;
/// The share stays where it is nearly right: what a part touches is known then.
constexpr double kNearly = 0.04;
/// What the two sides take to agree, in milliseconds: a thread starts, both are waited for.
constexpr double kAgreement = 0.06;
/// An estimate has to promise this much before calls are dealt: of what one side took, and of what it is expected to take, which is
/// often half or twice of that.
constexpr double kWorthATry = 0.93;
constexpr double kWorthAGuess = 0.7;

/// One run may be disturbed, or compile: it counts as off by no more than this.
constexpr double kMostOff = 4;

/// A side took so much for a share: half way, on a scale of ratios, from what was known.
void learn(SideLine& line, double share, double milliseconds) {
  if (share <= 0 || line.all <= 0) return;
  const double seen = std::max(milliseconds - line.start, milliseconds / 4) / share;
  line.all *= std::sqrt(std::clamp(seen / line.all, 1 / kMostOff, kMostOff));
}

/// The share with which both end together; 0: one side would get next to nothing.
double balance(const SideLine& host, const SideLine& device) {
  const double together = host.all + device.all;
  if (together <= 0) return 0;
  const double share = (device.of(1) - host.start) / together;
  return share < kLeastShare || share > 1 - kLeastShare ? 0 : share;
}

BothLines::Expected at(double share, const SideLine& host, const SideLine& device) {
  if (share <= 0) return {};
  return {share, kAgreement + std::max(host.of(share), device.of(1 - share))};
}

}  // namespace

BothLines::Expected BothLines::expected(double host, double device) const {
  if (cannot_) return {};
  if (runs_.are_known()) return {share_, runs_.milliseconds()};
  if (share_ > 0) return at(share_, host_, device_);
  const SideLine on_host = host_.times(host);
  const SideLine on_device = device_.times(device);
  return at(balance(on_host, on_device), on_host, on_device);
}

void BothLines::learn(const BothSides& run, double milliseconds) {
  if (run.host_share <= 0) {  // the nests cannot be dealt
    cannot_ = true;
    return;
  }
  runs_.add(milliseconds);
  if (share_ <= 0) share_ = run.host_share;
  if (!runs_.have_begun() || !run.came_home) return;
  driver::learn(host_, run.host_share, run.host_milliseconds);
  driver::learn(device_, 1 - run.host_share, run.device_milliseconds);
  const double next = balance(host_, device_);
  if (next > 0 && std::abs(next - share_) > kNearly) share_ = next;
}

bool BothLines::are_better(const Expected& expected, double one_side, bool is_known) const {
  if (expected.host_share <= 0) return false;
  return expected.milliseconds < (runs_.are_known() ? 1 : is_known ? kWorthATry : kWorthAGuess) * one_side;
}

}  // namespace unpython::driver
