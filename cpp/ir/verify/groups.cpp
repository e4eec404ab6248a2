#include "ir/verify/groups.h"

#include <algorithm>
#include <map>
#include <set>

#include "ir/groups.h"
#include "ir/rewrite.h"

namespace unpython::ir {
namespace {

std::string in_quotes(const std::string& name) { return "'" + name + "'"; }

/// Stores and loads of one array in one Item nest.
struct Touches {
  std::vector<std::vector<ExprId>> stores;
  std::vector<std::vector<ExprId>> loads;
};

class Groups {
 public:
  explicit Groups(const Function& f) : f_(f) {}

  std::vector<std::string> run() {
    outside(f_.body, false);
    return std::move(problems_);
  }

 private:
  void problem(const std::string& text) { problems_.push_back(text); }
  void require(bool holds, const std::string& text) {
    if (!holds) problem(text);
  }
  [[nodiscard]] const For& loop(StmtId id) const { return std::get<For>(f_[id].node); }
  [[nodiscard]] std::string the(const For& node) const {
    return "the item loop over " + in_quotes(f_[node.counter].name);
  }

  /// Statements that no Item nest is around.
  void outside(const Block& block, bool in_group) {
    for (StmtId id : block) {
      const Stmt& stmt = f_[id];
      const auto* node = std::get_if<For>(&stmt.node);
      if (node != nullptr && node->mark == LoopMark::Item) {
        nest(id, in_group);
        continue;
      }
      for (ExprId root : expressions(stmt)) uniform(root, in_group);
      if (in_group) shared(stmt);
      if (in_group && node == nullptr) straight(stmt);
      if (in_group && node != nullptr && !item_nests(f_, node->body).empty())
        require(!may_leave(f_, node->body), "a loop around loops over items that breaks or continues");
      const bool group = in_group || (node != nullptr && node->mark == LoopMark::Group);
      for (const Block* inner : blocks(stmt)) outside(*inner, group);
    }
  }
  void uniform(ExprId root, bool in_group) {
    walk_exprs(f_, root, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f_[id].node);
      if (load == nullptr) return;
      const AddressSpace space = f_[load->array].space;
      require(space != AddressSpace::Item,
              "item array " + in_quotes(f_[load->array].name) + " is read outside the loops over items");
      require(space != AddressSpace::Local || in_group,
              "local array " + in_quotes(f_[load->array].name) + " is read outside a group");
    });
  }
  /// What all threads of a group run alike.
  void shared(const Stmt& stmt) {
    const bool stores =
        is_one_of<Store, AtomicUpdate>(stmt.node);
    require(!stores, "a store of a group outside the loops over its items");
  }

  /// All threads come by all nests.
  void straight(const Stmt& stmt) {
    for (const Block* inner : blocks(stmt))
      require(item_nests(f_, *inner).empty(), "a loop over items inside a branch of its group");
  }
  void nest(StmtId root, bool in_group) {
    const ItemNest nest = item_nest(f_, root);
    require(in_group, the(loop(root)) + " outside a group");
    require(nest.loops.size() <= kMaxGridDimensions, the(loop(root)) + " has too many dimensions");
    for (size_t d = 0; d < nest.loops.size(); ++d) {
      const For& node = loop(nest.loops[d]);
      require(nest.bounds[d] > 0, the(node) + " has an extent without a bound");
      require(d == 0 || node.ahead < 0, the(node) + " copies inside the outermost one");
      for (VarId counter : nest.counters) {
        const bool counts = any_expr(f_, node.extent, [&](ExprId id) {
          const auto* read = std::get_if<Read>(&f_[id].node);
          return read != nullptr && read->variable == counter;
        });
        require(!counts, the(node) + " has an extent that its group does not know");
      }
      uniform(node.extent, in_group);
    }
    if (!problems_.empty()) return;
    inside(nest);
    if (loop(root).ahead >= 0) copies(root, *nest.body);
  }

  void inside(const ItemNest& nest) {
    std::map<ArrayId, Touches> touches;
    bool unit = false;
    walk_stmts(f_, *nest.body, [&](StmtId id) {
      const StmtNode& node = f_[id].node;
      if (const auto* inner = std::get_if<For>(&node)) {
        const bool again = inner->mark == LoopMark::Item || inner->mark == LoopMark::Group;
        require(!again, "a loop over groups or items inside the loop over items");
        unit |= inner->mark == LoopMark::MatrixUnit;
      }
      if (const auto* store = std::get_if<Store>(&node))
        touches[store->array].stores.push_back(store->indices);
      return true;
    });
    walk_all_exprs(f_, *nest.body, [&](ExprId id) {
      if (const auto* load = std::get_if<Load>(&f_[id].node))
        touches[load->array].loads.push_back(load->indices);
    });
    for (const auto& [array, touched] : touches) {
      if (f_[array].space == AddressSpace::Item) item_array(nest, array, touched, unit);
      if (f_[array].space == AddressSpace::Local) local_array(nest, array, touched);
    }
  }

  void item_array(const ItemNest& nest, ArrayId array, const Touches& touched, bool unit) {
    const Array& target = f_[array];
    const std::string name = "item array " + in_quotes(target.name);
    const size_t depth = nest.counters.size();
    const bool fits = target.extents.size() >= depth &&
                      std::equal(nest.bounds.begin(), nest.bounds.end(), target.extents.begin());
    if (!fits) return problem(name + " has other first extents than the loops over items");
    const auto [known, fresh] = shapes_.try_emplace(array, depth, unit);
    require(fresh || known->second == std::pair(depth, unit), name + " belongs to two kinds of items");
    for (const auto& indices : touched.stores)
      require(own(nest, indices, depth), name + " is stored to for another item");
    for (const auto& indices : touched.loads) {
      require(own(nest, indices, depth) || (own(nest, indices, depth - 1) && touched.stores.empty()),
              name + " is read from another item while items store to it");
    }
  }
  [[nodiscard]] bool own(const ItemNest& nest, const std::vector<ExprId>& indices, size_t count) const {
    for (size_t d = 0; d < count; ++d) {
      const auto* read = std::get_if<Read>(&f_[indices[d]].node);
      if (read == nullptr || read->variable != nest.counters[d]) return false;
    }
    return true;
  }

  void local_array(const ItemNest& nest, ArrayId array, const Touches& touched) {
    const std::string name = "local array " + in_quotes(f_[array].name);
    const std::set<VarId> moving = moving_variables(nest);
    for (const auto& indices : touched.stores) {
      const bool moves =
          std::any_of(indices.begin(), indices.end(), [&](ExprId i) { return reads_any(i, moving); });
      require(moves || nest.items() == 1, name + " is stored to by all items at one place");
    }
    if (touched.stores.empty()) return;
    for (const auto& indices : touched.loads) {
      const bool known = std::any_of(touched.stores.begin(), touched.stores.end(),
                                     [&](const auto& stored) { return same(stored, indices); });
      require(known || nest.items() == 1, name + " is read where another item may store to it");
    }
  }
  [[nodiscard]] bool same(const std::vector<ExprId>& a, const std::vector<ExprId>& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](ExprId x, ExprId y) { return same_value(f_, x, y); });
  }
  [[nodiscard]] bool reads_any(ExprId root, const std::set<VarId>& variables) const {
    return any_expr(f_, root, [&](ExprId id) {
      const auto* read = std::get_if<Read>(&f_[id].node);
      return (read != nullptr && variables.contains(read->variable)) || std::holds_alternative<Load>(f_[id].node);
    });
  }
  /// The counters of the items and what the nest assigns.
  [[nodiscard]] std::set<VarId> moving_variables(const ItemNest& nest) const {
    std::set<VarId> result(nest.counters.begin(), nest.counters.end());
    walk_stmts(f_, *nest.body, [&](StmtId id) {
      if (const auto* assign = std::get_if<Assign>(&f_[id].node)) result.insert(assign->variable);
      return true;
    });
    return result;
  }

  /// A copying nest holds stores of elements of arguments, or of registers, to Local arrays, and loops and branches
  /// around them.
  void copies(StmtId root, const Block& body) {
    walk_stmts(f_, body, [&](StmtId id) {
      const StmtNode& node = f_[id].node;
      bool fits = is_one_of<For, If>(node);
      if (const auto* store = std::get_if<Store>(&node)) {
        const auto* load = std::get_if<Load>(&f_[store->value].node);
        fits = load != nullptr && f_[store->array].space == AddressSpace::Local &&
               (!is_scratch(f_[load->array].space) || f_[load->array].space == AddressSpace::Item);
      }
      require(fits, the(loop(root)) + " copies asynchronously, and does something else");
      return true;
    });
  }

  const Function& f_;
  std::vector<std::string> problems_;
  std::map<ArrayId, std::pair<size_t, bool>> shapes_;  ///< Item arrays: counters in front; touched as warps
};

}  // namespace

std::vector<std::string> group_problems(const Function& function) { return Groups(function).run(); }

}  // namespace unpython::ir
