// Rule 3: members that lie between each other's elements (papers/1, theorem 2), all bases within s_d.
#include <algorithm>

#include "grouping/layout.h"

namespace unpython::grouping {

std::optional<Layout> lay_out_interleaved(Members members) {
  int64_t first = members.front().base;
  for (const analysis::Descriptor& member : members) first = std::min(first, member.base);
  const std::vector<Shifts> none(members.size());
  return checked_layout(Rule::Interleaved, first, members, none);
}

}  // namespace unpython::grouping
