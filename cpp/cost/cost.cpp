#include "cost/cost.h"

#include <set>

#include "analysis/text/variables.h"
#include "cost/operation_class.h"
#include "cost/unknown_trips.h"
#include "ir/rewrite.h"

namespace unpython::cost {
namespace {

using namespace ir;

constexpr int64_t kMostWork = int64_t{1} << 40;

// Operations that one of these is worth, in a loop of vectors as in another one.
constexpr int64_t kDivision = 12;
constexpr int64_t kFunction = 40;
constexpr int64_t kPower = 80;

int64_t work_of(const Function& f, ExprId root);

/// Of subscripts: addresses are made on the way, but for what is loaded or divided for them.
int64_t work_of_subscripts(const Function& f, std::span<const ExprId> subscripts) {
  int64_t work = 0;
  for (const ExprId subscript : subscripts) {
    walk_exprs(f, subscript, [&](ExprId id) {
      const ExprNode& node = f[id].node;
      if (is_division(node)) work += kDivision;
      if (std::holds_alternative<Load>(node)) work += 1;
    });
  }
  return work;
}

int64_t work_of_node(const ExprNode& node) {
  switch (class_of(node)) {
    case OperationClass::None:
      return 0;
    case OperationClass::Simple:
      return 1;
    case OperationClass::Division:
    case OperationClass::Root:
      return kDivision;
    case OperationClass::Function:
      return kFunction;
    case OperationClass::Power:
      return kPower;
  }
  return 1;
}

int64_t work_of(const Function& f, ExprId root) {
  const Expr& expr = f[root];
  if (const auto* load = std::get_if<Load>(&expr.node)) return 1 + work_of_subscripts(f, load->indices);
  int64_t work = work_of_node(expr.node);
  for (const ExprId operand : operands(expr)) work += work_of(f, operand);
  return work;
}

/// Of what a statement itself holds.
int64_t work_of(const Function& f, const Stmt& stmt) {
  if (const auto* store = std::get_if<Store>(&stmt.node))
    return 1 + work_of_subscripts(f, store->indices) + work_of(f, store->value);
  int64_t work = 1;
  for (const ExprId held : expressions(stmt)) work += work_of(f, held);
  return work;
}

/// Loads and stores of a block itself, loops inside it apart.
int64_t accesses(const Function& f, const Block& block) {
  int64_t count = 0;
  walk_stmts(f, block, [&](StmtId id) {
    if (std::holds_alternative<For>(f[id].node)) return false;
    count += std::holds_alternative<Store>(f[id].node) ? 1 : 0;
    for (const ExprId held : expressions(f[id])) {
      walk_exprs(f, held, [&](ExprId part) { count += std::holds_alternative<Load>(f[part].node) ? 1 : 0; });
    }
    return true;
  });
  return count;
}

class Estimate {
 public:
  /// `unknown`: variables without a value before the loop, whose body is `body`.
  Estimate(Function& f, analysis::VarSet unknown, const Block& body)
      : f_(f), build_(f), half_(f), unknown_(std::move(unknown)) {
    walk_stmts(f, body, [&](StmtId id) {
      if (const auto* allocation = std::get_if<Allocate>(&f[id].node)) made_inside_.insert(allocation->array);
      return true;
    });
  }

  void halve(VarId counter, ExprId trips) {
    half_.replace(counter, build_.floor_div(trips, build_.int64(2)));
  }

  ExprId block(const Block& block) {
    ExprId sum = build_.int64(0);
    for (StmtId id : block) sum = build_.add(sum, stmt(id));
    return sum;
  }

  /// The extent in terms of what is known before the loop, or a guess.
  ExprId trips(ExprId extent) {
    const ExprId known = half_.expr(extent);
    if (!analysis::is_fixed(f_, known, unknown_) || is_made_inside(known))
      return build_.int64(kUnknownTrips);
    return build_.max(build_.int64(0), build_.min(known, build_.int64(kMostTrips)));
  }

 private:
  /// The extent of an array that does not exist before the loop.
  bool is_made_inside(ExprId root) const {
    return any_expr(f_, root, [&](ExprId id) {
      const auto* extent = std::get_if<Extent>(&f_[id].node);
      return extent != nullptr && made_inside_.contains(extent->array);
    });
  }

  ExprId stmt(StmtId id) {
    const Stmt stmt = f_[id];
    const int64_t own = work_of(f_, stmt);
    ExprId nested = build_.int64(0);
    if (const auto* loop = std::get_if<For>(&stmt.node)) {
      const ExprId count = trips(loop->extent);
      halve(loop->counter, count);
      ExprId body = block(loop->body);
      const bool vectors = loop->mark == LoopMark::Vector;
      if (vectors) body = build_.add(body, build_.int64(kVectorAccess * accesses(f_, loop->body)));
      nested = times(count, body);
      if (vectors) nested = build_.floor_div(nested, build_.int64(kVectorGain));
    } else if (const auto* repeat = std::get_if<While>(&stmt.node)) {
      nested = times(build_.int64(kUnknownTrips), build_.add(block(repeat->head), block(repeat->body)));
    } else {
      for (const Block* inner : blocks(stmt)) nested = build_.add(nested, block(*inner));
    }
    return build_.add(nested, build_.int64(own));
  }

  ExprId times(ExprId count, ExprId work) {
    return build_.min(build_.int64(kMostWork),
                      build_.mul(count, build_.min(work, build_.int64(kMostWork >> 20))));
  }

  Function& f_;
  Builder build_;
  Substitution half_;
  analysis::VarSet unknown_;
  std::set<ArrayId> made_inside_;
};

}  // namespace

int64_t own_operations(const Function& function, const Block& block) {
  int64_t operations = 0;
  walk_stmts(function, block, [&](StmtId id) {
    operations += work_of(function, function[id]);
    return !std::holds_alternative<For>(function[id].node);
  });
  return operations;
}

ExprId work_of_iteration(Function& function, std::span<const StmtId> loops) {
  const Block outermost = std::get<For>(function[loops[0]].node).body;
  Estimate estimate(function, analysis::assigned_variables(function, outermost), outermost);
  for (StmtId id : loops) {
    const For loop = std::get<For>(function[id].node);
    estimate.halve(loop.counter, estimate.trips(loop.extent));
  }
  const Block body = std::get<For>(function[loops.back()].node).body;
  Builder build(function);
  return build.max(build.int64(1), estimate.block(body));
}

ExprId grain_for(Function& function, ExprId work) {
  Builder build(function);
  return build.max(build.int64(1), build.floor_div(build.int64(kChunkWork), work));
}

}  // namespace unpython::cost
