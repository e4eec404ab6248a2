#include "codegen/c_family/copy_cursors.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::codegen {

using namespace ir;

namespace {

class FindCursors {
 public:
  FindCursors(const Function& function, const For& loop) : f_(function), loop_(loop) {
    changed_.insert(loop.counter);
    walk_stmts(f_, loop.body, [&](StmtId id) {
      const StmtNode& node = f_[id].node;
      if (const auto* inner = std::get_if<For>(&node)) changed_.insert(inner->counter);
      if (const auto* assign = std::get_if<Assign>(&node)) note(*assign);
      return true;
    });
  }

  std::vector<CopyCursor> all() const {
    std::vector<CopyCursor> result;
    for (StmtId id : loop_.body) {
      const auto* nest = std::get_if<For>(&f_[id].node);
      const bool copies = nest != nullptr && nest->mark == LoopMark::Item && nest->ahead >= 0;
      if (!copies) continue;
      if (std::optional<CopyCursor> found = of(id)) result.push_back(std::move(*found));
    }
    return result;
  }

 private:
  void note(const Assign& assign) {
    const auto* sum = std::get_if<Binary>(&f_[assign.value].node);
    const auto* same = sum != nullptr && sum->op == BinaryOp::Add ? std::get_if<Read>(&f_[sum->left].node) : nullptr;
    const bool moves = same != nullptr && same->variable == assign.variable && !analysis::reads_variable(f_, sum->right, assign.variable);
    if (changed_.insert(assign.variable).second && moves) {
      steps_[assign.variable] = sum->right;
    } else {
      steps_.erase(assign.variable);
    }
  }

  /// What a nest of nothing but one copy loads, and its counters; not valid for other nests.
  [[nodiscard]] ExprId copied(StmtId nest, std::set<VarId>& counters) const {
    ExprId value{};
    bool plain = true;
    walk_stmts(f_, {nest}, [&](StmtId id) {
      const StmtNode& node = f_[id].node;
      if (const auto* inner = std::get_if<For>(&node)) return counters.insert(inner->counter).second;
      const auto* store = std::get_if<Store>(&node);
      plain &= store != nullptr && !value.valid();
      if (store != nullptr) value = store->value;
      return true;
    });
    return plain ? value : ExprId{};
  }

  [[nodiscard]] std::optional<CopyCursor> of(StmtId nest) const {
    std::set<VarId> counters;
    CopyCursor result{.nest = nest, .load = copied(nest, counters), .variable = {}, .step = {}, .moved = {}};
    const auto* load = result.load.valid() ? std::get_if<Load>(&f_[result.load].node) : nullptr;
    if (load == nullptr || load->indices.size() != static_cast<size_t>(f_[load->array].rank)) return std::nullopt;
    bool stays = true;
    for (size_t d = 0; d < load->indices.size(); ++d) {
      const std::function<void(ExprId)> split = [&](ExprId id) {
        const auto* sum = std::get_if<Binary>(&f_[id].node);
        if (sum != nullptr && sum->op == BinaryOp::Add) {
          split(sum->left);
          return split(sum->right);
        }
        const bool product = sum != nullptr && sum->op == BinaryOp::Multiply;
        const auto* factor = product ? std::get_if<Const>(&f_[sum->right].node) : nullptr;
        const auto* read = std::get_if<Read>(&f_[factor != nullptr ? sum->left : id].node);
        if (read != nullptr && steps_.contains(read->variable)) {
          stays &= !result.variable.valid() || result.variable == read->variable;
          result.variable = read->variable;
          return result.moved.push_back({d, factor != nullptr ? factor->value.integer : 1});
        }
        walk_exprs(f_, id, [&](ExprId part) {
          const auto* inner = std::get_if<Read>(&f_[part].node);
          stays &= !std::holds_alternative<Load>(f_[part].node);
          stays &= inner == nullptr || counters.contains(inner->variable) || !changed_.contains(inner->variable);
        });
      };
      split(load->indices[d]);
    }
    if (!stays || !result.variable.valid()) return std::nullopt;
    result.step = steps_.at(result.variable);
    return result;
  }

  const Function& f_;
  const For& loop_;
  std::set<VarId> changed_;
  std::map<VarId, ExprId> steps_;
};

}  // namespace

std::vector<CopyCursor> copy_cursors(const Function& function, const For& loop) {
  return FindCursors(function, loop).all();
}

}  // namespace unpython::codegen
