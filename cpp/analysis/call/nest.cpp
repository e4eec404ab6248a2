#include "analysis/call/nest.h"

#include <algorithm>

namespace unpython::analysis {

bool Nest::is_inside(int inner, int outer) const {
  while (inner > outer) inner = loops[static_cast<size_t>(inner)].parent;
  return inner == outer;
}

std::vector<Relation> Nest::guards_at(int guard) const {
  std::vector<Relation> result;
  for (; guard >= 0; guard = guards[static_cast<size_t>(guard)].outer)
    result.push_back(guards[static_cast<size_t>(guard)]);
  std::reverse(result.begin(), result.end());
  return result;
}

std::vector<integers::IntegerRange> Nest::box() const {
  std::vector<integers::IntegerRange> result;
  result.reserve(unknowns.size());
  for (const Unknown& unknown : unknowns) result.push_back(unknown.range);
  return result;
}

}  // namespace unpython::analysis
