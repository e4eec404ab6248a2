#include "footprint/reference_groups.h"

#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::footprint {
namespace {

using namespace ir;

/// By dimension: the Grid loops that the subscript follows, a bit for each.
using Moves = std::vector<uint64_t>;

class KernelGroups {
 public:
  KernelGroups(GroupedFunction& grouped, StmtId root)
      : grouped_(grouped), f_(grouped.function), root_(root) {}

  void run() {
    follow_loops();
    std::map<ArrayId, std::set<Moves>> stored;
    walk_stores(f_, {root_}, [&](ArrayId array, const std::vector<ExprId>& indices) { stored[array].insert(moves(indices)); });
    std::vector<ExprId> loads;
    walk_all_exprs(f_, {root_}, [&](ExprId id) {
      if (std::holds_alternative<Load>(f_[id].node)) loads.push_back(id);
    });
    for (ExprId id : loads) {
      auto& load = std::get<Load>(f_.exprs[id].node);
      if (load.array.value >= f_.arrays.size() - static_cast<int32_t>(grouped_.originals.size()))
        continue;                                     // named
      if (!f_[load.array].extents.empty()) continue;  // a work item's own
      std::set<Moves>& own = stored[load.array];
      const Moves moved = moves(load.indices);
      if (own.empty()) own.insert(moved);  // only read: the first group keeps the array
      if (own.count(moved) == 0) load.array = name_of(load.array, moved);
    }
  }

 private:
  /// Which Grid loops decide the value of each variable.
  void follow_loops() {
    uint64_t next = 1;
    walk_stmts(f_, {root_}, [&](StmtId id) {
      const auto* loop = std::get_if<For>(&f_[id].node);
      if (loop == nullptr || loop->mark != LoopMark::Grid) return true;
      loops_[loop->counter] = next;
      next *= 2;
      return true;
    });
    for (bool changes = true; changes;) {
      changes = false;
      walk_stmts(f_, {root_}, [&](StmtId id) {
        const auto* assign = std::get_if<Assign>(&f_[id].node);
        if (assign == nullptr) return true;
        uint64_t& known = loops_[assign->variable];
        const uint64_t now = known | loops_of(assign->value);
        changes |= now != known;
        known = now;
        return true;
      });
    }
  }
  [[nodiscard]] uint64_t loops_of(ExprId value) const {
    uint64_t loops = 0;
    walk_exprs(f_, value, [&](ExprId id) {
      const auto* read = std::get_if<Read>(&f_[id].node);
      const auto known = read != nullptr ? loops_.find(read->variable) : loops_.end();
      if (known != loops_.end()) loops |= known->second;
    });
    return loops;
  }
  [[nodiscard]] Moves moves(const std::vector<ExprId>& indices) const {
    Moves result;
    for (ExprId index : indices) result.push_back(loops_of(index));
    return result;
  }

  /// The array that stands for `array` where a kernel reads it so.
  ArrayId name_of(ArrayId array, const Moves& moved) {
    const auto known = names_.find({array, moved});
    if (known != names_.end()) return known->second;
    const ArrayId name = f_.arrays.push(f_[array]);
    grouped_.originals.push_back(array);
    return names_[{array, moved}] = name;
  }

  GroupedFunction& grouped_;
  Function& f_;
  const StmtId root_;
  std::map<VarId, uint64_t> loops_;
  std::map<std::pair<ArrayId, Moves>, ArrayId> names_;
};

}  // namespace

std::optional<GroupedFunction> reference_groups(const Function& function) {
  GroupedFunction grouped{function, {}};
  walk_stmts(function, function.body, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&function[id].node);
    if (loop == nullptr || loop->mark != LoopMark::Grid) return true;
    KernelGroups(grouped, id).run();
    return false;
  });
  if (grouped.originals.empty()) return std::nullopt;
  return grouped;
}

}  // namespace unpython::footprint
