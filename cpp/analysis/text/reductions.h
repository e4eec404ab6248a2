// Accumulations of a loop: values that every iteration updates in a way that can be taken apart.
//
// For one For statement, each variable or array element that is carried from iteration to iteration, and each
// variable whose value is read after the loop, is explained as a Reduction, or reported as what keeps the
// loop in order. An accumulator is explained only if all its reads and writes in the loop belong to updates
// of one kind:
//   Sum, Product, BitAnd, BitOr, BitXor, And, Or
//              acc = acc op e, also nested (acc + a - b) and under a Select or If
//   Extremum   `if e < acc: acc = e; k = ...` and its spellings; `companions` (k) follow the winner
//   LastValue  assigned without looking at earlier values: the last iteration that assigns it decides
// where e never reads the accumulator. Updates may stand on any branch and in inner loops, and be several.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/text/variables.h"
#include "ir/function.h"

namespace unpython::analysis {

/// A scalar variable, or one array element whose subscripts do not change in the loop.
struct Accumulator {
  ir::VarId variable;
  ir::ArrayId array;
  std::vector<ir::ExprId> indices;
  [[nodiscard]] bool is_element() const { return array.valid(); }
};

enum class Accumulation : uint8_t { Sum, Product, BitAnd, BitOr, BitXor, And, Or, Extremum, LastValue };

/// How a value e meets the best so far in an Extremum.
enum class Contest : uint8_t {
  Replace,    ///< best = e if e `compare` best
  Keep,       ///< best = e unless best `compare` e (so that a NaN replaces, and is replaced)
  Propagate,  ///< np.minimum or np.maximum: a NaN stays
};

struct Reduction {
  Accumulator accumulator;
  Accumulation kind = Accumulation::Sum;
  ScalarType type = ScalarType::Float64;
  Contest contest = Contest::Replace;           ///< Extremum
  ir::CompareOp compare = ir::CompareOp::Less;  ///< Extremum: Less, LessEqual, Greater or GreaterEqual
  std::vector<ir::VarId> companions{};          ///< Extremum: assigned where the accumulator is
  std::vector<ir::StmtId> updates{};            ///< Assign, Store or If statements
  bool always = false;                          ///< LastValue: every iteration assigns it
  bool guards_raise = false;  ///< a Raise or CheckIndex runs depending on the accumulator's value
};

/// `h[idx[i]] op= e`, or for integers `h[idx[i]] = max(h[idx[i]], e)`: all accesses of the array in the loop
/// are such updates, at subscripts that may meet.
struct ScatterUpdate {
  ir::ArrayId array;
  ir::BinaryOp op = ir::BinaryOp::Add;
  std::optional<Reduction> best{};  ///< an Extremum, in place of `op`
  std::vector<ir::StmtId> updates;  ///< Store statements
};

struct Blocker {
  std::string reason;
  std::string advice;
  SourceRange where;
};

struct LoopAccumulations {
  std::vector<Reduction> reductions;
  std::optional<Blocker> blocker;  ///< a carried variable that is no reduction
};

/// Explains the carried variables of a loop and those read after it; array elements are asked for one by one
/// below.
[[nodiscard]] LoopAccumulations accumulations(const ir::Function& function, const Liveness& live,
                                              ir::StmtId loop);
/// The reductions whose accumulators are the elements of `array` that the loop writes; empty unless each of
/// these elements is only used by its own updates.
[[nodiscard]] std::vector<Reduction> element_reductions(const ir::Function& function, const Liveness& live,
                                                        ir::StmtId loop, ir::ArrayId array);
/// The scatter update that all accesses of `array` in the loop are, if they are.
[[nodiscard]] std::optional<ScatterUpdate> scatter_update(const ir::Function& function, ir::StmtId loop,
                                                          ir::ArrayId array);

}  // namespace unpython::analysis
