#include "kernel/host_arrays.h"

#include <algorithm>
#include <utility>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::kernel {
namespace {

using namespace ir;

/// Expressions that the host evaluates in less time than a copy takes.
constexpr int64_t kMostExpressions = 400;

/// How often the body of a loop runs, or more than the host may do where that is not known.
int64_t turns_of(const Function& f, const For& loop) {
  const auto* turns = std::get_if<Const>(&f[loop.extent].node);
  return turns != nullptr && turns->value.integer >= 0 ? std::min(turns->value.integer, kMostExpressions) : kMostExpressions;
}

int64_t expressions_of(const Function& f, const Block& block) {
  int64_t all = 0;
  for (const StmtId id : block) {
    for (const ExprId root : expressions(f[id])) walk_exprs(f, root, [&](ExprId) { ++all; });
    const auto* loop = std::get_if<For>(&f[id].node);
    for (const Block* nested : blocks(f[id])) all += (loop != nullptr ? turns_of(f, *loop) : 1) * expressions_of(f, *nested);
    all = std::min(all, kMostExpressions + 1);
  }
  return all;
}

/// Functions of a device may round otherwise than those of the host; these are exact.
bool is_exact(const Function& f, ExprId id) {
  if (is_complex(f[id].type)) return false;
  const auto* call = std::get_if<Call>(&f[id].node);
  return call == nullptr || is_integer(f[id].type) || call->function == Intrinsic::Fma || call->function == Intrinsic::Sqrt;
}

bool is_simple(const Function& f, const Kernel& kernel) {
  const auto& root = std::get<For>(f[kernel.root].node);
  const auto* items = std::get_if<Const>(&f[root.extent].node);
  if (kernel.may_raise || kernel.grid.size() != 1 || root.mark != LoopMark::Grid || items == nullptr || items->value.integer != 1)
    return false;
  const bool strange = !holds_only<Assign, Store, If, For>(f, root.body);
  if (strange || expressions_of(f, root.body) > kMostExpressions) return false;
  return !any_expr(f, root.body, [&](ExprId id) { return !is_exact(f, id); });
}

std::set<ArrayId> touched(const Kernel& kernel) {
  std::set<ArrayId> arrays;
  for (const KernelArray& array : kernel.arrays)
    if (array.loaded || array.stored) arrays.insert(array.array);
  return arrays;
}

std::set<ArrayId> parameters(const Function& f) {
  std::set<ArrayId> arrays;
  for (const Parameter& parameter : f.parameters)
    if (parameter.is_array) arrays.insert(parameter.array);
  return arrays;
}

/// What functions of the host are given.
std::set<ArrayId> given_arrays(const Function& f) {
  std::set<ArrayId> arrays;
  walk_stmts(f, f.body, [&](StmtId id) {
    if (const auto* call = std::get_if<CallHost>(&f[id].node))
      for (const HostArgument& argument : call->arguments)
        if (argument.array.valid()) arrays.insert(argument.array);
    return true;
  });
  return arrays;
}

/// Arrays of which the host part loads elements, outside of kernels.
std::set<ArrayId> loaded_by_host(const Function& f) {
  std::set<ArrayId> arrays;
  walk_stmts(f, f.body, [&](StmtId id) {
    if (is_kernel(f, id)) return false;
    for (const ExprId root : expressions(f[id])) {
      walk_exprs(f, root, [&](ExprId part) {
        if (const auto* load = std::get_if<Load>(&f[part].node)) arrays.insert(load->array);
      });
    }
    return true;
  });
  return arrays;
}

/// Whether elements of `arrays` decide what the device does: followed through the variables of the host part.
class FollowElements {
 public:
  FollowElements(const Function& f, const std::vector<Kernel>& kernels, const HostArrays& of_host)
      : f_(f), kernels_(kernels), of_host_(of_host) {}

  [[nodiscard]] bool decide() {
    size_t before = 0;
    do {
      before = made_.members().size();
      follow();
    } while (made_.members().size() != before);
    bool found = false;
    walk_stmts(f_, f_.body, [&](StmtId id) {
      const Kernel* const kernel = kernel_at(id);
      found = found || (kernel == nullptr ? decides(id) : !of_host_.kernels.contains(id) && decides(*kernel));
      return kernel == nullptr;
    });
    return found;
  }

 private:
  [[nodiscard]] bool depends(ExprId root) const {
    return any_expr(f_, root, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f_[id].node);
      const auto* read = std::get_if<Read>(&f_[id].node);
      return (load != nullptr && of_host_.arrays.contains(load->array)) || (read != nullptr && made_.contains(read->variable));
    });
  }
  [[nodiscard]] const Kernel* kernel_at(StmtId id) const {
    const auto found = std::find_if(kernels_.begin(), kernels_.end(), [&](const Kernel& kernel) { return kernel.root == id; });
    return found != kernels_.end() ? &*found : nullptr;
  }

  void follow() {
    walk_stmts(f_, f_.body, [&](StmtId id) {
      const auto* assign = std::get_if<Assign>(&f_[id].node);
      if (assign != nullptr && depends(assign->value)) made_.insert(assign->variable);
      return kernel_at(id) == nullptr;
    });
  }
  [[nodiscard]] bool decides(const Kernel& kernel) const {
    return std::any_of(kernel.grid.begin(), kernel.grid.end(), [&](StmtId id) { return depends(std::get<For>(f_[id].node).extent); }) ||
           std::any_of(kernel.deciding.begin(), kernel.deciding.end(), [&](size_t n) { return made_.contains(kernel.scalars[n]); });
  }
  [[nodiscard]] bool decides(StmtId id) const {
    const StmtNode& node = f_[id].node;
    if (is_one_of<Assign, Return>(node)) return false;
    const std::vector<ExprId> held = expressions(f_[id]);
    return std::any_of(held.begin(), held.end(), [&](ExprId root) { return depends(root); });
  }

  const Function& f_;
  const std::vector<Kernel>& kernels_;
  const HostArrays& of_host_;
  analysis::VarSet made_;
};

}  // namespace

HostArrays host_arrays(const Function& f, const std::vector<Kernel>& kernels) {
  std::vector<const Kernel*> found;
  for (const Kernel& kernel : kernels)
    if (is_simple(f, kernel)) found.push_back(&kernel);
  HostArrays result{.arrays = parameters(f)};
  for (const ArrayId array : given_arrays(f)) result.arrays.erase(array);
  const auto leave = [&](const Kernel& kernel) {
    for (const ArrayId array : touched(kernel)) result.arrays.erase(array);
  };
  for (const Kernel& kernel : kernels)
    if (std::find(found.begin(), found.end(), &kernel) == found.end()) leave(kernel);
  const auto stays = [&](const Kernel* kernel) {
    const std::set<ArrayId> own = touched(*kernel);
    return std::all_of(own.begin(), own.end(), [&](ArrayId array) { return result.arrays.contains(array); });
  };
  for (auto out = found.begin(); (out = std::find_if_not(found.begin(), found.end(), stays)) != found.end();) {
    leave(**out);
    found.erase(out);
  }
  std::set<ArrayId> used = loaded_by_host(f);
  for (const Kernel* kernel : found) {
    result.kernels.insert(kernel->root);
    used.merge(touched(*kernel));
  }
  std::erase_if(result.arrays, [&](ArrayId array) { return !used.contains(array); });
  result.decide = FollowElements(f, kernels, result).decide();
  return result;
}

}  // namespace unpython::kernel
