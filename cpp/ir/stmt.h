// Statements of the loop IR. Control flow is structured; blocks are lists of statement ids.
#pragma once
#include <algorithm>
#include <variant>
#include <vector>

#include "ir/type.h"
#include "unpython/error.h"

namespace unpython::ir {

using Block = std::vector<StmtId>;

struct Assign {
  VarId variable;
  ExprId value;
};
struct Store {
  ArrayId array;
  std::vector<ExprId> indices;  ///< as in Load
  ExprId value;
};
/// element = element op value, as one indivisible step with respect to other iterations. Integers and Bool
/// only.
struct AtomicUpdate {
  ArrayId array;
  std::vector<ExprId> indices;
  BinaryOp op;
  ExprId value;
};
/// Raises `error` (an IndexError with arguments index, dimension, extent) unless -extent <= index < extent.
struct CheckIndex {
  ArrayId array;
  int dimension = 0;
  ExprId index;
  ErrorId error;
};
struct If {
  ExprId condition;
  Block then_body;
  Block else_body;
};

/// How the iterations of a loop relate. The first two are "as written"; the rest appear after `transform`.
enum class LoopMark : uint8_t {
  Sequential,   ///< in order
  Parallel,     ///< the user wrote prange: fork-join meaning, not yet judged
  CpuParallel,  ///< chunks of consecutive iterations on several threads; variables assigned inside are
                ///< private
  Vector,    ///< `width` iterations at a time, the last ones under a mask; variables assigned inside are per
             ///< lane
  Unrolled,  ///< a constant trip count, fully expanded by the code generator; in order
  Grid,      ///< work items of a device, in no order. The outermost one is a kernel; at most two more follow,
             ///< each the whole body of the one before, with extents that are known at the launch. Variables
             ///< assigned and private arrays stored inside are private to an iteration
  Group,  ///< groups of work items of a device, in no order (ir/groups.h). The outermost one is a kernel; at
          ///< most two more follow, as for Grid
  Item,  ///< the work items of a group, in no order; at most three, each the whole body of the one before.
         ///< Item nests of one group run one after the other: the next one sees what the one before has
         ///< stored
  MatrixUnit,  ///< two or three loops of constant extents inside an Item nest whose iterations a matrix unit
               ///< runs together (ir/groups.h)
};

inline constexpr int kMaxGridDimensions = 3;

/// Iterations run one after the other, and values may flow from one to the next.
[[nodiscard]] constexpr bool is_in_order(LoopMark mark) {
  return mark == LoopMark::Sequential || mark == LoopMark::Parallel || mark == LoopMark::Unrolled;
}

/// Runs `body` for counter = 0 .. extent-1 (none if extent <= 0). `extent` is evaluated once, on entry. The
/// counter is an Int64 variable that nothing else assigns; it is undefined outside the loop. Python's own
/// loop variable is a separate variable assigned at the head of the body.
struct For {
  VarId counter;
  ExprId extent;
  LoopMark mark = LoopMark::Sequential;
  /// Lanes of a Vector loop. Threads of a group, at the outermost Group loop; 1: as many as its largest Item
  /// nest has items.
  int width = 1;
  /// No two iterations touch one byte of an array with a write among them: by construction (the loops of array
  /// expressions, as written), or because the call's numbers prove it (during scheduling).
  bool independent = false;
  bool runs = false;  ///< at least once, as is known where it stands; as written only
  /// The outermost loop of an Item nest that copies elements of arguments into Local arrays: the copies may
  /// be under way until so many batches of such loops more have begun (ir/groups.h). -1: they arrive at once.
  int ahead = -1;
  bool joins = false;  ///< asynchronous: belongs to the batch that began last
  ExprId grain{};  ///< CpuParallel: fewest iterations worth a thread (Int64); invalid id: 1
  Block body{};
};
/// Runs `head`, then leaves the loop unless `condition` holds, then runs `body`, and so on. `continue` goes
/// to `head`.
struct While {
  Block head;
  ExprId condition;
  Block body;
};
struct Break {};
struct Continue {};
/// Ends the function; the values of all results, as Result says.
struct Return {
  std::vector<ExprId> values;
};
/// Raises an error of the user's program; `arguments` (Int64 or Float64) fill the message.
struct Raise {
  ErrorId error;
  std::vector<ExprId> arguments;
};
/// Gives a local array of space Heap its extents (Int64) and uninitialised memory: until it is allocated again, or the
/// function ends, or the iteration of a parallel loop that holds all its uses. What it held before is gone, unless it
/// `keeps` it: an array of one dimension that has memory gets another extent, and the elements within both extents
/// stay. Growing by one costs a constant time on average.
struct Allocate {
  ArrayId array;
  std::vector<ExprId> extents;
  bool keeps = false;
};

/// What a host function is given: an array whole, or the next of the values.
struct HostArgument {
  ArrayId array{};  ///< invalid: a scalar
  bool stored = false;  ///< the function may store to the array
  bool weak = false;    ///< scalar: one of Python's own, else one of NumPy's
  bool operator==(const HostArgument&) const = default;
};
/// Calls a function of the program that called us, which is not compiled. It reads the arrays and may raise. Outside
/// loops whose iterations are not in order. What it gives back goes through an array that it stores to.
/// A native one is run by C: it raises nothing, and calls may run side by side.
struct CallHost {
  int function = 0;  ///< of the program
  std::vector<HostArgument> arguments;
  std::vector<ExprId> values;  ///< the scalars
  bool is_native = false;
};

[[nodiscard]] inline bool is_given(const CallHost& call, ArrayId array) {
  return std::any_of(call.arguments.begin(), call.arguments.end(),
                     [&](const HostArgument& argument) { return argument.array == array; });
}

using StmtNode = std::variant<Assign, Store, AtomicUpdate, CheckIndex, If, For, While, Break, Continue,
                              Return, Raise, Allocate, CallHost>;

struct Stmt {
  StmtNode node;
  SourceRange range;
};

/// The Allocate that gives an array other memory; null for other statements, and where the elements stay.
[[nodiscard]] inline const Allocate* as_new_memory(const Stmt& stmt) {
  const auto* allocation = std::get_if<Allocate>(&stmt.node);
  return allocation != nullptr && !allocation->keeps ? allocation : nullptr;
}

}  // namespace unpython::ir
