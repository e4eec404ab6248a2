// What the scheduler and a code generator need to know of the machine they work for.
#pragma once
#include <cstdint>
#include <string>

namespace unpython::abi {

struct TargetInfo {
  std::string cpu;              ///< LLVM's name of the processor
  std::string features;         ///< LLVM feature string
  int vector_bytes = 32;        ///< widest vector register worth using
  int vector_registers = 16;
  int64_t l1_bytes = 32 << 10;  ///< data caches, per core
  int64_t l2_bytes = 1 << 20;
  bool fma = true;
  int threads = 16;             ///< that work on a loop
};

}  // namespace unpython::abi
