// What goes wrong with one device becomes its problem.
#include <utility>

#include "runtime/cuda/cuda_device.h"
#include "runtime/device/device_failure.h"

namespace unpython::runtime {
namespace {

constexpr const char* kLibrary = "UNPYTHON_CUDA_LIBRARY";  ///< path of libcuda.so.1

FoundDevice open(const std::shared_ptr<const CudaApi>& api, int ordinal, const NvrtcSearch& nvrtc) {
  FoundDevice found{.name = "cuda:" + std::to_string(ordinal), .device = {}, .problem = {}};
  try {
    auto device = std::make_unique<CudaDevice>(api, ordinal);
    auto compiler = CudaCompiler::find(nvrtc, api->version(), device->capability(), found.name, found.problem);
    if (compiler != nullptr) device->set_compiler(std::move(compiler));
    found.device = std::move(device);
  } catch (const DeviceFailure& failure) {
    found.problem = failure.what();
  }
  return found;
}

FoundDevices find(const std::string& library, const NvrtcSearch& nvrtc) {
  FoundDevices found;
  const std::shared_ptr<const CudaApi> api = CudaApi::open(library, found.reason);
  int count = 0;
  if (api != nullptr) {
    const CUresult result = api->cuDeviceGetCount(&count);
    found.reason = result == cuda::kSuccess ? "the CUDA driver shows no device"
                                            : "cuDeviceGetCount failed with " + api->name_of(result);
  }
  for (int ordinal = 0; ordinal < count; ++ordinal) found.devices.push_back(open(api, ordinal, nvrtc));
  return found;
}

}  // namespace

NvrtcSearch nvrtc_search(const DeviceSettings& settings) {
  NvrtcSearch search{.setting = settings.variable("UNPYTHON_NVRTC_LIBRARY"),
                     .package_folders = settings.package_folders,
                     .toolkit = settings.variable("CUDA_HOME")};
  if (search.toolkit.empty()) search.toolkit = settings.variable("CUDA_PATH");
  if (search.toolkit.empty()) search.toolkit = "/usr/local/cuda";
  return search;
}

DeviceKind cuda_kind(const DeviceSettings& settings) {
  return {.name = "cuda",
          .library_variable = kLibrary,
          .advice = "where there is an NVIDIA card: install its driver, and NVRTC with pip install 'unpython[cuda]', or set "
                    "UNPYTHON_CUDA_LIBRARY and UNPYTHON_NVRTC_LIBRARY; functions run elsewhere meanwhile",
          .find = [library = settings.variable(kLibrary), nvrtc = nvrtc_search(settings)] { return find(library, nvrtc); }};
}

}  // namespace unpython::runtime
