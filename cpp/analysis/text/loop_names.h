// The loop variables of the user's program, which later passes replace by counters from 0: for messages.
#pragma once
#include <functional>
#include <optional>
#include <unordered_map>

#include "analysis/text/loop_facts.h"
#include "ir/function.h"

namespace unpython::analysis {

/// Value of an Int64 variable or an extent at a point of a call; nothing where it is not known.
struct KnownValues {
  std::function<std::optional<int64_t>(ir::VarId)> variable;
  std::function<std::optional<int64_t>(ir::ArrayId, int)> extent;
};

class LoopNames {
 public:
  /// `function` as lowered: each For loop over a range assigns its variable first. Must outlive this object.
  explicit LoopNames(const ir::Function& function);

  /// The variable of the loop that counts with `counter` (passes keep a loop's counter): its name, and first
  /// value and step where `known` holds what they are made of.
  [[nodiscard]] LoopVariable variable(ir::VarId counter, const KnownValues& known) const;

 private:
  struct Range {
    ir::VarId variable;
    ir::ExprId item;  ///< first + step * counter
  };
  [[nodiscard]] std::optional<int64_t> value(ir::ExprId expr, const KnownValues& known) const;
  [[nodiscard]] std::optional<int64_t> value(ir::VarId variable, const KnownValues& known) const;

  const ir::Function& function_;
  std::unordered_map<int32_t, Range> ranges_;        ///< by counter
  std::unordered_map<int32_t, ir::ExprId> defined_;  ///< variables with one assignment; invalid id: several
};

}  // namespace unpython::analysis
