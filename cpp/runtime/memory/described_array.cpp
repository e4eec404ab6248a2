// Addresses are added as integers: an offset of a description may lead beyond the end of memory.
#include "runtime/memory/described_array.h"

#include <array>
#include <string>

namespace unpython::runtime {

namespace {

[[noreturn]] void too_far() { throw UnusableArray("its strides reach further than memory does"); }

[[noreturn]] void too_many_dimensions(const std::string& rank) {
  throw UnusableArray("it has " + rank + " dimensions; at most 8 are supported");
}

struct KnownType {
  uint8_t code;
  uint8_t bits;
  ScalarType type;
};
constexpr std::array<KnownType, kScalarTypeCount> kDlpackTypes{{{6, 8, ScalarType::Bool},
                                                  {0, 8, ScalarType::Int8},
                                                  {0, 16, ScalarType::Int16},
                                                  {0, 32, ScalarType::Int32},
                                                  {0, 64, ScalarType::Int64},
                                                  {1, 8, ScalarType::UInt8},
                                                  {1, 16, ScalarType::UInt16},
                                                  {1, 32, ScalarType::UInt32},
                                                  {1, 64, ScalarType::UInt64},
                                                  {2, 16, ScalarType::Float16},
                                                  {2, 32, ScalarType::Float32},
                                                  {2, 64, ScalarType::Float64},
                                                  {5, 64, ScalarType::Complex64},
                                                  {5, 128, ScalarType::Complex128}}};

ScalarType type_of(const abi::DlDataType& given) {
  for (const KnownType& known : kDlpackTypes) {
    if (known.code == given.code && known.bits == given.bits && given.lanes == 1) return known.type;
  }
  throw UnusableArray("it has elements of DLPack type " + std::to_string(given.code) + " with " +
                      std::to_string(given.bits) + " bits, which are not supported");
}

/// The bytes from the first element of one dimension to its last one.
int64_t span_of(int64_t extent, int64_t stride) {
  int64_t span = 0;
  if (__builtin_mul_overflow(extent - 1, stride, &span) || span == INT64_MIN) too_far();
  return span;
}

/// CuPy divides the bytes of a negative stride as if they were an unsigned number.
int64_t stride_bytes(int64_t items, int64_t item_bytes) {
  int64_t bytes = 0;
  if (!__builtin_mul_overflow(items, item_bytes, &bytes)) return bytes;
  if (items < 0 || bytes >= 0) too_far();
  return bytes;
}

}  // namespace

std::vector<int64_t> packed_strides(const std::vector<int64_t>& shape, int64_t item) {
  std::vector<int64_t> strides(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = item;
    if (__builtin_mul_overflow(item, shape[d], &item)) item = 0;  // no memory is so large: without elements
  }
  return strides;
}

ReachedBytes reached_bytes(const DescribedArray& array) {
  const size_t rank = array.shape.size();
  if (rank > static_cast<size_t>(kMaxRank)) too_many_dimensions(std::to_string(rank));
  if (array.strides.size() != rank)
    throw UnusableArray("it has " + std::to_string(array.strides.size()) + " strides for " +
                        std::to_string(rank) + " dimensions");
  for (const int64_t extent : array.shape)
    if (extent < 0) throw UnusableArray("it has a negative extent");
  for (const int64_t extent : array.shape)
    if (extent == 0) return {array.data, 0};
  int64_t bytes = size_of(array.type);
  int64_t before = 0;  // the first element in memory lies so far before [0, 0, ...]
  for (size_t d = 0; d < rank; ++d) {
    const int64_t span = span_of(array.shape[d], array.strides[d]);
    const int64_t length = span < 0 ? -span : span;
    if (__builtin_add_overflow(bytes, length, &bytes)) too_far();
    if (span < 0) before += length;  // at most `bytes`
  }
  uintptr_t begin = 0;
  uintptr_t end = 0;
  if (__builtin_sub_overflow(reinterpret_cast<uintptr_t>(array.data), before, &begin) ||
      __builtin_add_overflow(begin, bytes - 1, &end))
    too_far();
  return {reinterpret_cast<std::byte*>(begin), bytes};
}

DescribedArray read_tensor(const abi::DlTensor& tensor) {
  if (tensor.rank < 0 || tensor.rank > kMaxRank) too_many_dimensions(std::to_string(tensor.rank));
  if (tensor.rank > 0 && tensor.shape == nullptr) throw UnusableArray("it has no shape");
  DescribedArray array;
  array.type = type_of(tensor.type);
  uintptr_t data = 0;
  if (__builtin_add_overflow(reinterpret_cast<uintptr_t>(tensor.data), tensor.byte_offset, &data)) too_far();
  array.data = reinterpret_cast<std::byte*>(data);
  array.shape.assign(tensor.shape, tensor.shape + tensor.rank);
  const int64_t item = size_of(array.type);
  array.strides = packed_strides(array.shape, item);
  for (int32_t d = 0; tensor.strides != nullptr && d < tensor.rank; ++d)
    array.strides[static_cast<size_t>(d)] = stride_bytes(tensor.strides[d], item);
  return array;
}

abi::DlDataType dlpack_type(ScalarType type) {
  for (const KnownType& known : kDlpackTypes) {
    if (known.type == type) return {known.code, known.bits, 1};
  }
  return {};
}

}  // namespace unpython::runtime
