#include "kernel/group_plan.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"
#include "kernel/find_barriers.h"

namespace unpython::kernel {
namespace {

using namespace ir;

constexpr int64_t kLocalAlignment = 16;

int64_t rounded(int64_t value, int64_t to) { return (value + to - 1) / to * to; }

class MakeGroupPlan {
 public:
  MakeGroupPlan(const Function& f, const Kernel& kernel, const GroupAbilities& abilities)
      : f_(f),
        abilities_(abilities),
        body_(loop(kernel.grid.back()).body),
        root_(loop(kernel.grid.front())) {}

  GroupPlan run(bool disjoint, int64_t most_threads) {
    for (StmtId id : item_nests(f_, body_)) add_nest(id);
    plan_.threads = root_.width > 1 ? root_.width : widest(most_threads);
    for (auto& [id, nest] : plan_.nests) {
      const int64_t at_once = std::max<int64_t>(1, nest.by_warps ? plan_.threads / kWarp : plan_.threads);
      nest.parts = (nest.nest.items() + at_once - 1) / at_once;
    }
    std::set<ArrayId> in_memory;
    for (const auto& [id, nest] : plan_.nests) exchanges(nest, in_memory);
    std::erase_if(plan_.shuffles, [&](const auto& entry) {
      return in_memory.contains(std::get<Load>(f_[entry.first].node).array);
    });
    for (const auto& [id, nest] : plan_.nests) arrays(nest, in_memory);
    uniform_arrays();
    plan_.barriers = find_barriers(f_, body_, disjoint, in_memory);
    return std::move(plan_);
  }

 private:
  [[nodiscard]] const For& loop(StmtId id) const { return std::get<For>(f_[id].node); }

  void add_nest(StmtId id) {
    NestPlan nest{.nest = item_nest(f_, id)};
    walk_stmts(f_, *nest.nest.body, [&](StmtId inside) {
      const auto* inner = std::get_if<For>(&f_[inside].node);
      nest.by_warps |= abilities_.matrix_unit && inner != nullptr && inner->mark == LoopMark::MatrixUnit;
      return true;
    });
    plan_.nests.emplace(id, std::move(nest));
  }

  /// Whole warps for the nest with the most items.
  int64_t widest(int64_t most) const {
    int64_t threads = 1;
    for (const auto& [id, nest] : plan_.nests)
      threads = std::max(threads, nest.nest.items() * (nest.by_warps ? kWarp : 1));
    return std::min(most, rounded(threads, kWarp));
  }

  /// Loads from other items: shuffles, or arrays in memory.
  void exchanges(const NestPlan& nest, std::set<ArrayId>& in_memory) {
    std::set<ExprId> together;
    if (abilities_.shuffles && !nest.by_warps && plan_.threads % kWarp == 0)
      alike(nest.nest, *nest.nest.body, moving_variables(nest.nest), together);
    walk_all_exprs(f_, *nest.nest.body, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f_[id].node);
      if (load == nullptr || !is_exchange(f_, nest.nest, *load)) return;
      const std::optional<Shuffle> shuffle =
          together.contains(id) ? shuffle_of(f_, nest.nest, *load) : std::nullopt;
      if (shuffle && !is_complex(f_[id].type)) {
        plan_.shuffles.emplace(id, *shuffle);
      } else {
        in_memory.insert(load->array);
      }
    });
  }

  analysis::VarSet moving_variables(const ItemNest& nest) const {
    analysis::VarSet result = analysis::assigned_variables(f_, *nest.body);
    for (VarId counter : nest.counters) result.insert(counter);
    return result;
  }

  /// Exchanges that all items run at the same time, with registers that they number alike.
  void alike(const ItemNest& nest, const Block& block, analysis::VarSet moving,
             std::set<ExprId>& result) const {
    for (StmtId id : block) {
      const Stmt& stmt = f_[id];
      if (const auto* inner = std::get_if<For>(&stmt.node)) {
        if (!analysis::is_fixed(f_, inner->extent, moving)) continue;
        analysis::VarSet known = moving;
        known.erase(inner->counter);
        alike(nest, inner->body, known, result);
        continue;
      }
      if (!is_one_of<Assign, Store>(stmt.node)) continue;
      for (ExprId root : expressions(stmt)) {
        walk_exprs(f_, root, [&](ExprId part) {
          const auto* load = std::get_if<Load>(&f_[part].node);
          if (load == nullptr || !is_exchange(f_, nest, *load)) return;
          if (analysis::are_fixed(f_, std::span(load->indices).subspan(nest.counters.size()), moving)) result.insert(part);
        });
      }
    }
  }

  void arrays(const NestPlan& nest, const std::set<ArrayId>& in_memory) {
    walk_elements(f_, *nest.nest.body, [&](ArrayId id, const std::vector<ExprId>&) {
      const AddressSpace space = f_[id].space;
      if (space == AddressSpace::Local || in_memory.contains(id)) return place(id);
      if (space != AddressSpace::Item) return;
      plan_.registers.try_emplace(id, RegisterPlan{.depth = nest.nest.counters.size(), .parts = nest.parts});
    });
    if (nest.by_warps) fragments(nest);
  }
  void uniform_arrays() {
    walk_loads(f_, body_, [&](ArrayId array, const std::vector<ExprId>&) {
      if (f_[array].space == AddressSpace::Local) place(array);
    });
  }

  void place(ArrayId id) {
    const auto [entry, fresh] = plan_.local.try_emplace(id, plan_.local_bytes);
    if (!fresh) return;
    int64_t bytes = size_of(f_[id].type);
    for (const int64_t extent : f_[id].extents) bytes *= extent;
    plan_.local_bytes += rounded(bytes, kLocalAlignment);
  }

  void fragments(const NestPlan& nest) {
    walk_stmts(f_, *nest.nest.body, [&](StmtId id) {
      const std::optional<MatrixProduct> product = matrix_product(f_, id);
      if (!product) return true;
      fragment(product->sum, FragmentRole::Sum, product->m);
      fragment(std::get<Load>(f_[product->left].node).array, FragmentRole::Left, product->m);
      fragment(std::get<Load>(f_[product->right].node).array, FragmentRole::Right, product->m);
      return false;
    });
  }
  void fragment(ArrayId id, FragmentRole role, int64_t rows) {
    const auto known = plan_.registers.find(id);
    if (known == plan_.registers.end()) return;
    known->second.role = role;
    known->second.rows = rows;
    known->second.is_complex = is_complex(f_[id].type);
  }

  const Function& f_;
  const GroupAbilities& abilities_;
  const Block& body_;
  const For& root_;
  GroupPlan plan_;
};

}  // namespace

int64_t RegisterPlan::lane_elements() const {
  switch (role) {
    case FragmentRole::None:
      return 1;
    case FragmentRole::Sum:
      return rows / (is_complex ? 8 : 4);
    case FragmentRole::Left:
      return rows / 8;
    case FragmentRole::Right:
      return 1;
  }
  return 1;
}

GroupPlan plan_group(const Function& function, const Kernel& kernel, bool disjoint,
                     const GroupAbilities& abilities, int64_t most_threads) {
  return MakeGroupPlan(function, kernel, abilities).run(disjoint, most_threads);
}

bool is_grouped(const Function& function, const Kernel& kernel) {
  return std::get<For>(function[kernel.root].node).mark == LoopMark::Group;
}

}  // namespace unpython::kernel
