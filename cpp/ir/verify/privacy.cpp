#include "ir/verify/privacy.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "ir/rewrite.h"

namespace unpython::ir {

namespace {

using Variables = std::set<VarId>;

Variables intersection(const Variables& a, const Variables& b) {
  Variables result;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(result, result.end()));
  return result;
}

/// Follows the statements in order with the set of variables that have no value on every path so far.
class Privacy {
 public:
  explicit Privacy(const Function& function) : function_(function) {}

  std::vector<std::string> run() {
    block(function_.body);
    return std::move(problems_);
  }

 private:
  void block(const Block& block) {
    for (StmtId id : block) {
      if (const auto* loop = std::get_if<While>(&function_[id].node)) {
        conditional(*loop);
        continue;
      }
      for (ExprId root : expressions(function_[id])) reads(root);
      if (const auto* assign = std::get_if<Assign>(&function_[id].node)) lost_.erase(assign->variable);
      if (const auto* branch = std::get_if<If>(&function_[id].node)) {
        Variables before = lost_;
        this->block(branch->then_body);
        std::swap(before, lost_);
        this->block(branch->else_body);
        lost_ = intersection(before, lost_);
      }
      if (const auto* loop = std::get_if<For>(&function_[id].node)) counted(*loop);
    }
  }
  /// The head runs at least once, and before each evaluation of the condition.
  void conditional(const While& loop) {
    block(loop.head);
    reads(loop.condition);
    repeated(loop.body);
  }
  void counted(const For& loop) {
    if (is_in_order(loop.mark)) return repeated(loop.body);
    Variables before = lost_;
    Variables assigned;
    walk_stmts(function_, loop.body, [&](StmtId id) {
      if (const auto* assign = std::get_if<Assign>(&function_[id].node)) assigned.insert(assign->variable);
      return true;
    });
    lost_.insert(assigned.begin(), assigned.end());
    block(loop.body);
    lost_ = before;
    lost_.insert(assigned.begin(), assigned.end());
  }
  void repeated(const Block& body) {
    Variables before = lost_;
    block(body);
    lost_ = intersection(before, lost_);
  }
  void reads(ExprId root) {
    walk_exprs(function_, root, [&](ExprId id) {
      const auto* read = std::get_if<Read>(&function_[id].node);
      if (read != nullptr && lost_.contains(read->variable)) {
        problems_.push_back("private variable '" + function_[read->variable].name +
                            "' is read where no iteration of its own has assigned it");
      }
    });
  }

  const Function& function_;
  Variables lost_;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> privacy_problems(const Function& function) { return Privacy(function).run(); }

}  // namespace unpython::ir
