// The stages in order: serialized program and types -> callable machine code, with what is needed to explain it.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/signature.h"
#include "frontend/syntax.h"
#include "ir/function.h"
#include "runtime/cpu/cpu_device.h"
#include "runtime/kernel_cache.h"
#include "transform/pipeline.h"
#include "unpython/export.h"
#include "unpython/options.h"

namespace unpython::driver {

struct StageTime {
  std::string stage;
  double milliseconds = 0;
};

/// A function compiled for one combination of types and options. Immutable; shared by callers.
struct CompiledFunction {
  frontend::Signature signature;
  ir::Function source;     ///< as written
  ir::Function scheduled;
  std::vector<transform::NestReport> nests;
  std::unique_ptr<runtime::CpuCode> code;
  std::string cache;       ///< "disk", "compiled" or "off"
  std::vector<StageTime> times;
};

/// Where the compiler keeps what lives long: one per process, owned by the extension module.
class UNPYTHON_API Compiler {
 public:
  Compiler();
  ~Compiler();
  /// Throws CompileError (the user's mistakes), DeviceError, InternalError. Thread-safe.
  [[nodiscard]] std::shared_ptr<const CompiledFunction> compile(const frontend::syntax::Program& program,
                                                                const frontend::Signature& signature,
                                                                const Options& options);
  /// `stage`: "ir", "scheduled", "llvm", "asm".
  [[nodiscard]] std::string inspect(const CompiledFunction& function, std::string_view stage);
  [[nodiscard]] runtime::CpuDevice& cpu();
  [[nodiscard]] runtime::DiskCache& disk_cache();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace unpython::driver
