// A failed call of a driver, with what the driver of a call needs to choose the next step.
#pragma once
#include <cstdint>
#include <string>
#include <utility>

#include "unpython/error.h"

namespace unpython::runtime {

enum class FailureKind : uint8_t {
  OutOfMemory,  ///< smaller pieces, or released memory, may help
  Build,        ///< the compiler of the device refused the source
  Lost,         ///< the device cannot be used any more in this process
  Other,
};

class UNPYTHON_API DeviceFailure : public DeviceError {
 public:
  /// `device`: "cuda:0". `call`: "cuMemAlloc". `error_name`: "CUDA_ERROR_OUT_OF_MEMORY". `detail`: a log, or
  /// empty.
  DeviceFailure(FailureKind kind, const std::string& device, std::string call, std::string error_name,
                int64_t code, const std::string& detail = {})
      : DeviceError(device + ": " + call + " failed with " + error_name + " (" + std::to_string(code) + ")" +
                    (detail.empty() ? "" : ": " + detail)),
        kind_(kind),
        call_(std::move(call)),
        error_name_(std::move(error_name)),
        code_(code) {}
  [[nodiscard]] FailureKind kind() const { return kind_; }
  [[nodiscard]] const std::string& call() const { return call_; }
  [[nodiscard]] const std::string& error_name() const { return error_name_; }
  [[nodiscard]] int64_t code() const { return code_; }

 private:
  FailureKind kind_;
  std::string call_;
  std::string error_name_;
  int64_t code_;
};

}  // namespace unpython::runtime
