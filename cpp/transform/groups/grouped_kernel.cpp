#include "transform/groups/grouped_kernel.h"

#include <algorithm>

#include "ir/constant.h"
#include "ir/eval.h"
#include "ir/rewrite.h"
#include "kernel/find_kernels.h"
#include "support/match.h"
#include "unpython/error.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;
using kernel::KernelArray;

class PutInPlace : public StatementRewriter {
 public:
  PutInPlace(Function& function, StmtId from, Block to) : StatementRewriter(function), from_(from), to_(std::move(to)) {}
  Block stmt(StmtId id) override { return id == from_ ? to_ : Block{rebuild(id)}; }

 private:
  const StmtId from_;
  const Block to_;
};

/// The flags of a grouped kernel's arrays, in the order of the kernel that it was made from.
std::vector<KernelArray> in_order_of(const std::vector<KernelArray>& before, const std::vector<KernelArray>& now) {
  std::vector<KernelArray> result = before;
  for (KernelArray& array : result) {
    const auto found =
        std::find_if(now.begin(), now.end(), [&](const KernelArray& a) { return a.array == array.array; });
    if (found != now.end()) array = *found;
  }
  return result;
}

/// Value of an Int64 expression at a launch.
class AtLaunch {
 public:
  AtLaunch(const Function& f, const std::function<int64_t(VarId)>& variable,
           const std::function<int64_t(ArrayId, int)>& extent)
      : f_(f), variable_(variable), extent_(extent) {}

  Constant value(ExprId id) const {
    const ScalarType type = f_[id].type;
    return match(
        f_[id].node, [](const Const& node) { return node.value; },
        [&](const Read& node) { return integer(variable_(node.variable)); },
        [&](const Extent& node) { return integer(extent_(node.array, node.dimension)); },
        [&](const Unary& node) { return evaluate(node.op, value(node.operand)); },
        [&](const Binary& node) { return evaluate(node.op, value(node.left), value(node.right)); },
        [&](const Compare& node) { return evaluate(node.op, value(node.left), value(node.right)); },
        [&](const Select& node) {
          return value(node.condition).integer != 0 ? value(node.if_true) : value(node.if_false);
        },
        [&](const Cast& node) { return convert(type, value(node.operand)); },
        [&](const Call& node) {
          std::vector<Constant> arguments;
          for (ExprId argument : node.arguments) arguments.push_back(value(argument));
          return evaluate(node.function, arguments);
        },
        [](const Load&) { return unknown(); }, [](const WrapIndex&) { return unknown(); });
  }

 private:
  static Constant integer(int64_t value) { return make_constant(ScalarType::Int64, value); }
  [[noreturn]] static Constant unknown() {
    throw InternalError("launching a kernel", "the number of its groups is not known at the launch");
  }
  const Function& f_;
  const std::function<int64_t(VarId)>& variable_;
  const std::function<int64_t(ArrayId, int)>& extent_;
};

}  // namespace

LaunchRange launch_range(Function& function, const Kernel& kernel) {
  LaunchRange range;
  Builder build(function);
  for (StmtId id : kernel.grid) {
    const std::string name = function[std::get<For>(function[id].node).counter].name;
    range.firsts.push_back(build.variable(name + "_first", ScalarType::Int64));
    range.ends.push_back(build.variable(name + "_end", ScalarType::Int64));
  }
  return range;
}

GroupedKernel grouped_kernel(Function function, const Kernel& kernel, const LaunchRange& range, StmtId group,
                             const std::array<int64_t, 3>& items) {
  Builder build(function);
  Block whole;
  for (size_t n = 0; n < kernel.grid.size(); ++n) {
    const ExprId extent = std::get<For>(function[kernel.grid[n]].node).extent;
    whole.push_back(build.assign(range.firsts[n], build.int64(0)));
    whole.push_back(build.assign(range.ends[n], build.max(build.int64(0), extent)));
  }
  whole.push_back(group);
  Block body = PutInPlace(function, kernel.root, std::move(whole)).block(function.body);
  function.body = std::move(body);
  for (const Kernel& found : kernel::find_kernels(function)) {
    if (found.root != group) continue;
    Kernel made = found;
    made.name = kernel.name;
    made.guarded = kernel.guarded;
    made.firsts = range.firsts;
    made.ends = range.ends;
    made.scalars = kernel.scalars;
    made.arrays = in_order_of(kernel.arrays, found.arrays);
    made.resident_groups = 1;  // the pass that grouped it knows better what it keeps in registers
    return {.function = std::move(function), .kernel = std::move(made), .items = items};
  }
  throw InternalError("grouping a kernel", "the nest stands nowhere in its function");
}

std::array<int64_t, 3> group_counts(const Function& function, const Kernel& kernel,
                                    const std::function<int64_t(VarId)>& variable,
                                    const std::function<int64_t(ArrayId, int)>& extent) {
  const AtLaunch numbers(function, variable, extent);
  std::array<int64_t, 3> groups{1, 1, 1};
  for (size_t n = 0; n < kernel.grid.size(); ++n) {
    const auto& loop = std::get<For>(function[kernel.grid[n]].node);
    groups[kernel.grid.size() - 1 - n] = numbers.value(loop.extent).integer;
  }
  return groups;
}

}  // namespace unpython::transform
