// Arrays as other libraries describe them (runtime/memory/described_array.h): a tensor of DLPack, and the shape, strides and
// address of __cuda_array_interface__. What is accepted reaches the bytes that wide arithmetic finds.
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/memory/described_array.h"
#include "target.h"

using namespace unpython;

namespace {

__extension__ using Wide = __int128;

/// Takes numbers from the bytes, and zeros behind their end.
class Source {
 public:
  Source(const uint8_t* data, size_t size) : data_(data), size_(size) {}
  template <class Number>
  Number take() {
    Number result{};
    const size_t bytes = std::min(sizeof(Number), size_);
    std::memcpy(&result, data_, bytes);
    data_ += bytes;
    size_ -= bytes;
    return result;
  }
  /// As many as there are bytes for, and `most`.
  std::vector<int64_t> numbers(size_t most) {
    std::vector<int64_t> result;
    while (size_ > 0 && result.size() < most) result.push_back(take<int64_t>());
    return result;
  }

 private:
  const uint8_t* data_;
  size_t size_;
};

void require(bool right) {
  if (!right) std::abort();
}

void check(const runtime::DescribedArray& array) {
  const runtime::ReachedBytes reached = runtime::reached_bytes(array);
  const bool is_empty = std::any_of(array.shape.begin(), array.shape.end(), [](int64_t n) { return n == 0; });
  require(array.shape.size() <= kMaxRank && array.shape.size() == array.strides.size());
  require(std::all_of(array.shape.begin(), array.shape.end(), [](int64_t n) { return n >= 0; }));
  require(is_empty == (reached.bytes == 0));
  if (is_empty) return;
  Wide low = reinterpret_cast<uintptr_t>(array.data);
  Wide high = low + size_of(array.type);
  for (size_t d = 0; d < array.shape.size(); ++d) {
    const Wide span = Wide{array.shape[d] - 1} * array.strides[d];
    (span < 0 ? low : high) += span;
  }
  require(low >= 0 && high <= Wide{1} << 64);
  require(low == static_cast<Wide>(reinterpret_cast<uintptr_t>(reached.begin)) && high - low == reached.bytes);
}

void read_tensor(Source source) {
  abi::DlTensor tensor{};
  tensor.data = reinterpret_cast<void*>(source.take<uintptr_t>());
  tensor.rank = source.take<int32_t>();
  tensor.type = source.take<abi::DlDataType>();
  tensor.byte_offset = source.take<uint64_t>();
  const auto absent = source.take<uint8_t>();
  // An owner whose rank says more has as many numbers as any rank that is read.
  const auto rank = static_cast<size_t>(std::clamp(tensor.rank, 0, kMaxRank));
  std::vector<int64_t> shape = source.numbers(rank);
  std::vector<int64_t> strides = source.numbers(rank);
  shape.resize(rank);
  strides.resize(rank);
  tensor.shape = (absent & 1) != 0 ? nullptr : shape.data();
  tensor.strides = (absent & 2) != 0 ? nullptr : strides.data();
  const runtime::DescribedArray array = runtime::read_tensor(tensor);
  const abi::DlDataType type = runtime::dlpack_type(array.type);
  require(type.code == tensor.type.code && type.bits == tensor.type.bits && tensor.type.lanes == 1);
  require(array.shape == shape);
  check(array);
}

void read_interface(Source source) {
  runtime::DescribedArray array;
  array.data = reinterpret_cast<std::byte*>(source.take<uintptr_t>());
  array.type = static_cast<ScalarType>(source.take<uint8_t>() % kScalarTypeCount);
  const auto counts = source.take<uint8_t>();
  array.shape = source.numbers(counts & 15);
  array.strides = source.numbers(counts >> 4);
  if (array.strides.empty()) array.strides = runtime::packed_strides(array.shape, size_of(array.type));
  check(array);
}

template <class Number>
void put(std::string& text, Number number) {
  text.append(reinterpret_cast<const char*>(&number), sizeof number);
}

std::string tensor(ScalarType type, uint8_t absent, const std::vector<int64_t>& numbers, int32_t rank) {
  std::string text(1, '\0');
  put(text, uintptr_t{0x7f0000001000});
  put(text, rank);
  put(text, runtime::dlpack_type(type));
  put(text, uint64_t{64});
  put(text, absent);
  for (const int64_t number : numbers) put(text, number);
  return text;
}

std::string interface(ScalarType type, uint8_t counts, const std::vector<int64_t>& numbers) {
  std::string text(1, '\1');
  put(text, uintptr_t{0x7f0000001000});
  put(text, type);
  put(text, counts);
  for (const int64_t number : numbers) put(text, number);
  return text;
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  for (int i = 0; i < kScalarTypeCount; ++i) {
    const auto type = static_cast<ScalarType>(i);
    texts.push_back(tensor(type, 0, {20, 30, 30, 1}, 2));
    texts.push_back(interface(type, 0x02, {20, 30}));
  }
  texts.push_back(tensor(ScalarType::Float64, 2, {5, 6, 7}, 3));
  texts.push_back(tensor(ScalarType::Float32, 3, {}, 0));
  texts.push_back(tensor(ScalarType::Int64, 0, {4, 0, 3, -3, 8, 1}, 3));
  texts.push_back(tensor(ScalarType::Int8, 0, {1, 2, 3, 4, 5, 6, 7, 8, 1, 1, 2, 6, 24, 120, 720, -5040}, 8));
  texts.push_back(interface(ScalarType::Float64, 0x33, {10, 20, 30, 4800, -240, 8}));
  texts.push_back(interface(ScalarType::Complex128, 0x00, {}));
  texts.push_back(interface(ScalarType::Bool, 0x22, {int64_t{1} << 40, 1 << 20, 0, 1}));
  return texts;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const Source source(data + 1, size - 1);
  try {
    (data[0] & 1) != 0 ? read_interface(source) : read_tensor(source);
  } catch (const runtime::UnusableArray&) {
  }
  return 0;
}
