// Reference meaning of the IR, both levels: slow, exact, used by tests as the second oracle.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "ir/function.h"
#include "ir/heap_lifetimes.h"
#include "unpython/array_view.h"

namespace unpython::ir {

struct Outcome {
  bool raised = false;
  ErrorId error;                    ///< valid if raised
  std::vector<Constant> arguments;  ///< of the Raise
  std::vector<Constant> results;    ///< what Return gave
  /// The bytes of Function::returned_arrays; interpret() fills it.
  std::vector<std::vector<unsigned char>> memory{};
};

/// Where arrays are and who runs kernels, when the interpreter only steps through what lies between them.
/// Statements and expressions come in the order of the program. An array is named by its id in the function.
class Machine {
 public:
  virtual ~Machine() = default;
  [[nodiscard]] virtual int64_t extent(ArrayId array, int dimension) = 0;
  /// Indices are within the extents of a program that is right; outside them it throws InternalError.
  [[nodiscard]] virtual Constant load(ArrayId array, std::span<const int64_t> indices) = 0;
  virtual void store(ArrayId array, std::span<const int64_t> indices, const Constant& value) = 0;
  virtual void allocate(ArrayId array, std::vector<int64_t> extents) = 0;
  /// An array of one dimension gets another extent and keeps its elements.
  virtual void resize(ArrayId array, int64_t extent) = 0;
  virtual void release(ArrayId array) = 0;
  /// What the function raises is thrown.
  virtual void call_host(const CallHost& call, std::span<const Constant> values) = 0;
  /// Runs an outermost Grid loop. `value` gives any expression that is known at its entry. The outcome holds
  /// what it raised, and no results. None: the interpreter runs the loop itself, iteration by iteration.
  [[nodiscard]] virtual std::optional<Outcome> launch(StmtId kernel,
                                                      const std::function<Constant(ExprId)>& value) = 0;

  /// Whether a kernel may have raised and nobody knows yet: a variable that it kept from getting a value counts as 0 then.
  [[nodiscard]] virtual bool raises_later() const { return true; }

  /// Gives the values of expressions of the host as they are now, for later.
  using KeepValues = std::function<std::function<Constant(ExprId)>()>;
  /// Before the first statement. What launch() is given as `value` serves until launch() returns; what `keep` gives serves as long
  /// as the machine and the function.
  virtual void start(KeepValues /*keep*/) {}

  // What the interpreter does outside of kernels, for whoever notes it.
  virtual void enter_loop(StmtId /*loop*/) {}
  /// One execution of the body of the innermost loop is over.
  virtual void end_turn() {}
  virtual void enter_branch(StmtId /*branch*/, bool /*condition*/) {}
  /// The innermost loop or branch is over; not after an exception.
  virtual void leave() {}
  virtual void computed(VarId /*variable*/) {}
};

/// Runs the function with its arrays and kernels on `machine`; scalars in parameter order. `lifetimes`: those of the
/// function.
[[nodiscard]] Outcome interpret_on(Machine& machine, const Function& function, const HeapLifetimes& lifetimes,
                                   std::span<const Constant> scalars);

/// Calls a function of the host with scalars and, in the order of the arguments, arrays.
using HostCaller =
    std::function<void(const CallHost& call, std::span<const Constant> values, std::span<const ArrayView> arrays)>;

/// Runs the function on arrays (changed in place) and scalars, each in parameter order. Parallel loops run in
/// order. Grid loops do too. Every access is checked: leaving an array's extents or reading an unset variable
/// throws InternalError.
[[nodiscard]] Outcome interpret(const Function& function, std::span<const ArrayView> arrays,
                                std::span<const Constant> scalars, const HostCaller& host = {});

}  // namespace unpython::ir
