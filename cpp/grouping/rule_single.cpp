// Rule 1: a descriptor whose addresses all differ is packed in its own order (papers/1, 4.3.1 and 4.3.3).
#include "grouping/layout.h"

namespace unpython::grouping {

std::optional<Layout> lay_out_single(Members members) {
  if (members.size() != 1) return std::nullopt;
  const Shifts none{};
  return checked_layout(Rule::Single, members.front().base, members, {&none, 1});
}

}  // namespace unpython::grouping
