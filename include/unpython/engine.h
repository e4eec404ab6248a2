// The compiler for C++ programs: a serialized Python function in, a kernel for given argument types out, calls of it.
// The text is what python/unpython/_source.py writes and documents; UNPYTHON_DUMP=syntax shows it.
#pragma once
#include <complex>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "unpython/array_view.h"
#include "unpython/error.h"
#include "unpython/export.h"
#include "unpython/options.h"
#include "unpython/types.h"

namespace unpython {

/// One number, as an argument or a result. Bool and integers are in `integer` (UInt64 as the same bits),
/// floats in `real.real()`, complex numbers in `real`.
struct Scalar {
  ScalarType type = ScalarType::Float64;
  bool weak = false;  ///< a number of Python, which takes the type of a strong partner
  int64_t integer = 0;
  std::complex<double> real = 0.0;
};

using Argument = std::variant<ArrayView, Scalar>;

/// The program raised an exception of Python; `what()` is its message.
class UNPYTHON_API ProgramError : public std::runtime_error {
 public:
  ProgramError(std::string exception, const std::string& message)
      : std::runtime_error(message), exception_(std::move(exception)) {}
  /// Name of Python's class: "IndexError".
  [[nodiscard]] const std::string& exception() const { return exception_; }

 private:
  std::string exception_;
};

/// A function compiled for the types of its arguments. Cheap to copy; safe to launch from many threads.
class UNPYTHON_API Kernel {
 public:
  /// Runs it: arrays are read and written in place, scalar results come back in order. Throws ProgramError
  /// for what the program raises, std::invalid_argument for arguments of other types than it was compiled
  /// for, std::bad_alloc.
  std::vector<Scalar> launch(std::span<const Argument> arguments) const;
  /// What runs where and why, in at most 25 lines.
  [[nodiscard]] std::string explain() const;

 private:
  friend class Engine;
  struct State;
  explicit Kernel(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

struct EngineSettings {
  std::string cpu_library;   ///< path of libunpython_cpu.so; empty: beside libunpython.so
  std::string cache_folder;  ///< machine code is kept there; empty: nowhere
};

/// Owns the compiler and its caches. Kernels may outlive it.
class UNPYTHON_API Engine {
 public:
  explicit Engine(const EngineSettings& settings = {});
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  /// `program`: serialized text. `arguments`: one for each parameter, then one for each global or closure
  /// value that the text lists; only their types, strides and overlaps matter. `device`: where calls run,
  /// "cpu" or "gpu" (the first), "cuda", "opencl", "cuda:0", ...; what it does not take runs on the
  /// processor, and explain() says why. Throws CompileError, DeviceError, InternalError.
  [[nodiscard]] Kernel compile(std::string_view program, std::span<const Argument> arguments,
                               const Options& options = {}, std::string_view device = "cpu");

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace unpython
