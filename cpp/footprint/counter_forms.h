// Integers of a kernel as sums of multiples of counters, and as intervals. An operation that leaves 64 bits gives none.
#pragma once
#include <cstdint>
#include <map>
#include <optional>

#include "integers/linear_form.h"
#include "ir/function.h"

namespace unpython::footprint {

using integers::IntegerRange;
using Known = std::optional<IntegerRange>;  ///< none: any number

[[nodiscard]] Known add(const Known& a, const Known& b);
[[nodiscard]] Known negated(const Known& a);
[[nodiscard]] Known multiply(const Known& a, const Known& b);
/// An interval around both.
[[nodiscard]] Known either(const Known& a, const Known& b);

/// A sum of multiples of counters.
struct Form {
  int64_t constant = 0;
  std::map<ir::VarId, int64_t> terms{};
};
using KnownForm = std::optional<Form>;

[[nodiscard]] KnownForm scaled(const KnownForm& form, int64_t factor);
[[nodiscard]] KnownForm sum(const KnownForm& a, const KnownForm& b);

}  // namespace unpython::footprint
