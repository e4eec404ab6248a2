// The C interface of libunpython_cpu, which holds LLVM and is opened at first CPU use. Nothing else of it is exported.
#pragma once
#include <cstddef>
#include <cstdint>

#include "abi/frame.h"

extern "C" {

/// What the functions of the library return.
enum UnpythonCpuStatus : int32_t { kCpuOk = 0, kCpuFailed = 1, kCpuOutOfMemory = 2 };

/// Bytes owned by the library; release with UnpythonCpuApi::free_bytes.
struct UnpythonBytes {
  char* data;
  size_t size;
};

/// Facts about this machine, strings owned by the library.
struct UnpythonCpuTarget {
  const char* cpu;
  const char* features;
  const char* llvm_version;
  int32_t vector_bytes;
  int32_t vector_registers;
  int32_t fma;
};

struct UnpythonCpuApi {
  int32_t abi_version;  ///< abi::kAbiVersion of the build
  void (*target)(UnpythonCpuTarget* out);
  /// From now on code is made for the processor that LLVM calls `cpu` ("native": this one), with those of its
  /// features that support/cpu_features.h can look for. Before the first call of target. Returns as compile.
  int32_t (*aim)(const char* cpu, UnpythonBytes* error);
  /// Serialized scheduled IR -> relocatable object. `what`: 0 object, 1 LLVM IR text before optimisation, 2
  /// after, 3 assembly. Returns kCpuOk, or kCpuFailed with the reason in `out`, or kCpuOutOfMemory.
  int32_t (*compile)(const char* ir, size_t ir_size, int32_t what, UnpythonBytes* out);
  /// Links an object into the process. `*entry` becomes its entry point and `*handle` what unload takes.
  /// Returns kCpuOk, or kCpuFailed with the reason in `error`, or kCpuOutOfMemory.
  int32_t (*load)(const char* object, size_t object_size, unpython::abi::EntryPoint* entry, void** handle,
                  UnpythonBytes* error);
  void (*unload)(void* handle);
  /// Lets code call what the process has at `address` by this name. Before the first compile or load.
  void (*provide)(const char* name, const void* address);
  void (*free_bytes)(UnpythonBytes* bytes);
};

/// The only exported symbol: null if `abi_version` is not the library's own.
__attribute__((visibility("default"))) const UnpythonCpuApi* unpython_cpu_api(int32_t abi_version);
}
