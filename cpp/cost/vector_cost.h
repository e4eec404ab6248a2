// Static estimate of what a loop costs in order and as a vector loop. Unit: about one cycle for one
// iteration.
#pragma once
#include "ir/function.h"

namespace unpython::cost {

/// How the body of a loop behaves when neighbouring iterations run side by side.
struct VectorShape {
  double cost = 0;            ///< of one iteration of the loop, as one lane
  int gathers = 0;            ///< loads and stores whose elements are not neighbours
  int gathers_inside = 0;     ///< those in a loop of the body
  int unit_accesses = 0;      ///< those whose elements are
  bool diverges = false;      ///< lanes leave inner loops at different times
  bool has_loop = false;      ///< the body holds a loop
  bool heavy = false;         ///< divisions, roots or functions
  bool heavy_inside = false;  ///< such in a loop of the body
  int64_t item_bytes = 1;     ///< of the widest value that is computed, subscripts aside
};

/// The loop as a vector loop of `vector_bytes` wide registers.
[[nodiscard]] VectorShape vector_shape(const ir::Function& function, ir::StmtId loop, int vector_bytes);
/// Cost of one iteration of the loop's own statements, in order, inner loops not counted.
[[nodiscard]] double scalar_cost(const ir::Function& function, const ir::Block& body);
/// Iterations a loop is taken to have.
[[nodiscard]] double expected_trips(const ir::Function& function, ir::ExprId extent);

}  // namespace unpython::cost
