// Arrays with values for running IR functions in tests.
#pragma once
#include <cstdint>
#include <random>
#include <vector>

#include "unpython/array_view.h"

namespace unpython::test {

/// Owns the elements of one row-major array.
template <class T>
struct TestArray {
  std::vector<int64_t> extents;
  std::vector<T> elements;

  explicit TestArray(std::vector<int64_t> shape) : extents(std::move(shape)) {
    size_t count = 1;
    for (int64_t extent : extents) count *= static_cast<size_t>(extent);
    elements.resize(count);
  }
  /// Small whole numbers, so that sums are exact in any order.
  void fill(std::mt19937_64& random, int limit = 8) {
    std::uniform_int_distribution<int> draw(-limit, limit);
    for (T& element : elements) element = static_cast<T>(draw(random));
  }
  [[nodiscard]] ArrayView view(ScalarType type) {
    ArrayView view{.data = elements.data(), .type = type, .rank = static_cast<int>(extents.size())};
    int64_t stride = size_of(type);
    for (size_t d = extents.size(); d-- > 0;) {
      view.extents.at(d) = extents[d];
      view.stride_bytes.at(d) = stride;
      stride *= extents[d];
    }
    return view;
  }
};

}  // namespace unpython::test
