// Kernels whose iterations stand behind a condition: triangles, bands of a box, `if j <= i:` of a user.
//
//   for i in grid(n): for j in grid(n): if j < i + 1: ...           coefficients (-1, 1), rest 1: -j + i + 1 > 0
//
// Passes that tile a grid need to know which part of a box runs: what lies outside is not to be read, and tiles without
// such a part have nothing to do.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "analysis/text/affine.h"
#include "kernel/launch.h"

namespace unpython::transform {

/// Holds where the sum of coefficients[d] * counter of dimension d and `rest` is above 0. x is dimension 0.
struct Limit {
  std::array<int64_t, 3> coefficients{};
  analysis::Affine rest;  ///< of what a launch knows
};

struct GuardedBody {
  ir::Block statements;                  ///< of an iteration that runs
  std::vector<ir::ExprId> conditions{};  ///< all must hold
  /// The conditions again: first those of one counter, then at most one of several. So the box that shrink() gives
  /// is the smallest.
  std::vector<Limit> limits{};
};

/// The body of the innermost loop of a kernel's grid; nothing where it stands behind a condition of another form.
[[nodiscard]] std::optional<GuardedBody> guarded_body(const ir::Function& function,
                                                      const kernel::Kernel& kernel);

/// The same body with its conditions as statements of it.
[[nodiscard]] GuardedBody whole_body(const ir::Function& function, const kernel::Kernel& kernel);

/// A box of iterations, x first; empty where an end is not above its first.
template <class Value>
struct IterationBox {
  std::array<Value, 3> firsts{};
  std::array<Value, 3> ends{};
};

/// The smallest box around the iterations of `box` that run. Its values are numbers, or expressions: `with` has
/// add(a, b), scaled(a, int64), divided(a, int64), least(a, b), most(a, b), number(int64) and rest(limit).
template <class Value, class Arithmetic>
[[nodiscard]] IterationBox<Value> shrink(const std::vector<Limit>& limits, IterationBox<Value> box,
                                         const Arithmetic& with) {
  const auto most_of_others = [&](const Limit& limit, size_t but) {
    Value sum = with.rest(limit);
    for (size_t d = 0; d < 3; ++d) {
      const int64_t factor = limit.coefficients[d];
      if (d == but || factor == 0) continue;
      const Value at = factor > 0 ? with.add(box.ends[d], with.number(-1)) : box.firsts[d];
      sum = with.add(sum, with.scaled(at, factor));
    }
    return sum;
  };
  for (const Limit& limit : limits) {
    IterationBox<Value> next = box;
    for (size_t d = 0; d < 3; ++d) {
      const int64_t factor = limit.coefficients[d];
      if (factor == 0) continue;
      const Value others = most_of_others(limit, d);
      if (factor > 0) {
        const Value below = with.divided(with.add(with.scaled(others, -1), with.number(factor)), factor);
        next.firsts[d] = with.most(box.firsts[d], below);
      } else {
        const Value above = with.divided(with.add(others, with.number(-1 - factor)), -factor);
        next.ends[d] = with.least(box.ends[d], above);
      }
    }
    box = next;
  }
  return box;
}

}  // namespace unpython::transform
