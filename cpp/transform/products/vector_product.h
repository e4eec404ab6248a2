// Finds loops that each add up a row or a column of a matrix, as a product of a matrix and a vector does.
//
//   for i:  before;  for k:  s = update(s, m(i, k), ..(k)..);  after
//
// One or several accumulators s; `update` is any cheap expression.
#pragma once
#include <optional>
#include <vector>

#include "analysis/text/variables.h"
#include "ir/function.h"

namespace unpython::transform {

/// Which loop steps from neighbour to neighbour in the matrices.
enum class Along : uint8_t { Results, Depths };

struct VectorProduct {
  ir::For results;                      ///< over i
  ir::For depths;                       ///< over k, inside; its extent does not depend on i
  ir::Block before;                     ///< assignments that each i starts with
  ir::Block after;                      ///< what each i ends with: assignments, stores, conditions
  std::vector<ir::VarId> accumulators;  ///< what every k changes
  std::vector<ir::ExprId> elements;     ///< the loads m(i, k), each once
  Along along = Along::Results;         ///< of all of them
  int64_t item_bytes = 8;               ///< of the widest value that is computed
};

/// The product that `loop` is, if it is one whose iterations may run side by side. `live` is that of
/// `function`.
[[nodiscard]] std::optional<VectorProduct> find_vector_product(const ir::Function& function,
                                                               const analysis::Liveness& live,
                                                               ir::StmtId loop);

}  // namespace unpython::transform
