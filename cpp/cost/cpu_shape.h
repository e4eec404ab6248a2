// Which code the processor would run for each nest of a function: asked by the cost model, before any is
// made.
#pragma once
#include <vector>

#include "analysis/text/nest_report.h"
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::cost {

enum class CpuCode : uint8_t {
  Scalar,  ///< one iteration after the other
  Vector,
  Tiled,  ///< in tiles with packed operands, as products of matrices
};

struct CpuShape {
  struct Nest {
    SourceRange range;
    CpuCode code = CpuCode::Scalar;
  };
  std::vector<Nest> nests;  ///< in the order of the text

  /// Of the nest that holds a line.
  [[nodiscard]] CpuCode at(const SourceRange& where) const;
};

[[nodiscard]] UNPYTHON_API CpuShape cpu_shape(const ir::Function& scheduled,
                                              const std::vector<analysis::NestReport>& nests);

}  // namespace unpython::cost
