// The numbers of a call, for tests of what is found from them.
#pragma once
#include <optional>
#include <vector>

#include "analysis/call/nest.h"
#include "ir/constant.h"

namespace unpython::test {

/// Arguments of a call that nobody runs: addresses stand for memory that does not exist.
struct Numbers {
  std::vector<ArrayView> arrays;
  std::vector<std::optional<ir::Constant>> scalars;
  bool disjoint = true;

  Numbers& array(ScalarType type, std::vector<int64_t> extents, std::vector<int64_t> stride_bytes = {},
                 uintptr_t address = 4096) {
    ArrayView view;
    view.data = reinterpret_cast<void*>(address);
    view.type = type;
    view.rank = static_cast<int>(extents.size());
    int64_t dense = size_of(type);
    for (size_t d = extents.size(); d-- > 0;) {
      view.extents[d] = extents[d];
      view.stride_bytes[d] = stride_bytes.empty() ? dense : stride_bytes[d];
      if (d > 0) dense *= extents[d];  // the last product is no stride, and may not fit
    }
    arrays.push_back(view);
    return *this;
  }
  Numbers& scalar(int64_t value) {
    scalars.push_back(ir::make_constant(ScalarType::Int64, value));
    return *this;
  }
  Numbers& unknown_scalar() {
    scalars.push_back(std::nullopt);
    return *this;
  }
  [[nodiscard]] analysis::CallValues values() const { return {arrays, scalars, disjoint}; }
  [[nodiscard]] analysis::Nests collect(const ir::Function& f) const {
    return analysis::collect(f, values());
  }
};

}  // namespace unpython::test
