// Machine code that was compiled ahead of time, in a library of its own: a read-only level below the disk cache.
//
// Problem:  code in the disk cache is relocatable objects, and loading them needs LLVM.
// Choice:   the build has the system's linker make a shared library of the objects, so that the system's loader is enough.
//           What code calls by names that no C library has (NumPy's loops, some functions of Python's module math) is left
//           open by the linker, and is put in here, into the table that the loader has left empty.
// Rejected: a loader of our own for relocatable objects (a second JITLink), functions that jump on to the real ones (some
//           names are those of data).
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "abi/built_library.h"
#include "runtime/cpu/cpu_device.h"
#include "unpython/export.h"

namespace unpython::runtime {

/// Immutable; its code stays until the process ends.
class UNPYTHON_API BuiltLibrary {
 public:
  /// Null with a reason in `problem` where the file is no such library, is of another version, or is for another processor.
  /// `provided`: addresses by the names that code may call beside the C library's.
  [[nodiscard]] static std::shared_ptr<const BuiltLibrary> open(
      const std::string& path, const std::vector<std::pair<std::string, const void*>>& provided, std::string& problem);

  /// Who made the code, for which processor.
  [[nodiscard]] const CodeMaker& maker() const { return maker_; }
  /// As DiskCache::find, of what is no machine code.
  [[nodiscard]] std::optional<std::string_view> find(std::string_view origin) const;
  /// Null: there is none.
  [[nodiscard]] std::unique_ptr<CpuCode> find_code(std::string_view origin) const;
  /// What Python has put in.
  [[nodiscard]] std::string_view programs() const;

 private:
  explicit BuiltLibrary(const UnpythonBuiltLibrary& table);
  [[nodiscard]] const UnpythonBuiltEntry* entry(std::string_view origin) const;

  const UnpythonBuiltLibrary& table_;
  CodeMaker maker_;
};

}  // namespace unpython::runtime
