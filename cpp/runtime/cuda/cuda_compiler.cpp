// One NVRTC program per source. No headers are offered to the source: generated code needs none, and they
// cost time.
#include "runtime/cuda/cuda_compiler.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <vector>

#include "runtime/device/device_failure.h"

namespace unpython::runtime {
namespace {

// Multiplications and additions are contracted on the IR, never by the compiler.
constexpr std::array<const char*, 2> kOptions = {"-fmad=false", "--std=c++17"};
/// Since 12.4: without the declarations of the runtime and of textures, which no kernel of ours names: 3 ms sooner for each.
constexpr const char* kMinimal = "--minimal";
/// Since 12.9: the compiler has a cache on disk, too; ours is the one that users turn off.
constexpr const char* kNoCache = "--no-cache";

/// Since 12.9. Loops are not unrolled and arrays of a thread stay in memory: a large kernel takes a third or less of the time to
/// compile. Operations are the same, in the same order.
constexpr const char* kQuick = "--Ofast-compile=mid";

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
  /// compile() fails soon after `unwanted` becomes true, where NVRTC can be stopped.
  void stop_where(const std::atomic<bool>& unwanted) const {
    const auto ask = [](void* given, void*) { return static_cast<const std::atomic<bool>*>(given)->load() ? 1 : 0; };
    if (api_.nvrtcSetFlowCallback.pointer == nullptr) return;
    check(api_.nvrtcSetFlowCallback(program_, +ask, const_cast<std::atomic<bool>*>(&unwanted)), api_.nvrtcSetFlowCallback);
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

bool knows_quick(const NvrtcApi& api) { return api.is_at_least(12, 9); }

std::string option_text() {
  std::string text;
  for (const char* option : kOptions) text += std::string(" ") + option;
  return text;
}

/// What tells the content of an installed file; empty if that fails.
std::string file_identity(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) return {};
  return path + ' ' + std::to_string(found.st_size) + ' ' + std::to_string(found.st_mtim.tv_sec) + '.' +
         std::to_string(found.st_mtim.tv_nsec);
}

/// NVRTC takes tens of megabytes for each kernel and frees them. glibc gives them back to the system each time and gets them page by
/// page again, several threads in turn: a sixth of the time of a small kernel. That a large block was freed tells it to keep what
/// is freed, as any program does that frees an array of that size.
void keep_freed_memory() {
  constexpr size_t kLargestThatTells = (size_t{32} << 20) - (size_t{8} << 10);
  void* volatile block = std::malloc(kLargestThatTells);  // volatile: else the compiler leaves both out
  std::free(block);
}

}  // namespace

CudaCompiler::Opened CudaCompiler::open_now() const {
  Opened opened;
  opened.api = NvrtcApi::open(search_, driver_version_, opened.reason);
  if (opened.api == nullptr) return opened;
  const std::string name = "NVRTC " + opened.api->version();
  const std::vector<int>& known = opened.api->architectures();
  if (capability_ < known.front()) {
    opened.reason = name + " does not compile for this GPU (compute capability " +
                    std::to_string(capability_ / 10) + '.' + std::to_string(capability_ % 10) +
                    "); an older one does: pip install nvidia-cuda-nvrtc-cu12";
    opened.api.reset();
    return opened;
  }
  if (driver_version_ != 0 && opened.api->major() > driver_version_ / 1000) {
    opened.reason = name + " is newer than the driver, which knows CUDA " +
                    std::to_string(driver_version_ / 1000) + ": pip install nvidia-cuda-nvrtc-cu" +
                    std::to_string(driver_version_ / 1000);
    opened.api.reset();
    return opened;
  }
  opened.exact = std::binary_search(known.begin(), known.end(), capability_);
  const int newest_below = *(std::upper_bound(known.begin(), known.end(), capability_) - 1);
  opened.architecture = (opened.exact ? "sm_" : "compute_") + std::to_string(newest_below);
  return opened;
}

const CudaCompiler::Opened& CudaCompiler::opened() const {
  std::call_once(once_, [&] {
    keep_freed_memory();
    opened_ = open_now();
  });
  return opened_;
}

const NvrtcApi* CudaCompiler::api(std::string& reason) const {
  reason = opened().reason;
  return opened().api.get();
}

std::unique_ptr<CudaCompiler> CudaCompiler::open(const NvrtcSearch& search, int driver_version,
                                                 int capability, const std::string& device,
                                                 std::string& reason) {
  std::unique_ptr<CudaCompiler> compiler(new CudaCompiler(search, driver_version, capability, device));
  const NvrtcApi* api = compiler->api(reason);
  if (api == nullptr) return nullptr;
  compiler->identity_ = "nvrtc " + api->version() + ' ' + compiler->opened().architecture + option_text();
  return compiler;
}

std::unique_ptr<CudaCompiler> CudaCompiler::find(const NvrtcSearch& search, int driver_version,
                                                 int capability, const std::string& device,
                                                 std::string& reason) {
  const std::string file = NvrtcApi::find_file(search, driver_version);
  const std::string content = file.empty() ? "" : file_identity(file);
  if (content.empty()) return open(search, driver_version, capability, device, reason);
  std::unique_ptr<CudaCompiler> compiler(new CudaCompiler(search, driver_version, capability, device));
  compiler->identity_ = "nvrtc " + content + " for " + std::to_string(capability) + option_text();
  return compiler;
}

bool CudaCompiler::compiles_quickly() const {
  const Opened& opened = this->opened();
  return opened.api != nullptr && knows_quick(*opened.api);
}

std::string CudaCompiler::compile(const DeviceSource& source) const {
  const Opened& opened = this->opened();
  if (opened.api == nullptr)
    throw DeviceFailure(FailureKind::Build, device_, "NVRTC", "an error", 0, opened.reason);
  const Program program(*opened.api, source, device_);
  const std::string architecture = "--gpu-architecture=" + opened.architecture;
  std::vector<const char*> options(kOptions.begin(), kOptions.end());
  options.push_back(architecture.c_str());
  if (opened.api->is_at_least(12, 4)) options.push_back(kMinimal);
  if (opened.api->is_at_least(12, 9)) options.push_back(kNoCache);
  if (source.effort == Effort::Quick && knows_quick(*opened.api)) options.push_back(kQuick);
  if (source.unwanted != nullptr) program.stop_where(*source.unwanted);
  program.compile(options);
  return opened.exact ? program.bytes(opened.api->nvrtcGetCUBINSize, opened.api->nvrtcGetCUBIN)
                      : program.bytes(opened.api->nvrtcGetPTXSize, opened.api->nvrtcGetPTX);
}

}  // namespace unpython::runtime
