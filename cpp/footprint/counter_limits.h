// Bounds of sums of counters and variables, from lines that bound each of them: extents of loops, conditions around a statement,
// maxima and minima.
//
//   low = max(0, 3 - origin); high = min(32, n - origin)
//   for r in range(high - low): a[origin + low + r]        r <= high - low - 1, high <= n - origin: the subscript is below n
//
// A box around what a reference touches is as tight as these say, however many boxes there would be one by one.
#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "footprint/counter_values.h"

namespace unpython::footprint {

class CounterLimits {
 public:
  /// `values`: what variables are; must live as long.
  CounterLimits(const ir::Function& f, const CounterValues& values) : f_(f), values_(values) {}

  /// From now on the counter is 0 .. extent - 1.
  void enter(ir::VarId counter, ir::ExprId extent);
  /// A variable that is no form of others has got its only value.
  void assign(ir::VarId variable, ir::ExprId value);
  /// From now on the condition holds, or does not, until put_back().
  void hold(ir::ExprId condition, bool holds);

  /// They may say more than ranges of counters do.
  [[nodiscard]] bool say_more() const { return say_more_; }
  /// Of a form of counters and such variables; either end may not be known.
  struct Bounds {
    std::optional<int64_t> low{};
    std::optional<int64_t> high{};
  };
  [[nodiscard]] Bounds of(const Form& form) const;

  struct Limits {
    int number = 0;  ///< the limits of a symbol are forms of symbols of lower numbers
    std::vector<Form> lows{};
    std::vector<Form> highs{};
  };
  using All = std::map<ir::VarId, Limits>;
  [[nodiscard]] const All& all() const { return limits_; }
  void put_back(All before) { limits_ = std::move(before); }

 private:
  void begin(ir::VarId symbol);
  [[nodiscard]] std::vector<Form> limits_of(ir::ExprId id, bool high) const;
  [[nodiscard]] int number_of(ir::VarId symbol) const;
  [[nodiscard]] std::optional<int64_t> bound(const Form& form, bool high, int& left) const;

  const ir::Function& f_;
  const CounterValues& values_;
  All limits_;
  bool say_more_ = false;
  int last_ = 0;
};

}  // namespace unpython::footprint
