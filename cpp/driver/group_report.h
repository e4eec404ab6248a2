// What would move for the nests of a call, for explain() and inspect('accesses'): made when asked for, from
// the nests that the analysis of the call has collected.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/call_facts.h"
#include "analysis/nest.h"
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::driver {

struct GroupReport {
  std::vector<std::string> arrays;
  std::string rule;  ///< single, equal, interleaved, ilp, interval
  int64_t elements = 0;
  int64_t bytes = 0;
  int64_t copied_in = 0;   ///< bytes
  int64_t copied_out = 0;  ///< bytes
};

struct NestGroups {
  std::vector<GroupReport> groups;
  std::string code;    ///< why there are no groups, listed in reasons.h; else empty
  std::string reason;  ///< the same for people
  int64_t bytes_in = 0;
  int64_t bytes_out = 0;
  double microseconds = 0;  ///< what finding the groups took
};

/// Groups of nest number `nest`. `function`, `nests` and `facts` belong to one call.
[[nodiscard]] NestGroups report_groups(const ir::Function& function, const analysis::Nests& nests,
                                       size_t nest, const analysis::CallFacts& facts);

/// The table of accesses and groups of all nests. `source`: the function as lowered, for the names of loops.
[[nodiscard]] UNPYTHON_API std::string access_tables(const ir::Function& function, const ir::Function& source,
                                                     const analysis::Nests& nests,
                                                     const analysis::CallFacts& facts);

}  // namespace unpython::driver
