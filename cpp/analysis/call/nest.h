// What one call does in one loop nest, with numbers in place of extents, strides and scalar arguments: loops,
// the memory they touch, the checks they make. Plain data: who uses it needs no IR.
//
// Problem: proofs, footprints and packed addresses all need subscripts and addresses as forms of loop
//          counters.
// Choice:  collected once per call with a new plan key, as concrete integers; what the numbers do not decide
//          (values loaded from memory, products of counters, results of while loops) is an unknown of its
//          own, bounded where a bound is known, so that every subscript and address is a linear form.
// Exact:   a form stands only where the program, whose integers wrap at 64 bits, computes the same number.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "integers/linear_form.h"
#include "ir/function.h"
#include "unpython/array_view.h"
#include "unpython/types.h"

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
  integers::IntegerRange range{};
  /// A symbol whose value follows from those of counters: the guards in force at each access that mentions
  /// it, and its range, leave one (x // c and x % c of counters).
  bool determined = false;
};

struct NestLoop {
  ir::StmtId stmt;
  int parent = -1;  ///< index of the loop around it; -1: the root of the nest. Outer loops come first
  int depth = 0;    ///< loops around it
  integers::UnknownIndex counter = 0;
  ir::LoopMark mark = ir::LoopMark::Sequential;
  /// Counter runs from 0 to extent - 1, in outer unknowns; a symbol of its own where nothing is known.
  /// Further upper bounds (`range(min(i + 1, n))`) are guards of everything in the loop.
  integers::LinearForm extent;
  /// Guards in force where the loop stands (index into Nest::guards, -1: none), and inside it.
  int guard = -1;
  int inner_guard = -1;
  bool conditional = false;   ///< may not be reached although its guards hold
  bool leaves_early = false;  ///< a break or return may end it
  SourceRange where;
};

/// What holds of a form.
struct Relation {
  integers::LinearForm form;
  bool nonzero = false;  ///< form != 0; else form >= 0
  bool operator==(const Relation&) const = default;
};

/// A relation that holds together with those it continues.
struct Guard : Relation {
  int outer = -1;  ///< index of the guard that encloses it, -1: none
  /// With the guards around it, it determines this symbol and the one before it (quotient and remainder); -1:
  /// no.
  integers::UnknownIndex defines = -1;
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
  /// Its subscripts hold counters only. False: some hold a symbol, which may stand for any place along its
  /// axis.
  bool exact = true;
  int first_subscript = 0;  ///< into Nest::subscripts, `rank` of them
  int rank = 0;
  /// In bytes from the start of the memory (of an array that has it alone: from its first element). Without a
  /// form (more terms than a form holds, or beyond 64 bits) nothing is known but the memory.
  std::optional<integers::LinearForm> address{};
  int64_t width = 0;  ///< bytes
};

enum class Sign : uint8_t { Unknown, NeverNegative, AlwaysNegative };

/// A subscript of one dimension as the user wrote it, negative ones included: a statement that checks it, or
/// an expression that wraps it when it is negative.
struct SubscriptCheck {
  ir::StmtId stmt{};  ///< in Nest::checks: the CheckIndex
  ir::ExprId expr{};  ///< in Nest::wraps: the WrapIndex
  ir::ArrayId array;
  int dimension = 0;
  int loop = -1;
  int guard = -1;
  Sign sign = Sign::Unknown;  ///< in Nest::wraps: of the index
  integers::LinearForm index;   ///< before the wrap
  integers::LinearForm extent;  ///< of the dimension
};

/// A start or an extent of a slice (text/whole_slices.h), as it is evaluated once.
struct SliceEnd {
  ir::ExprId expr;
  bool whole = false;  ///< the slice lies within its array: it is what plain_slice_end() says
};

/// `if condition: raise`, with nothing in it but exceptions.
struct RaiseCheck {
  ir::StmtId stmt;  ///< the If
  int loop = -1;
  /// One chain of guards (innermost one, index into Nest::guards, those around the statement included) for
  /// each way in which the condition may hold: the exception comes only where one of them holds.
  std::vector<int> ways;
};

struct Nest {
  ir::StmtId root;
  /// Integer variables of the code around it that the numbers of the call decide, as they are where it starts.
  std::vector<std::pair<ir::VarId, int64_t>> numbers{};
  std::vector<NestLoop> loops;    ///< the root first
  std::vector<Unknown> unknowns;  ///< what UnknownIndex counts in
  std::vector<Guard> guards;
  std::vector<integers::LinearForm> subscripts;  ///< of all accesses, after the wrap of negatives
  std::vector<MemoryAccess> accesses;  ///< in program order
  std::vector<SubscriptCheck> checks;
  std::vector<SubscriptCheck> wraps;
  std::vector<RaiseCheck> raises;
  std::vector<SliceEnd> slice_ends;
  bool never_runs = false;  ///< under a condition that the numbers of the call refute

  [[nodiscard]] std::span<const integers::LinearForm> subscripts_of(const MemoryAccess& access) const {
    return std::span(subscripts)
        .subspan(static_cast<size_t>(access.first_subscript), static_cast<size_t>(access.rank));
  }
  /// True if loop `inner` is `outer` or lies in it (-1 as outer: always).
  [[nodiscard]] bool is_inside(int inner, int outer) const;
  /// All guards in force for the innermost one `guard`, the outermost first.
  [[nodiscard]] std::vector<Relation> guards_at(int guard) const;
  /// Ranges of all unknowns, as LinearForm::over takes them.
  [[nodiscard]] std::vector<integers::IntegerRange> box() const;
};

/// Where an array of the function lies.
struct ArrayPlace {
  int memory = -1;     ///< index into Nests::memories; -1: a local array not allocated at this call
  int64_t base = 0;    ///< bytes from the start of the memory to the first element
  bool known = false;  ///< the call's numbers give the following two
  std::array<int64_t, kMaxRank> extents{};
  std::array<int64_t, kMaxRank> stride_bytes{};
};

struct Nests {
  std::vector<Memory> memories;
  std::vector<ArrayPlace> places;  ///< by ArrayId
  std::vector<Nest> nests;         ///< one for each outermost For that the call may reach, in program order
};

/// What a call does. `function` as written, after fold_temporaries and simplify; straight-line code around
/// the nests is evaluated with the numbers of the call. Says less where it cannot say: never wrong numbers.
[[nodiscard]] Nests collect(const ir::Function& function, const CallValues& call);

}  // namespace unpython::analysis
