#include "kernel/find_kernels.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"
#include "kernel/deciding_scalars.h"

namespace unpython::kernel {
namespace {

using namespace ir;

constexpr int64_t kLocalOfMultiprocessor = 227 << 10;
constexpr int64_t kLocalOfDriver = 1 << 10;  ///< of each group
constexpr int64_t kRegisters = 64 << 10;     ///< of a multiprocessor
constexpr int64_t kOtherRegisters = 24;      ///< of an item, beside its arrays
constexpr int64_t kFewWords = 16;            ///< of arrays of an item, beside which there is room enough
constexpr int64_t kMostResident = 3;         ///< with more, registers go to memory

class Describe {
 public:
  Describe(const Function& f, StmtId root, std::string name) : f_(f) {
    kernel_.name = std::move(name);
    kernel_.root = root;
  }

  Kernel run() {
    const ir::Block* body = grid();
    walk_stmts(f_, *body, [&](StmtId id) {
      for (ExprId held : expressions(f_[id])) walk_exprs(f_, held, [&](ExprId part) { expression(part); });
      statement(id);
      return true;
    });
    scalars(*body);
    kernel_.resident_groups = resident_groups(*body);
    return std::move(kernel_);
  }

 private:
  /// The Grid or Group loops; gives the body of the innermost one.
  const ir::Block* grid() {
    StmtId id = kernel_.root;
    while (true) {
      kernel_.grid.push_back(id);
      const auto& loop = std::get<For>(f_[id].node);
      const auto* next = loop.body.size() == 1 ? std::get_if<For>(&f_[loop.body[0]].node) : nullptr;
      if (next == nullptr || next->mark != loop.mark) return &loop.body;
      id = loop.body[0];
    }
  }

  /// Where items have arrays in registers, a compiler takes so many more that a group or two are all that a multiprocessor holds, and
  /// nobody works while they wait for memory or for each other.
  int resident_groups(const ir::Block& body) const {
    const auto& root = std::get<For>(f_[kernel_.root].node);
    if (root.mark != LoopMark::Group || root.width == 1) return 1;
    std::set<ArrayId> own;
    walk_elements(f_, body, [&](ArrayId id, const std::vector<ExprId>&) {
      if (!f_[id].extents.empty()) own.insert(id);
    });
    int64_t local = 0;
    int64_t words = 0;
    for (ArrayId id : own) {
      int64_t bytes = size_of(f_[id].type);
      for (int64_t extent : f_[id].extents) bytes *= extent;
      if (f_[id].space == AddressSpace::Local) local += bytes;
      if (f_[id].space == AddressSpace::Item) words += bytes / f_[id].extents[0] / 4;
    }
    if (local == 0 || words < kFewWords) return 1;
    const int64_t by_memory = kLocalOfMultiprocessor / (local + kLocalOfDriver);
    const int64_t by_registers = kRegisters / (root.width * (words + kOtherRegisters));
    return static_cast<int>(std::clamp<int64_t>(std::min(by_memory, by_registers), 1, kMostResident));
  }

  KernelArray* array(ArrayId id) {
    if (!f_[id].extents.empty()) return nullptr;  // the work item's own
    auto found = std::find_if(kernel_.arrays.begin(), kernel_.arrays.end(),
                              [&](const KernelArray& known) { return known.array == id; });
    if (found != kernel_.arrays.end()) return &*found;
    KernelArray fresh{.array = id};
    fresh.asked_extents.assign(static_cast<size_t>(f_[id].rank), false);
    return &kernel_.arrays.emplace_back(std::move(fresh));
  }
  void ask_extent(ArrayId id, int dimension) {
    if (KernelArray* known = array(id)) known->asked_extents[static_cast<size_t>(dimension)] = true;
  }

  void expression(ExprId id) {
    const ExprNode& node = f_[id].node;
    if (const auto* load = std::get_if<Load>(&node)) {
      if (KernelArray* known = array(load->array)) known->loaded = true;
    }
    if (const auto* extent = std::get_if<Extent>(&node)) ask_extent(extent->array, extent->dimension);
    if (const auto* wrap = std::get_if<WrapIndex>(&node)) ask_extent(wrap->array, wrap->dimension);
  }
  void statement(StmtId id) {
    const StmtNode& node = f_[id].node;
    if (const auto* store = std::get_if<Store>(&node)) {
      if (KernelArray* known = array(store->array)) known->stored = true;
    }
    if (const auto* update = std::get_if<AtomicUpdate>(&node)) {
      if (KernelArray* known = array(update->array)) known->stored = known->updated = true;
    }
    if (const auto* check = std::get_if<CheckIndex>(&node)) ask_extent(check->array, check->dimension);
    kernel_.may_raise |= may_raise(node);
    kernel_.has_loops |= is_one_of<For, While>(node);
  }

  void scalars(const ir::Block& body) {
    analysis::VarSet own = analysis::assigned_variables(f_, body);
    for (StmtId id : kernel_.grid) own.insert(std::get<For>(f_[id].node).counter);
    for (VarId variable : analysis::read_variables(f_, body).members()) {
      if (!own.contains(variable)) kernel_.scalars.push_back(variable);
    }
  }

  const Function& f_;
  Kernel kernel_;
};

/// A name that C and people can read.
std::string base_name(const Function& f, StmtId root) {
  std::string name;
  for (const char c : f.name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (plain) name += c;
  }
  return "up_" + name + "_line" + std::to_string(f[root].range.line);
}

/// Roots of kernels that run again and again, each with the outermost loop of the host around it.
std::map<StmtId, StmtId> loops_around_kernels(const Function& f) {
  std::map<StmtId, StmtId> loops;
  walk_stmts(f, f.body, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&f[id].node);
    if (is_kernel(f, id)) return false;
    if (loop == nullptr && !std::holds_alternative<While>(f[id].node)) return true;
    walk_stmts(f, {id}, [&](StmtId inside) {
      const bool kernel = is_kernel(f, inside);
      if (kernel) loops[inside] = id;
      return !kernel;
    });
    return false;
  });
  return loops;
}

/// Marks what may run after a kernel that raised.
void guard(const Function& f, std::vector<Kernel>& kernels) {
  const std::map<StmtId, StmtId> loops = loops_around_kernels(f);
  const auto loop_of = [&](const Kernel& kernel) {
    const auto found = loops.find(kernel.root);
    return found != loops.end() ? std::optional(found->second) : std::nullopt;
  };
  for (auto raising = kernels.begin(); raising != kernels.end(); ++raising) {
    if (!raising->may_raise) continue;
    const std::optional<StmtId> loop = loop_of(*raising);
    for (auto other = kernels.begin(); other != kernels.end(); ++other)
      other->guarded |= other > raising || (loop && loop_of(*other) == loop);
  }
}

}  // namespace

std::vector<Kernel> find_kernels(const Function& function) {
  std::vector<Kernel> kernels;
  std::map<std::string, int> taken;
  walk_stmts(function, function.body, [&](StmtId id) {
    if (!is_kernel(function, id)) return true;
    const std::string name = base_name(function, id);
    const int number = ++taken[name];
    kernels.push_back(Describe(function, id, number == 1 ? name : name + "_" + std::to_string(number)).run());
    return false;
  });
  guard(function, kernels);
  for (Kernel& kernel : kernels) kernel.deciding = deciding_scalars(function, kernel);
  return kernels;
}

}  // namespace unpython::kernel
