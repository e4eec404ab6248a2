// One kernel of a scheduled function: which loops it runs, what it is given, and how its iterations are dealt
// to work items. Code generators print it, the driver launches it; both read its parameters from
// kernel/parameters.h.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ir/function.h"
#include "support/floor_div.h"
#include "unpython/error_arguments.h"

namespace unpython::kernel {

struct KernelArray {
  ir::ArrayId array;
  bool loaded = false;
  bool stored = false;
  bool updated = false;               ///< by an AtomicUpdate
  std::vector<bool> asked_extents{};  ///< one per dimension
};

struct Kernel {
  std::string name;
  ir::StmtId root;                 ///< the outermost Grid or Group loop
  std::vector<ir::StmtId> grid{};  ///< all Grid or Group loops, outermost first; the last one is dimension x
  /// Of a kernel of Group loops that was made from one of Grid loops: the variables that hold where a launch begins
  /// and ends along each Grid loop, outermost first.
  std::vector<ir::VarId> firsts{};
  std::vector<ir::VarId> ends{};
  std::vector<ir::VarId> scalars{};
  /// By place in `scalars`: what decides, with the extents of loops and arrays, which elements a launch touches.
  std::vector<size_t> deciding{};
  std::vector<KernelArray> arrays{};
  bool may_raise = false;
  bool has_loops = false;  ///< an iteration goes through a loop of its own
  bool guarded = false;  ///< a kernel that runs before it in the call may raise: then this one does nothing
  int resident_groups = 1;  ///< groups that the registers of a multiprocessor should hold at once

  /// Dimensions along which a launch may take a part of the iterations.
  [[nodiscard]] size_t ranges(const ir::Function& function) const {
    const bool groups = std::get<ir::For>(function[root].node).mark == ir::LoopMark::Group;
    return groups ? firsts.size() : grid.size();
  }
};

/// Of every `step` subscripts of a dimension, counted from `first`, `width` have a place: every by-th. Those of one
/// remainder lie side by side, so that what touches them alone moves them alone: first, first + step, .., then
/// first + by, first + by + step, ...
struct Axis {
  int64_t step = 1;
  int64_t first = 0;
  int64_t width = 1;
  int64_t by = 1;
  /// Rows of a triangle lie along it, one behind the other: an access also names triangle(subscript), as others name a
  /// remainder. Then each subscript has a place.
  bool grows = false;
  /// The number of a subscript among those of its remainder.
  [[nodiscard]] int64_t period(int64_t subscript) const { return floor_div(subscript - first, step); }
  /// The number of its remainder; of a subscript without a place, that of the next one below.
  [[nodiscard]] int64_t remainder(int64_t subscript) const {
    return std::min((subscript - first - period(subscript) * step) / by, width - 1);
  }
  [[nodiscard]] bool has_remainders() const { return width > 1 || grows; }
  auto operator<=>(const Axis&) const = default;
};

inline constexpr int kWideBytes = 16;  ///< of the widest access and copy

/// What the text of a kernel takes for granted about the memory that it is given.
struct Layout {
  /// Every element lies less than 2^31 elements behind the first one of its array, and no stride is negative.
  bool narrow_offsets = false;
  std::vector<int> unit_dimension{};  ///< for each array of the kernel, the dimension of stride 1, or -1
  /// For each array of the kernel, how many bytes divide the address of its first element and all strides but that
  /// of the unit dimension; empty: not asked.
  std::vector<int> alignment{};
  /// For each Grid loop, outermost first, a number that divides where launches begin and end; empty: not asked.
  std::vector<int> range_steps{};
  /// Of the loops that loops_of_known_turns() gives (kernel/short_loops.h), where they are few; 0: not. Empty: not asked.
  std::vector<int> turns{};
  bool narrow_turns = false;          ///< all of those loops run less than 2^31 times
  bool disjoint = false;              ///< no array that is stored shares elements with another of the kernel
  bool part_of_groups = false;        ///< launches run a part of the outermost Group loop, and are given where it begins
  int shape = 0;  ///< of its groups: a number in transform/groups/group_shapes.h from 1; 0: the grid, work item by work item
  /// For each array of the kernel, by dimension; empty: every subscript of all of them has a place.
  std::vector<std::array<Axis, kMaxRank>> axes{};
  /// An access names, behind its subscripts, the remainder of its subscript along a dimension, or the triangle of it.
  [[nodiscard]] bool has_remainders(size_t array, size_t dimension) const {
    return array < axes.size() && axes[array][dimension].has_remainders();
  }
  [[nodiscard]] bool is_aligned(size_t array, int64_t bytes) const {
    return array < alignment.size() && alignment[array] >= bytes && alignment[array] % bytes == 0;
  }
  auto operator<=>(const Layout&) const = default;
};

/// What the kernels of a call leave behind when one raises; `iteration` is the number among the iterations of all
/// kernels of the call, in order: those of one kernel follow those of the kernels before it.
struct ErrorCell {
  int64_t iteration;  ///< INT64_MAX: nothing raised
  int32_t lock;       ///< 0
  int32_t site;
  int32_t argument_count;
  int32_t padding;
  int64_t arguments[kMostErrorArguments];
};

}  // namespace unpython::kernel
