// Finds pairs of an assignment and the Allocate behind it.
#include "ir/list_extents.h"

#include <algorithm>
#include <unordered_set>

namespace unpython::ir {

namespace {

class Pairs {
 public:
  explicit Pairs(const Function& function) : f_(function) { block(f_.body); }
  std::unordered_map<ArrayId, VarId> lengths;
  std::unordered_set<ArrayId> grow;      ///< lists, not arrays alone
  std::unordered_set<ArrayId> others;    ///< arrays that are no such lists
  std::unordered_set<VarId> other_ways;  ///< variables that are assigned elsewhere too

 private:
  void block(const Block& statements) {
    for (size_t i = 0; i < statements.size(); ++i) {
      const StmtNode& node = f_[statements[i]].node;
      if (const auto* assign = std::get_if<Assign>(&node)) {
        const auto* next = i + 1 < statements.size() ? std::get_if<Allocate>(&f_[statements[i + 1]].node) : nullptr;
        if (next == nullptr || !sets(*assign, *next)) other_ways.insert(assign->variable);
      } else if (const auto* allocation = std::get_if<Allocate>(&node)) {
        const auto* before = i > 0 ? std::get_if<Assign>(&f_[statements[i - 1]].node) : nullptr;
        if (before == nullptr || !sets(*before, *allocation)) others.insert(allocation->array);
        if (allocation->keeps) grow.insert(allocation->array);
      } else if (const auto* branch = std::get_if<If>(&node)) {
        block(branch->then_body);
        block(branch->else_body);
      } else if (const auto* loop = std::get_if<For>(&node)) {
        other_ways.insert(loop->counter);
        block(loop->body);
      } else if (const auto* repeated = std::get_if<While>(&node)) {
        block(repeated->head);
        block(repeated->body);
      }
    }
  }

  /// `n = x; allocate a[n]`, where x may stand for n if it is a number.
  bool sets(const Assign& assign, const Allocate& allocation) {
    if (allocation.extents.size() != 1) return false;
    const ExprNode& extent = f_[allocation.extents[0]].node;
    const auto* read = std::get_if<Read>(&extent);
    const auto* number = std::get_if<Const>(&extent);
    const auto* assigned = std::get_if<Const>(&f_[assign.value].node);
    const bool is_same =
        number != nullptr && assigned != nullptr && number->value.integer >= 0 && number->value.integer == assigned->value.integer;
    if (!is_same && (read == nullptr || read->variable != assign.variable)) return false;
    return lengths.emplace(allocation.array, assign.variable).first->second == assign.variable;
  }

  const Function& f_;
};

}  // namespace

ListExtents::ListExtents(const Function& function) : function_(function) {
  const Pairs found(function);
  std::unordered_map<VarId, int> lists;
  for (const auto& [list, length] : found.lengths) ++lists[length];
  for (const auto& [list, length] : found.lengths) {
    if (!found.grow.contains(list) || found.others.contains(list) || found.other_ways.contains(length)) continue;
    if (lists.at(length) == 1) lengths_.emplace(list, length);
  }
  for (const auto& [list, length] : lengths_) variables_.insert(length);
}

VarId ListExtents::of(ArrayId list) const {
  const auto found = lengths_.find(list);
  return found != lengths_.end() ? found->second : VarId{};
}

int64_t ListExtents::added(VarId length, ExprId sum) const {
  const auto* binary = std::get_if<Binary>(&function_[sum].node);
  if (binary == nullptr || (binary->op != BinaryOp::Add && binary->op != BinaryOp::Subtract)) return 0;
  const auto* read = std::get_if<Read>(&function_[binary->left].node);
  const auto* number = std::get_if<Const>(&function_[binary->right].node);
  if (read == nullptr || read->variable != length || number == nullptr) return 0;
  return binary->op == BinaryOp::Add ? number->value.integer : -number->value.integer;
}

int64_t ListExtents::taken(VarId length, ExprId value) const {
  const auto* call = std::get_if<Call>(&function_[value].node);
  if (call == nullptr || call->function != Intrinsic::Maximum) return 0;
  const auto* least = std::get_if<Const>(&function_[call->arguments[1]].node);
  if (least == nullptr || least->value.integer != 0) return 0;
  return std::max(-added(length, call->arguments[0]), int64_t{0});
}

bool ListExtents::is_last(VarId length, ExprId index) const { return added(length, index) == -1; }

}  // namespace unpython::ir
