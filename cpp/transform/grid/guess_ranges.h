// Roots and quotients of float32 whose operands are guessed to lie in ranges where short forms of them are exact.
//
//   for q: s += w[q] / sqrt(x)
//
// becomes
//
//   for q: worst = max(worst, bits(x) - least); s += short form of w[q] / sqrt(x)
//   if worst > span: again, from the s of before, as it was
//
// Problem: a correctly rounded root or quotient branches to a long form for rare operands, and what stands behind a branch does
//          not run beside what stands in front of it.
// Choice:  statements twice. Those with short forms keep, in two numbers, how far an operand has been from its range. Who runs
//          them asks once, behind all of them, and runs the others where a guess was wrong. In the ranges both forms have the
//          same bits.
// Rejected: a question for each operand: as many branches as before.
#pragma once
#include <optional>

#include "ir/function.h"

namespace unpython::transform {

struct GuessedRanges {
  ir::Block begin;       ///< in front of `statements`
  ir::Block statements;
  ir::ExprId holds;      ///< behind them: all guesses were right
};

/// `statements`: assignments, stores, and Unrolled loops of them. None where nothing is to guess, or where they hold others.
[[nodiscard]] std::optional<GuessedRanges> guess_ranges(ir::Function& function, const ir::Block& statements);

}  // namespace unpython::transform
