// The part of collect (collector.h) that notes where arrays lie and what is known of their extents.
#include <algorithm>
#include <cstdint>

#include "analysis/call/collector.h"
#include "unpython/error.h"

namespace unpython::analysis {

using namespace ir;
using integers::LinearForm;

namespace {

/// The bytes [begin, end) that a view may touch, as addresses; empty views touch none.
struct Bytes {
  uintptr_t begin = 0;
  uintptr_t end = 0;
};

Bytes bytes_of(const ArrayView& view) {
  const auto first = reinterpret_cast<uintptr_t>(view.data);
  Bytes bytes{first, first};
  for (size_t d = 0; d < static_cast<size_t>(view.rank); ++d) {
    if (view.extents[d] <= 0) return {first, first};
    const auto span =
        static_cast<uintptr_t>(view.stride_bytes[d]) * static_cast<uintptr_t>(view.extents[d] - 1);
    (view.stride_bytes[d] < 0 ? bytes.begin : bytes.end) += span;
  }
  bytes.end += static_cast<uintptr_t>(size_of(view.type));
  return bytes;
}

bool meet(const Bytes& a, const Bytes& b) { return a.begin < b.end && b.begin < a.end; }

}  // namespace

/// Arguments whose bytes meet, directly or through others, share a memory that starts at the lowest first
/// element.
void Collector::place_arguments() {
  std::vector<Bytes> bytes;
  size_t position = 0;
  for (size_t p = 0; p < f_.parameters.size(); ++p) {
    const Parameter& parameter = f_.parameters[p];
    if (!parameter.is_array) continue;
    if (position >= call_.arrays.size())
      throw InternalError("collecting accesses", "the call has fewer arrays than the function");
    const ArrayView& view = call_.arrays[position++];
    ArrayPlace& place = result_.places[static_cast<size_t>(parameter.array.value)];
    parameter_of_[static_cast<size_t>(parameter.array.value)] = static_cast<int>(p);
    place.known = true;
    place.extents = view.extents;
    place.stride_bytes = view.stride_bytes;
    const auto first = static_cast<int64_t>(reinterpret_cast<uintptr_t>(view.data));
    const auto index = static_cast<int>(result_.memories.size());
    if (!call_.disjoint) {
      place.base = first;
      bytes.push_back(bytes_of(view));
    }
    place.memory = index;
    result_.memories.push_back({.array = parameter.array});
  }
  if (call_.disjoint) return;
  const size_t count = bytes.size();
  std::vector<size_t> group(count);
  for (size_t i = 0; i < count; ++i) group[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < count; ++i) {
      for (size_t j = 0; j < i; ++j) {
        if (!meet(bytes[i], bytes[j]) || group[i] == group[j]) continue;
        group[i] = group[j] = std::min(group[i], group[j]);
        changed = true;
      }
    }
  }
  for (ArrayPlace& place : result_.places) {
    if (place.memory < 0) continue;
    const size_t own = static_cast<size_t>(place.memory);
    if (group[own] != own) result_.memories[group[own]].shared = true;
    place.memory = static_cast<int>(group[own]);
  }
  std::vector<int64_t> start(count, INT64_MAX);
  for (const ArrayPlace& place : result_.places) {
    if (place.memory >= 0)
      start[static_cast<size_t>(place.memory)] =
          std::min(start[static_cast<size_t>(place.memory)], place.base);
  }
  for (ArrayPlace& place : result_.places) {
    if (place.memory >= 0) place.base -= start[static_cast<size_t>(place.memory)];
  }
}

void Collector::place_local(ArrayId array, std::span<const ExprId> extents) {
  const Array& shape = f_[array];
  const auto rank = static_cast<size_t>(shape.rank);
  std::vector<LinearForm>& forms = local_extents_[static_cast<size_t>(array.value)];
  forms.clear();
  const bool changes = resized_[static_cast<size_t>(array.value)];
  ArrayPlace place{.memory = static_cast<int>(result_.memories.size()), .known = !changes};
  for (size_t d = 0; d < rank; ++d) {
    std::optional<LinearForm> form;
    if (!changes && d < extents.size()) form = integer(extents[d]);
    if (!changes && d < shape.extents.size()) form = LinearForm(shape.extents[d]);
    place.known = place.known && form && form->is_constant();
    if (form && form->is_constant()) place.extents[d] = form->constant();
    // Outside nests an unknown extent stays unknown: extent() gives it a symbol in each nest.
    forms.push_back(form ? *form : LinearForm(-1));
  }
  int64_t stride = size_of(shape.type);
  for (size_t d = rank; place.known && d-- > 0;) {
    place.stride_bytes[d] = stride;
    place.known = !__builtin_mul_overflow(stride, std::max<int64_t>(place.extents[d], 1), &stride);
  }
  result_.memories.push_back({.array = array, .local = true, .loop = loop_});
  result_.places[static_cast<size_t>(array.value)] = place;
  version_[static_cast<size_t>(array.value)] = ++versions_;
}

/// Extents that are the same constants wherever an array is made are known everywhere; others only until ways meet.
void Collector::allocate(const Allocate& node) {
  const auto a = static_cast<size_t>(node.array.value);
  place_local(node.array, node.extents);
  if (dead_ > 0) return;
  const ArrayPlace& place = result_.places[a];
  const bool is_first = !first_[a];
  if (is_first) first_[a] = place;
  const bool same = place.known && first_[a]->known && place.extents == first_[a]->extents;
  if (same || varies_[a]) return;
  varies_[a] = true;
  is_wrong_ = is_wrong_ || !is_first;  // nothing was known of the first one
}

std::vector<Collector::Made> Collector::made_by(StmtId id) const {
  const auto [begin, end] = made_span_[static_cast<size_t>(id.value)];
  std::vector<Made> made;
  for (int i = begin; i < end; ++i) {
    const auto a = static_cast<size_t>(made_[static_cast<size_t>(i)].value);
    made.push_back({result_.places[a], local_extents_[a], version_[a]});
  }
  return made;
}

void Collector::restore_made(StmtId id, const std::vector<Made>& made) {
  const auto begin = static_cast<size_t>(made_span_[static_cast<size_t>(id.value)].first);
  for (size_t i = 0; i < made.size(); ++i) {
    const auto a = static_cast<size_t>(made_[begin + i].value);
    result_.places[a] = made[i].place;
    local_extents_[a] = made[i].extents;
    version_[a] = made[i].version;
  }
}

/// What is known whichever branch ran: `other` is what the one that was walked first left.
void Collector::merge_made(StmtId id, const std::vector<Made>& other) {
  const auto begin = static_cast<size_t>(made_span_[static_cast<size_t>(id.value)].first);
  for (size_t i = 0; i < other.size(); ++i) {
    const auto a = static_cast<size_t>(made_[begin + i].value);
    if (version_[a] == other[i].version) continue;
    if (version_[a] < other[i].version) {
      result_.places[a] = other[i].place;
      local_extents_[a] = other[i].extents;
      version_[a] = other[i].version;
    }
    forget_extents(made_[begin + i]);
  }
}

/// What iterations make: their number decides which extents an array has.
void Collector::forget_made(StmtId id) {
  const auto [begin, end] = made_span_[static_cast<size_t>(id.value)];
  for (int i = begin; i < end; ++i) forget_extents(made_[static_cast<size_t>(i)]);
}

void Collector::forget_extents(ArrayId array) {
  const auto a = static_cast<size_t>(array.value);
  if (!varies_[a]) return;
  result_.places[a].known = false;
  local_extents_[a].assign(local_extents_[a].size(), LinearForm(-1));
  version_[a] = ++versions_;
}

/// What iterations of the nest that ends made for themselves is one memory to what follows: a number of a loop says
/// nothing in another nest.
void Collector::keep_locals() {
  for (ArrayPlace& place : result_.places) {
    if (place.memory < 0 || result_.memories[static_cast<size_t>(place.memory)].loop < 0) continue;
    const ArrayId array = result_.memories[static_cast<size_t>(place.memory)].array;
    place.memory = static_cast<int>(result_.memories.size());
    result_.memories.push_back({.array = array, .local = true});
  }
}

ArrayPlace& Collector::place(ArrayId array) {
  ArrayPlace& known = result_.places[static_cast<size_t>(array.value)];
  if (known.memory >= 0) return known;
  // Read above where it is made: what an earlier iteration made, of any extents.
  if (f_[array].extents.empty() && f_[array].rank > 0) resized_[static_cast<size_t>(array.value)] = true;
  place_local(array, {});
  return known;
}

std::optional<LinearForm> Collector::extent(ArrayId array, int dimension) {
  const ArrayPlace& where = place(array);
  const auto d = static_cast<size_t>(dimension);
  if (where.known) return LinearForm(where.extents[d]);
  if (!in_nest()) return std::nullopt;
  if (resized_[static_cast<size_t>(array.value)]) return symbol({0, INT64_MAX}, loop_);
  const LinearForm& form = local_extents_[static_cast<size_t>(array.value)][d];
  if (form.is_constant() && form.constant() >= 0) return form;
  if (!form.is_constant() && result_.memories[static_cast<size_t>(where.memory)].loop >= 0) return form;
  return numbered(Numbered::Kind::Other, -2 - dimension, LinearForm(array.value),
                  LinearForm(version_[static_cast<size_t>(array.value)]), {0, INT64_MAX}).form;
}

}  // namespace unpython::analysis
