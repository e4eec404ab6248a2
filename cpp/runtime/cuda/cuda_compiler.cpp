// One NVRTC program per source. No headers are offered to the source: generated code needs none, and they
// cost time.
#include "runtime/cuda/cuda_compiler.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "runtime/device_failure.h"

namespace unpython::runtime {
namespace {

// Multiplications and additions are contracted on the IR, never by the compiler.
constexpr std::array<const char*, 2> kOptions = {"-fmad=false", "--std=c++17"};

/// Names of nvrtcResult, in order.
constexpr std::array<const char*, 8> kErrors = {"NVRTC_SUCCESS",
                                                "NVRTC_ERROR_OUT_OF_MEMORY",
                                                "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
                                                "NVRTC_ERROR_INVALID_INPUT",
                                                "NVRTC_ERROR_INVALID_PROGRAM",
                                                "NVRTC_ERROR_INVALID_OPTION",
                                                "NVRTC_ERROR_COMPILATION",
                                                "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE"};

class Program {
 public:
  Program(const NvrtcApi& api, const DeviceSource& source, const std::string& device)
      : api_(api), device_(device) {
    check(api.nvrtcCreateProgram(&program_, source.text.c_str(), source.name.c_str(), 0, nullptr, nullptr),
          api.nvrtcCreateProgram);
  }
  ~Program() { api_.nvrtcDestroyProgram(&program_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void compile(const std::vector<const char*>& options) const {
    const nvrtcResult result =
        api_.nvrtcCompileProgram(program_, static_cast<int>(options.size()), options.data());
    check(result, api_.nvrtcCompileProgram, result == 0 ? "" : log());
  }
  template <class Size, class Get>
  [[nodiscard]] std::string bytes(const Size& size, const Get& get) const {
    size_t count = 0;
    check(size(program_, &count), size);
    std::string bytes(count, '\0');
    check(get(program_, bytes.data()), get);
    return bytes;
  }

 private:
  template <class Signature>
  void check(nvrtcResult result, const DriverFunction<Signature>& function,
             const std::string& detail = {}) const {
    if (result == 0) return;
    const auto index = static_cast<size_t>(result);
    throw DeviceFailure(FailureKind::Build, device_, function.name,
                        index < kErrors.size() ? kErrors[index] : "an unknown error", result, detail);
  }
  [[nodiscard]] std::string log() const {
    size_t count = 0;
    if (api_.nvrtcGetProgramLogSize(program_, &count) != 0) return {};
    std::string text(count, '\0');
    if (api_.nvrtcGetProgramLog(program_, text.data()) != 0) return {};
    return text.c_str();  // up to the zero that ends it
  }

  const NvrtcApi& api_;
  const std::string& device_;
  nvrtcProgram program_ = nullptr;
};

}  // namespace

CudaCompiler::CudaCompiler(std::shared_ptr<const NvrtcApi> api, int capability, std::string device)
    : api_(std::move(api)), device_(std::move(device)) {
  const std::vector<int>& known = api_->architectures();
  exact_ = std::binary_search(known.begin(), known.end(), capability);
  int chosen = capability;
  if (!exact_) {
    const auto above = std::upper_bound(known.begin(), known.end(), capability);
    chosen = above == known.begin() ? known.front() : *(above - 1);
  }
  architecture_ = (exact_ ? "sm_" : "compute_") + std::to_string(chosen);
}

std::unique_ptr<CudaCompiler> CudaCompiler::open(const NvrtcSearch& search, int driver_version,
                                                 int capability, const std::string& device,
                                                 std::string& reason) {
  std::shared_ptr<const NvrtcApi> api = NvrtcApi::open(search, driver_version, reason);
  if (api == nullptr) return nullptr;
  const std::string name = "NVRTC " + api->version();
  if (capability < api->architectures().front()) {
    reason = name + " does not compile for this GPU (compute capability " + std::to_string(capability / 10) +
             '.' + std::to_string(capability % 10) +
             "); an older one does: pip install nvidia-cuda-nvrtc-cu12";
    return nullptr;
  }
  if (driver_version != 0 && api->major() > driver_version / 1000) {
    reason = name + " is newer than the driver, which knows CUDA " + std::to_string(driver_version / 1000) +
             ": pip install nvidia-cuda-nvrtc-cu" + std::to_string(driver_version / 1000);
    return nullptr;
  }
  return std::make_unique<CudaCompiler>(std::move(api), capability, device);
}

std::string CudaCompiler::compile(const DeviceSource& source) const {
  const Program program(*api_, source, device_);
  const std::string architecture = "--gpu-architecture=" + architecture_;
  std::vector<const char*> options(kOptions.begin(), kOptions.end());
  options.push_back(architecture.c_str());
  program.compile(options);
  return exact_ ? program.bytes(api_->nvrtcGetCUBINSize, api_->nvrtcGetCUBIN)
                : program.bytes(api_->nvrtcGetPTXSize, api_->nvrtcGetPTX);
}

std::string CudaCompiler::identity() const {
  std::string text = "nvrtc " + api_->version() + ' ' + architecture_;
  for (const char* option : kOptions) text += std::string(" ") + option;
  return text;
}

}  // namespace unpython::runtime
