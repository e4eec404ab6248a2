// Takes a function apart into stages that other processes may run: each outermost parallel loop is one, whose
// iterations may be dealt, and so is the straight code between them.
//
// Problem: a worker has a part of each array, and runs a part of the iterations of one loop.
// Choice:  a stage is a function of its own: what it reads of the code before it are its parameters, what is read of it
//          afterwards it returns, and arrays that the function makes are arguments. A nest has two parameters more, the
//          first of its iterations and how many; arrays keep their extents, so that subscripts mean what they meant.
//          Around the stages stand steps: arrays that are made, branches, loops that run in order. Their numbers are
//          variables that stages give.
// Reach:   of each stage there is a second form, one Grid loop, which footprint/array_uses.h takes.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "analysis/text/reductions.h"
#include "ir/function.h"

namespace unpython::transform {

/// Elements of an array that all iterations of a nest update: `c[0] += x`, `h[idx[i]] += 1`.
struct StageUpdate {
  ir::ArrayId array;
  analysis::Reduction reduction;  ///< how two values of an element become one
  bool scattered = false;         ///< the data choose the elements, or there are several
};

struct Stage {
  ir::Function
      code{};  ///< of `arrays`, `scalars` and for a nest the first iteration and their number; gives `results`
  ir::Function
      reach{};  ///< its body is one Grid loop: over the iterations of the nest, or once around the code
  bool is_nest = false;
  ir::StmtId loop{};  ///< the nest in the function that was cut
  SourceRange where;
  std::vector<ir::ArrayId> arrays{};
  std::vector<ir::VarId> scalars{};
  std::vector<ir::VarId> results{};
  ir::VarId count{};  ///< of a nest: the variable that holds the number of its iterations
  std::vector<analysis::Reduction> reductions{};
  /// Variables that only some iterations assign. The second one of a pair is not 0 where an iteration of the piece has assigned
  /// the first one.
  std::vector<std::pair<ir::VarId, ir::VarId>> told{};
  std::vector<StageUpdate> updates{};
};

/// One step around stages; the variables are known when the step is reached.
struct StageStep {
  enum class Kind : uint8_t {
    Run,       ///< stage number `stage`
    Allocate,  ///< `array` is new, with the extents `values`
    Branch,    ///< `body` if `variable` is true, else `otherwise`
    Repeat,    ///< `body` for `counter` from 0 to `variable` - 1
    Return,    ///< `values`, as Result says
  };
  Kind kind = Kind::Run;
  size_t stage = 0;
  ir::ArrayId array{};
  ir::VarId variable{};
  ir::VarId counter{};
  std::vector<ir::VarId> values{};
  std::vector<StageStep> body{};
  std::vector<StageStep> otherwise{};
  SourceRange where{};
};

struct Stages {
  ir::Function function;  ///< with the variables that were added; its results are those of the steps Return
  std::vector<Stage> stages;
  std::vector<StageStep> steps;
};

/// What cannot be cut.
struct Uncut {
  std::string reason;
  std::string advice;
  SourceRange where;
};

/// `function`: from simplify_source(), without what is proven of the call.
[[nodiscard]] std::variant<Stages, Uncut> cut_stages(const ir::Function& function);

}  // namespace unpython::transform
