// The stages in order: serialized program and types -> specialization, once for each combination of types;
// specialization -> callable machine code (a variant), once for each structure of its calls.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cost/cpu_shape.h"
#include "frontend/syntax/syntax.h"
#include "frontend/types/signature.h"
#include "ir/function.h"
#include "runtime/cpu/cpu_device.h"
#include "runtime/disk_cache.h"
#include "runtime/gpus.h"
#include "support/settings.h"
#include "transform/pipeline.h"
#include "unpython/export.h"
#include "unpython/options.h"

namespace unpython::driver {

class Dumps;

struct StageTime {
  std::string stage;
  double milliseconds = 0;
};

/// A function for one combination of types and options. Immutable; shared by its variants.
struct Specialization {
  std::shared_ptr<const frontend::syntax::Program> program;
  frontend::Signature signature;
  Options options;
  int instance = 0;                       ///< keeps the dumps of several specializations apart
  mutable std::atomic<int> variants = 0;  ///< made so far: keeps their dumps apart
  std::vector<std::string> files;         ///< names that SourceRange::file indexes
  ir::Function source;                    ///< as written
  ir::Function simplified;                ///< the form that calls are analysed on
  int depth = 0;                          ///< of the deeper of the two: ir::depth()
  transform::FusionReport fusion;         ///< what became of array expressions in it
  std::vector<StageTime> times;
};

/// Machine code for the calls of one structure. Immutable; shared by callers.
struct Variant {
  std::shared_ptr<const Specialization> specialization;
  analysis::CallFacts facts;  ///< the structure
  ir::Function scheduled;  ///< what the machine code was made from: its error sites are those of ErrorRecord
  std::vector<analysis::NestNotes> nests;
  std::shared_ptr<const runtime::CpuCode> code;  ///< functions of equal content share it
  std::string cache;                             ///< where the code came from: "compiled", "built", "disk" or "memory"
  std::vector<StageTime> times;
};

/// Machine code kept on disk is limited to this.
inline constexpr int64_t kCacheLimitBytes = int64_t{512} << 20;

/// Verifies and dumps after each pass, as the settings ask, and stops there where the caller has left; refers to its arguments.
[[nodiscard]] transform::PassObserver observe_passes(const Settings& settings, Dumps& dumps);

/// Serialized program -> syntax tree. Throws InternalError on malformed text.
[[nodiscard]] UNPYTHON_API frontend::syntax::Program read_program(std::string_view text);

/// Where the compiler keeps what lives long: one per process, owned by the extension module or by an Engine.
class UNPYTHON_API Compiler {
 public:
  /// `package_folders`: where Python packages are installed; NVIDIA's compiler may be among them.
  explicit Compiler(const Settings& settings, std::vector<std::string> package_folders = {});
  ~Compiler();
  Compiler(const Compiler&) = delete;
  Compiler& operator=(const Compiler&) = delete;

  /// Throws CompileError (the user's mistakes), InternalError. Thread-safe.
  [[nodiscard]] std::shared_ptr<const Specialization> specialize(
      std::shared_ptr<const frontend::syntax::Program> program, const frontend::Signature& signature,
      const Options& options);
  /// A part of the function of another specialization, `code`, as one of its own.
  [[nodiscard]] std::shared_ptr<const Specialization> specialize(const Specialization& whole, const ir::Function& code);
  /// Throws RaceError, DeviceError, InternalError. Thread-safe: callers with equal content share one
  /// compilation, the later ones wait.
  [[nodiscard]] std::shared_ptr<const Variant> make_variant(
      std::shared_ptr<const Specialization> specialization, const analysis::CallFacts& facts);
  /// Machine code of a function from transform::processor_twin(). Throws DeviceError, InternalError. Thread-safe.
  [[nodiscard]] std::shared_ptr<const runtime::CpuCode> compile_twin(const ir::Function& twin,
                                                                     const Options& options);
  /// How the processor would run calls of these facts: what make_variant() would make code from.
  [[nodiscard]] cost::CpuShape cpu_shape(const Specialization& specialization,
                                         const analysis::CallFacts& facts);
  /// `stage`: "ir", "fused" (what calls are analysed on), "scheduled", "llvm" (before optimisation), "asm";
  /// anything else throws std::invalid_argument.
  [[nodiscard]] std::string inspect(const Variant& variant, std::string_view stage);
  [[nodiscard]] runtime::CpuDevice& cpu();
  /// Code of this library, which was built ahead of time, is taken from now on; null with the reason in `problem` where it
  /// is none for this process.
  std::shared_ptr<const runtime::BuiltLibrary> add_built(const std::string& path, std::string& problem);
  /// As CpuDevice::provide.
  void provide(std::string name, const void* address);
  [[nodiscard]] runtime::Gpus& gpus();
  /// What is kept by content, on disk.
  [[nodiscard]] runtime::DiskCache& disk();
  [[nodiscard]] const Settings& settings() const;
  /// Starts to open the CPU library in a thread of its own, once: it takes milliseconds that a first call can
  /// spend on reading the program. Failures come up when the library is used.
  void open_ahead();
  /// Before the process ends: the library's objects may not end while others of it begin.
  void wait_until_opened();
  /// The library of vector math functions that generated code uses; empty: none.
  [[nodiscard]] std::string vector_math();
  /// Where machine code is kept on disk; empty: nowhere.
  [[nodiscard]] const std::string& cache_folder() const;

  /// Around fork(), by the forking thread: waits until no compilation runs and holds new ones back, so that
  /// the child finds no lock taken and nothing half done.
  void before_fork();
  void after_fork_in_parent();
  void after_fork_in_child();

 private:
  struct State;

  std::shared_ptr<State> state_;  ///< shared with threads that nobody waits for
};

}  // namespace unpython::driver
