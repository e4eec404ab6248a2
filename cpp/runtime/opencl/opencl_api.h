// OpenCL's ICD loader, opened at run time: the functions that are used, and what their failures mean.
#pragma once
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "runtime/device/device_failure.h"
#include "runtime/device/driver_function.h"
#include "runtime/opencl/opencl_types.h"

namespace unpython::runtime {

/// The function table. Immutable; the library stays open until the process ends.
class OpenClApi {
 public:
  /// Opens `path` (empty: the system's loader). Null when there is none, with the reason.
  [[nodiscard]] static std::shared_ptr<const OpenClApi> open(const std::string& path, std::string& reason);

  /// "CL_OUT_OF_RESOURCES"; codes that are not known by name give "an unknown error".
  [[nodiscard]] static const char* name_of(cl_int error);
  [[noreturn]] static void fail(cl_int error, const char* function, const std::string& device,
                                const std::string& detail = {});

  /// Calls a function that gives an error code; a failure throws DeviceFailure, named for `device`.
  template <class... Parameters>
  static void call(const std::string& device, const DriverFunction<cl_int(Parameters...)>& function,
                   std::type_identity_t<Parameters>... arguments) {
    const cl_int error = function(arguments...);
    if (error != opencl::kSuccess) fail(error, function.name, device);
  }
  /// Calls a function that makes an object; `arguments` are without the last, the error code.
  template <class Object, class... Parameters, class... Arguments>
  [[nodiscard]] static Object* create(const std::string& device,
                                      const DriverFunction<Object*(Parameters...)>& function,
                                      Arguments... arguments) {
    cl_int error = opencl::kSuccess;
    Object* made = function.pointer(arguments..., &error);
    if (error != opencl::kSuccess) fail(error, function.name, device);
    return made;
  }
  /// A number or handle that a clGet...Info function tells about `object...`.
  template <class Value, class... Parameters, class... Objects>
  [[nodiscard]] static Value info(const std::string& device,
                                  const DriverFunction<cl_int(Parameters...)>& function, cl_uint name,
                                  Objects... objects) {
    Value value{};
    call(device, function, objects..., name, sizeof value, static_cast<void*>(&value), nullptr);
    return value;
  }
  /// The same for a text.
  template <class... Parameters, class... Objects>
  [[nodiscard]] static std::string text(const std::string& device,
                                        const DriverFunction<cl_int(Parameters...)>& function, cl_uint name,
                                        Objects... objects) {
    size_t bytes = 0;
    call(device, function, objects..., name, size_t{0}, nullptr, &bytes);
    std::string value(bytes, '\0');
    call(device, function, objects..., name, bytes, static_cast<void*>(value.data()), nullptr);
    return value.c_str();  // up to the zero that ends it
  }

#define CALL(name, parameters, arguments) DriverFunction<cl_int parameters> name{#name, nullptr};
#define CREATE(type, name, parameters, arguments) DriverFunction<type parameters> name{#name, nullptr};
#include "runtime/opencl/opencl_functions.def"

 private:
  OpenClApi() = default;
};

struct OpenClDeviceId {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
};

/// All devices of all platforms, GPUs before others. `problem`: what went wrong where some could not be
/// listed.
[[nodiscard]] std::vector<OpenClDeviceId> list_devices(const OpenClApi& api, std::string& problem);

}  // namespace unpython::runtime
