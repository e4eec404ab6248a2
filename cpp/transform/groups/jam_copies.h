// Statements for several iterations of a loop at once: each statement for all of them, before the next one.
//
// Takes: statements of one iteration, which is independent of the others, and where the counter stands in each copy.
// Gives: the same for all copies. What no copy does differently is done once. A loop that all copies run alike stays one
//        loop, with the copies inside; a branch that they may take differently is copied whole. All that is loaded for a
//        store is loaded before the first copy stores.
//        Copies whose places differ in some bits alone share what sees other bits of the counter: (j >> 7 << 5) | (j & 31) is
//        one number for j, j + 32, j + 64 and j + 96, if j is a multiple of 128 and 0 to 31.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {

// Iterations k, k + 32, k + 64 and k + 96 of 128 share a block of random numbers (_random.py).
inline constexpr int64_t kQuarter = 32;
inline constexpr int64_t kQuarters = 4;
inline constexpr uint64_t kQuarterBits = 0x60;

/// What differs between iterations that `counter` tells apart.
class Varying {
 public:
  /// None where the statements have loops that iterations run differently, or leave, or memory of their own. `bits`: those in
  /// which the counters of the iterations may differ.
  [[nodiscard]] static std::optional<Varying> find(const ir::Function& function, const ir::Block& statements,
                                                   ir::VarId counter, uint64_t bits = ~uint64_t{0});

  [[nodiscard]] bool is(ir::VarId variable) const { return variables_.contains(variable); }
  [[nodiscard]] bool is(ir::ExprId expr) const;
  [[nodiscard]] std::vector<ir::VarId> variables() const { return variables_.members(); }
  /// Whether an expression has bits of the counter, but none of those that differ.
  [[nodiscard]] bool shares(ir::ExprId expr) const;
  /// A number that is made of such bits is computed: the place of a block of random numbers.
  [[nodiscard]] bool shares_numbers(const ir::Block& statements) const;
  /// The value of an expression of no other bits than those that differ, where the counter has them like `place`.
  [[nodiscard]] std::optional<uint64_t> value_at(ir::ExprId expr, uint64_t place) const;

 private:
  /// A value of some bits of the counter: counter >> shift (to the left where that is below 0), and a mask.
  struct View {
    int64_t shift = 0;
    uint64_t mask = ~uint64_t{0};
  };

  Varying(const ir::Function& function, ir::VarId counter, uint64_t bits) : f_(&function), bits_(bits) {
    variables_.insert(counter);
    views_[counter] = View{};
  }
  [[nodiscard]] std::optional<View> view(ir::ExprId expr) const;
  /// Bits of the counter that make a view.
  [[nodiscard]] static uint64_t seen(const View& view);
  void find_views(const ir::Block& statements);
  [[nodiscard]] bool add(const ir::Block& statements, bool under_condition);
  [[nodiscard]] bool copes_with(const ir::Block& statements, bool under_condition) const;

  const ir::Function* f_;
  uint64_t bits_;
  analysis::VarSet variables_;
  std::map<ir::VarId, View> views_;
  std::set<ir::ArrayId> stored_;
};

/// `statements` with the counter at each of `places`. Adds to `function`, to which `varying` belongs. `bits`: for each copy those
/// of the counter that may differ; none where all may. `in_turn`: what follows `statements` and runs copy by copy.
[[nodiscard]] ir::Block jam_copies(ir::Function& function, const ir::Block& statements, const Varying& varying,
                                   ir::VarId counter, const std::vector<ir::ExprId>& places,
                                   const std::vector<uint64_t>& bits = {}, const ir::Block& in_turn = {});

}  // namespace unpython::transform
