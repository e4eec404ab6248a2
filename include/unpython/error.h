// The error classes of the library and the source positions they carry.
#pragma once
#include <compare>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "unpython/export.h"

namespace unpython {

/// Where a construct stands in the user's file. Lines count from 1, columns (in UTF-8 bytes, as Python's `ast` counts)
/// from 0; line 0 means "no position". `file` indexes the list of source files of the program (0: the function itself;
/// helpers that were inlined come after it).
struct SourceRange {
  int line = 0;
  int column = 0;
  int end_line = 0;
  int end_column = 0;
  int file = 0;
  auto operator<=>(const SourceRange&) const = default;
};

/// A list whose items are of several types, which the compiler does not have.
struct MixedList {
  enum class Item : uint8_t { Int, Float, NumPyInt, NumPyFloat, None };
  std::vector<Item> items{};
  std::string name{};  ///< empty: the program makes it without a name, at the place of the diagnostic
};

/// One mistake in the user's program. `message` says what was found, `advice` what would work (may be empty), `code`
/// is the reason code listed in driver/plan/reasons.h.
struct Diagnostic {
  std::string code;
  std::string message;
  std::string advice;
  SourceRange range;
  std::optional<MixedList> mixed_list{};  ///< where the mistake is such a list
};

/// The user's program cannot be compiled. Holds every mistake found; what() is the rendered text.
class UNPYTHON_API CompileError : public std::runtime_error {
 public:
  CompileError(std::vector<Diagnostic> diagnostics, const std::string& text)
      : std::runtime_error(text), diagnostics_(std::move(diagnostics)) {}
  [[nodiscard]] const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// Two iterations of a parallel loop touch one element and `races='error'` was asked for.
class UNPYTHON_API RaceError : public CompileError {
 public:
  using CompileError::CompileError;
};

/// A device or its driver failed: names the call, its error name and code, with build logs attached.
class UNPYTHON_API DeviceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A defect of this library: names the stage and the broken invariant.
class UNPYTHON_API InternalError : public std::logic_error {
 public:
  InternalError(const std::string& stage, const std::string& invariant)
      : std::logic_error("internal error while " + stage + ": " + invariant) {}
};

}  // namespace unpython
