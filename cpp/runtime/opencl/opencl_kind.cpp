// What goes wrong with one device becomes its problem.
#include <utility>

#include "runtime/device/device_failure.h"
#include "runtime/opencl/opencl_device.h"

namespace unpython::runtime {
namespace {

constexpr const char* kLibrary = "UNPYTHON_OPENCL_LIBRARY";  ///< path of libOpenCL.so.1

FoundDevice open(const std::shared_ptr<const OpenClApi>& api, const OpenClDeviceId& id, int number) {
  FoundDevice found{.name = "opencl:" + std::to_string(number), .device = {}, .problem = {}};
  try {
    auto device = std::make_unique<OpenClDevice>(api, id, number);
    found.problem = device->problem();
    found.device = std::move(device);
  } catch (const DeviceFailure& failure) {
    found.problem = failure.what();
  }
  return found;
}

FoundDevices find(const std::string& library) {
  FoundDevices found;
  const std::shared_ptr<const OpenClApi> api = OpenClApi::open(library, found.reason);
  if (api == nullptr) return found;
  int number = 0;
  for (const OpenClDeviceId& id : list_devices(*api, found.reason))
    found.devices.push_back(open(api, id, number++));
  found.may_come = !found.reason.empty();
  if (!found.may_come) found.reason = "no OpenCL platform shows a device";
  return found;
}

}  // namespace

DeviceKind opencl_kind(const DeviceSettings& settings) {
  return {.name = "opencl",
          .library_variable = kLibrary,
          .advice = "install an OpenCL driver and its loader (Debian: ocl-icd-libopencl1), or set UNPYTHON_OPENCL_LIBRARY; "
                    "functions run elsewhere meanwhile",
          .find = [library = settings.variable(kLibrary)] { return find(library); }};
}

}  // namespace unpython::runtime
