// Rewrites a loop body so that its accumulators are private. Internal to the reduction passes.
#pragma once
#include <vector>

#include "ir/rewrite.h"
#include "transform/reductions/reduction_parts.h"

namespace unpython::transform {

/// Accumulators become part.value (or the lane `lane` where the part is direct), companions their stand-ins;
/// each update also sets the part's flags.
class Privatize : public ir::Rewriter {
 public:
  Privatize(ir::Function& function, const std::vector<Part>& parts, ir::ExprId lane)
      : Rewriter(function), parts_(parts), lane_(lane) {}

  ir::ExprId expr(ir::ExprId id) override;
  ir::Block stmt(ir::StmtId id) override;

 private:
  /// The part whose accumulator a read or load is, or a statement assigns; null if there is none.
  const Part* part_of(ir::ExprId expr) const;
  const Part* part_of(ir::StmtId stmt) const;
  ir::ExprId read(const Part& part);
  ir::StmtId write(const Part& part, ir::ExprId value, const SourceRange& range);
  ir::VarId stand_in(ir::VarId variable) const;
  ir::Block update(const Part& part, ir::ExprId value, const SourceRange& range);
  void raise_flags(const Part& part, ir::ExprId value, ir::Block& into, const SourceRange& range);

  const std::vector<Part>& parts_;
  ir::ExprId lane_;
};

}  // namespace unpython::transform
