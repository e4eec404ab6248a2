// The specialization table and the guards.
#include "bindings/function/function_state.h"

#include <algorithm>
#include <string>

#include "driver/declaration.h"

namespace unpython::bindings {
namespace {

size_t hash_key(const driver::ArgumentCode* codes, size_t count, uint32_t options_id, bool disjoint) {
  uint64_t hash = options_id * 2U + (disjoint ? 1U : 0U);
  for (size_t i = 0; i < count; ++i) {
    hash = (hash ^ codes[i]) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 29;
  }
  return hash;
}

}  // namespace

ScalarType given_type(const pybind11::handle& name) {
  const auto given = pybind11::cast<std::string>(name);
  if (const auto type = driver::type_named(given)) return *type;
  throw pybind11::type_error("unknown type '" + given + "'");
}

bool Entry::matches(const driver::ArgumentCode* wanted, uint32_t options, bool wanted_disjoint) const {
  return options_id == options && disjoint == wanted_disjoint &&
         std::equal(codes.begin(), codes.end(), wanted);
}

std::shared_ptr<Entry> EntryTable::find_further(const driver::ArgumentCode* codes, size_t count,
                                                uint32_t options_id, bool disjoint) {
  if (slots_.empty()) return nullptr;
  const size_t mask = slots_.size() - 1;
  for (size_t at = hash_key(codes, count, options_id, disjoint) & mask; slots_[at] >= 0;
       at = (at + 1) & mask) {
    const std::shared_ptr<Entry>& entry = entries_[static_cast<size_t>(slots_[at])];
    if (entry->matches(codes, options_id, disjoint)) return last_ = entry;
  }
  return nullptr;
}

void EntryTable::place(int32_t index) {
  const Entry& entry = *entries_[static_cast<size_t>(index)];
  const size_t mask = slots_.size() - 1;
  size_t at = hash_key(entry.codes.data(), entry.codes.size(), entry.options_id, entry.disjoint) & mask;
  while (slots_[at] >= 0) at = (at + 1) & mask;
  slots_[at] = index;
}

void EntryTable::insert(std::shared_ptr<Entry> entry) {
  entries_.push_back(std::move(entry));
  if (2 * entries_.size() <= slots_.size()) {
    place(static_cast<int32_t>(entries_.size()) - 1);
    return;
  }
  slots_.assign(std::max<size_t>(8, 2 * slots_.size()), -1);
  for (size_t i = 0; i < entries_.size(); ++i) place(static_cast<int32_t>(i));
}

void EntryTable::clear() {
  entries_.clear();
  slots_.clear();
  last_.reset();
}

void note_python(FunctionState& function, pybind11::handle told) {
  if (!function.last.is_python()) function.last = {.way = std::make_shared<const CallWay>()};
  function.variants["told"] = told ? pybind11::reinterpret_borrow<pybind11::object>(told) : pybind11::none();
}

bool Prepared::guards_hold() const {
  return std::all_of(guards.begin(), guards.end(), [](const Guard& guard) { return guard.holds(); });
}

}  // namespace unpython::bindings
