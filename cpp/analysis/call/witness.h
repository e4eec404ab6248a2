// What two iterations share, said to people: who meets where, and what to write instead.
#pragma once
#include <string>
#include <vector>

#include "analysis/call/meeting.h"
#include "analysis/call/nest.h"
#include "analysis/text/loop_facts.h"

namespace unpython::analysis {

/// Two accesses that meet in two iterations of a loop; the first one writes.
struct Encountered {
  const MemoryAccess* first = nullptr;
  const MemoryAccess* second = nullptr;
  Meeting meeting;             ///< Certain or Possible
  std::vector<int64_t> point;  ///< values of all unknowns of the nest at the first access
};

/// The element that an access touches at a point, "a[3, 4]"; "one element of a" where data decide which.
[[nodiscard]] std::string element(const ir::Function& function, const Nest& nest, const MemoryAccess& access,
                                  const std::vector<int64_t>& point);

/// The facts of a loop that must run in order because of a meeting: Conflict if it is certain, else
/// Sequential. `local`: the memory is a local array of the function.
[[nodiscard]] LoopFacts meeting_facts(const ir::Function& function, const Nest& nest,
                                      const Encountered& encountered, const LoopVariable& variable,
                                      bool local);

/// The facts of a loop that accumulates in elements of one array (`update` stores there) while the same
/// iteration reaches their memory by another access: it runs in order.
[[nodiscard]] LoopFacts accumulated_facts(const ir::Function& function, const MemoryAccess& update,
                                          const MemoryAccess& other);

/// The facts of a loop that runs in parallel if an inspection says so.
[[nodiscard]] LoopFacts inspected_facts(const ir::Function& function, const Inspection& inspection);

/// The facts of an Inspected loop whose values are not distinct after all: iterations `first` < `second` both
/// choose `value`. One iteration twice: its value lies outside the axis. Conflict, or Sequential then.
[[nodiscard]] LoopFacts repeated_index_facts(const ir::Function& function, const Inspection& inspection,
                                             int64_t first, int64_t second, int64_t value);

}  // namespace unpython::analysis
