// What one reduction hands on from a lane to its leaf and from leaf to leaf, where threads of a group share
// the work.
//
// Problem: most reductions hand on one value, but an extremum whose ties show (companions such as the index,
//          the sign of a zero) depends on the order, and lanes have none.
// Choice:  such an extremum hands on the iteration that gave it, its place, and places decide ties. Then any
//          tree gives what the loop in order gives.
#pragma once
#include <vector>

#include "ir/builder.h"
#include "transform/reductions/reduction_parts.h"

namespace unpython::transform {

struct Carried {
  Part part;
  ir::VarId total;   ///< of a lane: part.value, or what the values of single iterations are added to or contend with
  ir::VarId place;   ///< Int64: iteration that gave the extremum; invalid where nothing depends on it
  ir::VarId before;  ///< scratch: part.updated in front of an iteration
  /// All that is handed on: the total, then part.updated, the place and the companions as far as there are
  /// any.
  std::vector<ir::VarId> fields{};
};

/// The reduction has a Carried.
[[nodiscard]] bool may_be_carried(const analysis::Reduction& reduction);
[[nodiscard]] Carried carry(ir::Function& function, const analysis::Reduction& reduction,
                            const ir::Block& body);

/// The fields of nothing, and of fresh variables like the fields.
[[nodiscard]] std::vector<ir::ExprId> identities(ir::Builder& build, const Carried& carried);
[[nodiscard]] std::vector<ir::VarId> like_fields(ir::Builder& build, const Carried& carried,
                                                 const char* name);

/// left = left op right. The fields of `right` are variables, too.
[[nodiscard]] ir::Block join(ir::Builder& build, const Carried& carried, const std::vector<ir::VarId>& left,
                             const std::vector<ir::VarId>& right);

/// `body`, privatised, for iteration `index` of a lane: what it needs in front of it and behind it.
[[nodiscard]] ir::Block around_iteration(ir::Builder& build, const std::vector<Carried>& carried,
                                         ir::Block body, ir::ExprId index);

/// result = result op total, for the user's variable and companions.
[[nodiscard]] ir::Block add_to_result(ir::Builder& build, const Carried& carried,
                                      const std::vector<ir::ExprId>& total, const SourceRange& range);

}  // namespace unpython::transform
