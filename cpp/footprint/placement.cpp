#include "footprint/placement.h"

#include <algorithm>
#include <numeric>

#include "integers/strided_bytes.h"

namespace unpython::footprint {
namespace {

using runtime::Resident;

/// One argument with what is asked of it.
struct Given {
  const abi::ArrayArgument* argument = nullptr;
  size_t rank = 0;
  int64_t item = 1;
  bool stored = false;
  bool empty = false;
  const char* begin = nullptr;  ///< lowest byte
  const char* end = nullptr;
  int resident = -1;
};

Given describe(const ir::Array& array, const abi::ArrayArgument& argument, bool stored) {
  Given given{.argument = &argument, .rank = static_cast<size_t>(array.rank), .item = size_of(array.type)};
  given.stored = stored;
  given.begin = static_cast<const char*>(argument.data);
  given.end = given.begin + given.item;
  for (size_t d = 0; d < given.rank; ++d) {
    given.empty |= argument.extents[d] <= 0;
    const int64_t span = (argument.extents[d] - 1) * argument.stride_bytes[d];
    if (span < 0) given.begin += span;
    if (span > 0) given.end += span;
  }
  return given;
}

/// Dimensions that tell elements apart, largest stride first.
std::vector<size_t> order_of(const Given& given) {
  std::vector<size_t> order;
  for (size_t d = 0; d < given.rank; ++d) {
    if (given.argument->extents[d] != 1 && given.argument->stride_bytes[d] != 0) order.push_back(d);
  }
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::abs(given.argument->stride_bytes[a]) > std::abs(given.argument->stride_bytes[b]);
  });
  return order;
}

/// Two different elements may share bytes, zero strides aside.
bool overlaps_itself(const Given& given) {
  int64_t reach = given.item;
  const std::vector<size_t> order = order_of(given);
  for (size_t n = order.size(); n-- > 0;) {
    const int64_t stride = std::abs(given.argument->stride_bytes[order[n]]);
    if (stride < reach) return true;
    reach += stride * (given.argument->extents[order[n]] - 1);
  }
  return false;
}

bool has_zero_stride(const Given& given) {
  for (size_t d = 0; d < given.rank; ++d) {
    if (given.argument->stride_bytes[d] == 0 && given.argument->extents[d] > 1) return true;
  }
  return false;
}

void note_extremes(const Given& given, PlacedArray& placed) {
  for (size_t d = 0; d < given.rank; ++d) {
    const int64_t steps = std::max<int64_t>(0, given.argument->extents[d] - 1);
    placed.backwards |= placed.strides[d] < 0;
    placed.last += std::max<int64_t>(0, placed.strides[d]) * steps;
    if (placed.strides[d] == 1) placed.unit_dimension = static_cast<int>(d);
  }
}

void pack(const Given& given, PlacedArray& placed, PlacedBuffer& buffer) {
  int64_t elements = given.empty ? 0 : 1;
  const std::vector<size_t> order = order_of(given);
  for (size_t n = order.size(); n-- > 0 && elements > 0;) {
    placed.strides[order[n]] = elements;
    elements *= given.argument->extents[order[n]];
  }
  buffer.bytes = elements * given.item;
}

bool share(const std::vector<Given>& all, std::span<const Resident> residents, PlacedBuffer& buffer,
           std::vector<PlacedArray>& placed) {
  const char* begin = all[buffer.arrays[0]].begin;
  const char* end = all[buffer.arrays[0]].end;
  for (size_t index : buffer.arrays) {
    begin = std::min(begin, all[index].begin);
    end = std::max(end, all[index].end);
  }
  if (buffer.resident >= 0) {
    begin = reinterpret_cast<const char*>(residents[static_cast<size_t>(buffer.resident)].begin);
  } else {
    begin -= reinterpret_cast<uintptr_t>(begin) % kSharedAlignment;
  }
  buffer.packed = false;
  buffer.begin = begin;
  buffer.bytes = end - begin;
  for (size_t index : buffer.arrays) {
    const Given& given = all[index];
    const int64_t distance = static_cast<const char*>(given.argument->data) - begin;
    if (distance % given.item != 0) return false;
    placed[index].first = distance / given.item;
    for (size_t d = 0; d < given.rank; ++d) {
      if (given.argument->stride_bytes[d] % given.item != 0) return false;
      placed[index].strides[d] = given.argument->stride_bytes[d] / given.item;
    }
  }
  return true;
}

integers::StridedBytes bytes_of(const Given& given) {
  integers::StridedBytes bytes{.first = reinterpret_cast<intptr_t>(given.argument->data),
                               .width = given.item};
  for (size_t d = 0; d < given.rank; ++d)
    bytes.dims.push_back({given.argument->stride_bytes[d], given.argument->extents[d]});
  return bytes;
}

bool meet(const Given& a, const Given& b) {
  const bool near = (a.stored || b.stored) && !a.empty && !b.empty && a.begin < b.end && b.begin < a.end;
  return near && integers::may_meet(bytes_of(a), bytes_of(b));
}

/// The resident that an argument lies in; -1: none.
int resident_of(const Given& given, std::span<const Resident> residents) {
  for (size_t i = 0; i < residents.size(); ++i) {
    if (!given.empty && residents[i].holds(given.begin)) return static_cast<int>(i);
  }
  return -1;
}

/// Where several residents meet, the one that begins first.
int first_resident(const std::vector<Given>& all, const PlacedBuffer& buffer,
                   std::span<const Resident> residents) {
  int first = -1;
  for (size_t index : buffer.arrays) {
    const int resident = all[index].resident;
    if (resident < 0) continue;
    if (first < 0 ||
        residents[static_cast<size_t>(resident)].begin < residents[static_cast<size_t>(first)].begin) {
      first = resident;
    }
  }
  return first;
}

/// For each argument the lowest one of its connected component.
std::vector<size_t> components(const std::vector<Given>& all) {
  std::vector<size_t> lowest(all.size());
  std::iota(lowest.begin(), lowest.end(), size_t{0});
  for (size_t j = 0; j < all.size(); ++j) {
    for (size_t i = 0; i < j; ++i) {
      if (lowest[i] == lowest[j] || !meet(all[i], all[j])) continue;
      const size_t first = std::min(lowest[i], lowest[j]);
      const size_t later = std::max(lowest[i], lowest[j]);
      std::replace(lowest.begin(), lowest.end(), later, first);
    }
  }
  return lowest;
}

}  // namespace

std::optional<Placement> place_arrays(const ir::Function& function,
                                      std::span<const abi::ArrayArgument> arguments,
                                      const std::vector<bool>& stored, std::span<const Resident> residents) {
  std::vector<Given> all;
  for (const ir::Parameter& parameter : function.parameters) {
    if (!parameter.is_array) continue;
    const size_t index = all.size();
    all.push_back(describe(function[parameter.array], arguments[index], stored[index]));
    all.back().resident = resident_of(all.back(), residents);
  }
  Placement result;
  result.arrays.resize(all.size());
  const std::vector<size_t> lowest = components(all);
  for (size_t first = 0; first < all.size(); ++first) {
    if (lowest[first] != first) continue;
    PlacedBuffer buffer;
    for (size_t index = first; index < all.size(); ++index) {
      if (lowest[index] != first) continue;
      buffer.arrays.push_back(index);
      result.arrays[index].buffer = result.buffers.size();
    }
    buffer.resident = first_resident(all, buffer, residents);
    const Given& only = all[first];
    const bool alone = buffer.arrays.size() == 1;
    const bool as_it_lies = overlaps_itself(only) || (only.stored && has_zero_stride(only));
    if (alone && (only.empty || !as_it_lies) && buffer.resident < 0) {
      pack(only, result.arrays[first], buffer);
    } else if (!share(all, residents, buffer, result.arrays)) {
      return std::nullopt;
    }
    result.buffers.push_back(std::move(buffer));
  }
  for (size_t index = 0; index < all.size(); ++index) note_extremes(all[index], result.arrays[index]);
  return result;
}

}  // namespace unpython::footprint
