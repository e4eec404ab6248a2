// What a value is in NumPy where the function has a copy: the argument that it sees, and how.
//
// Problem:  `return a.reshape(-1)`, or of a name that may be either of two arguments, is a view of an
//           argument in NumPy; here such values are computed, or copies in memory of a variable's own.
// Choice:   a value carries the steps by which NumPy would see an argument, a variable keeps those of what it
//           was given last, and Return gives the number of the origin with the values of its steps. Only the
//           caller, who knows the strides of the call, makes the view, and asks NumPy whether a reshaped
//           array is one.
// Rejected: views of unknown base in the IR (each analysis would have to take them for any argument).
#pragma once
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "ir/function.h"

namespace unpython::frontend {

struct OriginStep {
  ir::ViewStep step;
  std::vector<ir::ExprId> values{};  ///< as Return gives them
};

struct Origin {
  int parameter = -1;
  std::vector<OriginStep> steps{};
  [[nodiscard]] ir::SeenArgument form() const;
};

/// The arrays that a value may be. When the program runs, `which` holds the position in `list`, from 1, of the array that it
/// is, or 0 for a new array.
struct Origins {
  ir::ExprId which;
  std::vector<Origin> list;
};

/// An array that a web owns: the web, and which of the arrays of its tuple.
using WebPart = std::pair<int, int>;
/// What the arrays of variables may be, in the order of their numbers.
using OriginForms = std::map<WebPart, std::vector<ir::SeenArgument>>;

/// Where a variable keeps the origin of its array.
struct KeptOrigins {
  ir::VarId which;
  std::vector<ir::SeenArgument> forms{};
  std::vector<std::vector<ir::VarId>> values{};  ///< by form
  bool one_definition = true;
  bool always_seen = false;      ///< by its one definition it is of the only form, and never a new array
  size_t forms_used = SIZE_MAX;  ///< the fewest forms that were known where it was read, or given nothing
};

}  // namespace unpython::frontend
