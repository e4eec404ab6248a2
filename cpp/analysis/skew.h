// Change of counters before a domain is enclosed in a box: v = j' + c i in place of j', where a bound of j'
// depends on i. `for j in range(i, n): a[i, j]` is a square of i and j, and a lozenge of i and j' = j - i.
#pragma once
#include <vector>

#include "analysis/domain.h"

namespace unpython::analysis {

/// An access in counters of which some may be new.
struct Skewed {
  struct NewCounter {
    UnknownIndex unknown = 0;  ///< a number that no unknown of the nest has
    LinearForm value;          ///< in the unknowns of the nest
  };
  LinearForm address;
  Domain domain;
  std::vector<NewCounter> values;

  /// An unknown of `address` in those of the nest.
  [[nodiscard]] LinearForm value_of(UnknownIndex unknown) const;
};

/// Replaces counters one by one as long as the address, over the box, has fewer points (or as many in a
/// shorter interval). The new access touches what the old one touched; each new counter is one old counter
/// plus a multiple of another one. A domain that is a box already is left alone.
[[nodiscard]] Skewed skew(Skewed access, int64_t width);

}  // namespace unpython::analysis
