// The CPU as a device: opens libunpython_cpu at first use and turns scheduled IR into callable code.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "abi/artifact.h"
#include "abi/cpu_library.h"
#include "abi/frame.h"
#include "abi/target_info.h"
#include "unpython/export.h"

namespace unpython::runtime {

/// Machine code that is loaded; unloading happens with the last owner.
class UNPYTHON_API CpuCode {
 public:
  CpuCode(const UnpythonCpuApi* api, abi::EntryPoint entry, void* handle)
      : api_(api), entry_(entry), handle_(handle) {}
  CpuCode(const CpuCode&) = delete;
  CpuCode& operator=(const CpuCode&) = delete;
  ~CpuCode();
  [[nodiscard]] abi::EntryPoint entry() const { return entry_; }

 private:
  const UnpythonCpuApi* api_;
  abi::EntryPoint entry_;
  void* handle_;
};

enum class CpuText : int32_t { Object = 0, LlvmIr = 1, OptimizedLlvmIr = 2, Assembly = 3 };

/// Thread-safe. Throws DeviceError when the library cannot be opened or refuses.
class UNPYTHON_API CpuDevice {
 public:
  /// `library_path`: where libunpython_cpu.so is; empty: beside libunpython.so.
  explicit CpuDevice(std::string library_path = {});
  [[nodiscard]] const abi::TargetInfo& target() const;
  [[nodiscard]] const std::string& llvm_version() const;
  [[nodiscard]] std::string compile(std::string_view serialized_ir, CpuText what) const;
  [[nodiscard]] std::unique_ptr<CpuCode> load(std::string_view object) const;

 private:
  struct Library;
  const Library& library() const;
  std::string path_;
  mutable std::shared_ptr<Library> library_;
};

}  // namespace unpython::runtime
