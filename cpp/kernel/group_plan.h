// How the threads of a group run its Item nests: who runs which items, what lies in local memory, where all
// meet.
//
// Takes: a function with a kernel of Group loops (ir/groups.h), and what the device can do.
// Gives: the same for every printer, so that a printer only spells it.
#pragma once
#include <cstdint>
#include <map>

#include "ir/groups.h"
#include "kernel/launch.h"

namespace unpython::kernel {

/// What a language has for a group.
struct GroupAbilities {
  bool shuffles = false;     ///< lanes of a warp read each other's registers
  bool matrix_unit = false;  ///< products of float64 and complex128 matrices by a warp
};

/// Which elements of a matrix the lanes of a warp hold.
enum class FragmentRole : uint8_t { None, Sum, Left, Right };

/// One Item nest and the threads that run it: item number thread + part * threads, or by warps.
struct NestPlan {
  ir::ItemNest nest;
  bool by_warps = false;  ///< 32 threads run one item
  int64_t parts = 1;      ///< items of one thread or warp
};

/// An Item array in registers.
struct RegisterPlan {
  size_t depth = 1;   ///< subscripts that are dropped
  int64_t parts = 1;  ///< copies, one for each item of a thread
  FragmentRole role = FragmentRole::None;
  int64_t rows = 0;  ///< of the matrix whose elements are spread over the lanes: 8 or 16
  /// A lane has whole complex elements of a sum, and one part of each element of an operand.
  bool is_complex = false;

  /// Elements of one matrix in a lane.
  [[nodiscard]] int64_t lane_elements() const;
};

/// All threads meet here, and see what was stored before.
struct Barrier {
  bool global = false;  ///< to arguments, too
  int wait = -1;        ///< first, a batch of copies ends, and all but so many have arrived; -1: no copies to wait for
};

struct GroupPlan {
  int64_t threads = 1;
  std::map<ir::StmtId, NestPlan> nests;  ///< by outermost loop
  std::map<ir::ArrayId, RegisterPlan> registers;
  std::map<ir::ArrayId, int64_t> local;  ///< first byte of each array in local memory
  int64_t local_bytes = 0;
  std::map<ir::StmtId, Barrier> barriers;      ///< in front of a statement
  std::map<ir::ExprId, ir::Shuffle> shuffles;  ///< loads that are one

  /// Most registers' worth of threads along the only dimension.
  [[nodiscard]] std::array<int64_t, 3> block() const { return {threads, 1, 1}; }
};

/// `disjoint`: as in Layout. `most_threads`: of a group that does not say its own number.
[[nodiscard]] GroupPlan plan_group(const ir::Function& function, const Kernel& kernel, bool disjoint,
                                   const GroupAbilities& abilities, int64_t most_threads = 1024);

/// The kernel is one of Group loops.
[[nodiscard]] bool is_grouped(const ir::Function& function, const Kernel& kernel);

}  // namespace unpython::kernel
