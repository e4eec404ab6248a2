// Runs a function that is one kernel of groups on a device, from its printed text.
#pragma once
#include "codegen/c_family/c_printer.h"
#include "kernel/find_kernels.h"
#include "kernel/parameters.h"
#include "run_program.h"
#include "runtime/device_code.h"
#include "transform/groups/grouped_kernel.h"

namespace unpython::test {

/// The arrays after the kernel ran; scalars are not given.
inline Run run_on(runtime::Device& device, const codegen::Dialect& dialect, const ir::Function& f,
                  const Arguments& arguments) {
  using runtime::KernelArgument;
  using Kind = kernel::KernelParameter::Kind;
  const kernel::Kernel kernel = kernel::find_kernels(f).at(0);
  kernel::Layout layout{.narrow_offsets = true};
  for (const kernel::KernelArray& array : kernel.arrays) {
    layout.unit_dimension.push_back(f[array.array].rank - 1);
    layout.alignment.push_back(16);  // all extents of the tests' matrices allow it
  }
  layout.disjoint = true;
  const kernel::GroupPlan plan = kernel::plan_group(f, kernel, true, dialect.abilities());
  const std::string text = codegen::print_kernel(f, kernel, layout, dialect);
  INFO(text);
  const runtime::LoadedCode code = runtime::load_code(device, {kernel.name, text, {kernel.name}}, nullptr);

  Run result{{}, arguments.arrays};
  const auto argument_of = [&](ir::ArrayId id) -> Arguments::Array& {
    size_t index = 0;
    for (const ir::Parameter& parameter : f.parameters) {
      if (parameter.array == id) break;
      ++index;
    }
    return result.arrays.at(index);
  };
  const runtime::Queue queue = runtime::make_queue(device);
  std::vector<runtime::Memory> memory;
  for (const kernel::KernelArray& array : kernel.arrays) {
    const std::vector<unsigned char>& bytes = argument_of(array.array).bytes;
    const auto size = static_cast<int64_t>(bytes.size());
    memory.push_back(runtime::make_memory(device, std::max<int64_t>(size, 1)));
    if (size > 0) device.copy_in(queue.get(), {memory.back().get(), 0}, bytes.data(), size);
  }
  const auto extent = [&](ir::ArrayId id, int d) { return argument_of(id).extents.at(static_cast<size_t>(d)); };
  std::vector<int64_t> numbers;
  numbers.reserve(100);  // arguments point into it
  std::vector<KernelArgument> given;
  const auto number = [&](int64_t value, int64_t bytes) {
    numbers.push_back(value);
    given.push_back({.memory = {}, .value = &numbers.back(), .value_bytes = bytes});
  };
  for (const kernel::KernelParameter& parameter : kernel::parameters(f, kernel, layout)) {
    const kernel::KernelArray& array = kernel.arrays.at(parameter.index);
    if (parameter.kind == Kind::Memory) given.push_back(KernelArgument::of(memory[parameter.index].get()));
    if (parameter.kind == Kind::Offset) number(0, 8);
    if (parameter.kind == Kind::Extent) number(extent(array.array, parameter.dimension), 8);
    if (parameter.kind != Kind::Stride) continue;
    int64_t stride = 1;
    for (int d = parameter.dimension + 1; d < f[array.array].rank; ++d) stride *= extent(array.array, d);
    number(stride, 4);
  }
  const auto none = [](ir::VarId) -> int64_t { return 0; };
  device.launch(queue.get(), *code.code, 0,
                {.groups = transform::group_counts(f, kernel, none, extent),
                 .threads = plan.block(),
                 .dynamic_local_bytes = codegen::dynamic_local_bytes(plan, dialect)},
                given);
  for (size_t n = 0; n < memory.size(); ++n) {
    std::vector<unsigned char>& bytes = argument_of(kernel.arrays[n].array).bytes;
    if (!bytes.empty()) device.copy_out(queue.get(), bytes.data(), {memory[n].get(), 0}, static_cast<int64_t>(bytes.size()));
  }
  device.wait(queue.get());
  return result;
}

}  // namespace unpython::test
