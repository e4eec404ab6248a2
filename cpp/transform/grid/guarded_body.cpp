#include "transform/grid/guarded_body.h"

#include <algorithm>

#include "analysis/text/variables.h"

namespace unpython::transform {
namespace {

using namespace ir;
using kernel::Kernel;

class ReadGuard {
 public:
  ReadGuard(const Function& f, const Kernel& kernel) : f_(f), assigned_(analysis::assigned_variables(f, {kernel.root})) {
    for (size_t n = kernel.grid.size(); n-- > 0;) {
      counters_.push_back(loop(kernel.grid[n]).counter);
      assigned_.insert(counters_.back());
    }
    body_.statements = loop(kernel.grid.back()).body;
  }

  std::optional<GuardedBody> run() {
    if (counters_.size() > 3) return std::nullopt;
    while (body_.statements.size() == 1) {
      const auto* guard = std::get_if<If>(&f_[body_.statements[0]].node);
      if (guard == nullptr || !guard->else_body.empty()) break;
      if (!holds(guard->condition)) return std::nullopt;
      body_.conditions.push_back(guard->condition);
      const Block inside = guard->then_body;
      body_.statements = inside;
    }
    const auto several = std::stable_partition(body_.limits.begin(), body_.limits.end(),
                                               [](const Limit& limit) { return counters_of(limit) == 1; });
    if (body_.limits.end() - several > 1) return std::nullopt;
    return std::move(body_);
  }

 private:
  [[nodiscard]] const For& loop(StmtId id) const { return std::get<For>(f_[id].node); }
  static int64_t counters_of(const Limit& limit) {
    return std::count_if(limit.coefficients.begin(), limit.coefficients.end(), [](int64_t c) { return c != 0; });
  }

  /// False where the condition is no such limit, nor several.
  bool holds(ExprId condition) {
    if (const auto* both = std::get_if<Binary>(&f_[condition].node))
      return both->op == BinaryOp::LogicalAnd && holds(both->left) && holds(both->right);
    const auto* compare = std::get_if<Compare>(&f_[condition].node);
    if (compare == nullptr || f_[compare->left].type != ScalarType::Int64) return false;
    switch (compare->op) {
      case CompareOp::Less: return add(compare->right, compare->left, 0);
      case CompareOp::LessEqual: return add(compare->right, compare->left, 1);
      case CompareOp::Greater: return add(compare->left, compare->right, 0);
      case CompareOp::GreaterEqual: return add(compare->left, compare->right, 1);
      default: return false;
    }
  }

  /// larger - smaller + more > 0
  bool add(ExprId larger, ExprId smaller, int64_t more) {
    const auto left = analysis::affine_form(f_, larger);
    const auto right = analysis::affine_form(f_, smaller);
    auto form = left && right ? analysis::add_scaled(f_, *left, *right, -1) : std::nullopt;
    if (!form) return false;
    Limit limit;
    for (size_t d = 0; d < counters_.size(); ++d) {
      limit.coefficients[d] = analysis::coefficient_of(f_, *form, counters_[d]);
      form = analysis::without(f_, *form, counters_[d]);
    }
    if (!analysis::is_fixed(f_, *form, assigned_) || counters_of(limit) == 0) return false;
    form->constant += more;
    limit.rest = *form;
    body_.limits.push_back(std::move(limit));
    return true;
  }

  const Function& f_;
  analysis::VarSet assigned_;     ///< what differs between iterations
  std::vector<VarId> counters_;  ///< x first
  GuardedBody body_;
};

}  // namespace

std::optional<GuardedBody> guarded_body(const Function& function, const Kernel& kernel) {
  return ReadGuard(function, kernel).run();
}

GuardedBody whole_body(const Function& function, const Kernel& kernel) {
  return {.statements = std::get<For>(function[kernel.grid.back()].node).body};
}

}  // namespace unpython::transform
