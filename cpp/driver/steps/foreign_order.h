// The place of a call among the work that other libraries queue for their arrays.
#pragma once
#include <span>

#include "runtime/resident.h"

namespace unpython::driver {

/// While it lives, a call uses the arrays. What their owners queued comes before the call, and what the owners queue
/// afterwards comes behind it: the owner's stream waits on the device where it is known, else the host waits
/// for the call. Example: CuPy's `a += 1` behind a call that reads `a`.
class ForeignOrder {
 public:
  /// Throws DeviceFailure.
  explicit ForeignOrder(std::span<const runtime::Resident> residents);
  /// A device that fails here fails again where somebody asks it for a result.
  ~ForeignOrder();
  ForeignOrder(const ForeignOrder&) = delete;
  ForeignOrder& operator=(const ForeignOrder&) = delete;

 private:
  std::span<const runtime::Resident> residents_;
};

}  // namespace unpython::driver
