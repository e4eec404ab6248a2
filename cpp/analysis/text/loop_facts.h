// What is known of the iterations of one loop: may they run side by side, and if not, who meets where.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "integers/linear_form.h"
#include "ir/function.h"

namespace unpython::analysis {

enum class Verdict : uint8_t {
  Proven,      ///< no two iterations touch one address with a write among them
  Reduction,   ///< as Proven, once the recognised accumulations are taken apart
  Conflict,    ///< two iterations do, unconditionally; the loop must run in order
  Inspected,   ///< as Proven if the values of an index array are distinct: to be looked at before the loop
  Trusted,     ///< marked by the user, who vouches for it (races='trust')
  Sequential,  ///< not marked and not proven; or its form forbids it (break, return); or two iterations meet
               ///< where conditions hold that only the data decide, or nothing tells that they do not
};

/// Advice for a loop whose iterations need one another.
inline constexpr std::string_view kUseRange = "use range for a loop that must run in order";

/// The name of a verdict in reports: "proven", ...
[[nodiscard]] std::string_view name_of(Verdict verdict);

/// The variable of a loop as the user wrote it: first + step * iteration.
struct LoopVariable {
  std::string name;
  int64_t first = 0;
  int64_t step = 1;
  bool known = false;  ///< otherwise iterations are counted from 0
};

/// Two iterations of a loop that share an element, checked in exact integers.
struct Witness {
  std::string name;     ///< the array
  std::string element;  ///< "a[3, 4]", or "one element of a"
  int64_t first = 0;    ///< iterations counted from 0: the one that writes
  int64_t second = 0;   ///< the one that meets it
  bool second_writes = false;
  SourceRange first_where;
  SourceRange second_where;
};

/// What a subscript makes of a value from an index array: value `op` constant, in a type that holds
/// `range`.
struct IndexStep {
  ir::BinaryOp op =
      ir::BinaryOp::Add;  ///< Add, Subtract, Multiply, FloorDivide or Modulo by a positive number
  int64_t constant = 0;
  integers::IntegerRange range{};
  bool operator==(const IndexStep&) const = default;
};

/// The question that decides an Inspected loop, in bytes of one integer argument that the function never
/// stores to: are its values at first_byte + step_bytes * k, after all steps, distinct for 0 <= k < count,
/// once negative ones are counted from the end of an axis of `extent` elements? A subscript outside
/// [-extent, extent) is a "no", for the loop itself raises, and so is a step that leaves its type.
struct Inspection {
  ir::ArrayId index;
  std::vector<IndexStep> steps{};
  int64_t first_byte = 0;
  int64_t step_bytes = 0;
  int64_t count = 0;
  int64_t extent = 0;
  ir::ArrayId target;     ///< the array that the values choose elements of
  LoopVariable variable;  ///< of the loop, for messages
  SourceRange where;      ///< of the store

  /// True if both ask the same of the same values.
  [[nodiscard]] bool asks_as(const Inspection& other) const {
    return index == other.index && steps == other.steps && extent == other.extent &&
           first_byte == other.first_byte && step_bytes == other.step_bytes;
  }
};

struct LoopFacts {
  Verdict verdict = Verdict::Sequential;
  std::string reason{};           ///< one clause for people: why not parallel, or what it relies on
  SourceRange where{};            ///< what `reason` points at
  SourceRange other{};            ///< between two accesses: the second one
  bool names_lines = false;       ///< `reason` says its lines itself
  bool between_accesses = false;  ///< the reason is two array accesses, not a scalar or the loop's form
  std::string advice{};           ///< what to write instead; empty where there is nothing to say
  std::optional<Witness> witness{};
  std::optional<Inspection> inspection{};  ///< Inspected
};

/// The facts of a loop that reads and writes elements of `name` and nothing tells whether these meet: it runs
/// in order.
[[nodiscard]] LoopFacts chosen_facts(const std::string& name, const SourceRange& where,
                                     const SourceRange& other);
/// The facts of a loop in which two stores to `name` may meet, for all that is known: it runs in order.
[[nodiscard]] LoopFacts undecided_facts(const std::string& name, const SourceRange& where,
                                        const SourceRange& other);

/// The reason with its line, "... (line 7)"; empty without a reason.
[[nodiscard]] std::string reason_with_line(const LoopFacts& facts);

}  // namespace unpython::analysis
