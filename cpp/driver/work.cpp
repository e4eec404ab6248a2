// Loop depth and trip counts of a function as written.
#include "driver/work.h"

#include <algorithm>

#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::driver {
namespace {

class Bound {
 public:
  explicit Bound(const ir::Function& function) : function_(function) {}

  void visit(const ir::Block& block, int depth) {
    for (const ir::StmtId id : block) {
      const ir::Stmt& stmt = function_[id];
      const auto* loop = std::get_if<ir::For>(&stmt.node);
      if (loop != nullptr) visit_extent(loop->extent);
      if (std::holds_alternative<ir::While>(stmt.node)) result.unbounded = true;
      const int inner = depth + (loop != nullptr ? 1 : 0);
      result.loop_depth = std::max(result.loop_depth, inner);
      for (const ir::Block* nested : ir::blocks(stmt)) visit(*nested, inner);
    }
  }

  WorkBound result;

 private:
  /// Sums, differences and quotients of extents, arguments and counters stay near the largest of them;
  /// products do not.
  void visit_extent(ir::ExprId root) {
    ir::walk_exprs(function_, root, [&](ir::ExprId id) {
      match(
          function_[id].node,
          [&](const ir::Const& constant) {
            result.largest_constant = std::max(result.largest_constant, constant.value.integer);
          },
          [&](const ir::Binary& binary) {
            if (binary.op == ir::BinaryOp::Multiply || binary.op == ir::BinaryOp::ShiftLeft)
              result.unbounded = true;
          },
          [&](const ir::Load&) { result.unbounded = true; },
          [&](const ir::Call& call) {
            if (call.function == ir::Intrinsic::Pow) result.unbounded = true;
          },
          [](const ir::Read&) {}, [](const ir::Extent&) {}, [](const ir::WrapIndex&) {},
          [](const ir::Unary&) {}, [](const ir::Compare&) {}, [](const ir::Select&) {},
          [](const ir::Cast&) {});
    });
  }

  const ir::Function& function_;
};

}  // namespace

WorkBound bound_work(const ir::Function& function) {
  Bound bound(function);
  bound.visit(function.body, 0);
  return bound.result;
}

}  // namespace unpython::driver
