// Elements of the caller's arrays that the host part of a call stores: memory gets them when nothing can fail any more.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "abi/frame.h"
#include "ir/constant.h"
#include "ir/scalar_slot.h"

namespace unpython::driver {

class HostStores {
 public:
  void store(const abi::ArrayArgument& array, std::span<const int64_t> indices, const ir::Constant& value) {
    stored_[element(array, indices)] = value;
  }
  /// What was stored last, else what memory has.
  [[nodiscard]] ir::Constant load(ScalarType type, const abi::ArrayArgument& array, std::span<const int64_t> indices) const {
    std::byte* const place = element(array, indices);
    const auto known = stored_.find(place);
    return known != stored_.end() ? known->second : ir::read_scalar(type, place);
  }
  [[nodiscard]] bool is_empty() const { return stored_.empty(); }
  void write() {
    for (const auto& [element, value] : stored_) ir::write_scalar(value, element);
    stored_.clear();
  }

 private:
  [[nodiscard]] static std::byte* element(const abi::ArrayArgument& array, std::span<const int64_t> indices) {
    auto* place = static_cast<std::byte*>(array.data);
    for (size_t d = 0; d < indices.size(); ++d) place += indices[d] * array.stride_bytes[d];
    return place;
  }

  std::map<std::byte*, ir::Constant> stored_;
};

}  // namespace unpython::driver
