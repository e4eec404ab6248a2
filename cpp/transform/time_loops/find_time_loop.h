// Loops of the host around nests that read what the nests before them have stored nearby: time loops over stencils.
//
//   for t in range(steps):
//     for i in grid(n): for j in grid(m): b[i + 1, j + 1] = f(a[i, j + 1], a[i + 2, j + 1], ..)
//     for i in grid(n): for j in grid(m): a[i + 1, j + 1] = f(b[i, j + 1], b[i + 2, j + 1], ..)
//
// What a nest touches is told from its subscripts, as linear forms of its counters: each array that some nest stores to is
// touched at a fixed distance from the iteration.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/text/distances.h"
#include "ir/function.h"

namespace unpython::transform {

using analysis::Distances;

/// What all iterations of a nest do to one array that the loop stores to.
struct TurnTouch {
  ir::ArrayId array;
  std::vector<Distances> loads{};
  std::optional<Distances> store{};
  bool certain = false;     ///< every iteration stores
  bool reads_back = false;  ///< an iteration may load what it has stored
  [[nodiscard]] bool is_needed() const { return !loads.empty() || (store && !certain); }
};

struct TurnNest {
  ir::StmtId root;
  std::vector<ir::VarId> counters{};  ///< outermost first
  std::vector<ir::ExprId> extents{};  ///< in front of the loop
  ir::Block body{};
  std::vector<TurnTouch> touches{};
  std::vector<ir::ArrayId> others{};  ///< that it reads, and no nest of the loop stores to
  [[nodiscard]] const TurnTouch* touch_of(ir::ArrayId array) const;
};

/// An array that nests store to: all of them to the elements `firsts` .. `firsts` + `extents`.
struct TurnArray {
  ir::ArrayId array;
  Distances firsts{};
  std::vector<ir::ExprId> extents{};
  bool is_temporary = false;  ///< allocated anew in each turn
};

struct TimeLoop {
  ir::StmtId loop;
  std::vector<TurnNest> nests{};  ///< of `turns` turns, in order; all have as many counters
  std::vector<TurnArray> arrays{};
  ir::Block carried{};  ///< the assignments of a turn, where one of them reads what the turn before it has assigned
  int64_t turns = 1;
  ir::ExprId begins{};  ///< the first nest comes first where this holds in front of the loop; invalid: always
  [[nodiscard]] size_t dimensions() const { return nests.front().counters.size(); }
  [[nodiscard]] const TurnArray* array(ir::ArrayId id) const;
};

struct FoundTimeLoop {
  std::optional<TimeLoop> loop{};
  std::string reason{};    ///< why not, for people; empty: no such loop at all
};

/// Of a Sequential loop of a scheduled function. Adds expressions to the function.
[[nodiscard]] FoundTimeLoop find_time_loop(ir::Function& function, ir::StmtId loop);

}  // namespace unpython::transform
