// Rule 2: members of one dimension with one stride (papers/1, 4.3.2): b_j - b_1 = s v_j + r_j.
#include <algorithm>

#include "grouping/layout.h"
#include "support/checked_int.h"

namespace unpython::grouping {

std::optional<Layout> lay_out_equal(Members members) {
  if (members.front().rank != 1) return std::nullopt;
  const int64_t stride = members.front().dims()[0].stride;
  const int64_t first = std::min_element(members.begin(), members.end(), [](const auto& a, const auto& b) {
                          return a.base < b.base;
                        })->base;
  std::vector<Shifts> shifts;
  for (const analysis::Descriptor& member : members) {
    const auto distance = checked_sub(member.base, first);
    if (!distance) return std::nullopt;
    shifts.push_back({*distance / stride});
  }
  return checked_layout(Rule::Equal, first, members, shifts);
}

}  // namespace unpython::grouping
