// Where the classes of device.h have their tables.
#include "runtime/device.h"

namespace unpython::runtime {

DeviceCode::~DeviceCode() = default;
Device::~Device() = default;

}  // namespace unpython::runtime
