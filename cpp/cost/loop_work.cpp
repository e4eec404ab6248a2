// Trip counts are taken with outer counters half way; those that data decide are guessed.
#include "cost/loop_work.h"

#include <algorithm>
#include <vector>

#include "cost/cost.h"
#include "cost/unknown_trips.h"
#include "ir/rewrite.h"
#include "support/checked_int.h"

namespace unpython::cost {
namespace {

using analysis::Nest;
using analysis::NestLoop;

constexpr int64_t kMost = int64_t{1} << 62;

int64_t times(int64_t a, int64_t b) { return std::min(checked_mul(a, b).value_or(kMost), kMost); }

}  // namespace

std::vector<int64_t> middle(const Nest& nest) {
  std::vector<int64_t> point;
  for (const analysis::Unknown& unknown : nest.unknowns) {
    const auto& [low, high] = unknown.range;
    const bool bounded = low <= high && low > INT64_MIN / 4 && high < INT64_MAX / 4;
    point.push_back(bounded ? low + (high - low) / 2 : kUnknownTrips);
  }
  return point;
}

std::vector<int64_t> executions(const Nest& nest, int from) {
  const std::vector<int64_t> point = middle(nest);
  std::vector<int64_t> result;
  for (size_t i = 0; i < nest.loops.size(); ++i) {
    const NestLoop& loop = nest.loops[i];
    const int64_t trips = std::max<int64_t>(0, loop.extent.at(point).value_or(kUnknownTrips));
    const bool outermost = static_cast<int>(i) == from || loop.parent < 0;
    result.push_back(times(trips, outermost ? 1 : result[static_cast<size_t>(loop.parent)]));
  }
  return result;
}

LoopWork::LoopWork(const ir::Function& function) {
  ir::walk_stmts(function, function.body, [&](ir::StmtId id) {
    if (const auto* loop = std::get_if<ir::For>(&function[id].node))
      own_[id.value] = own_operations(function, loop->body);
    return true;
  });
}

int64_t LoopWork::total(const Nest& nest, int loop, const std::vector<int64_t>& counts) const {
  int64_t work = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (!nest.is_inside(static_cast<int>(i), loop)) continue;
    work = std::min(kMost, work + times(counts[i], own_.at(nest.loops[i].stmt.value)));
  }
  return work;
}

int64_t LoopWork::in_nest(const Nest& nest, int loop) const {
  return total(nest, loop, executions(nest, -1));
}

int64_t LoopWork::each_time(const Nest& nest, int loop) const {
  return total(nest, loop, executions(nest, loop));
}

}  // namespace unpython::cost
