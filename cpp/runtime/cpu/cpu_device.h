// The CPU as a device: opens libunpython_cpu at first use and turns scheduled IR into callable code.
#pragma once
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "abi/cpu_library.h"
#include "abi/frame.h"
#include "abi/target_info.h"
#include "unpython/export.h"

namespace unpython::runtime {

/// Machine code that is loaded; unloading happens with the last owner.
class UNPYTHON_API CpuCode {
 public:
  /// `api` null: the code stays.
  CpuCode(const UnpythonCpuApi* api, abi::EntryPoint entry_point, void* handle)
      : api_(api), entry_(entry_point), handle_(handle) {}
  CpuCode(const CpuCode&) = delete;
  CpuCode& operator=(const CpuCode&) = delete;
  ~CpuCode();
  [[nodiscard]] abi::EntryPoint entry() const { return entry_; }

 private:
  const UnpythonCpuApi* api_;
  abi::EntryPoint entry_;
  void* handle_;
};

/// Who makes machine code, and for which processor: together with what it is made from, all that it depends on.
struct CodeMaker {
  abi::TargetInfo target;  ///< with the cache sizes that the system reports
  std::string llvm_version;
  std::string build_id;  ///< tells builds of the library apart: machine code of another build must not be used
};

class BuiltLibrary;

enum class CpuText : int32_t { Object = 0, LlvmIr = 1, OptimizedLlvmIr = 2, Assembly = 3 };

/// Thread-safe. Each member opens the library if that has not happened yet, and throws DeviceError when it
/// cannot be opened or refuses. The library is opened at most once and stays open until the process ends:
/// LLVM's static state must not go while another thread may be in it.
class UNPYTHON_API CpuDevice {
 public:
  /// `library_path`: where libunpython_cpu.so is; empty: beside libunpython.so. `aim`: the processor to make code for,
  /// as UnpythonCpuApi::aim takes it; empty: this one with all that it has.
  explicit CpuDevice(std::string library_path = {}, std::string aim = {});
  ~CpuDevice();
  CpuDevice(const CpuDevice&) = delete;
  CpuDevice& operator=(const CpuDevice&) = delete;
  /// Lets machine code call what the process has at `address` by this name: NumPy's loops. Of no use once the
  /// library is open.
  void provide(std::string name, const void* address);
  [[nodiscard]] const CodeMaker& maker() const;
  /// The processor as LLVM names it.
  [[nodiscard]] const abi::TargetInfo& target() const { return maker().target; }
  /// Opens code that was compiled ahead of time, which may call what is `named` and what is provided; as BuiltLibrary::open.
  /// Without the library of this device.
  [[nodiscard]] std::shared_ptr<const BuiltLibrary> open_built(const std::string& path,
                                                               std::vector<std::pair<std::string, const void*>> named,
                                                               std::string& problem) const;
  /// Scheduled IR (ir::serialize) as machine code or as one of the texts on the way there.
  [[nodiscard]] std::string compile(std::string_view serialized_ir, CpuText what) const;
  /// Links machine code made by compile(..., Object) into the process.
  [[nodiscard]] std::unique_ptr<CpuCode> load(std::string_view object) const;

 private:
  struct Library;
  const Library& library() const;
  std::string path_;
  std::string aim_;
  std::vector<std::pair<std::string, const void*>> provided_;
  mutable std::mutex mutex_;  ///< guards library_ until it is set; it does not change afterwards
  mutable std::unique_ptr<const Library> library_;
};

}  // namespace unpython::runtime
