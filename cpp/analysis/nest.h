// What one call does in one loop nest, with numbers in place of extents, strides and scalar arguments: loops,
// the memory they touch, the checks they make. Plain data: who uses it needs no IR.
//
// Problem: proofs, footprints and packed addresses all need subscripts and addresses as forms of loop
// counters. Choice:  collected once per call with a new plan key, as concrete integers; what the numbers do
// not decide (values
//          loaded from memory, products of counters, results of while loops) is an unknown of its own,
//          bounded where a bound is known, so that every subscript and address is a linear form.
// Exact:   a form stands only where the program, whose integers wrap at 64 bits, computes the same number.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "analysis/linear_form.h"
#include "ir/function.h"
#include "unpython/array_view.h"

namespace unpython::analysis {

/// The arguments of one call, in the order of ir::Function::parameters.
struct CallValues {
  std::span<const ArrayView> arrays;  ///< one for each array parameter, in their order
  /// One for each scalar parameter, in their order; empty where the value must not be used (it is not part of
  /// the plan key). Shorter than the parameters: the rest is unknown.
  std::span<const std::optional<ir::Constant>> scalars;
  /// No element that the function may store to is reached in two ways (as ir::Function::disjoint_arguments).
  bool disjoint = false;
};

/// A value that a form leaves open.
struct Unknown {
  enum class Kind : uint8_t {
    Counter,  ///< of a loop: 0, 1, ...
    Symbol,   ///< anything else the numbers of the call do not decide
  };
  Kind kind = Kind::Symbol;
  /// Index of the loop the counter belongs to, or of the innermost loop around the definition of a symbol;
  /// -1: the symbol has one value for the whole nest. A symbol may differ between any two executions of its
  /// definition: it is to be taken as another value in another iteration of `loop` and of the loops around
  /// that.
  int loop = -1;
  /// Values it can take; for a counter those of the box around the iteration domain (empty: never runs).
  IntegerRange range{};
};

struct NestLoop {
  ir::StmtId stmt;
  int parent = -1;  ///< index of the loop around it; -1: the root of the nest. Outer loops come first
  int depth = 0;    ///< loops around it
  UnknownIndex counter = 0;
  ir::LoopMark mark = ir::LoopMark::Sequential;
  /// Counter runs from 0 to extent - 1, in outer unknowns; a symbol of its own where nothing is known.
  /// Further upper bounds (`range(min(i + 1, n))`) are guards of everything in the loop.
  LinearForm extent;
  /// Guards in force where the loop stands (index into Nest::guards, -1: none), and inside it.
  int guard = -1;
  int inner_guard = -1;
  bool conditional = false;   ///< may not be reached although its guards hold
  bool leaves_early = false;  ///< a break, return or raise may end it
  SourceRange where;
  /// The user's variable is start + step * counter, where that is known: for messages.
  std::optional<LinearForm> start;
  std::optional<int64_t> step;
};

/// form >= 0 holds, and so do the guards that it continues.
struct Guard {
  LinearForm form;
  int outer = -1;  ///< index of the guard that encloses it, -1: none
};

/// Bytes that no address of another memory can name. Overlapping arguments share one.
struct Memory {
  ir::ArrayId array;   ///< its array; the first of several
  bool local = false;  ///< a local array of the function
  /// Local arrays: the innermost loop around the allocation, each of whose iterations has its own; -1: one
  /// for the nest.
  int loop = -1;
  bool shared = false;  ///< several arrays lie in it
};

/// One execution point that reads or writes an array element.
struct MemoryAccess {
  int memory = 0;  ///< index into Nests::memories
  ir::ArrayId array;
  int argument = -1;  ///< index into ir::Function::parameters; -1: a local array
  int loop = -1;      ///< index of the innermost loop around it
  int guard = -1;     ///< innermost guard in force, index into Nest::guards; -1: none
  ir::StmtId stmt;
  ir::ExprId expr;  ///< reads: the Load; writes: the value stored
  SourceRange where;
  bool write = false;
  bool atomic = false;       ///< write: an indivisible update, which reads as well
  bool conditional = false;  ///< may not happen although its guards hold
  /// Every subscript is what the program computes. False: some subscript is a symbol that stands for any
  /// place along its axis.
  bool exact = true;
  int first_subscript = 0;  ///< into Nest::subscripts, `rank` of them
  int rank = 0;
  /// In bytes from the start of the memory (of an array that has it alone: from its first element). Without a
  /// form (more terms than a form holds, or beyond 64 bits) nothing is known but the memory.
  std::optional<LinearForm> address;
  int64_t width = 0;  ///< bytes
};

/// A subscript of one dimension as the user wrote it, negative ones included.
struct SubscriptCheck {
  ir::StmtId stmt;  ///< the CheckIndex; invalid where bounds are not checked and only the wrap is in question
  ir::ArrayId array;
  int dimension = 0;
  int loop = -1;
  int guard = -1;
  std::optional<LinearForm> index;  ///< before the wrap of negatives
  LinearForm extent;                ///< of the dimension
};

/// `if condition: raise`, where the condition is known as forms.
struct RaiseCheck {
  ir::StmtId stmt;  ///< the If
  int loop = -1;
  /// One chain of guards (index into Nest::guards, the guards around the statement included) for each way in
  /// which the condition may hold; the exception comes only where one of the chains holds.
  std::vector<int> chains;
};

/// A WrapIndex, by the expression that is it.
struct WrapCheck {
  ir::ExprId expr;
  int check = 0;  ///< index into Nest::checks: the subscript under it
};

struct Nest {
  ir::StmtId root;
  std::vector<NestLoop> loops;    ///< the root first
  std::vector<Unknown> unknowns;  ///< what UnknownIndex counts in
  std::vector<Guard> guards;
  std::vector<LinearForm> subscripts;  ///< of all accesses, after the wrap of negatives
  std::vector<MemoryAccess> accesses;  ///< in program order
  std::vector<SubscriptCheck> checks;
  std::vector<WrapCheck> wraps;
  std::vector<RaiseCheck> raises;

  [[nodiscard]] std::span<const LinearForm> subscripts_of(const MemoryAccess& access) const {
    return std::span(subscripts)
        .subspan(static_cast<size_t>(access.first_subscript), static_cast<size_t>(access.rank));
  }
  /// True if loop `inner` is `outer` or lies in it (-1 as outer: always).
  [[nodiscard]] bool is_inside(int inner, int outer) const;
  /// All guards in force for the innermost one `guard`, the outermost first.
  [[nodiscard]] std::vector<LinearForm> guards_at(int guard) const;
  /// Ranges of all unknowns, as LinearForm::over takes them.
  [[nodiscard]] std::vector<IntegerRange> box() const;
};

struct Nests {
  std::vector<Memory> memories;
  std::vector<Nest> nests;  ///< one for each outermost For that the call may reach, in program order
};

/// What a call does. `function` as written, after fold_temporaries and simplify; straight-line code around
/// the nests is evaluated with the numbers of the call. Says less where it cannot say: never wrong numbers.
[[nodiscard]] Nests collect(const ir::Function& function, const CallValues& call);

}  // namespace unpython::analysis
