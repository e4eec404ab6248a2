// Links relocatable objects into the process. Part of libunpython_cpu; no LLVM type is visible here.
#pragma once
#include <memory>
#include <string>
#include <string_view>

namespace unpython::codegen {

struct LoadedCode {
  void* entry = nullptr;
  void* handle = nullptr;  ///< for OrcJit::unload
};

/// Thread-safe; usable in a child after fork. Meant to live until the process ends.
class OrcJit {
 public:
  OrcJit();
  ~OrcJit();
  OrcJit(const OrcJit&) = delete;
  OrcJit& operator=(const OrcJit&) = delete;

  /// Objects may name what is at this address. Names of before are kept.
  void define(const char* name, const void* address);
  /// Links the object and finds the function `entry_name` in it. Throws DeviceError with LLVM's reasons, std::bad_alloc where
  /// memory is short.
  [[nodiscard]] LoadedCode load(std::string_view object, const std::string& entry_name);
  /// Frees the code of one load; where LLVM cannot, the code stays until the process ends.
  void unload(void* handle);

 private:
  struct Session;
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace unpython::codegen
