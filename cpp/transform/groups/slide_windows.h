// Loops that slide windows (transform/shared_reads/find_windows.h): an item runs neighbouring iterations and keeps the window that
// they share in registers.
//
// Problem: in `for t: s += x[i + t] * h[t]` each multiply-add waits for two loads. Iterations that lie side by side read nearly
//          the same elements, at different steps.
// Choice:  a group brings pieces of the window and of what all iterations read into local memory. An item runs 8 (or 4)
//          neighbours; eight steps at a time, each step takes one new element into the register of the one that is needed no
//          more. Each iteration still adds in its own order, so that results keep their bits. A row of local memory has
//          one element more than an item has neighbours, so that items use different banks.
// Rejected: neighbours spread over the items, which share nothing.
//
//   for p in range((end + 255) // 256):
//     for part, slot in item(160, 8): window[part, slot] = x[i_start + p * 256 + part * 8 + slot]
//     for step in item(256): taps[step] = h[p * 256 + step]
//     for item in item(128):
//       for slot in range(7): own[slot] = window[item, slot]
//       for turn in range(steps // 8):
//         for q in range(8):
//           own[(q + 7) % 8] = window[item + turn + (q + 7) // 8, (q + 7) % 8]
//           for near in range(8): s[item, near] += own[(q + near) % 8] * taps[turn * 8 + q]
//       the steps that are left, each behind a condition
//
// Loops without a window whose iterations all read one element at each step (`for j: s += f(x[i] - x[j])`) are walked by the same
// pieces: an item then has one, two or four iterations, and its steps come eight at a time with known places in local memory.
#pragma once
#include <optional>

#include "abi/device_properties.h"
#include "transform/groups/grouped_kernel.h"

namespace unpython::transform {

/// Eight neighbours an item.
[[nodiscard]] std::optional<GroupOffer> slide_windows(const ir::Function& function,
                                                      const kernel::Kernel& kernel,
                                                      const kernel::Layout& layout,
                                                      const abi::DeviceProperties& device);
/// Four, for launches of fewer iterations.
[[nodiscard]] std::optional<GroupOffer> slide_short_windows(const ir::Function& function,
                                                            const kernel::Kernel& kernel,
                                                            const kernel::Layout& layout,
                                                            const abi::DeviceProperties& device);

/// Loops without windows, one iteration an item.
[[nodiscard]] std::optional<GroupOffer> walk_together(const ir::Function& function,
                                                      const kernel::Kernel& kernel,
                                                      const kernel::Layout& layout,
                                                      const abi::DeviceProperties& device);
/// Two, for launches that have enough; four, where roots and quotients need not be exact.
[[nodiscard]] std::optional<GroupOffer> walk_together_two(const ir::Function& function,
                                                          const kernel::Kernel& kernel,
                                                          const kernel::Layout& layout,
                                                          const abi::DeviceProperties& device);
[[nodiscard]] std::optional<GroupOffer> walk_together_four(const ir::Function& function,
                                                           const kernel::Kernel& kernel,
                                                           const kernel::Layout& layout,
                                                           const abi::DeviceProperties& device);

}  // namespace unpython::transform
