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
constexpr double kAgreement = 0.1;
/// An estimate has to promise this much before calls are dealt.
constexpr double kWorthATry = 0.87;

/// A side took so much for a share: half way, on a scale of ratios, from what was known.
void learn(SideLine& line, double share, double milliseconds) {
  if (share <= 0 || line.all <= 0) return;
  const double seen = std::max(milliseconds - line.start, milliseconds / 4) / share;
  line.all = std::sqrt(line.all * seen);
}

}  // namespace

double BothLines::balance() const {
  const double together = host_.all + device_.all;
  if (together <= 0) return 0;
  const double share = (device_.of(1) - host_.start) / together;
  return share < kLeastShare || share > 1 - kLeastShare ? 0 : share;
}

double BothLines::milliseconds(const Correction& host, const Correction& device) const {
  if (runs_.are_known()) return runs_.milliseconds();
  return kAgreement + std::max(host.corrected(host_.of(share_)), device.corrected(device_.of(1 - share_)));
}

void BothLines::learn(const BothSides& run, double milliseconds) {
  if (run.host_share <= 0) {  // the nests cannot be dealt
    share_ = 0;
    return;
  }
  runs_.add(milliseconds);
  if (!runs_.have_begun() || !run.came_home) return;
  driver::learn(host_, run.host_share, run.host_milliseconds);
  driver::learn(device_, 1 - run.host_share, run.device_milliseconds);
  const double next = balance();
  if (next > 0 && std::abs(next - share_) > kNearly) share_ = next;
}

bool BothLines::are_better(double expected, double one_side) const {
  if (share_ <= 0) return false;
  return expected < (runs_.are_known() ? 1 : kWorthATry) * one_side;
}

}  // namespace unpython::driver
