// Which shape of groups a kernel runs in.
//
// Takes: a kernel, the layout of its memory, the device.
// Gives: for each launch the first shape of group_shapes() that the kernel has and that pays. All shapes are asked before
//        one is made: a function with tiles takes ten times as long to write as what it is written from takes to find,
//        and a small launch refuses them all.
#pragma once
#include <deque>
#include <optional>

#include "transform/groups/group_shapes.h"

namespace unpython::transform {

/// The function must outlive it.
class GroupChoice {
 public:
  GroupChoice(const ir::Function& function, kernel::Kernel kernel, kernel::Layout layout, abi::DeviceProperties device)
      : function_(function), kernel_(std::move(kernel)), layout_(std::move(layout)), device_(std::move(device)) {}

  GroupChoice(const GroupChoice&) = delete;  // what the passes offer refers to the kernel
  GroupChoice& operator=(const GroupChoice&) = delete;

  /// As Layout::shape; 0: none. `launch`: null: any.
  [[nodiscard]] int choose(const LaunchFacts* launch);
  /// The shape of this number, counted from 1; null: the kernel has no such shape. Valid as long as this.
  [[nodiscard]] const GroupedKernel* made(int number);

 private:
  struct Shape {
    std::optional<GroupOffer> offer{};
    std::optional<GroupedKernel> kernel{};
  };
  Shape& shape(int number);

  const ir::Function& function_;
  const kernel::Kernel kernel_;
  const kernel::Layout layout_;
  const abi::DeviceProperties device_;
  std::deque<Shape> shapes_;  ///< as far as they were asked for
};

}  // namespace unpython::transform
