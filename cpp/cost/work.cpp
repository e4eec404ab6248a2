// Loop depth and trip counts of a function as written.
#include "cost/work.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::cost {
namespace {

class Bound {
 public:
  explicit Bound(const ir::Function& function) : function_(function) {
    ir::walk_stmts(function, function.body, [&](ir::StmtId id) {
      if (const auto* assign = std::get_if<ir::Assign>(&function[id].node))
        values_[assign->variable].push_back(assign->value);
      if (const auto* allocation = std::get_if<ir::Allocate>(&function[id].node))
        extents_[allocation->array].insert(extents_[allocation->array].end(), allocation->extents.begin(),
                                           allocation->extents.end());
      return true;
    });
  }

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
          [&](const ir::Read& read) { visit_variable(read.variable); },
          [&](const ir::Extent& extent) { visit_array(extent.array); }, [](const ir::WrapIndex&) {},
          [](const ir::Unary&) {}, [](const ir::Compare&) {}, [](const ir::Select&) {},
          [](const ir::Cast&) {});
    });
  }

  /// What a variable is assigned; one that depends on itself may grow without end.
  void visit_variable(ir::VarId variable) {
    const auto found = values_.find(variable);
    if (found == values_.end() || bounded_.contains(variable)) return;
    if (!entered_.insert(variable).second) {
      result.unbounded = true;
      return;
    }
    for (const ir::ExprId value : found->second) visit_extent(value);
    bounded_.insert(variable);
  }

  void visit_array(ir::ArrayId array) {
    const auto found = extents_.find(array);
    if (found == extents_.end()) return;
    const std::vector<ir::ExprId> extents = std::move(found->second);
    extents_.erase(found);
    for (const ir::ExprId extent : extents) visit_extent(extent);
  }

  const ir::Function& function_;
  std::unordered_map<ir::VarId, std::vector<ir::ExprId>> values_;     ///< that statements assign
  std::unordered_map<ir::ArrayId, std::vector<ir::ExprId>> extents_;  ///< of arrays not yet visited
  std::unordered_set<ir::VarId> entered_;
  std::unordered_set<ir::VarId> bounded_;  ///< left again
};

}  // namespace

WorkBound bound_work(const ir::Function& function) {
  Bound bound(function);
  bound.visit(function.body, 0);
  return bound.result;
}

}  // namespace unpython::cost
