// What a set holds is put together from its halves, and stays right until a definition in its range changes.
#include "frontend/infer/reaching_types.h"

#include <algorithm>
#include <bit>

namespace unpython::frontend {

void ReachingTypes::changed(int definition) {
  ++time_;
  const auto number = static_cast<size_t>(definition) + 1;
  if (changes_.empty()) {
    for (size_t bits = 0; bits <= static_cast<size_t>(std::bit_width(types_.size())); ++bits)
      changes_.emplace_back((types_.size() >> bits) + 1);
  }
  for (size_t bits = 0; bits < changes_.size(); ++bits) changes_[bits][number >> bits] = time_;
}

bool ReachingTypes::is_right(int set) const {
  const Known& known = known_[static_cast<size_t>(set)];
  const auto [bits, high] = sets_.range(set);
  const bool changes = !changes_.empty() && changes_[static_cast<size_t>(bits)][high] > known.time;
  return known.time != 0 && !changes;
}

void ReachingTypes::look_at(int set) {
  std::vector<int> firsts;
  const auto [lower, upper] = sets_.halves(set);
  if (lower == DefinitionSets::kEmpty) {
    if (sets_.first(set) >= 0) firsts = {sets_.first(set)};
  } else {
    firsts = of(lower);
    for (const int definition : of(upper)) {
      const Type& type = types_[static_cast<size_t>(definition)];
      const bool is_there = std::any_of(firsts.begin(), firsts.end(), [&](int earlier) {
        return types_[static_cast<size_t>(earlier)] == type;
      });
      if (!is_there) firsts.push_back(definition);
    }
  }
  known_[static_cast<size_t>(set)] = {std::move(firsts), time_};
}

const std::vector<int>& ReachingTypes::of(int set) {
  known_.resize(sets_.count());
  if (set != DefinitionSets::kEmpty && !is_right(set)) look_at(set);
  return known_[static_cast<size_t>(set)].firsts;
}

}  // namespace unpython::frontend
