// What the text of each loop says of its iterations, whatever the numbers of a call: early exits, scalars
// carried along, arrays that all iterations update in common, subscripts that the data choose.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/text/loop_names.h"
#include "analysis/text/variables.h"
#include "ir/function.h"

namespace unpython::analysis {

struct LoopForm {
  /// What keeps the loop in order whatever its accesses are.
  struct Obstacle {
    std::string reason;
    std::string advice;
    SourceRange where;
  };
  std::optional<Obstacle> exit;     ///< a statement that ends the loop early or leaves the function
  std::optional<Obstacle> carried;  ///< a variable or an array that comes from the iteration before
  bool keeps_scalars = false;  ///< no variable of the body is read by another iteration or after the loop
  bool reduces = false;  ///< scalars are accumulated, or their last value is wanted of some iterations only
  /// Arrays of which the loop uses elements only in updates that can be taken apart: `c[0] += x`,
  /// `h[idx[i]] += 1`.
  std::vector<ir::ArrayId> updated;
  VarSet loaded;  ///< variables of the body that take their value from elements of arrays
};

[[nodiscard]] LoopForm loop_form(const ir::Function& function, const Liveness& live, ir::StmtId loop);
/// True if a subscript of an access in the loop comes from elements of arrays.
[[nodiscard]] bool chosen_by_data(const ir::Function& function, const LoopForm& form,
                                  const std::vector<ir::ExprId>& indices);

/// Forms of all For loops of a function. Made once per specialization.
class LoopForms {
 public:
  /// `simplified`: what nests are collected from. `lowered`: what it was made from, with the loop variables
  /// of the user. Both must outlive this object.
  LoopForms(const ir::Function& simplified, const ir::Function& lowered);

  [[nodiscard]] const ir::Function& function() const { return function_; }
  [[nodiscard]] const LoopForm& of(ir::StmtId loop) const { return forms_.at(loop.value); }
  [[nodiscard]] const LoopNames& names() const { return names_; }

 private:
  const ir::Function& function_;
  LoopNames names_;
  std::unordered_map<int32_t, LoopForm> forms_;
};

}  // namespace unpython::analysis
