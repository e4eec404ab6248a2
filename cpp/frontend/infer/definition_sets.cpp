#include "frontend/infer/definition_sets.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace unpython::frontend {

DefinitionSets::DefinitionSets() { number_of({}); }

int DefinitionSets::of(int definition) { return number_of({definition}); }

int DefinitionSets::united(int a, int b) {
  if (a == b || b == kEmpty) return a;
  if (a == kEmpty) return b;
  const auto [low, high] = std::minmax(a, b);
  const uint64_t key = static_cast<uint64_t>(low) << 32 | static_cast<uint64_t>(high);
  if (const auto known = unions_.find(key); known != unions_.end()) return known->second;
  Members both;
  std::set_union(members(a).begin(), members(a).end(), members(b).begin(), members(b).end(),
                 std::back_inserter(both));
  return unions_[key] = number_of(std::move(both));
}

int DefinitionSets::number_of(Members members) {
  const auto [entry, is_new] = numbers_.try_emplace(members, static_cast<int>(sets_.size()));
  if (is_new) sets_.push_back(std::move(members));
  return entry->second;
}

}  // namespace unpython::frontend
