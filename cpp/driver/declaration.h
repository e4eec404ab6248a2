// A function with the types it is called with, as one text: what a build ahead of time for callers without Python compiles,
// and what its library keeps.
//
// Lines, then the program as frontend/syntax reads it:
//
//     options 0 0 0 0 1 0 0                fp, overflow, races, auto_parallel, check_bounds, strict, threads
//     parameter float64 2                  its type and number of dimensions; -1: a number
//     hidden float64 weak 0x1.8p+1 0       a value of a global: its type, "weak" for Python's own numbers or "strong", real and
//                                          imaginary part; whole numbers in decimals
//     local s float64
//     result float64 -1                    as declared; "result none": it returns nothing; no line: nothing is declared
//     program
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/syntax/syntax.h"
#include "frontend/types/signature.h"
#include "unpython/engine.h"
#include "unpython/export.h"

namespace unpython::driver {

inline constexpr int kNumber = -1;  ///< the rank of a parameter that is a number

struct DeclaredParameter {
  ScalarType type = ScalarType::Float64;
  int rank = kNumber;
};

struct Declaration {
  Options options;
  std::vector<DeclaredParameter> parameters;
  std::vector<Scalar> hidden;
  std::vector<frontend::LocalType> locals;
  frontend::DeclaredResult result;
  std::shared_ptr<const frontend::syntax::Program> program;
};

/// The type that a declaration or a decorator calls so.
[[nodiscard]] UNPYTHON_API std::optional<ScalarType> type_named(std::string_view name);
/// Throws std::invalid_argument on a text that is none, InternalError on a malformed program.
[[nodiscard]] UNPYTHON_API Declaration read_declaration(std::string_view text);
/// The line of the options, with its end.
[[nodiscard]] UNPYTHON_API std::string options_line(const Options& options);

}  // namespace unpython::driver
