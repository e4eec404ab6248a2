#include "cost/loop_cost.h"

#include <algorithm>
#include <cmath>

#include "cost/cpu_shape.h"
#include "cost/unknown_trips.h"

namespace unpython::cost {
namespace {

using analysis::Nest;

constexpr double kLineBytes = 64;
constexpr double kStart = 4;         // of the innermost loop, shared by its iterations
constexpr double kFarther = 1.0 / 16;  // for each doubling of a stride: pages, and lines that meet in the cache

/// What one access steps over in each loop of a chain.
struct Steps {
  int memory = 0;
  std::vector<double> bytes;  ///< by place in the chain; infinite: nobody knows
  double weight = 1;
  bool write = false;
};

class Costs {
 public:
  Costs(const ir::Function& f, const Nest& nest, std::span<const int> chain)
      : f_(f), nest_(nest), chain_(chain), box_(nest.box()) {}

  std::vector<double> run() {
    collect();
    std::vector<double> result;
    for (size_t place = 0; place < chain_.size(); ++place) {
      double cost = is_written_out(chain_[place]) ? 0 : kStart / std::max(1.0, trips(chain_[place]));
      for (const Steps& steps : steps_) cost += steps.weight * (steps.write ? 2 : 1) * lines(steps.bytes[place]);
      result.push_back(cost);
    }
    return result;
  }

 private:
  [[nodiscard]] double trips(int loop) const {
    if (std::any_of(box_.begin(), box_.end(),
                    [](const integers::IntegerRange& range) { return range.is_empty(); }))
      return 0;
    const auto range = nest_.loops[static_cast<size_t>(loop)].extent.over(box_);
    if (!range || range->high > kMostTrips) return static_cast<double>(range ? kMostTrips : kUnknownTrips);
    return static_cast<double>(std::max<int64_t>(0, range->high));
  }

  /// So few iterations are no loop in the end.
  [[nodiscard]] bool is_written_out(int loop) const {
    const auto& statement = std::get<ir::For>(f_[nest_.loops[static_cast<size_t>(loop)].stmt].node);
    const auto* extent = std::get_if<ir::Const>(&f_[statement.extent].node);
    return extent != nullptr && extent->value.integer <= kMostWrittenOut;
  }

  static double lines(double bytes) {
    if (bytes == 0) return 0;
    if (bytes < kLineBytes) return bytes / kLineBytes;
    return 1 + kFarther * std::min(20.0, std::log2(bytes / kLineBytes));
  }

  void collect() {
    for (const analysis::MemoryAccess& access : nest_.accesses) {
      if (!nest_.is_inside(access.loop, chain_.back())) continue;
      Steps steps{.memory = access.memory, .bytes = {}, .weight = repetitions(access.loop), .write = access.write};
      for (const int loop : chain_) steps.bytes.push_back(step(access, loop));
      const auto known = std::find_if(steps_.begin(), steps_.end(), [&](const Steps& other) {
        return other.memory == steps.memory && other.bytes == steps.bytes && other.weight == steps.weight;
      });
      if (known == steps_.end()) {
        steps_.push_back(std::move(steps));
      } else {
        known->write = known->write || steps.write;
      }
    }
  }

  /// Of an access in loops inside the chain, for each iteration of its last loop.
  [[nodiscard]] double repetitions(int loop) const {
    double count = 1;
    for (; loop != chain_.back(); loop = nest_.loops[static_cast<size_t>(loop)].parent)
      count = std::min(static_cast<double>(kMostTrips), count * std::max(1.0, trips(loop)));
    return count;
  }

  /// A symbol of the loop, or of one inside it, may be another value in the next iteration.
  [[nodiscard]] bool jumps(const integers::LinearForm& form, int loop) const {
    return std::any_of(form.terms().begin(), form.terms().end(), [&](const integers::LinearForm::Term& term) {
      const analysis::Unknown& unknown = nest_.unknowns[static_cast<size_t>(term.unknown)];
      return unknown.kind == analysis::Unknown::Kind::Symbol && unknown.loop >= 0 &&
             nest_.is_inside(unknown.loop, loop);
    });
  }

  [[nodiscard]] double step(const analysis::MemoryAccess& access, int loop) const {
    const integers::UnknownIndex counter = nest_.loops[static_cast<size_t>(loop)].counter;
    if (access.address) {
      if (jumps(*access.address, loop)) return INFINITY;
      return std::abs(static_cast<double>(access.address->coefficient_of(counter)));
    }
    // A local array, row-major, of extents that only the data decide.
    const auto subscripts = nest_.subscripts_of(access);
    double bytes = 0;
    for (size_t axis = 0; axis < subscripts.size(); ++axis) {
      if (jumps(subscripts[axis], loop)) return INFINITY;
      const auto coefficient = static_cast<double>(subscripts[axis].coefficient_of(counter));
      if (coefficient == 0) continue;
      if (axis + 1 < subscripts.size()) return INFINITY;
      bytes = std::abs(coefficient) * static_cast<double>(size_of(f_[access.array].type));
    }
    return bytes;
  }

  const ir::Function& f_;
  const Nest& nest_;
  std::span<const int> chain_;
  std::vector<integers::IntegerRange> box_;
  std::vector<Steps> steps_;
};

}  // namespace

std::vector<double> innermost_costs(const ir::Function& function, const Nest& nest, std::span<const int> chain) {
  return Costs(function, nest, chain).run();
}

}  // namespace unpython::cost
