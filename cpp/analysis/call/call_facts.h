// What the analysis of a call decided about the code to run: all that the schedule of a function depends on
// beside its types and options. Holds no extents and no addresses, so calls with equal facts share one
// variant of the code.
#pragma once
#include <vector>

#include "analysis/text/loop_facts.h"
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::analysis {

struct LoopVerdict {
  ir::StmtId stmt;
  Verdict verdict = Verdict::Sequential;
  bool parallel = false;  ///< its iterations may be spread over threads, and are meant to be
  /// Where it is to run among the loops of its perfect nest, the outermost being 0 (cost/loop_order.h);
  /// -1: where it is written.
  int place = -1;
  bool operator==(const LoopVerdict&) const = default;
};

/// Ids are those of the function from simplify_source(). As constructed nothing is known: each pass then
/// decides by itself, from expressions.
struct CallFacts {
  bool judged = false;             ///< the rest holds; loops that are not listed are judged from expressions
  std::vector<LoopVerdict> loops;  ///< of all nests, ascending statements
  std::vector<ir::StmtId> silent;  ///< CheckIndex and `if: raise` in nests that never raise, ascending
  /// WrapIndex expressions in nests whose subscript is never negative, and those where it always is;
  /// ascending.
  std::vector<ir::ExprId> never_negative;
  std::vector<ir::ExprId> always_negative;
  /// Starts and extents of slices in nests that always have their plain value (text/whole_slices.h), ascending.
  std::vector<ir::ExprId> whole_slices;
  /// Outer loops of nests that are to run by columns on a device (analysis/call/columns.h), ascending.
  std::vector<ir::StmtId> by_columns;
  bool operator==(const CallFacts&) const = default;

  /// Null if the loop is not listed.
  [[nodiscard]] const LoopVerdict* verdict_of(ir::StmtId loop) const;
  [[nodiscard]] bool is_silent(ir::StmtId check) const;
  [[nodiscard]] bool is_never_negative(ir::ExprId wrap) const;
  [[nodiscard]] bool is_always_negative(ir::ExprId wrap) const;
  [[nodiscard]] bool is_whole_slice(ir::ExprId end) const;
};

/// True unless every check and raise of the block is known to stay silent in the calls that `facts` are about.
[[nodiscard]] UNPYTHON_API bool may_raise(const ir::Function& function, const ir::Block& block, const CallFacts& facts);

}  // namespace unpython::analysis
