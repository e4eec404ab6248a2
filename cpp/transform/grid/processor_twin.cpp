#include "transform/grid/processor_twin.h"

#include "ir/builder.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;

/// The Grid loops from the `depth`-th one on, on threads; a constant extent is no question to the caller.
Block on_threads(Function& f, const Kernel& kernel, const std::vector<VarId>& extents, size_t depth) {
  const Stmt stmt = f[kernel.grid[depth]];
  const auto& loop = std::get<For>(stmt.node);
  Block body = depth + 1 < kernel.grid.size() ? on_threads(f, kernel, extents, depth + 1) : loop.body;
  Builder build(f);
  const bool known = build.as_constant(loop.extent) != nullptr;
  const LoopMark mark = is_on_one_item(f, kernel) ? LoopMark::Sequential : LoopMark::Parallel;
  return {build.loop(loop.counter, known ? loop.extent : build.read(extents[depth]), mark, std::move(body),
                     stmt.range)};
}

/// Arrays that the call made for itself lie row by row.
void make_argument(Array& array) {
  if (array.space == AddressSpace::Argument) return;
  array.space = AddressSpace::Argument;
  array.strides.assign(static_cast<size_t>(array.rank), StrideClass::Other);
  if (array.rank > 0) array.strides.back() = StrideClass::Unit;
}

}  // namespace

bool is_on_one_item(const Function& f, const Kernel& kernel) {
  const auto& loop = std::get<For>(f[kernel.root].node);
  const auto* trips = std::get_if<Const>(&f[loop.extent].node);
  return kernel.grid.size() == 1 && loop.mark == LoopMark::Grid && trips != nullptr &&
         trips->value.integer == 1;
}

Function processor_twin(const Function& function, const Kernel& kernel) {
  Function result = function;
  result.name = kernel.name;
  result.level = Level::Scheduling;
  result.results.clear();
  result.returns_tuple = false;
  result.tuples.clear();
  result.parameters.clear();
  for (const kernel::KernelArray& array : kernel.arrays) {
    make_argument(result.arrays[array.array]);
    result.parameters.push_back({.is_array = true, .variable = {}, .array = array.array});
  }
  for (const VarId scalar : kernel.scalars) result.parameters.push_back({.variable = scalar, .array = {}});
  std::vector<VarId> extents;
  for (const StmtId loop : kernel.grid) {
    extents.push_back(Builder(result).variable("extent", ScalarType::Int64, result[loop].range));
    result.parameters.push_back({.variable = extents.back(), .array = {}});
  }
  result.body = on_threads(result, kernel, extents, 0);
  return result;
}

}  // namespace unpython::transform
