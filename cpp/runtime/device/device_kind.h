// A kind of devices ("cuda"): how those of this machine are found. The kinds that there are stand in
// runtime/gpus.cpp, in the order in which a call that asks for any GPU looks at them.
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/device/device.h"

namespace unpython::runtime {

struct FoundDevice {
  std::string name;                ///< "cuda:0"
  std::unique_ptr<Device> device;  ///< null: it could not be opened, and another look may find it
  std::string problem;             ///< why it cannot be used; empty: it can
};

struct FoundDevices {
  std::vector<FoundDevice> devices;
  std::string reason;     ///< why there is none
  bool may_come = false;  ///< a call of the driver failed where another may not
};

struct DeviceKind {
  std::string name;                    ///< its devices are called <name>:0, <name>:1
  std::string library_variable;        ///< of the environment: where the library of its driver is
  std::string advice;                  ///< what to do where no device of it can be used
  std::function<FoundDevices()> find;  ///< may take 0.1 s; never throws for a missing library or device
};

/// What kinds of devices ask of where they are.
struct DeviceSettings {
  /// A variable of the environment, as "UNPYTHON_CUDA_LIBRARY"; empty: it is not set.
  std::function<std::string(const std::string& name)> variable;
  std::vector<std::string> package_folders{};  ///< where Python packages are installed, some of them with libraries
};

}  // namespace unpython::runtime
