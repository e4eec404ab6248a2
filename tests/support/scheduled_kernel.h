// The one kernel of a function as written, as a device gets it, for tests of the passes that share out its work.
#pragma once
#include <catch2/catch.hpp>
#include <optional>
#include <vector>

#include "abi/device_properties.h"
#include "kernel/find_kernels.h"
#include "transform/groups/grouped_kernel.h"
#include "transform/pipeline.h"
#include "transform/schedule_for_gpu.h"

namespace unpython::test {

struct ScheduledKernel {
  ir::Function function;
  kernel::Kernel kernel;
  kernel::Layout layout;  ///< of packed arrays, in the order of C
};

/// The first kernel of `source`, for devices.
inline ScheduledKernel first_kernel(const ir::Function& source) {
  const ir::Function simplified = transform::simplify_source(source, {});
  const ir::Function function = transform::schedule_for_gpu(simplified, {}, {}, {}).function;
  const kernel::Kernel kernel = kernel::find_kernels(function).at(0);
  kernel::Layout layout{.narrow_offsets = true, .disjoint = true};
  for (const kernel::KernelArray& array : kernel.arrays) layout.unit_dimension.push_back(function[array.array].rank - 1);
  return {function, kernel, layout};
}

/// The same, of a function that becomes one kernel.
inline ScheduledKernel only_kernel(const ir::Function& source) {
  const ScheduledKernel result = first_kernel(source);
  REQUIRE(kernel::find_kernels(result.function).size() == 1);
  return result;
}

/// What a grouping pass offers.
inline std::optional<transform::GroupedKernel> made(const std::optional<transform::GroupOffer>& offer) {
  return offer ? offer->make() : std::nullopt;
}

/// A device that takes groups of any shape.
inline abi::DeviceProperties device_of_groups() {
  abi::DeviceProperties result;
  result.local_bytes_static = 49152;
  result.max_threads = 1024;
  result.max_block = {1024, 1024, 64};
  return result;
}

/// The same with two multiprocessors: few iterations fill it.
inline abi::DeviceProperties small_device() {
  abi::DeviceProperties result = device_of_groups();
  result.multiprocessors = 2;
  return result;
}

/// The same with the memory and the matrix unit of a large GPU.
inline abi::DeviceProperties large_device() {
  abi::DeviceProperties result = device_of_groups();
  result.local_bytes = 232448;
  result.multiprocessors = 132;
  result.float64_matrix_unit = true;
  return result;
}

}  // namespace unpython::test
