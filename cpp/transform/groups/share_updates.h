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
#pragma once
#include <optional>

#include "abi/device_properties.h"
#include "transform/groups/grouped_kernel.h"

namespace unpython::transform {

[[nodiscard]] std::optional<GroupOffer> share_updates(const ir::Function& function,
                                                      const kernel::Kernel& kernel,
                                                      const kernel::Layout& layout,
                                                      const abi::DeviceProperties& device);

}  // namespace unpython::transform
