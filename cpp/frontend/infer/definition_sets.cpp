#include "frontend/infer/definition_sets.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace unpython::frontend {

namespace {

uint64_t pair_of(int a, int b) { return static_cast<uint64_t>(a) << 32 | static_cast<uint64_t>(b); }

uint64_t lowest(DefinitionSets::Range range) { return uint64_t{range.high} << range.bits; }

bool holds(DefinitionSets::Range wide, DefinitionSets::Range narrow) {
  return wide.bits >= narrow.bits && lowest(narrow) >> wide.bits == wide.high;
}

}  // namespace

DefinitionSets::DefinitionSets() { nodes_.emplace_back(); }

int DefinitionSets::of(int definition) {
  const auto [entry, is_new] = single_.try_emplace(definition, static_cast<int>(nodes_.size()));
  if (is_new) nodes_.push_back({.range = {.bits = 0, .high = static_cast<uint32_t>(definition + 1)}});
  return entry->second;
}

int DefinitionSets::branch(Range range, int lower, int upper) {
  const auto [entry, is_new] = branches_.try_emplace(pair_of(lower, upper), static_cast<int>(nodes_.size()));
  if (is_new) nodes_.push_back({range, lower, upper});
  return entry->second;
}

/// Of two sets whose ranges have nothing in common.
int DefinitionSets::disjoint(int a, int b) {
  const uint64_t x = lowest(node(a).range);
  const uint64_t y = lowest(node(b).range);
  const auto bits = static_cast<int>(std::bit_width(x ^ y));
  return branch({bits, static_cast<uint32_t>(x >> bits)}, x < y ? a : b, x < y ? b : a);
}

/// Of a set and another one in one half of its range.
int DefinitionSets::inside(int wide, int narrow) {
  const Node to = node(wide);
  const bool is_upper = ((lowest(node(narrow).range) >> (to.range.bits - 1)) & 1) != 0;
  return is_upper ? branch(to.range, to.lower, united(to.upper, narrow))
                  : branch(to.range, united(to.lower, narrow), to.upper);
}

int DefinitionSets::united(int a, int b) {
  if (a == b || b == kEmpty) return a;
  if (a == kEmpty) return b;
  const uint64_t key = pair_of(std::min(a, b), std::max(a, b));
  if (const auto known = unions_.find(key); known != unions_.end()) return known->second;
  const Node one = node(a);
  const Node other = node(b);
  int both = kEmpty;
  if (!holds(one.range, other.range) && !holds(other.range, one.range))
    both = disjoint(a, b);
  else if (one.range.bits == other.range.bits)
    both = branch(one.range, united(one.lower, other.lower), united(one.upper, other.upper));
  else
    both = one.range.bits > other.range.bits ? inside(a, b) : inside(b, a);
  return unions_[key] = both;
}

std::pair<int, int> DefinitionSets::halves(int set) const { return {node(set).lower, node(set).upper}; }

DefinitionSets::Range DefinitionSets::range(int set) const { return node(set).range; }

int DefinitionSets::first(int set) const {
  while (node(set).lower != kEmpty) set = node(set).lower;
  return static_cast<int>(node(set).range.high) - 1;
}

int DefinitionSets::last(int set) const {
  while (node(set).upper != kEmpty) set = node(set).upper;
  return static_cast<int>(node(set).range.high) - 1;
}

bool DefinitionSets::contains(int set, int definition) const {
  const Range wanted{.bits = 0, .high = static_cast<uint32_t>(definition + 1)};
  while (set != kEmpty && holds(node(set).range, wanted)) {
    const Node& found = node(set);
    if (found.lower == kEmpty) return true;
    set = ((wanted.high >> (found.range.bits - 1)) & 1) != 0 ? found.upper : found.lower;
  }
  return false;
}

DefinitionSets::Members DefinitionSets::members(int set) const {
  Members found;
  const std::function<void(int)> add = [&](int part) {
    if (part == kEmpty) return;
    if (node(part).lower == kEmpty) found.push_back(first(part));
    add(node(part).lower);
    add(node(part).upper);
  };
  add(set);
  return found;
}

}  // namespace unpython::frontend
