// Elements of the caller's arrays that the host part of a call stores: memory gets them when nothing can fail any more.
#pragma once
#include <cstddef>
#include <map>

#include "ir/constant.h"
#include "ir/interpret/memory.h"

namespace unpython::driver {

class HostStores {
 public:
  void keep(std::byte* element, const ir::Constant& value) { stored_[element] = value; }
  /// Null: nobody has stored there.
  [[nodiscard]] const ir::Constant* find(std::byte* element) const {
    const auto known = stored_.find(element);
    return known != stored_.end() ? &known->second : nullptr;
  }
  [[nodiscard]] bool is_empty() const { return stored_.empty(); }
  void write() {
    for (const auto& [element, value] : stored_) ir::write_scalar(value, element);
    stored_.clear();
  }

 private:
  std::map<std::byte*, ir::Constant> stored_;
};

}  // namespace unpython::driver
