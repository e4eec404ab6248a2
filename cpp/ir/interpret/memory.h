// Memory of the interpreter: arrays of the caller and local arrays, every access checked.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/function.h"
#include "unpython/array_view.h"

namespace unpython::ir {

/// Throws InternalError.
[[noreturn]] void fail_interpreting(const std::string& text);

/// Elements of one array. Local ones know which elements have been set.
class ArrayMemory {
 public:
  /// The caller's memory.
  static ArrayMemory argument(const Array& array, const ArrayView& view, Level level);
  /// Row-major, nothing set.
  static ArrayMemory local(const Array& array, std::vector<int64_t> extents, Level level);

  [[nodiscard]] int64_t extent(int dimension) const {
    return view_.extents.at(static_cast<size_t>(dimension));
  }
  /// Number of an element of a local array. Throws InternalError outside the extents.
  [[nodiscard]] int64_t element(std::span<const int64_t> indices) const {
    return offset_bytes(indices) / size_of(view_.type);
  }
  /// Throws InternalError outside the extents, or where no value was set.
  [[nodiscard]] Constant load(std::span<const int64_t> indices) const;
  /// Throws InternalError outside the extents.
  void store(std::span<const int64_t> indices, const Constant& value);
  /// A local array's own memory.
  [[nodiscard]] const std::vector<unsigned char>& bytes() const { return bytes_; }
  /// For who may store to all of it, or only reads.
  [[nodiscard]] ArrayView lend(bool stored);
  /// A local array of one dimension gets another extent; the elements within both extents stay.
  void resize(int64_t extent);
  /// Forgets all values of a local array.
  void reset();

 private:
  [[nodiscard]] int64_t offset_bytes(std::span<const int64_t> indices) const;
  /// What the subscript of a dimension must be below.
  [[nodiscard]] int64_t limit(std::span<const int64_t> indices, size_t dimension) const;

  std::string name_;
  bool rows_run_on_ = false;  ///< see Load
  ArrayView view_;
  std::vector<unsigned char> bytes_;  ///< local arrays
  std::vector<bool> is_set_;          ///< local arrays: one per element
};

}  // namespace unpython::ir
