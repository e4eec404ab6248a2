// What the scheduler, the code generators and the cost model may ask of a GPU: the one place where devices
// differ.
#pragma once
#include <array>
#include <cstdint>
#include <string>

#include "abi/dlpack.h"

namespace unpython::abi {

enum class SourceLanguage : uint8_t { CudaC, OpenClC };
inline constexpr std::array kSourceLanguages = {SourceLanguage::CudaC, SourceLanguage::OpenClC};

struct DeviceProperties {
  std::string name;          ///< "cuda:0", "opencl:1": what the user calls it
  std::string description;   ///< model, driver, versions: one line for people
  std::string architecture;  ///< what binaries depend on, driver included ("sm_90"); part of cache keys
  SourceLanguage language = SourceLanguage::CudaC;
  int64_t memory_bytes = 0;          ///< all of the device
  int64_t max_allocation_bytes = 0;  ///< one allocation
  int64_t local_bytes = 0;           ///< local (shared) memory that one work group may use
  int64_t local_bytes_static = 0;    ///< of it, what may be declared in the source; the rest is dynamic
  int64_t constant_bytes = 0;
  int64_t argument_bytes = 0;            ///< all arguments of one kernel together
  int max_threads = 0;                   ///< of one work group
  int threads_of_any_kernel = 0;         ///< of one work group, whatever the compiler makes of a kernel; 0: not known
  std::array<int64_t, 3> max_block{};    ///< threads of a work group, by dimension (x first)
  std::array<int64_t, 3> max_grid{};     ///< work groups, by dimension
  int simd_width = 1;                    ///< threads that run in step (warp); 1 where there are none
  int multiprocessors = 1;               ///< compute units
  int threads_per_multiprocessor = 0;    ///< 0: not known
  int registers_per_multiprocessor = 0;  ///< 32 bits each; 0: not known
  int64_t local_bytes_per_multiprocessor = 0;
  int address_alignment = 256;  ///< of a fresh allocation
  bool memory_has_address = false;        ///< the handle of memory is its address, unlike any of host memory
  DlDevice dlpack = DlDevice::Cpu;        ///< what DLPack calls its kind
  bool float64 = true;
  bool float64_matrix_unit = false;  ///< warps multiply matrices, with the bits of fma in order
  bool int64_atomics = true;
  bool correctly_rounded_float32 = true;  ///< division and square root
  bool is_cpu = false;                    ///< OpenCL on the processor: used when named, never chosen
  bool host_shares_memory = false;        ///< a CPU or an integrated GPU: copies do not cross a link
  auto operator<=>(const DeviceProperties&) const = default;
};

}  // namespace unpython::abi
