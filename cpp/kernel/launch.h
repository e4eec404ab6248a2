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
  auto operator<=>(const Layout&) const = default;
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
