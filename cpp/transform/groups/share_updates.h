// Updates of few elements by many iterations: a group counts in local memory, and adds what it has to the array once.
//
// Problem: in `for i: h[k[i]] += 1` with few bins, all of the device waits for the same places of memory.
// Choice:  a group runs many iterations. It has copies of all bins in local memory, as many as there is room for,
//          and its items take turns with them, so that neighbours rarely meet. Integers only, whose sums do not
//          depend on the order.
//
//   copies = min(32, 4096 // bins)
//   for t in item(256): bins[..] = 0
//   for t in item(256): for r in range(64): atomic bins[k[i] * copies + t % copies] += 1
//   for t in item(256): for each bin of the item: atomic h[bin] += sum of its copies
//
// Where there are more bins:
//
// Problem: local memory does not hold them, and a quarter of all iterations may count in one bin, and wait for one place of memory.
// Choice:  a group looks at its first iterations. The bins that these count in get places in local memory, by their last bits;
//          what goes to other bins goes to the array. A bin with a share p of the iterations is missed by (1 - p)^512 of the groups:
//          many, for neighbours in one line of memory wait for each other, too.
//          Integers only, whose sums do not depend on the order. Where no bin is frequent, the look costs little.
//
//   for t in item(256): for r in range(2): samples[..] = bin of an iteration, and one
//   for t in item(256): for each place of the item: counts[place], tags[place] = 0, the last of the samples that belong there
//   for t in item(256): for r in range(64): if tags[k[i] % 2048] is k[i] and one: atomic counts[..] += 1, else: atomic h[k[i]] += 1
//   for t in item(256): for each place of the item: atomic h[tag less one] += its count
#pragma once
#include <optional>

#include "abi/device_properties.h"
#include "transform/groups/grouped_kernel.h"

namespace unpython::transform {

[[nodiscard]] std::optional<GroupOffer> share_updates(const ir::Function& function,
                                                      const kernel::Kernel& kernel,
                                                      const kernel::Layout& layout,
                                                      const abi::DeviceProperties& device);

[[nodiscard]] std::optional<GroupOffer> share_frequent_updates(const ir::Function& function,
                                                               const kernel::Kernel& kernel,
                                                               const kernel::Layout& layout,
                                                               const abi::DeviceProperties& device);

}  // namespace unpython::transform
