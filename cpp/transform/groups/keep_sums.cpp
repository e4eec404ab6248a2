#include "transform/groups/keep_sums.h"

#include <algorithm>
#include <optional>

#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// An element that the loop reads and stores.
struct Sum {
  ArrayId array;
  std::vector<ExprId> indices;
  VarId variable{};
};

bool same_place(const Function& f, const std::vector<ExprId>& a, const std::vector<ExprId>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](ExprId left, ExprId right) { return same_value(f, left, right); });
}

/// Statements of the loop with variables in the place of elements.
class InVariables : public Rewriter {
 public:
  InVariables(Function& function, const std::vector<Sum>& sums) : Rewriter(function), sums_(sums) {}
  ExprId expr(ExprId id) override {
    const auto* load = std::get_if<Load>(&function_[id].node);
    const Sum* sum = load != nullptr ? sum_in(load->array) : nullptr;
    return sum != nullptr ? build_.read(sum->variable) : rebuild(id);
  }
  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* store = std::get_if<Store>(&before.node);
    const Sum* sum = store != nullptr ? sum_in(store->array) : nullptr;
    if (sum == nullptr) return {rebuild(id)};
    return {build_.assign(sum->variable, expr(store->value), before.range)};
  }

 private:
  [[nodiscard]] const Sum* sum_in(ArrayId array) const {
    const auto found = std::find_if(sums_.begin(), sums_.end(), [&](const Sum& sum) { return sum.array == array; });
    return found != sums_.end() ? &*found : nullptr;
  }
  const std::vector<Sum>& sums_;
};

class KeepSums {
 public:
  explicit KeepSums(Function& f) : f_(f), build_(f) {}

  /// Nothing where the statements have no such loop.
  std::optional<Block> run(const Block& statements) {
    const auto is_loop = [&](StmtId id) { return std::holds_alternative<For>(f_[id].node); };
    const auto at = std::find_if(statements.begin(), statements.end(), is_loop);
    if (at == statements.end() || std::count_if(statements.begin(), statements.end(), is_loop) != 1) return std::nullopt;
    const For before = std::get<For>(f_[*at].node);
    const SourceRange range = f_[*at].range;
    if (before.mark != LoopMark::Sequential || !find_sums(before) || sums_.empty()) return std::nullopt;
    for (Sum& sum : sums_) sum.variable = build_.variable(f_[sum.array].name + "_sum", f_[sum.array].type, range);
    Block result = first_values(Block(statements.begin(), at), range);
    For loop = before;
    loop.body = InVariables(f_, sums_).block(before.body);
    result.push_back(build_.statement(std::move(loop), range));
    for (const Sum& sum : sums_)
      result.push_back(build_.store(sum.array, sum.indices, build_.read(sum.variable), range));
    result.insert(result.end(), at + 1, statements.end());
    return result;
  }

 private:
  bool find_sums(const For& loop) {
    analysis::VarSet moving = analysis::changing_in(f_, loop);
    for (StmtId id : loop.body) {
      const auto* store = std::get_if<Store>(&f_[id].node);
      if (store == nullptr && !std::holds_alternative<Assign>(f_[id].node)) return false;
      if (store == nullptr || is_sum(store->array)) continue;
      if (!analysis::are_fixed(f_, store->indices, moving)) return false;
      sums_.push_back({store->array, store->indices});
    }
    bool one_place = true;
    walk_elements(f_, loop.body, [&](ArrayId array, const std::vector<ExprId>& indices) {
      for (const Sum& sum : sums_) one_place &= sum.array != array || same_place(f_, sum.indices, indices);
    });
    return one_place;
  }
  [[nodiscard]] bool is_sum(ArrayId array) const {
    return std::any_of(sums_.begin(), sums_.end(), [&](const Sum& sum) { return sum.array == array; });
  }

  /// What the variables start with. Stores to the elements directly before the loop become their first values.
  Block first_values(Block before, SourceRange range) {
    Block values;
    std::vector<Sum> left = sums_;
    while (!before.empty()) {
      const auto* store = std::get_if<Store>(&f_[before.back()].node);
      const auto sum = store == nullptr ? left.end() : std::find_if(left.begin(), left.end(), [&](const Sum& each) {
        return each.array == store->array && same_place(f_, each.indices, store->indices);
      });
      if (sum == left.end() || loads(values, sum->array)) break;
      values.insert(values.begin(), build_.assign(sum->variable, store->value, f_[before.back()].range));
      left.erase(sum);
      before.pop_back();
    }
    for (const Sum& sum : left)
      before.push_back(build_.assign(sum.variable, build_.load(sum.array, sum.indices), range));
    before.insert(before.end(), values.begin(), values.end());
    return before;
  }
  [[nodiscard]] bool loads(const Block& statements, ArrayId array) const {
    return any_expr(f_, statements, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f_[id].node);
      return load != nullptr && load->array == array;
    });
  }

  Function& f_;
  Builder build_;
  std::vector<Sum> sums_;
};

}  // namespace

Function keep_sums(const Function& function, const kernel::Kernel& kernel) {
  Function result = function;
  StmtId around = kernel.grid.back();
  const auto body = [&]() -> Block& {
    StmtNode& node = result.stmts[around].node;
    auto* guard = std::get_if<If>(&node);
    return guard != nullptr ? guard->then_body : std::get<For>(node).body;
  };
  const auto only_guard = [&]() {
    const auto* guard = body().size() == 1 ? std::get_if<If>(&result[body()[0]].node) : nullptr;
    return guard != nullptr && guard->else_body.empty();
  };
  while (only_guard()) around = body()[0];
  const Block statements = body();
  if (std::optional<Block> kept = KeepSums(result).run(statements)) body() = std::move(*kept);
  return result;
}

}  // namespace unpython::transform
