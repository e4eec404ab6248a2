// Looks the functions up, lists platforms and devices, names the errors.
#include "runtime/opencl/opencl_api.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "support/shared_library.h"

namespace unpython::runtime {
namespace {

constexpr char kOpenclLibrary[] = "libOpenCL.so.1";
constexpr cl_int kDeviceNotFound = -1;
constexpr cl_int kPlatformNotFound = -1001;

/// Names of the codes from 0 down to -19, and from -30 down.
constexpr std::array kFirstNames = {"CL_SUCCESS",
                                    "CL_DEVICE_NOT_FOUND",
                                    "CL_DEVICE_NOT_AVAILABLE",
                                    "CL_COMPILER_NOT_AVAILABLE",
                                    "CL_MEM_OBJECT_ALLOCATION_FAILURE",
                                    "CL_OUT_OF_RESOURCES",
                                    "CL_OUT_OF_HOST_MEMORY",
                                    "CL_PROFILING_INFO_NOT_AVAILABLE",
                                    "CL_MEM_COPY_OVERLAP",
                                    "CL_IMAGE_FORMAT_MISMATCH",
                                    "CL_IMAGE_FORMAT_NOT_SUPPORTED",
                                    "CL_BUILD_PROGRAM_FAILURE",
                                    "CL_MAP_FAILURE",
                                    "CL_MISALIGNED_SUB_BUFFER_OFFSET",
                                    "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"};
constexpr std::array kLaterNames = {"CL_INVALID_VALUE",           "CL_INVALID_DEVICE_TYPE",
                                    "CL_INVALID_PLATFORM",        "CL_INVALID_DEVICE",
                                    "CL_INVALID_CONTEXT",         "CL_INVALID_QUEUE_PROPERTIES",
                                    "CL_INVALID_COMMAND_QUEUE",   "CL_INVALID_HOST_PTR",
                                    "CL_INVALID_MEM_OBJECT",      "CL_INVALID_IMAGE_FORMAT_DESCRIPTOR",
                                    "CL_INVALID_IMAGE_SIZE",      "CL_INVALID_SAMPLER",
                                    "CL_INVALID_BINARY",          "CL_INVALID_BUILD_OPTIONS",
                                    "CL_INVALID_PROGRAM",         "CL_INVALID_PROGRAM_EXECUTABLE",
                                    "CL_INVALID_KERNEL_NAME",     "CL_INVALID_KERNEL_DEFINITION",
                                    "CL_INVALID_KERNEL",          "CL_INVALID_ARG_INDEX",
                                    "CL_INVALID_ARG_VALUE",       "CL_INVALID_ARG_SIZE",
                                    "CL_INVALID_KERNEL_ARGS",     "CL_INVALID_WORK_DIMENSION",
                                    "CL_INVALID_WORK_GROUP_SIZE", "CL_INVALID_WORK_ITEM_SIZE",
                                    "CL_INVALID_GLOBAL_OFFSET",   "CL_INVALID_EVENT_WAIT_LIST",
                                    "CL_INVALID_EVENT",           "CL_INVALID_OPERATION",
                                    "CL_INVALID_GL_OBJECT",       "CL_INVALID_BUFFER_SIZE",
                                    "CL_INVALID_MIP_LEVEL",       "CL_INVALID_GLOBAL_WORK_SIZE"};
constexpr cl_int kFirstLater = -30;

FailureKind kind_of(cl_int error) {
  switch (error) {
    case -2:   // CL_DEVICE_NOT_AVAILABLE
    case -34:  // CL_INVALID_CONTEXT
    case -36:  // CL_INVALID_COMMAND_QUEUE: what NVIDIA's driver says after a kernel failed
      return FailureKind::Lost;
    case -4:   // CL_MEM_OBJECT_ALLOCATION_FAILURE
    case -5:   // CL_OUT_OF_RESOURCES
    case -6:   // CL_OUT_OF_HOST_MEMORY
    case -61:  // CL_INVALID_BUFFER_SIZE
      return FailureKind::OutOfMemory;
    case -3:   // CL_COMPILER_NOT_AVAILABLE
    case -11:  // CL_BUILD_PROGRAM_FAILURE
    case -42:  // CL_INVALID_BINARY
    case -43:  // CL_INVALID_BUILD_OPTIONS
      return FailureKind::Build;
    default:
      return FailureKind::Other;
  }
}

/// Runs one of the functions that list: asks for the number, then for the items.
template <class Item, class Ask>
std::vector<Item> list(const Ask& ask, const char* function, cl_int none, std::string& problem) {
  cl_uint count = 0;
  cl_int error = ask(0, nullptr, &count);
  std::vector<Item> items(error == opencl::kSuccess ? count : 0);
  if (!items.empty()) error = ask(count, items.data(), nullptr);
  if (error == opencl::kSuccess) return items;
  if (error != none) {
    problem = std::string(function) + " failed with " + OpenClApi::name_of(error) + " (" +
              std::to_string(error) + ")";
  }
  return {};
}

}  // namespace

std::shared_ptr<const OpenClApi> OpenClApi::open(const std::string& path, std::string& reason) {
  std::optional<SharedLibrary> library = SharedLibrary::open(path.empty() ? kOpenclLibrary : path, reason);
  if (!library) {
    reason = "no OpenCL: " + reason;
    return nullptr;
  }
  const std::shared_ptr<OpenClApi> api(new OpenClApi());
  const char* missing = nullptr;
#define CALL(name, parameters, arguments) \
  if (!fetch(*library, api->name)) missing = #name;
#define CREATE(type, name, parameters, arguments) CALL(name, parameters, arguments)
#include "runtime/opencl/opencl_functions.def"
  if (missing != nullptr) {
    reason = std::string("the OpenCL library has no ") + missing;
    return nullptr;
  }
  std::move(*library).keep_open();
  return api;
}

const char* OpenClApi::name_of(cl_int error) {
  const auto first = static_cast<size_t>(-error);
  if (error <= 0 && first < kFirstNames.size()) return kFirstNames[first];
  const auto later = static_cast<size_t>(kFirstLater - error);
  if (error <= kFirstLater && later < kLaterNames.size()) return kLaterNames[later];
  return "an unknown error";
}

void OpenClApi::fail(cl_int error, const char* function, const std::string& device,
                     const std::string& detail) {
  throw DeviceFailure(kind_of(error), device, function, name_of(error), error, detail);
}

std::vector<OpenClDeviceId> list_devices(const OpenClApi& api, std::string& problem) {
  std::vector<OpenClDeviceId> found;
  const auto platforms = [&](cl_uint count, cl_platform_id* items, cl_uint* number) {
    return api.clGetPlatformIDs(count, items, number);
  };
  for (cl_platform_id platform :
       list<cl_platform_id>(platforms, api.clGetPlatformIDs.name, kPlatformNotFound, problem)) {
    const auto devices = [&](cl_uint count, cl_device_id* items, cl_uint* number) {
      return api.clGetDeviceIDs(platform, opencl::kAllDevices, count, items, number);
    };
    for (cl_device_id device :
         list<cl_device_id>(devices, api.clGetDeviceIDs.name, kDeviceNotFound, problem)) {
      found.push_back({platform, device});
    }
  }
  std::stable_partition(found.begin(), found.end(), [&](const OpenClDeviceId& id) {
    cl_bitfield type = 0;
    return api.clGetDeviceInfo(id.device, opencl::kDeviceType, sizeof type, &type, nullptr) ==
               opencl::kSuccess &&
           (type & opencl::kGpuDevice) != 0;
  });
  return found;
}

}  // namespace unpython::runtime
