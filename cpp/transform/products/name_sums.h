// Gives the sums of a loop over rows, which wait in elements of arrays, variables of their own.
//
//   for i:  t[i] = 0;  for k:  t[i] = t[i] + a[i, k] * x[k]      becomes
//   for i:  s = 0;  for k:  s = s + a[i, k] * x[k];  t[i] = s
#pragma once
#include <optional>

#include "ir/function.h"

namespace unpython::transform {

struct NamedSums {
  ir::StmtId loop;    ///< the same as the loop it was made of, with counters that other code does not use
  ir::ExprId depths;  ///< valid: only while there are depths, else the loop touches no sum, and the new one may not
};

/// Nothing where the loop is another one, or a sum may be another element that its loop touches.
[[nodiscard]] std::optional<NamedSums> name_sums(ir::Function& function, ir::StmtId loop);

}  // namespace unpython::transform
