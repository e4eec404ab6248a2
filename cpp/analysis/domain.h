// Iteration domains: the counters (and other unknowns) an access depends on, with the range of each and the
// affine constraints that couple them: extents that depend on outer counters, guards.
//
// The ranges form the box around the domain. They are narrowed by every constraint until nothing moves (or a
// fixed number of rounds has passed), so the box always holds the domain, and equals it where is_box() says
// so. A step that leaves 64 bits narrows nothing.
#pragma once
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "analysis/linear_form.h"

namespace unpython::analysis {

class Domain {
 public:
  struct Counter {
    UnknownIndex unknown = 0;
    IntegerRange range{};
  };

  /// An unknown with a constant range. One that is there already is narrowed to it.
  void add(UnknownIndex unknown, IntegerRange range);
  /// A loop counter: 0 <= counter < extent. Unknowns of the extent that are not there yet are taken as
  /// unbounded.
  void add_loop(UnknownIndex counter, const LinearForm& extent);
  /// Keeps the points where form >= 0.
  void require(const LinearForm& form);

  /// True if no point is left. False may also mean that this is not known (see is_box).
  [[nodiscard]] bool is_empty() const { return empty_; }
  /// True if the domain holds every point of its box.
  [[nodiscard]] bool is_box() const { return constraints_.empty() && complete_; }
  /// False if a constraint was lost to overflow: the domain holds fewer points than what is kept says.
  [[nodiscard]] bool is_complete() const { return complete_; }
  [[nodiscard]] std::span<const Counter> counters() const { return counters_; }
  /// The forms >= 0 that do not hold all over the box.
  [[nodiscard]] std::span<const LinearForm> constraints() const { return constraints_; }
  /// The range of an unknown over the domain, or more; unbounded if it was never added.
  [[nodiscard]] IntegerRange range_of(UnknownIndex unknown) const;
  /// Least and greatest value of a form over the box; nothing if a bound leaves 64 bits or there is none. The
  /// domain must not be empty.
  [[nodiscard]] std::optional<IntegerRange> over(const LinearForm& form) const;
  /// Number of points of the box, 0 if empty; nothing if it leaves 64 bits. is_box(): that of the domain.
  [[nodiscard]] std::optional<int64_t> box_points() const;
  /// Number of points of the domain: boxes, and domains whose constraints couple counters in pairs of which
  /// one has coefficient 1 or -1 everywhere (triangles, bands). Nothing for others and beyond 64 bits.
  [[nodiscard]] std::optional<int64_t> points() const;

 private:
  Counter* find(UnknownIndex unknown);
  const Counter* find(UnknownIndex unknown) const;
  bool narrow(const LinearForm& form);
  void tighten();

  std::vector<Counter> counters_;
  std::vector<LinearForm> constraints_;
  bool empty_ = false;
  bool complete_ = true;
};

}  // namespace unpython::analysis
