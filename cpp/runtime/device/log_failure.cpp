#include "runtime/device/log_failure.h"

#include <string>

#include "support/log.h"

namespace unpython::runtime {

void log_failure(const DeviceFailure& failure) noexcept {
  try {
    log(LogLevel::Info, [&] { return std::string(failure.what()); });
  } catch (...) {  // no memory for the text: nothing is left to say it with
    return;
  }
}

void drain(Device& device, QueueHandle queue) noexcept {
  try {
    device.wait(queue);
  } catch (const DeviceFailure& failure) {
    log_failure(failure);
  }
}

}  // namespace unpython::runtime
