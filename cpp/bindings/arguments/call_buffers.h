// The arguments of one call in the form that generated code reads; on the stack unless there are very many.
#pragma once
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "driver/compile/argument_codes.h"
#include "driver/steps/cpu_call.h"
#include "driver/steps/dealt_array.h"
#include "driver/steps/resident_array.h"

namespace unpython::bindings {

/// Room for `count` items of plain data, uninitialised.
template <class T, size_t Inline>
class PlainBuffer {
 public:
  explicit PlainBuffer(size_t count)
      : large_(count > Inline ? std::make_unique_for_overwrite<T[]>(count) : nullptr) {}
  [[nodiscard]] T* data() { return large_ ? large_.get() : small_; }
  [[nodiscard]] T& operator[](size_t i) { return data()[i]; }

 private:
  T small_[Inline];
  std::unique_ptr<T[]> large_;
};

/// Filled argument by argument, the user's own first, then the hidden ones.
struct CallBuffers {
  static constexpr size_t kInline = 8;

  explicit CallBuffers(size_t arguments)
      : codes(arguments), arrays(arguments), scalars(arguments), ranges(arguments) {}

  PlainBuffer<driver::ArgumentCode, kInline> codes;
  PlainBuffer<abi::ArrayArgument, kInline> arrays;
  PlainBuffer<abi::ScalarSlot, kInline> scalars;
  PlainBuffer<driver::ByteRange, kInline> ranges;
  std::vector<runtime::Resident> residents;  ///< device memory that arrays lie in
  std::vector<driver::DealtArray*> dealt;    ///< whose homes arrays lie in, in ascending order
  std::vector<pybind11::object> owners;     ///< of arrays that other libraries share for this call
  size_t code_count = 0;
  size_t array_count = 0;
  size_t scalar_count = 0;
  int64_t largest = 1;  ///< of all extents and integer scalars: an idea of the trip counts

  /// An array lies in this memory.
  void lies_in(driver::HeldArray& memory) {
    if (const driver::ResidentArray* one = memory.on_one()) {
      if (residents.empty()) residents.reserve(kInline);
      return residents.push_back(one->resident());
    }
    const auto place = std::lower_bound(dealt.begin(), dealt.end(), memory.dealt(), std::less<>());
    if (place == dealt.end() || *place != memory.dealt()) dealt.insert(place, memory.dealt());
  }

  [[nodiscard]] driver::Sharing sharing() { return driver::sharing_of({ranges.data(), array_count}); }
};

}  // namespace unpython::bindings
