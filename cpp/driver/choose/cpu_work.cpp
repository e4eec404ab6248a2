#include "driver/choose/cpu_work.h"

#include <algorithm>
#include <optional>

#include "cost/dependent_chain.h"

namespace unpython::driver {
namespace {

using analysis::MemoryAccess;
using cost::CpuCode;

/// Operations that a processor has under way at a time: chains of short loops run side by side in them.
constexpr double kWindow = 300;
constexpr double kOperationsOfIteration = 6;
constexpr double kMostChains = 8;

class Count {
 public:
  Count(const CpuPart& part, const cost::CpuShape& shape) : part_(part), nest_(part.nest) {
    const SourceRange& where = nest_.loops[static_cast<size_t>(part.root)].where;
    if (const cost::CpuShape::Nest* found = shape.at(where)) shape_ = *found;
  }

  CpuWork run() {
    for (size_t l = 0; l < nest_.loops.size(); ++l) {
      const int loop = static_cast<int>(l);
      if (nest_.is_inside(loop, part_.root)) add_loop(loop);
    }
    if (shape_.is_tiled) work_.code = CpuCode::Tiled;
    work_.dealt = dealt();
    work_.deals_lanes = is_vector(part_.root);
    for (const MemoryAccess& access : nest_.accesses) {
      if (nest_.is_inside(access.loop, part_.root)) add_access(access);
    }
    return work_;
  }

 private:
  [[nodiscard]] int parent(int loop) const { return nest_.loops[static_cast<size_t>(loop)].parent; }
  [[nodiscard]] double executions(int loop) const { return part_.executions[static_cast<size_t>(loop)]; }
  [[nodiscard]] bool is_parallel(int loop) const { return part_.parallel[static_cast<size_t>(loop)]; }
  [[nodiscard]] bool is_vector(int loop) const {
    const std::vector<SourceRange>& known = shape_.vector_loops;
    return std::find(known.begin(), known.end(), nest_.loops[static_cast<size_t>(loop)].where) != known.end();
  }
  [[nodiscard]] double trips(int loop) const {
    return executions(loop) / std::max(1.0, loop == part_.root ? part_.launches : executions(parent(loop)));
  }
  /// The vector loop of the part that a loop stands in, or is.
  [[nodiscard]] std::optional<int> vector_around(int loop) const {
    for (; nest_.is_inside(loop, part_.root); loop = parent(loop)) {
      if (is_vector(loop)) return loop;
      if (loop == part_.root) break;
    }
    return std::nullopt;
  }

  void add_loop(int loop) {
    if (is_vector(loop)) {
      work_.code = CpuCode::Vector;
      work_.together = std::max(work_.together, trips(loop));
    }
    if (loop != part_.root && !is_unrolled(loop))
      (vector_around(parent(loop)) ? work_.vector_starts : work_.starts) += executions(parent(loop));
    if (!is_parallel(loop)) work_.chain += chain_of(loop);
  }

  /// Nothing is left of a loop of few iterations, whose number the text says.
  [[nodiscard]] bool is_unrolled(int loop) const {
    const ir::Function& f = part_.function;
    const auto& node = std::get<ir::For>(f[nest_.loops[static_cast<size_t>(loop)].stmt].node);
    const auto* extent = std::get_if<ir::Const>(&f[node.extent].node);
    return extent != nullptr && extent->value.integer <= cost::kMostWrittenOut && !is_vector(loop);
  }

  /// Cycles of all iterations of a loop in order. Iterations of the loop around it run beside each other where they are few.
  [[nodiscard]] double chain_of(int loop) const {
    const ir::Function& f = part_.function;
    const auto& node = std::get<ir::For>(f[nest_.loops[static_cast<size_t>(loop)].stmt].node);
    const double cycles = cost::chain_of_iteration(f, node.body);
    const double beside = loop == part_.root ? 1 : kWindow / (trips(loop) * kOperationsOfIteration);
    const double rows = is_jammed(parent(loop)) ? static_cast<double>(cost::kJammedRows) : 1;
    return executions(loop) * cycles / std::max(rows, std::clamp(beside, 1.0, kMostChains));
  }
  /// Rows of the loop run side by side.
  [[nodiscard]] bool is_jammed(int loop) const {
    const std::vector<SourceRange>& known = shape_.jammed;
    return loop >= 0 && std::find(known.begin(), known.end(), nest_.loops[static_cast<size_t>(loop)].where) != known.end();
  }

  [[nodiscard]] double dealt() const {
    const double own = trips(part_.root);
    for (size_t l = 0; l < nest_.loops.size(); ++l) {
      const int loop = static_cast<int>(l);
      if (parent(loop) == part_.root && (is_parallel(loop) || is_vector(loop)))
        return std::min(own * trips(loop), std::max(own, static_cast<double>(cost::kEnoughItems)));
    }
    return own;
  }

  void add_access(const MemoryAccess& access) {
    const std::optional<int> vector = vector_around(access.loop);
    if (!vector) return;
    const integers::UnknownIndex counter = nest_.loops[static_cast<size_t>(*vector)].counter;
    const bool jumps = !access.address || follows_data(*access.address, *vector);
    const int64_t step = jumps ? 0 : std::abs(access.address->coefficient_of(counter));
    if (!jumps && (step == 0 || step == access.width)) return;
    const integers::UnknownIndex own = nest_.loops[static_cast<size_t>(access.loop)].counter;
    const bool is_row = !jumps && !access.write && access.loop != *vector && !access.conditional &&
                        access.guard == nest_.loops[static_cast<size_t>(*vector)].inner_guard &&
                        std::abs(access.address->coefficient_of(own)) == access.width;
    (is_row ? work_.rows : work_.apart) += executions(access.loop);
  }

  /// A symbol of the loop, or of one inside it, may be another value for each lane.
  [[nodiscard]] bool follows_data(const integers::LinearForm& address, int vector) const {
    return std::any_of(address.terms().begin(), address.terms().end(), [&](const auto& term) {
      const analysis::Unknown& unknown = nest_.unknowns[static_cast<size_t>(term.unknown)];
      return unknown.kind == analysis::Unknown::Kind::Symbol && unknown.loop >= 0 &&
             nest_.is_inside(unknown.loop, vector);
    });
  }

  const CpuPart& part_;
  const analysis::Nest& nest_;
  cost::CpuShape::Nest shape_;
  CpuWork work_;
};

}  // namespace

CpuWork cpu_work(const CpuPart& part, const cost::CpuShape& shape) { return Count(part, shape).run(); }

}  // namespace unpython::driver
