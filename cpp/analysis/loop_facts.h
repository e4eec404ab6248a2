// What is known of the iterations of one loop: may they run side by side, and if not, who meets where.
#pragma once
#include <optional>
#include <string>

#include "ir/function.h"

namespace unpython::analysis {

enum class Verdict : uint8_t {
  Proven,      ///< no two iterations touch one address with a write among them
  Reduction,   ///< as Proven, once the recognised accumulations are taken apart
  Conflict,    ///< two iterations do, unconditionally; the loop must run in order
  Inspected,   ///< as Proven if the values of an index array are distinct: to be looked at before the loop
  Trusted,     ///< marked by the user and not decided
  Sequential,  ///< not marked and not proven; or its form forbids it (break, return); or two iterations meet
               ///< where conditions hold that only the data decide
};

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

/// The question that decides an Inspected loop, in bytes of one integer argument that the function never
/// stores to: are its values at first_byte + step_bytes * k distinct for 0 <= k < count, once negative ones
/// are counted from the end of an axis of `extent` elements? A value outside [-extent, extent) is a "no": the
/// loop itself raises.
struct Inspection {
  ir::ArrayId index;
  int64_t first_byte = 0;
  int64_t step_bytes = 0;
  int64_t count = 0;
  int64_t extent = 0;
  ir::ArrayId target;     ///< the array that the values choose elements of
  LoopVariable variable;  ///< of the loop, for messages
  SourceRange where;      ///< of the store
};

struct LoopFacts {
  Verdict verdict = Verdict::Sequential;
  std::string reason{};           ///< one clause for people: why not parallel, or what it relies on
  SourceRange where{};            ///< what `reason` points at
  SourceRange other{};            ///< between two accesses: the second one
  bool between_accesses = false;  ///< the reason is two array accesses, not a scalar or the loop's form
  std::string advice{};           ///< what to write instead; empty where there is nothing to say
  std::optional<Witness> witness{};
  std::optional<Inspection> inspection{};  ///< Inspected
};

}  // namespace unpython::analysis
