#include "transform/loops/join_stacks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ir/groups.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

enum class Step : uint8_t { Make, Push, Pop };

/// Statements of a block, one behind the other, that do one thing with one list.
struct Found {
  Step step{};
  ArrayId list{};
  VarId length{};
  size_t first = 0;  ///< of the statements
  size_t end = 0;
};

class Reader {
 public:
  explicit Reader(const Function& function) : f_(function) {}

  [[nodiscard]] std::optional<Found> at(const Block& block, size_t first) const {
    if (auto found = made(block, first)) return found;
    if (auto found = pushed(block, first)) return found;
    return popped(block, first);
  }

 private:
  template <typename Node>
  [[nodiscard]] const Node* get(const Block& block, size_t at) const {
    return at < block.size() ? std::get_if<Node>(&f_[block[at]].node) : nullptr;
  }
  [[nodiscard]] bool is_number(ExprId id, int64_t number) const {
    const auto* known = std::get_if<Const>(&f_[id].node);
    return known != nullptr && f_[id].type == ScalarType::Int64 && known->value.integer == number;
  }
  [[nodiscard]] bool is_sum(ExprId id, VarId variable, int64_t number) const {
    const auto* sum = std::get_if<Binary>(&f_[id].node);
    if (sum == nullptr || !is_read_of(f_, sum->left, variable)) return false;
    return (sum->op == BinaryOp::Add && is_number(sum->right, number)) ||
           (sum->op == BinaryOp::Subtract && is_number(sum->right, -number));
  }
  [[nodiscard]] bool resizes(const Allocate* allocation, VarId length) const {
    return allocation != nullptr && allocation->keeps && allocation->extents.size() == 1 && is_read_of(f_, allocation->extents[0], length);
  }
  /// n = 0; allocate a[0]
  [[nodiscard]] std::optional<Found> made(const Block& block, size_t first) const {
    const auto* length = get<Assign>(block, first);
    const auto* list = get<Allocate>(block, first + 1);
    if (length == nullptr || list == nullptr || list->keeps || list->extents.size() != 1) return std::nullopt;
    if (!is_number(length->value, 0) || !is_number(list->extents[0], 0)) return std::nullopt;
    return Found{Step::Make, list->array, length->variable, first, first + 2};
  }
  /// n = n + 1; resize a[n]; a[n - 1] = x
  [[nodiscard]] std::optional<Found> pushed(const Block& block, size_t first) const {
    const auto* length = get<Assign>(block, first);
    const auto* list = get<Allocate>(block, first + 1);
    const auto* store = get<Store>(block, first + 2);
    if (length == nullptr || store == nullptr || !resizes(list, length->variable)) return std::nullopt;
    if (!is_sum(length->value, length->variable, 1) || store->array != list->array || !is_sum(store->indices[0], length->variable, -1))
      return std::nullopt;
    return Found{Step::Push, list->array, length->variable, first, first + 3};
  }
  /// if n < 1: raise; check n - 1 in a; x = a[n - 1]; n = max(n - 1, 0); resize a[n]
  [[nodiscard]] std::optional<Found> popped(const Block& block, size_t first) const {
    const auto* empty = get<If>(block, first);
    if (empty == nullptr || empty->then_body.size() != 1 || !empty->else_body.empty()) return std::nullopt;
    const auto* compare = std::get_if<Compare>(&f_[empty->condition].node);
    if (get<Raise>(empty->then_body, 0) == nullptr || compare == nullptr || compare->op != CompareOp::Less || !is_number(compare->right, 1))
      return std::nullopt;
    const auto* read = std::get_if<Read>(&f_[compare->left].node);
    if (read == nullptr) return std::nullopt;
    const VarId length = read->variable;
    const auto* check = get<CheckIndex>(block, first + 1);
    const size_t at = first + (check != nullptr ? 2 : 1);
    const auto* item = get<Assign>(block, at);
    const auto* shorter = get<Assign>(block, at + 1);
    const auto* list = get<Allocate>(block, at + 2);
    if (item == nullptr || shorter == nullptr || shorter->variable != length || !resizes(list, length)) return std::nullopt;
    const auto* most = std::get_if<Call>(&f_[shorter->value].node);
    if (most == nullptr || most->function != Intrinsic::Maximum || !is_sum(most->arguments[0], length, -1) ||
        !is_number(most->arguments[1], 0))
      return std::nullopt;
    const auto* load = std::get_if<Load>(&f_[item->value].node);
    if (load == nullptr || load->array != list->array) return std::nullopt;
    const auto* wrapped = std::get_if<WrapIndex>(&f_[load->indices[0]].node);
    if (!is_sum(wrapped != nullptr ? wrapped->index : load->indices[0], length, -1)) return std::nullopt;
    if (check != nullptr && (check->array != list->array || !is_sum(check->index, length, -1))) return std::nullopt;
    return Found{Step::Pop, list->array, length, first, at + 3};
  }

  const Function& f_;
};

/// How often arrays and variables are named.
struct Uses {
  std::unordered_map<ArrayId, int> arrays;
  std::unordered_map<VarId, int> variables;

  void expression(const Function& f, ExprId root) {
    walk_exprs(f, root, [&](ExprId id) {
      const ExprNode& node = f[id].node;
      if (const auto* read = std::get_if<Read>(&node)) ++variables[read->variable];
      if (const auto* load = std::get_if<Load>(&node)) ++arrays[load->array];
      if (const auto* extent = std::get_if<Extent>(&node)) ++arrays[extent->array];
      if (const auto* wrapped = std::get_if<WrapIndex>(&node)) ++arrays[wrapped->array];
    });
  }
  /// `values`: also what it stores.
  void statement(const Function& f, StmtId id, bool values = true) {
    const StmtNode& node = f[id].node;
    const auto* store = std::get_if<Store>(&node);
    if (const auto* assign = std::get_if<Assign>(&node)) ++variables[assign->variable];
    if (const auto* loop = std::get_if<For>(&node)) ++variables[loop->counter];
    if (store != nullptr) ++arrays[store->array];
    if (const auto* update = std::get_if<AtomicUpdate>(&node)) ++arrays[update->array];
    if (const auto* check = std::get_if<CheckIndex>(&node)) ++arrays[check->array];
    if (const auto* allocation = std::get_if<Allocate>(&node)) ++arrays[allocation->array];
    if (const auto* call = std::get_if<CallHost>(&node))
      for (const HostArgument& argument : call->arguments) ++arrays[argument.array];
    if (store != nullptr && !values) {
      for (const ExprId index : store->indices) expression(f, index);
    } else {
      for (const ExprId part : expressions(f[id])) expression(f, part);
    }
  }
};

/// What is done with one list. Blocks have numbers.
struct List {
  VarId length{};
  std::map<int, Found> made, pushed, popped;  ///< by block
  bool is_simple = true;                      ///< once at most in each block, with one variable

  std::map<int, Found>& at(Step step) { return step == Step::Make ? made : step == Step::Push ? pushed : popped; }
  [[nodiscard]] std::vector<std::vector<int>> places() const {
    std::vector<std::vector<int>> found;
    for (const auto* step : {&made, &pushed, &popped}) {
      found.emplace_back();
      for (const auto& [block, where] : *step) found.back().push_back(block);
    }
    return found;
  }
};

/// The part of a joined list that stands for a list.
struct Part {
  int64_t number = 0;
  int64_t count = 0;
  ArrayId list{};
  VarId length{};
};

class Groups {
 public:
  explicit Groups(const Function& function) : f_(function), reader_(function) {
    read(f_.body);
    walk_stmts(f_, f_.body, [&](StmtId id) {
      all_.statement(f_, id);
      return true;
    });
    for (const ArrayId array : f_.returned_arrays()) ++all_.arrays[array];
    group();
  }
  std::unordered_map<ArrayId, Part> parts;

 private:
  void read(const Block& block) {
    const int number = static_cast<int>(blocks_.size());
    blocks_.push_back(&block);
    for (size_t i = 0; i < block.size(); ++i) {
      if (const auto found = reader_.at(block, i)) note(*found, number, block);
      for (const Block* inner : ir::blocks(f_[block[i]])) read(*inner);
    }
  }
  void note(const Found& found, int block, const Block& statements) {
    List& list = lists_[found.list];
    if (!list.length.valid()) list.length = found.length;
    list.is_simple = list.is_simple && list.length == found.length && list.at(found.step).emplace(block, found).second;
    for (size_t i = found.first; i < found.end; ++i) known_.statement(f_, statements[i], found.step != Step::Push);
  }
  /// Whether nothing else is done with it.
  [[nodiscard]] bool is_stack(ArrayId array, const List& list) {
    return list.is_simple && !list.pushed.empty() && all_.arrays[array] == known_.arrays[array] &&
           all_.variables[list.length] == known_.variables[list.length];
  }
  void group() {
    std::map<std::pair<ScalarType, std::vector<std::vector<int>>>, std::vector<ArrayId>> alike;
    for (auto& [array, list] : lists_)
      if (is_stack(array, list)) alike[{f_[array].type, list.places()}].push_back(array);
    for (auto& [key, arrays] : alike) {
      std::sort(arrays.begin(), arrays.end());
      if (arrays.size() < 2 || !are_together(arrays)) continue;
      for (size_t i = 0; i < arrays.size(); ++i)
        parts[arrays[i]] = {static_cast<int64_t>(i), static_cast<int64_t>(arrays.size()), arrays[0], lists_[arrays[0]].length};
    }
  }
  /// Whether nothing leads away between what is done with the first and the last of them.
  [[nodiscard]] bool are_together(const std::vector<ArrayId>& arrays) {
    std::map<int, std::vector<std::pair<size_t, size_t>>> ranges;
    for (const Step step : {Step::Make, Step::Push, Step::Pop}) {
      for (const auto& [block, found] : lists_[arrays[0]].at(step)) {
        size_t first = found.first;
        size_t end = found.end;
        for (const ArrayId array : arrays) {
          const Found& other = lists_[array].at(step).at(block);
          first = std::min(first, other.first);
          end = std::max(end, other.end);
        }
        for (size_t i = first; i < end; ++i)
          if (!goes_on((*blocks_[static_cast<size_t>(block)])[i])) return false;
        ranges[block].emplace_back(first, end);
      }
    }
    return std::ranges::all_of(ranges, [](auto& of_block) {
      auto& found = of_block.second;
      std::sort(found.begin(), found.end());
      for (size_t i = 1; i < found.size(); ++i)
        if (found[i].first < found[i - 1].second) return false;
      return true;
    });
  }
  [[nodiscard]] bool goes_on(StmtId id) const {
    const StmtNode& node = f_[id].node;
    if (const auto* branch = std::get_if<If>(&node))
      return branch->else_body.empty() && std::ranges::all_of(branch->then_body, [&](StmtId inner) {
               return std::holds_alternative<Raise>(f_[inner].node);
             });
    return is_one_of<Assign, Store, CheckIndex, Allocate>(node);
  }

  const Function& f_;
  const Reader reader_;
  std::vector<const Block*> blocks_;
  std::map<ArrayId, List> lists_;
  Uses all_;
  Uses known_;
};

class JoinStacks : public StatementRewriter {
 public:
  JoinStacks(Function& function, const std::unordered_map<ArrayId, Part>& parts) : StatementRewriter(function), parts_(parts) {}

  Block block(const Block& given) override {
    std::unordered_map<ArrayId, int64_t> left;  // how many of a joined list are still to be taken from here
    for (size_t i = 0; i < given.size(); ++i)
      if (const auto found = part_at(given, i); found && found->first.step == Step::Pop) ++left[found->second.list];
    std::unordered_set<ArrayId> grown;
    std::unordered_set<ArrayId> taken;
    Block result;
    for (size_t i = 0; i < given.size(); ++i) {
      const auto found = part_at(given, i);
      if (!found) {
        const Block written = stmt(given[i]);
        result.insert(result.end(), written.begin(), written.end());
        continue;
      }
      const auto& [step, part] = *found;
      if (step.step == Step::Make && part.number == 0) {
        result.insert(result.end(), {given[i], given[i + 1]});
      } else if (step.step == Step::Push) {
        if (grown.insert(part.list).second) resize(build_.add(build_.read(part.length), build_.int64(part.count)), part, result);
        const Stmt store = function_[given[i + 2]];
        result.push_back(build_.store(part.list, {place(part)}, std::get<Store>(store.node).value, store.range));
      } else if (step.step == Step::Pop) {
        if (taken.insert(part.list).second) result.push_back(emptied(given[i], part));
        const Stmt item = function_[given[step.end - 3]];
        result.push_back(build_.assign(std::get<Assign>(item.node).variable, build_.load(part.list, {place(part)}), item.range));
        if (--left[part.list] == 0) {
          const ExprId less = build_.sub(build_.read(part.length), build_.int64(part.count));
          resize(build_.max(less, build_.int64(0)), part, result);
        }
      }
      i = step.end - 1;
    }
    return result;
  }

 private:
  [[nodiscard]] std::optional<std::pair<Found, Part>> part_at(const Block& block, size_t at) const {
    const auto found = Reader(function_).at(block, at);
    if (!found) return std::nullopt;
    const auto part = parts_.find(found->list);
    if (part == parts_.end()) return std::nullopt;
    return std::pair{*found, part->second};
  }
  /// Of the last item: n - k + i.
  ExprId place(const Part& part) { return build_.sub(build_.read(part.length), build_.int64(part.count - part.number)); }
  void resize(ExprId length, const Part& part, Block& result) {
    result.push_back(build_.assign(part.length, length));
    result.push_back(build_.statement(Allocate{part.list, {build_.read(part.length)}, true}));
  }
  /// The raise where there is no item, of the joined list.
  StmtId emptied(StmtId id, const Part& part) {
    const Stmt given = function_[id];
    const ExprId empty = build_.compare(CompareOp::Less, build_.read(part.length), build_.int64(1));
    return build_.if_then(empty, std::get<If>(given.node).then_body, {}, given.range);
  }

  const std::unordered_map<ArrayId, Part>& parts_;
};

}  // namespace

Function join_stacks(const Function& function) {
  const Groups groups(function);
  if (groups.parts.empty()) return function;
  return rewritten<JoinStacks>(function, groups.parts);
}

}  // namespace unpython::transform
