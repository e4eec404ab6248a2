// One leaf of the summation tree in the form that one thread runs in order and 32 threads run together.
//
//   for lane in range(32):                  lane l runs iterations l, l + 32, ... of the leaf
//     lanes[lane] = ...
//   for lane in range(16): lanes[lane] = lanes[lane] op lanes[lane + 16]
//   ... 8, 4, 2, 1
//
// transform/groups/share_lanes.h finds this form in kernels and gives the lanes to threads.
#pragma once
#include "transform/reductions/group_tree.h"

namespace unpython::transform {

/// The body and its reductions may run on lanes: nothing raises, and no memory is one iteration's own.
[[nodiscard]] bool may_run_on_lanes(const ir::Function& function, const ir::Block& body,
                                    const std::vector<analysis::Reduction>& reductions);

class LaneLeaf {
 public:
  /// `loop`'s body is free of its own `continue`; both references stay valid.
  LaneLeaf(ir::Function& function, const ir::For& loop, const std::vector<Carried>& carried,
           const SourceRange& range);

  /// Statements that leave the results of leaf number `leaf` of `extent` iterations in lanes()[..][0].
  [[nodiscard]] ir::Block run(ir::ExprId leaf, ir::ExprId extent);
  [[nodiscard]] const Fields<ir::ArrayId>& lanes() const { return lanes_; }

 private:
  ir::Block lane(ir::ExprId leaf, ir::ExprId lane, ir::ExprId extent);
  ir::Block iteration(ir::ExprId index);
  ir::StmtId fold(int64_t distance);

  ir::Function& f_;
  ir::Builder build_;
  const ir::For& loop_;
  const std::vector<Carried>& carried_;
  SourceRange range_;
  std::vector<Part> parts_;
  Fields<ir::VarId> own_;
  Fields<ir::ArrayId> lanes_;
};

}  // namespace unpython::transform
