// The host part of a call that is repeated by its steps, once more: what the device had to do it does not do.
#pragma once
#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "abi/frame.h"
#include "ir/interpret/interpret.h"
#include "unpython/error.h"

namespace unpython::driver {

/// Knows the extents of all arrays.
class RepeatedHostPart : public ir::Machine {
 public:
  RepeatedHostPart(const ir::Function& function, const abi::Frame& frame)
      : function_(function), extents_(static_cast<size_t>(function.arrays.size())) {
    const abi::ArrayArgument* argument = frame.arrays;
    for (const ir::Parameter& parameter : function.parameters) {
      if (!parameter.is_array) continue;
      const int64_t* const extents = (argument++)->extents;
      at(parameter.array).assign(extents, extents + function[parameter.array].rank);
    }
  }

  int64_t extent(ir::ArrayId array, int dimension) override { return at(array)[static_cast<size_t>(dimension)]; }
  void store(ir::ArrayId, std::span<const int64_t>, const ir::Constant&) override { not_repeated("the host stores"); }
  void allocate(ir::ArrayId array, std::vector<int64_t> extents) override {
    for (int64_t& extent : extents) extent = std::max<int64_t>(0, extent);
    at(array) = std::move(extents);
  }
  void resize(ir::ArrayId, int64_t) override { not_repeated("a list grows"); }
  void release(ir::ArrayId) override {}
  void call_host(const ir::CallHost&, std::span<const ir::Constant>) override { not_repeated("the host is called"); }

 protected:
  [[noreturn]] static void not_repeated(const char* what) { throw InternalError("repeating the host part of a call", what); }
  [[nodiscard]] const ir::Function& function() const { return function_; }

 private:
  [[nodiscard]] std::vector<int64_t>& at(ir::ArrayId array) { return extents_[static_cast<size_t>(array.value)]; }

  const ir::Function& function_;
  std::vector<std::vector<int64_t>> extents_;  ///< by ArrayId
};

}  // namespace unpython::driver
