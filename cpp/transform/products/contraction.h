// Finds loop nests that multiply and add over a shared dimension, as a matrix product does.
//
//   for i, j:  s = start(i, j);  for k:  s = update(s, ..(i, k).., ..(j, k)..);  finish(i, j, s)
//
// in any order of the three loops if s is an array element. One or several accumulators; `update` is any
// expression; parts of it that depend on (i, k) only, or on (j, k) only, are what a tile keeps packed.
#pragma once
#include <optional>
#include <vector>

#include "analysis/text/variables.h"
#include "ir/function.h"

namespace unpython::transform {

/// A value that every k changes.
struct Accumulator {
  ir::VarId variable;
  ir::ExprId start;   ///< before the first k; reads i and j
  ir::ExprId update;  ///< after a k; reads `variable`, i, j and k
};

struct Contraction {
  ir::VarId row;     ///< i
  ir::VarId column;  ///< j: the loop whose steps are neighbours in the result
  ir::VarId depth;   ///< k
  ir::ExprId rows;
  ir::ExprId depths;
  /// The columns of row i run from first_column to end_column, linear forms of i; no i in them if
  /// `rectangular`.
  ir::ExprId first_column;
  ir::ExprId end_column;
  bool rectangular = true;
  std::vector<Accumulator> accumulators;
  ir::Block finish;          ///< runs for each (i, j) after the last k; reads the accumulators' variables
  bool needs_depth = false;  ///< nothing at all happens when there is no k
  SourceRange range{};       ///< of the outermost loop
};

/// A loop, or part of one: the statement of its body that counts.
struct Candidate {
  ir::StmtId loop;
  ir::StmtId part;           ///< the only statement of the body, or the one to look at
  bool may_reorder = false;  ///< analysis::may_reorder of the whole loop
};

/// The contraction that a candidate is, if it is one and may be computed tile by tile: rows and columns in
/// any order, k ascending for each element. Adds expressions and variables to `function`. Needs disjoint
/// arguments; refuses nests that may raise. `live` is that of `function`.
[[nodiscard]] std::optional<Contraction> find_contraction(ir::Function& function,
                                                          const analysis::Liveness& live,
                                                          const Candidate& candidate);

}  // namespace unpython::transform
