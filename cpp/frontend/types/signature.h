// The types a function is compiled for: what inference starts from, and (with Options) the specialization
// key.
#pragma once
#include <compare>
#include <string>
#include <vector>

#include "ir/function.h"
#include "unpython/types.h"

namespace unpython::frontend {

/// Type of one argument, global or closure value, in the order of Program::parameters and Program::hidden.
struct ArgumentType {
  bool is_array = false;
  bool none = false;  ///< None: a parameter that is left out
  ScalarType type = ScalarType::Float64;
  bool weak = false;                     ///< scalars: a Python number
  bool large = false;                    ///< integers: 2**61 or more, with either sign
  bool writeable = true;                 ///< arrays
  std::vector<ir::StrideClass> strides;  ///< arrays: one per dimension, so its size is the rank
  /// Arrays, by dimension: its extent where code is made for it, 1 (as broadcasting asks) and short rows; else 0.
  std::vector<int64_t> extents;
  std::vector<int64_t> steps;  ///< arrays: as ir::Array::steps
  auto operator<=>(const ArgumentType&) const = default;
};

/// `locals={'s': 'float64'}`: fixes the type of all webs of a name.
struct LocalType {
  std::string name;
  ScalarType type = ScalarType::Float64;
  auto operator<=>(const LocalType&) const = default;
};

/// The last entry of `type(...)`: what the user says the function returns.
struct DeclaredResult {
  bool declared = false;
  bool none = false;
  bool is_array = false;
  ScalarType type = ScalarType::Float64;
  int rank = 0;
  auto operator<=>(const DeclaredResult&) const = default;
};

struct Signature {
  std::vector<ArgumentType> arguments;
  std::vector<ArgumentType> hidden;
  std::vector<LocalType> locals;
  DeclaredResult result;
  /// As ir::Function::disjoint_arguments.
  bool disjoint_arguments = false;
  auto operator<=>(const Signature&) const = default;
};

}  // namespace unpython::frontend
