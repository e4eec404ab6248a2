#include "kernel/host_kernels.h"

#include <algorithm>
#include <utility>

#include "ir/rewrite.h"

namespace unpython::kernel {
namespace {

using namespace ir;

/// Expressions that the host evaluates in less time than a copy takes.
constexpr int64_t kMostExpressions = 400;

/// How often the body of a loop runs; none: more than a few times, or that is not known.
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
  const bool strange = any_stmt(f, root.body, [&](StmtId id) {
    const StmtNode& node = f[id].node;
    return !std::holds_alternative<Assign>(node) && !std::holds_alternative<Store>(node) &&
           !std::holds_alternative<If>(node) && !std::holds_alternative<For>(node);
  });
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

}  // namespace

std::set<StmtId> host_kernels(const Function& f, const std::vector<Kernel>& kernels) {
  std::vector<const Kernel*> found;
  for (const Kernel& kernel : kernels)
    if (is_simple(f, kernel)) found.push_back(&kernel);
  const std::set<ArrayId> of_caller = parameters(f);
  std::set<ArrayId> others = given_arrays(f);
  for (const Kernel& kernel : kernels)
    if (std::find(found.begin(), found.end(), &kernel) == found.end()) others.merge(touched(kernel));
  const auto stays = [&](const Kernel* kernel) {
    const std::set<ArrayId> own = touched(*kernel);
    return !own.empty() && std::all_of(own.begin(), own.end(), [&](ArrayId array) {
      return of_caller.contains(array) && !others.contains(array);
    });
  };
  for (bool shrinks = true; shrinks;) {
    const auto out = std::find_if_not(found.begin(), found.end(), stays);
    shrinks = out != found.end();
    if (!shrinks) break;
    others.merge(touched(**out));
    found.erase(out);
  }
  std::set<StmtId> roots;
  for (const Kernel* kernel : found) roots.insert(kernel->root);
  return roots;
}

}  // namespace unpython::kernel
