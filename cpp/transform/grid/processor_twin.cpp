#include "transform/grid/processor_twin.h"

#include "ir/builder.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;

/// Turns of a Grid loop that is no question to the caller: more would gain nothing by being known.
constexpr int64_t kMostKnown = 64;

/// One Grid loop in the twin.
struct LoopOfPart {
  VarId extent;
  VarId first;
  VarId turn;  ///< counts from 0
};

/// What the Grid loops run, with the counters of the whole grid.
Block body_of_part(Function& f, const Kernel& kernel, const std::vector<LoopOfPart>& loops) {
  Substitution in_grid(f);
  Builder build(f);
  for (size_t depth = 0; depth < loops.size(); ++depth) {
    if (!may_be_cut(f, kernel, depth)) continue;
    const VarId counter = std::get<For>(f[kernel.grid[depth]].node).counter;
    in_grid.replace(counter, build.add(build.read(loops[depth].first), build.read(loops[depth].turn)));
  }
  return in_grid.block(Block(std::get<For>(f[kernel.grid.back()].node).body));
}

/// The Grid loops from the `depth`-th one on, on threads.
Block on_threads(Function& f, const Kernel& kernel, const std::vector<LoopOfPart>& loops, size_t depth) {
  Block body =
      depth + 1 < loops.size() ? on_threads(f, kernel, loops, depth + 1) : body_of_part(f, kernel, loops);
  const Stmt stmt = f[kernel.grid[depth]];
  const auto& loop = std::get<For>(stmt.node);
  const LoopMark mark = is_on_one_item(f, kernel) ? LoopMark::Sequential : LoopMark::Parallel;
  Builder build(f);
  if (!may_be_cut(f, kernel, depth))
    return {build.loop(loop.counter, loop.extent, mark, std::move(body), stmt.range)};
  return {build.loop(loops[depth].turn, build.read(loops[depth].extent), mark, std::move(body), stmt.range)};
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

bool may_be_cut(const Function& f, const Kernel& kernel, size_t depth) {
  const auto* trips = std::get_if<Const>(&f[std::get<For>(f[kernel.grid[depth]].node).extent].node);
  return trips == nullptr || trips->value.integer > kMostKnown;
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
  std::vector<LoopOfPart> loops;
  for (const StmtId loop : kernel.grid) {
    const auto number = [&](const char* name) {
      return Builder(result).variable(name, ScalarType::Int64, result[loop].range);
    };
    loops.push_back({number("extent"), number("first"), number("turn")});
    for (const VarId parameter : {loops.back().extent, loops.back().first})
      result.parameters.push_back({.variable = parameter, .array = {}});
  }
  result.body = on_threads(result, kernel, loops, 0);
  return result;
}

}  // namespace unpython::transform
