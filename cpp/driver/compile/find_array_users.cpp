#include "driver/compile/find_array_users.h"

#include <algorithm>
#include <set>

#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::driver {
namespace {

using Kernels = std::vector<kernel::Kernel>;

/// Statements outside of kernels read or store its elements.
bool is_used_by_host(const ir::Function& f, ir::ArrayId array) {
  bool used = false;
  const auto read = [&](ir::ExprId id) {
    const auto* load = std::get_if<ir::Load>(&f[id].node);
    used |= load != nullptr && load->array == array;
  };
  ir::walk_stmts(f, f.body, [&](ir::StmtId id) {
    for (ir::ExprId held : ir::expressions(f[id])) ir::walk_exprs(f, held, read);
    used |= ir::stored_array(f[id].node) == array;
    const auto* call = std::get_if<ir::CallHost>(&f[id].node);
    used |= call != nullptr && ir::is_given(*call, array);
    return !ir::is_kernel(f, id);
  });
  return used;
}

/// The position of a kernel among the statements of the function; their number where it is nested in one.
size_t place_of(const ir::Function& f, const kernel::Kernel& kernel) {
  return static_cast<size_t>(std::find(f.body.begin(), f.body.end(), kernel.root) - f.body.begin());
}

/// What decides which elements a kernel touches has its value for good when the statements from `first` on begin.
bool is_known_before(const ir::Function& f, const kernel::Kernel& kernel, size_t first) {
  const ir::Block rest(f.body.begin() + static_cast<std::ptrdiff_t>(first), f.body.end());
  const analysis::VarSet assigned = analysis::assigned_variables(f, rest);
  bool known = true;
  for (const size_t scalar : kernel.deciding)
    known &= !assigned.contains(kernel.scalars[scalar]);
  std::set<ir::ArrayId> fresh;
  for (const ir::StmtId id : rest) {
    if (const auto* allocation = std::get_if<ir::Allocate>(&f[id].node)) fresh.insert(allocation->array);
  }
  for (const kernel::KernelArray& array : kernel.arrays) known &= !fresh.contains(array.array);
  for (const ir::StmtId loop : kernel.grid) {
    ir::walk_exprs(f, std::get<ir::For>(f[loop].node).extent, [&](ir::ExprId id) {
      const auto* read = std::get_if<ir::Read>(&f[id].node);
      const auto* extent = std::get_if<ir::Extent>(&f[id].node);
      known &= read == nullptr || !assigned.contains(read->variable);
      known &= extent == nullptr || !fresh.contains(extent->array);
      known &= !std::holds_alternative<ir::Load>(f[id].node);
    });
  }
  return known;
}

bool are_known(const ir::Function& f, const Kernels& kernels, const std::vector<size_t>& users) {
  if (users.size() == 1) return !is_in_host_loop(f, kernels[users[0]].root);
  const size_t first = place_of(f, kernels[users[0]]);
  return std::all_of(users.begin(), users.end(), [&](size_t user) {
    return place_of(f, kernels[user]) < f.body.size() && is_known_before(f, kernels[user], first);
  });
}

}  // namespace

bool is_in_host_loop(const ir::Function& f, ir::StmtId kernel) {
  bool found = false;
  ir::walk_stmts(f, f.body, [&](ir::StmtId id) {
    if (ir::is_kernel(f, id)) return false;
    if (!ir::is_loop(f, id)) return true;
    found |= ir::holds(f, {id}, kernel);
    return false;
  });
  return found;
}

std::map<ir::ArrayId, std::vector<size_t>> find_array_users(const ir::Function& function,
                                                            const Kernels& kernels) {
  std::map<ir::ArrayId, std::vector<size_t>> users;
  for (size_t n = 0; n < kernels.size(); ++n) {
    for (const kernel::KernelArray& array : kernels[n].arrays) {
      if (array.loaded || array.stored) users[array.array].push_back(n);
    }
  }
  std::erase_if(users, [&](const auto& user) {
    return is_used_by_host(function, user.first) || !are_known(function, kernels, user.second);
  });
  return users;
}

}  // namespace unpython::driver
