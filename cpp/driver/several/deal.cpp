#include "driver/several/deal.h"

#include <algorithm>
#include <optional>

namespace unpython::driver {
namespace {

using footprint::Footprint;
using footprint::IterationRange;

/// Groups of kernels work on blocks of so many iterations at most; a piece that ends within one wastes some.
constexpr int64_t kBlock = 128;

std::vector<IterationRange> all_of_grid(std::span<const int64_t> extents) {
  std::vector<IterationRange> ranges;
  for (const int64_t extent : extents) ranges.push_back({0, extent});
  return ranges;
}

/// The outermost dimension that has an iteration for each device, else the longest one.
std::optional<size_t> dimension_for_each(std::span<const int64_t> extents, int64_t count) {
  const auto longest = std::max_element(extents.begin(), extents.end());
  if (longest == extents.end()) return std::nullopt;
  auto cut = std::find_if(extents.begin(), extents.end(), [&](int64_t extent) { return extent >= count; });
  if (cut == extents.end()) cut = longest;
  return static_cast<size_t>(cut - extents.begin());
}

/// The outermost one that a share can be cut from nearly as it is.
std::optional<size_t> dimension_for_share(std::span<const int64_t> extents, const HostShare& host,
                                          const std::vector<bool>& may_cut) {
  for (size_t d = 0; d < extents.size(); ++d) {
    if (may_cut[d] && extents[d] >= (host.of_any ? 2 : kLeastShared)) return d;
  }
  return std::nullopt;
}

/// A share is met to one part in 64.
int64_t step_of_share(int64_t extent) {
  int64_t step = kBlock;
  while (step > 1 && extent < 64 * step) step /= 2;
  return step;
}

}  // namespace

DealtGrid cut_grid(std::span<const int64_t> extents, size_t devices, const HostShare& host,
                   const std::vector<bool>& may_cut) {
  DealtGrid dealt;
  const auto count = static_cast<int64_t>(devices);
  const std::optional<size_t> along =
      host.share > 0 ? dimension_for_share(extents, host, may_cut) : dimension_for_each(extents, count);
  if (!along) return dealt;
  dealt.cut = *along;
  const int64_t extent = extents[*along];
  const int64_t step = host.share > 0 ? step_of_share(extent) : extent >= 8 * kBlock * count ? kBlock : 1;
  const auto in_steps = [&](int64_t end) { return std::min(extent, (end + step / 2) / step * step); };
  const auto piece = [&](int64_t first, int64_t end) {
    std::vector<IterationRange> ranges = all_of_grid(extents);
    ranges[*along] = {first, end};
    return ranges;
  };
  const int64_t share = in_steps(static_cast<int64_t>(host.share * static_cast<double>(extent)));
  const int64_t of_host = share < extent ? share : extent - step;
  if (of_host > 0) dealt.host = piece(0, of_host);
  const int64_t rest = extent - of_host;
  int64_t first = of_host;
  for (int64_t n = 1; n <= count; ++n) {
    const int64_t end = n == count ? extent : in_steps(of_host + rest / count * n + rest % count * n / count);
    if (end == first) continue;
    dealt.devices.push_back(piece(first, end));
    first = end;
  }
  return dealt;
}

NotDealt judge_pieces(const ir::Function& function, const kernel::Kernel& kernel,
                      std::span<const KnownUses::Uses> pieces) {
  for (size_t i = 0; i < kernel.arrays.size(); ++i) {
    if (!kernel.arrays[i].stored) continue;
    const std::string& name = function[kernel.arrays[i].array].name;
    for (size_t one = 0; one < pieces.size(); ++one) {
      const Footprint& stored = (*pieces[one])[i].stored;
      for (size_t other = 0; other < pieces.size(); ++other) {
        if (one == other) continue;
        const footprint::ArrayUse& use = (*pieces[other])[i];
        if (stored.meets(use.stored))
          return {"MET_ELEMENTS", "iterations of several devices may store to the same elements of '" + name + "'"};
        if (stored.meets(use.loaded))
          return {"MET_ELEMENTS", "one device may store elements of '" + name + "' that another one reads"};
      }
    }
  }
  return {};
}

}  // namespace unpython::driver
