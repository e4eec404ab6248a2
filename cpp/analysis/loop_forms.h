// What the text of each loop says of its iterations, whatever the numbers of a call: early exits, scalars
// carried along, arrays that all iterations update in common.
#pragma once
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/function.h"

namespace unpython::analysis {

struct LoopForm {
  /// A statement that ends the loop early or leaves the function.
  struct Exit {
    std::string reason;
    SourceRange where;
  };
  /// A variable that takes its value from the iteration before.
  struct Carried {
    std::string name;
    std::string reason;
    std::string advice;
    SourceRange where;
  };
  std::optional<Exit> exit;
  std::optional<Carried> carried;
  bool reduces = false;  ///< scalars are accumulated, or their last value is wanted of some iterations only
  /// Arrays whose elements are only used by updates that can be taken apart: `c[0] += x`, `h[idx[i]] += 1`.
  std::vector<ir::ArrayId> updated;
  std::string variable;  ///< the name of the loop variable as the user wrote it; empty if not known
};

/// Forms of all For loops of a function as written (simplified). Made once per specialization.
class LoopForms {
 public:
  explicit LoopForms(const ir::Function& function);
  [[nodiscard]] const LoopForm& of(ir::StmtId loop) const { return forms_.at(loop.value); }
  [[nodiscard]] const ir::Function& function() const { return function_; }

 private:
  const ir::Function& function_;
  std::unordered_map<int32_t, LoopForm> forms_;
};

}  // namespace unpython::analysis
