// Arrays as other libraries describe them, whose word is not trusted: what is read from a description, and the bytes that
// it reaches. Takes numbers and structures, and looks at no memory but theirs.
#pragma once
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "abi/dlpack.h"
#include "unpython/export.h"
#include "unpython/types.h"

namespace unpython::runtime {

/// Why a described array cannot be used, as the end of a sentence about "it".
class UnusableArray : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

struct DescribedArray {
  std::byte* data = nullptr;  ///< of element [0, 0, ...]
  ScalarType type = ScalarType::Float64;
  bool writeable = true;
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  ///< bytes
};

struct ReachedBytes {
  std::byte* begin = nullptr;
  int64_t bytes = 0;  ///< 0: the array has no elements
};

/// Strides in C order; those of an array without elements say nothing.
[[nodiscard]] UNPYTHON_API std::vector<int64_t> packed_strides(const std::vector<int64_t>& shape, int64_t item);

/// The bytes from the first element to the last one in memory. Throws UnusableArray where the description contradicts itself,
/// has too many dimensions or reaches further than memory does.
[[nodiscard]] UNPYTHON_API ReachedBytes reached_bytes(const DescribedArray& array);

/// What a tensor of DLPack describes. Throws UnusableArray, also for types of elements that we do not have.
[[nodiscard]] UNPYTHON_API DescribedArray read_tensor(const abi::DlTensor& tensor);

[[nodiscard]] UNPYTHON_API abi::DlDataType dlpack_type(ScalarType type);

}  // namespace unpython::runtime
