// One kernel of a scheduled function: which loops it runs, what it is given, and how its iterations are dealt
// to work items. Code generators print it, the driver launches it; both read the parameters from here.
//
// Parameters of a kernel, in this order:
//   first, end     Int64, for each Grid loop, outermost first: the iterations of this launch
//   scalars        what the body reads and does not assign; complex numbers as structs of two reals, Bool as
//   a byte arrays         for each: the memory, the element offset of its first element, then the strides of
//   its dimensions
//                  (elements; not those that the layout fixes), then the extents that the body asks for
//   error          the memory of one ErrorCell, if the body may raise
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "ir/function.h"

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
  ir::StmtId root;                 ///< the outermost Grid loop
  std::vector<ir::StmtId> grid{};  ///< all Grid loops, outermost first; the last one is dimension x
  std::vector<ir::VarId> scalars{};
  std::vector<KernelArray> arrays{};
  bool may_raise = false;
};

/// What the text of a kernel takes for granted about the memory that it is given.
struct Layout {
  /// Every element lies less than 2^31 elements behind the first one of its array, and no stride is negative.
  bool narrow_offsets = false;
  std::vector<int> unit_dimension{};  ///< for each array of the kernel, the dimension of stride 1, or -1
  bool disjoint = false;              ///< no array that is stored shares elements with another of the kernel
  bool staged = false;                ///< rows go through local memory, as stage_rows() says
  auto operator<=>(const Layout&) const = default;
};

/// An element that a loop in order reads in each iteration: a group of work items loads those of several
/// iterations at once into local memory, and each reads its own from there.
struct StagedRead {
  ir::ArrayId array;
  std::vector<ir::ExprId> indices;
  std::vector<ir::ExprId> loads{};  ///< all expressions that read it
  /// The counter that tells the group's elements of one iteration apart (0 is x); -1: all read one.
  int dimension = -1;
};
struct StagedLoop {
  ir::StmtId loop;
  std::vector<StagedRead> reads{};
};

/// How a group of work items stages what its loops read (kernel/stage_rows.h).
struct Staging {
  int64_t piece = 0;                        ///< iterations of a loop at a time
  std::array<int64_t, 3> items{1, 1, 1};    ///< iterations of the grid that a group runs, x first
  std::array<int64_t, 3> threads{1, 1, 1};  ///< work items of a group; those beyond `items` only load
  std::vector<StagedLoop> loops{};
};

/// What a kernel leaves behind when it raises; `iteration` is the linear number among all iterations of the
/// grid.
struct ErrorCell {
  int64_t iteration;  ///< INT64_MAX: nothing raised
  int32_t lock;       ///< 0
  int32_t site;
  int32_t argument_count;
  int32_t padding;
  int64_t arguments[4];
};

}  // namespace unpython::kernel
