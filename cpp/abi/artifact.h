// What a code generator hands to a device: code, and the name to enter it by.
#pragma once
#include <string>

#include "unpython/types.h"

namespace unpython::abi {

struct Artifact {
  DeviceKind device = DeviceKind::Cpu;
  std::string code;   ///< CPU: an ELF relocatable object; CUDA: cubin or PTX; OpenCL: source or program binary
  std::string entry;  ///< symbol of the entry point
};

}  // namespace unpython::abi
