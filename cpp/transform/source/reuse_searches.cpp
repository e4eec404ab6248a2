#include "transform/source/reuse_searches.h"

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr size_t kInFront = 8;      // assignments in front of a search that may belong to it
constexpr size_t kRemembered = 16;  // searches

using Variables = std::unordered_set<VarId>;
using Arrays = std::unordered_set<ArrayId>;

/// What statements change.
struct Changes {
  Variables variables;
  Arrays arrays;
  bool all = false;  ///< also what is not known
};

/// Several names may stand for the memory of arguments: all of them are one, which has no name.
ArrayId memory_of(const Function& f, ArrayId array) { return f[array].space == AddressSpace::Argument ? ArrayId{} : array; }

/// The array that an expression itself asks for something.
void note_read(const Function& f, const ExprNode& node, Arrays& arrays) {
  if (const auto* load = std::get_if<Load>(&node)) arrays.insert(memory_of(f, load->array));
  if (const auto* extent = std::get_if<Extent>(&node)) arrays.insert(memory_of(f, extent->array));
  if (const auto* wrapped = std::get_if<WrapIndex>(&node)) arrays.insert(memory_of(f, wrapped->array));
}

bool is_plain(LoopMark mark) { return mark == LoopMark::Sequential || mark == LoopMark::Unrolled; }

void note_change(const Function& f, StmtId id, Changes& changes) {
  const StmtNode& node = f[id].node;
  if (const auto* assign = std::get_if<Assign>(&node)) changes.variables.insert(assign->variable);
  if (const auto* loop = std::get_if<For>(&node)) changes.variables.insert(loop->counter);
  if (const ArrayId stored = stored_array(node); stored.valid()) changes.arrays.insert(memory_of(f, stored));
  if (const auto* allocation = std::get_if<Allocate>(&node)) changes.arrays.insert(memory_of(f, allocation->array));
  changes.all = changes.all || std::holds_alternative<CallHost>(node);
}

Changes changes_of(const Function& f, const Block& block) {
  Changes found;
  walk_stmts(f, block, [&](StmtId id) {
    note_change(f, id, found);
    return true;
  });
  return found;
}

/// A statement with a loop in it that does nothing but find values, or raise.
bool is_search(const Function& f, StmtId root) {
  bool has_loop = false;
  bool is_pure = true;
  int depth_of_loops = 0;
  const std::function<void(StmtId)> look = [&](StmtId id) {
    const StmtNode& node = f[id].node;
    const auto* counted = std::get_if<For>(&node);
    const bool loops = is_loop(f, id);
    const bool leaves = is_one_of<Break, Continue>(node);
    is_pure = is_pure && (loops || (leaves && depth_of_loops > 0) || is_one_of<Assign, CheckIndex, If, Raise>(node));
    is_pure = is_pure && (counted == nullptr || is_plain(counted->mark));
    has_loop = has_loop || loops;
    depth_of_loops += loops ? 1 : 0;
    for (const Block* inner : blocks(f[id]))
      for (const StmtId below : *inner)
        if (is_pure) look(below);
    depth_of_loops -= loops ? 1 : 0;
  };
  if (is_loop(f, root) || std::holds_alternative<If>(f[root].node)) look(root);
  return has_loop && is_pure;
}

/// Compares the statements of two searches, and finds which variable of the first one stands for which of the second.
class Comparison {
 public:
  explicit Comparison(const Function& function) : f_(function) {}

  /// True if they are written alike.
  bool statements(const Block& first, const Block& second) {
    if (first.size() != second.size()) return false;
    for (size_t i = 0; i < first.size(); ++i)
      if (!statement(first[i], second[i])) return false;
    return true;
  }
  /// Of the second: what always gets a value, with the variable of the first that has it.
  [[nodiscard]] const std::unordered_map<VarId, VarId>& certain() const { return certain_; }
  /// What both read that they do not make.
  [[nodiscard]] const Variables& free() const { return free_; }
  [[nodiscard]] const Arrays& arrays() const { return arrays_; }
  [[nodiscard]] const Variables& assigned() const { return assigned_[0]; }
  [[nodiscard]] const Variables& assigned_by_second() const { return assigned_[1]; }
  [[nodiscard]] int reads(VarId variable) const {
    const auto found = reads_.find(variable);
    return found == reads_.end() ? 0 : found->second;
  }
  /// Nothing that they read from outside is assigned inside.
  [[nodiscard]] bool is_closed() const {
    return std::ranges::none_of(free_, [&](VarId id) { return assigned_[0].contains(id) || assigned_[1].contains(id); });
  }

 private:
  bool expression(ExprId first, ExprId second) {
    const Expr& a = f_[first];
    const Expr& b = f_[second];
    if (const auto* read = std::get_if<Read>(&b.node)) {
      const auto* other = std::get_if<Read>(&a.node);
      return other != nullptr && variable(other->variable, read->variable);
    }
    if (!same_node(f_, first, second)) return false;
    note_read(f_, b.node, arrays_);
    return expressions(operands(a), operands(b));
  }
  bool expressions(const std::vector<ExprId>& first, const std::vector<ExprId>& second) {
    if (first.size() != second.size()) return false;
    for (size_t i = 0; i < first.size(); ++i)
      if (!expression(first[i], second[i])) return false;
    return true;
  }
  bool variable(VarId first, VarId second) {
    ++reads_[second];
    if (const auto known = certain_.find(second); known != certain_.end()) return known->second == first;
    free_.insert(second);
    return first == second;
  }
  bool assigns(VarId first, VarId second) {
    if (f_[first].type != f_[second].type) return false;
    const auto [there, is_new] = partners_.emplace(second, first);
    const auto [back, is_new_back] = partners_back_.emplace(first, second);
    if (there->second != first || back->second != second) return false;
    assigned_[0].insert(first);
    assigned_[1].insert(second);
    certain_[second] = first;
    return true;
  }
  bool statement(StmtId first, StmtId second) {
    const StmtNode& a = f_[first].node;
    const StmtNode& b = f_[second].node;
    if (a.index() != b.index()) return false;
    if (const auto* check = std::get_if<CheckIndex>(&a)) {
      const auto& other = std::get<CheckIndex>(b);
      arrays_.insert(memory_of(f_, check->array));
      return check->array == other.array && check->dimension == other.dimension && expression(check->index, other.index);
    }
    if (const auto* assign = std::get_if<Assign>(&a)) {
      const auto& other = std::get<Assign>(b);
      return expression(assign->value, other.value) && assigns(assign->variable, other.variable);
    }
    if (const auto* loop = std::get_if<While>(&a)) {
      const auto& other = std::get<While>(b);
      const auto head = [&] { return statements(loop->head, other.head) && expression(loop->condition, other.condition); };
      const auto body = [&] { return statements(loop->body, other.body); };
      if (may_leave(f_, loop->head)) return scoped([&] { return head() && body(); });
      return head() && scoped(body);
    }
    if (!expressions(ir::expressions(f_[first]), ir::expressions(f_[second]))) return false;
    if (const auto* loop = std::get_if<For>(&a)) {
      const auto& other = std::get<For>(b);
      if (loop->mark != other.mark || loop->width != other.width) return false;
      return scoped([&] { return assigns(loop->counter, other.counter) && statements(loop->body, other.body); });
    }
    if (const auto* branch = std::get_if<If>(&a)) return branches(*branch, std::get<If>(b));
    return true;
  }
  /// What a block assigns that may not run is not certain behind it.
  template <typename Compare>
  bool scoped(const Compare& compare) {
    const std::unordered_map<VarId, VarId> before = certain_;
    const bool is_same = compare();
    certain_ = before;
    return is_same;
  }
  bool branches(const If& first, const If& second) {
    const std::unordered_map<VarId, VarId> before = certain_;
    if (!statements(first.then_body, second.then_body)) return false;
    std::unordered_map<VarId, VarId> then = std::exchange(certain_, before);
    if (!statements(first.else_body, second.else_body)) return false;
    std::erase_if(certain_, [&](const auto& pair) { return !then.contains(pair.first); });
    return true;
  }

  const Function& f_;
  std::unordered_map<VarId, VarId> certain_, partners_, partners_back_;
  std::unordered_map<VarId, int> reads_;
  Variables free_;
  Variables assigned_[2];
  Arrays arrays_;
};

/// The variables and arrays that statements read or change.
Changes mentioned(const Function& f, const Block& block) {
  Changes found = changes_of(f, block);
  walk_all_exprs(f, block, [&](ExprId id) {
    const ExprNode& node = f[id].node;
    if (const auto* read = std::get_if<Read>(&node)) found.variables.insert(read->variable);
    note_read(f, node, found.arrays);
  });
  walk_stmts(f, block, [&](StmtId id) {
    if (const auto* check = std::get_if<CheckIndex>(&f[id].node)) found.arrays.insert(memory_of(f, check->array));
    return true;
  });
  return found;
}

/// A search that has run, and what was changed since.
struct Known {
  Block before;  ///< the assignments in front of it
  StmtId root;
  std::shared_ptr<const Changes> in_search, in_front;  ///< what the search mentions, and the assignments
  Changes since;                                       ///< of what the assignments mention; the search has all its values still
};

template <typename Id>
bool meet(const std::unordered_set<Id>& a, const std::unordered_set<Id>& b) {
  return a.size() <= b.size() ? std::ranges::any_of(a, [&](Id id) { return b.contains(id); }) : meet(b, a);
}

template <typename Id>
void insert_common(const std::unordered_set<Id>& a, const std::unordered_set<Id>& b, std::unordered_set<Id>& into) {
  if (a.size() > b.size()) return insert_common(b, a, into);
  for (const Id id : a)
    if (b.contains(id)) into.insert(id);
}

/// What is known at a place of the function.
class Memory {
 public:
  void change(const Changes& changes) {
    std::erase_if(searches_, [&](const Known& known) {
      return changes.all || meet(known.in_search->variables, changes.variables) || meet(known.in_search->arrays, changes.arrays);
    });
    for (Known& known : searches_) {
      insert_common(known.in_front->variables, changes.variables, known.since.variables);
      insert_common(known.in_front->arrays, changes.arrays, known.since.arrays);
    }
  }
  void remember(Known known) {
    if (searches_.size() == kRemembered) searches_.erase(searches_.begin());
    searches_.push_back(std::move(known));
  }
  /// What is known where one of two ways has come.
  void join(const Memory& other) {
    std::erase_if(searches_, [&](const Known& known) { return other.find(known.root) == nullptr; });
    for (Known& known : searches_) {
      const Known& same = *other.find(known.root);
      known.since.variables.insert(same.since.variables.begin(), same.since.variables.end());
      known.since.arrays.insert(same.since.arrays.begin(), same.since.arrays.end());
    }
  }
  [[nodiscard]] const std::vector<Known>& searches() const { return searches_; }

 private:
  [[nodiscard]] const Known* find(StmtId root) const {
    const auto found = std::ranges::find(searches_, root, &Known::root);
    return found == searches_.end() ? nullptr : &*found;
  }
  std::vector<Known> searches_;
};

class ReuseSearches : public StatementRewriter {
 public:
  explicit ReuseSearches(Function& function) : StatementRewriter(function) {
    walk_all_exprs(function, function.body, [&](ExprId id) {
      if (const auto* read = std::get_if<Read>(&function_[id].node)) ++reads_[read->variable];
    });
  }

  Block block(const Block& given) override {
    Block result;
    for (size_t i = 0; i < given.size(); ++i) {
      if (is_search(function_, given[i])) {
        const Block before = assignments_before(given, i);
        if (reuse(before, given[i], result)) continue;
        walk(given[i], result);
        const auto mention = [&](const Block& block) { return std::make_shared<const Changes>(mentioned(function_, block)); };
        memory_.remember({before, given[i], mention({given[i]}), mention(before), {}});
        continue;
      }
      walk(given[i], result);
    }
    return result;
  }

 private:
  [[nodiscard]] Block assignments_before(const Block& given, size_t end) const {
    size_t first = end;
    while (first > 0 && end - first < kInFront && std::holds_alternative<Assign>(function_[given[first - 1]].node)) --first;
    return {given.begin() + static_cast<std::ptrdiff_t>(first), given.begin() + static_cast<std::ptrdiff_t>(end)};
  }

  /// Writes the values of a search that has run in place of this one, whose assignments `result` ends with.
  bool reuse(const Block& before, StmtId root, Block& result) {
    for (const Known& known : memory_.searches()) {
      for (size_t count = 0; count <= std::min(before.size(), known.before.size()); ++count) {
        Block first(known.before.end() - static_cast<std::ptrdiff_t>(count), known.before.end());
        Block second(before.end() - static_cast<std::ptrdiff_t>(count), before.end());
        first.push_back(known.root);
        second.push_back(root);
        Comparison same(function_);
        if (!same.statements(first, second) || !has_its_values(known, same)) continue;
        result.erase(result.end() - static_cast<std::ptrdiff_t>(count), result.end());
        Changes changes;
        for (const auto& [variable, other] : sorted(same.certain())) {
          if (variable == other) continue;
          result.push_back(build_.assign(variable, build_.read(other)));
          changes.variables.insert(variable);
        }
        memory_.change(changes);
        return true;
      }
    }
    return false;
  }
  [[nodiscard]] bool has_its_values(const Known& known, const Comparison& same) const {
    const auto is_changed = [&](VarId id) { return known.since.variables.contains(id); };
    if (!same.is_closed() || std::ranges::any_of(same.free(), is_changed) || std::ranges::any_of(same.assigned(), is_changed)) return false;
    if (std::ranges::any_of(same.arrays(), [&](ArrayId id) { return known.since.arrays.contains(id); })) return false;
    // What it does not always assign, nobody else reads.
    return std::ranges::all_of(same.assigned_by_second(), [&](VarId id) {
      const auto found = reads_.find(id);
      return same.certain().contains(id) || found == reads_.end() || found->second == same.reads(id);
    });
  }
  static std::vector<std::pair<VarId, VarId>> sorted(const std::unordered_map<VarId, VarId>& pairs) {
    std::vector<std::pair<VarId, VarId>> found(pairs.begin(), pairs.end());
    std::sort(found.begin(), found.end());
    return found;
  }

  /// A statement as it is, but for searches inside.
  void walk(StmtId id, Block& result) {
    const Stmt given = function_[id];
    if (const auto* branch = std::get_if<If>(&given.node)) return walk_branches(id, *branch, result);
    if (const auto* loop = std::get_if<While>(&given.node)) return walk_while(id, *loop, result);
    if (const auto* loop = std::get_if<For>(&given.node)) return walk_for(id, *loop, result);
    Changes changes;
    note_change(function_, id, changes);
    memory_.change(changes);
    result.push_back(id);
  }
  void walk_branches(StmtId id, const If& branch, Block& result) {
    const Memory before = memory_;
    Block then = block(branch.then_body);
    const Memory after = std::exchange(memory_, before);
    Block otherwise = block(branch.else_body);
    if (leaves(branch.else_body))
      memory_ = after;
    else if (!leaves(branch.then_body))
      memory_.join(after);
    keep(id, {std::move(then), std::move(otherwise)}, result);
  }
  void walk_while(StmtId id, const While& loop, Block& result) {
    memory_.change(changes_of(function_, loop.head));
    memory_.change(changes_of(function_, loop.body));
    Memory at_end = memory_;
    Block head = block(loop.head);
    if (!may_leave(function_, loop.head) && !may_leave(function_, loop.body)) at_end = memory_;  // the head has run last
    Block body = block(loop.body);
    memory_ = std::move(at_end);
    keep(id, {std::move(head), std::move(body)}, result);
  }
  void walk_for(StmtId id, const For& loop, Block& result) {
    Changes changes = changes_of(function_, loop.body);
    changes.variables.insert(loop.counter);
    memory_.change(changes);
    Memory at_end = memory_;
    if (!is_plain(loop.mark)) memory_ = {};  // its variables are others
    Block body = block(loop.body);
    memory_ = std::move(at_end);
    keep(id, {std::move(body)}, result);
  }
  [[nodiscard]] bool leaves(const Block& block) const {
    if (block.empty()) return false;
    const StmtNode& last = function_[block.back()].node;
    return is_one_of<Raise, Return, Break, Continue>(last);
  }
  void keep(StmtId id, std::vector<Block> nested, Block& result) {
    const Stmt given = function_[id];
    const std::vector<const Block*> before = blocks(given);
    bool is_same = true;
    for (size_t i = 0; i < nested.size(); ++i) is_same = is_same && *before[i] == nested[i];
    if (is_same) {
      result.push_back(id);
      return;
    }
    result.push_back(build_.statement(with_parts(given.node, expressions(given), std::move(nested)), given.range));
  }

  std::unordered_map<VarId, int> reads_;
  Memory memory_;
};

int searches(const Function& f) {
  int count = 0;
  walk_stmts(f, f.body, [&](StmtId id) {
    count += is_loop(f, id) && is_search(f, id) ? 1 : 0;
    return true;
  });
  return count;
}

}  // namespace

Function reuse_searches(const Function& function) {
  return searches(function) < 2 ? function : rewritten<ReuseSearches>(function);
}

}  // namespace unpython::transform
