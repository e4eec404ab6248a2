// Nests of two loops in which the inner one goes as far as the outer one has come, as in factorizations of matrices:
//
//   for o in range(extent):
//     for q in range(o + shift): columns
//     rest
#pragma once
#include <cstdint>
#include <map>
#include <optional>

#include "analysis/text/variables.h"
#include "ir/function.h"

namespace unpython::analysis {

/// Shifts beyond it are none of a triangle: the steps of a nest by columns are as many as its rows and the shift.
inline constexpr int64_t kLargestShift = 64;

struct Triangle {
  ir::StmtId inner;   ///< the loop over columns, the first statement of the nest
  int64_t shift = 0;  ///< turn o of the outer loop has o + shift columns
};

/// The form of a For statement whose scalars and arrays leave its columns free to run in another order: no column needs a variable
/// that another column or a rest assigns, and no column makes arrays. Nothing for other loops.
[[nodiscard]] std::optional<Triangle> triangle(const ir::Function& function, const Liveness& live, ir::StmtId loop);

/// All of a function, by their outer loops.
using Triangles = std::map<ir::StmtId, Triangle>;
[[nodiscard]] Triangles find_triangles(const ir::Function& function);

}  // namespace unpython::analysis
