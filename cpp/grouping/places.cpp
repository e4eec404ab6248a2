#include "grouping/places.h"

#include "support/checked_int.h"

namespace unpython::grouping {
namespace {

using analysis::IntegerRange;
using analysis::LinearForm;
using analysis::MemoryAccess;

std::optional<IntegerRange> bytes_of(const Place& place) {
  std::optional<int64_t> low = place.first;
  std::optional<int64_t> high = checked_add(place.first, place.width - 1);
  for (size_t d = 0; d < static_cast<size_t>(place.rank); ++d) {
    if (place.extents[d] <= 0) return IntegerRange{.low = 0, .high = -1};
    const auto span = checked_mul(place.strides[d], place.extents[d] - 1);
    std::optional<int64_t>& end = place.strides[d] < 0 ? low : high;
    end = span && end ? checked_add(*end, *span) : std::nullopt;
  }
  return low && high ? std::optional(IntegerRange{.low = *low, .high = *high}) : std::nullopt;
}

/// Offset of the array in a memory that it shares: what an address holds beyond its subscripts.
std::optional<int64_t> first_in_shared(const Place& place, const analysis::Nest& nest,
                                       const MemoryAccess& access) {
  if (!access.address) return std::nullopt;
  std::optional<int64_t> first = access.address->constant();
  const auto subscripts = nest.subscripts_of(access);
  for (size_t d = 0; d < subscripts.size() && first; ++d) {
    const auto moved = checked_mul(place.strides[d], subscripts[d].constant());
    first = moved ? checked_sub(*first, *moved) : std::nullopt;
  }
  return first;
}

/// The view of each array parameter, by number of the array.
std::vector<const ArrayView*> views_of(const ir::Function& function, const analysis::CallValues& call) {
  std::vector<const ArrayView*> views(static_cast<size_t>(function.arrays.size()), nullptr);
  size_t position = 0;
  for (const ir::Parameter& parameter : function.parameters) {
    if (parameter.is_array && position < call.arrays.size()) {
      views[static_cast<size_t>(parameter.array.value)] = &call.arrays[position++];
    }
  }
  return views;
}

std::optional<Place> place_of(const ArrayView& view, bool shared, const analysis::Nest& nest,
                              const MemoryAccess& access) {
  Place place{.rank = view.rank,
              .extents = view.extents,
              .strides = view.stride_bytes,
              .width = static_cast<int64_t>(size_of(view.type))};
  const auto first = shared ? first_in_shared(place, nest, access) : 0;
  if (!first) return std::nullopt;
  place.first = *first;
  const auto bytes = bytes_of(place);
  if (!bytes) return std::nullopt;
  place.bytes = *bytes;
  return place;
}

}  // namespace

std::vector<std::optional<Place>> places_of(const ir::Function& function, const analysis::CallValues& call,
                                            const analysis::Nests& nests, const analysis::Nest& nest) {
  const std::vector<const ArrayView*> views = views_of(function, call);
  std::vector<std::optional<Place>> places(views.size());
  for (const MemoryAccess& access : nest.accesses) {
    const auto array = static_cast<size_t>(access.array.value);
    if (places[array] || !views[array]) continue;
    const bool shared = nests.memories[static_cast<size_t>(access.memory)].shared;
    places[array] = place_of(*views[array], shared, nest, access);
  }
  return places;
}

}  // namespace unpython::grouping
