#include "ir/interpret/memory.h"

#include <cstring>

#include "ir/scalar_slot.h"
#include "unpython/error.h"

namespace unpython::ir {

void fail_interpreting(const std::string& text) { throw InternalError("interpreting IR", text); }

ArrayMemory ArrayMemory::argument(const Array& array, const ArrayView& view, Level level) {
  if (view.type != array.type || view.rank != array.rank)
    fail_interpreting("array '" + array.name + "' has another type or rank");
  ArrayMemory memory;
  memory.name_ = array.name;
  memory.rows_run_on_ = level != Level::Source;
  memory.view_ = view;
  return memory;
}

ArrayMemory ArrayMemory::local(const Array& array, std::vector<int64_t> extents, Level level) {
  ArrayMemory memory;
  memory.name_ = array.name;
  memory.rows_run_on_ = level != Level::Source;
  memory.view_.type = array.type;
  memory.view_.rank = array.rank;
  int64_t elements = 1;
  for (size_t d = extents.size(); d-- > 0;) {
    if (extents[d] < 0) fail_interpreting("array '" + array.name + "' has a negative extent");
    memory.view_.extents.at(d) = extents[d];
    memory.view_.stride_bytes.at(d) = elements * size_of(array.type);
    elements *= extents[d];
  }
  memory.bytes_.resize(static_cast<size_t>(elements * size_of(array.type)));
  memory.is_set_.resize(static_cast<size_t>(elements));
  return memory;
}

int64_t ArrayMemory::limit(std::span<const int64_t> indices, size_t dimension) const {
  int64_t limit = view_.extents.at(dimension);
  for (size_t d = dimension; rows_run_on_ && d > 0 && indices[d - 1] == 0; --d) {
    if (view_.stride_bytes.at(d - 1) != limit * view_.stride_bytes.at(dimension)) break;
    limit *= view_.extents.at(d - 1);
  }
  return limit;
}

int64_t ArrayMemory::offset_bytes(std::span<const int64_t> indices) const {
  int64_t offset = 0;
  for (size_t d = 0; d < indices.size(); ++d) {
    if (indices[d] < 0 || indices[d] >= limit(indices, d)) {
      fail_interpreting("index " + std::to_string(indices[d]) + " leaves dimension " + std::to_string(d) +
                        " of array '" + name_ + "', which has " + std::to_string(view_.extents.at(d)) +
                        " elements");
    }
    offset += indices[d] * view_.stride_bytes.at(d);
  }
  return offset;
}

Constant ArrayMemory::load(std::span<const int64_t> indices) const {
  int64_t offset = offset_bytes(indices);
  if (view_.data != nullptr) return read_scalar(view_.type, static_cast<const char*>(view_.data) + offset);
  if (!is_set_[static_cast<size_t>(offset / size_of(view_.type))]) {
    fail_interpreting("array '" + name_ + "' is read where no value was stored");
  }
  return read_scalar(view_.type, bytes_.data() + offset);
}

void ArrayMemory::store(std::span<const int64_t> indices, const Constant& value) {
  int64_t offset = offset_bytes(indices);
  if (view_.data != nullptr) return write_scalar(value, static_cast<char*>(view_.data) + offset);
  is_set_[static_cast<size_t>(offset / size_of(view_.type))] = true;
  write_scalar(value, bytes_.data() + offset);
}

void ArrayMemory::resize(int64_t extent) {
  if (extent < 0) fail_interpreting("array '" + name_ + "' has a negative extent");
  view_.extents[0] = extent;
  bytes_.resize(static_cast<size_t>(extent * size_of(view_.type)));
  is_set_.resize(static_cast<size_t>(extent));
}

ArrayView ArrayMemory::lend(bool stored) {
  if (stored) is_set_.assign(is_set_.size(), true);
  ArrayView view = view_;
  if (view.data == nullptr) view.data = bytes_.data();
  return view;
}

void ArrayMemory::reset() { is_set_.assign(is_set_.size(), false); }

}  // namespace unpython::ir
