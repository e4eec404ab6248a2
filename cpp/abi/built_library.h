// What a library of functions that were compiled ahead of time exports: one table, in the names of C. `python -m unpython
// build` writes it as assembly (python/unpython/_build_ahead/write_library.py); kAbiVersion says that both mean the same.
#pragma once
#include <cstdint>

#include "abi/frame.h"

extern "C" {

/// Content of the disk cache by the SHA-256 of its origin. Machine code is linked: it has an entry point in place of bytes.
struct UnpythonBuiltEntry {
  unsigned char origin[32];
  const char* bytes;
  int64_t size;
  unpython::abi::EntryPoint code;  ///< null: no machine code
};

struct UnpythonBuiltText {
  const char* data;
  int64_t size;
};

/// The symbol is `unpython_built`.
struct UnpythonBuiltLibrary {
  int32_t abi_version;  ///< abi::kAbiVersion of the build; nothing else is read where it is another one
  int32_t vector_bytes;
  int32_t vector_registers;
  int32_t fma;
  int64_t l1_bytes;
  int64_t l2_bytes;
  int64_t threads;
  UnpythonBuiltText cpu;
  UnpythonBuiltText features;
  UnpythonBuiltText llvm_version;
  UnpythonBuiltText build_id;          ///< of the CPU library that made the code
  UnpythonBuiltText programs;          ///< of Python: what the functions of the module are as texts
  const UnpythonBuiltEntry* entries;   ///< ascending by origin
  int64_t entry_count;
};
}
