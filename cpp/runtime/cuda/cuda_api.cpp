// Finds the driver's functions by name and version through the one that it exports for that purpose.
#include "runtime/cuda/cuda_api.h"

#include <optional>
#include <utility>

#include "support/shared_library.h"

namespace unpython::runtime {
namespace {

constexpr char kCudaLibrary[] = "libcuda.so.1";

/// cuGetProcAddress in its form of CUDA 12 or of CUDA 11.3.
class Lookup {
 public:
  explicit Lookup(const SharedLibrary& library)
      : new_(library.function<New*>("cuGetProcAddress_v2")),
        old_(library.function<Old*>("cuGetProcAddress")) {}
  [[nodiscard]] bool works() const { return new_ != nullptr || old_ != nullptr; }
  [[nodiscard]] void* find(const char* name, int version) const {
    void* found = nullptr;
    const CUresult result = new_ != nullptr ? new_(name, &found, version, kDefaultStream, nullptr)
                                            : old_(name, &found, version, kDefaultStream);
    return result == cuda::kSuccess ? found : nullptr;
  }

 private:
  using New = CUresult(const char*, void**, int, uint64_t, int*);
  using Old = CUresult(const char*, void**, int, uint64_t);
  static constexpr uint64_t kDefaultStream = 0;
  New* new_;
  Old* old_;
};

template <class Signature>
bool fetch(const Lookup& lookup, int version, DriverFunction<Signature>& function) {
  function.pointer = reinterpret_cast<Signature*>(lookup.find(function.name, version));
  return function.pointer != nullptr;
}

}  // namespace

std::shared_ptr<const CudaApi> CudaApi::open(const std::string& path, std::string& reason) {
  std::optional<SharedLibrary> library = SharedLibrary::open(path.empty() ? kCudaLibrary : path, reason);
  if (!library) {
    reason = "no CUDA driver: " + reason;
    return nullptr;
  }
  const Lookup lookup(*library);
  if (!lookup.works()) {
    reason = "the CUDA driver is older than 11.3";
    return nullptr;
  }
  const std::shared_ptr<CudaApi> api(new CudaApi());
  const char* missing = nullptr;
#define X(name, version, parameters) \
  if (!fetch(lookup, version, api->name)) missing = #name;
#include "runtime/cuda/cuda_functions.def"
#define X(name, version, parameters) \
  if (!fetch(lookup, version, api->name)) api->has_graphs_ = false;
#include "runtime/cuda/cuda_graph_functions.def"
  if (missing != nullptr) {
    reason = std::string("the CUDA driver has no ") + missing;
    return nullptr;
  }
  CUresult result = api->cuInit(0U);
  if (result == cuda::kSuccess) result = api->cuDriverGetVersion(&api->version_);
  if (result != cuda::kSuccess) {
    reason = "the CUDA driver does not start: " + api->name_of(result) + " (" + std::to_string(result) + ")";
    return nullptr;
  }
  std::move(*library).keep_open();  // its threads and its exit handlers stay
  return api;
}

std::string CudaApi::name_of(CUresult error) const {
  const char* text = nullptr;
  if (cuGetErrorName(error, &text) != cuda::kSuccess || text == nullptr) return "an unknown error";
  return text;
}

bool CudaApi::is_fatal(CUresult error) {
  switch (error) {
    case 4:    // CUDA_ERROR_DEINITIALIZED
    case 46:   // DEVICE_UNAVAILABLE
    case 201:  // INVALID_CONTEXT
    case 214:  // ECC_UNCORRECTABLE
    case 220:  // NVLINK_UNCORRECTABLE
    case 700:  // ILLEGAL_ADDRESS
    case 702:  // LAUNCH_TIMEOUT
    case 709:  // CONTEXT_IS_DESTROYED
    case 710:  // ASSERT
    case 714:  // HARDWARE_STACK_ERROR
    case 715:  // ILLEGAL_INSTRUCTION
    case 716:  // MISALIGNED_ADDRESS
    case 717:  // INVALID_ADDRESS_SPACE
    case 718:  // INVALID_PC
    case 719:  // LAUNCH_FAILED
      return true;
    default:
      return false;
  }
}

void CudaApi::fail(CUresult error, const char* function, const std::string& device,
                   const std::string& detail) const {
  FailureKind kind = FailureKind::Other;
  if (error == cuda::kOutOfMemory) kind = FailureKind::OutOfMemory;
  if (is_fatal(error)) kind = FailureKind::Lost;
  throw DeviceFailure(kind, device, function, name_of(error), error, detail);
}

}  // namespace unpython::runtime
