#include "kernel/parameters.h"

namespace unpython::kernel {
namespace {

using Kind = KernelParameter::Kind;

void add_array(const ir::Function& function, const Kernel& kernel, const Layout& layout, size_t index,
               std::vector<KernelParameter>& list) {
  const KernelArray& array = kernel.arrays[index];
  if (array.loaded || array.stored) {
    list.push_back({Kind::Memory, index});
    list.push_back({Kind::Offset, index});
    for (int d = 0; d < function[array.array].rank; ++d) {
      if (d != layout.unit_dimension[index]) list.push_back({Kind::Stride, index, d});
      if (layout.has_remainders(index, static_cast<size_t>(d))) list.push_back({Kind::Remainder, index, d});
    }
  }
  for (size_t d = 0; d < array.asked_extents.size(); ++d) {
    if (array.asked_extents[d]) list.push_back({Kind::Extent, index, static_cast<int>(d)});
  }
}

}  // namespace

std::vector<KernelParameter> parameters(const ir::Function& function, const Kernel& kernel, const Layout& layout) {
  std::vector<KernelParameter> list;
  for (size_t n = 0; n < kernel.ranges(function); ++n) {
    list.push_back({Kind::First, n});
    list.push_back({Kind::End, n});
    if (kernel.may_raise && n > 0) list.push_back({Kind::LoopExtent, n});
  }
  if (layout.part_of_groups) list.push_back({Kind::FirstGroup});
  for (size_t n = 0; n < kernel.scalars.size(); ++n) list.push_back({Kind::Scalar, n});
  for (size_t n = 0; n < kernel.arrays.size(); ++n) add_array(function, kernel, layout, n, list);
  if (kernel.may_raise || kernel.guarded) {
    list.push_back({Kind::Before});
    list.push_back({Kind::Error});
  }
  return list;
}

}  // namespace unpython::kernel
