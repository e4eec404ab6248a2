#include "transform/loops/thread_conditions.h"

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

class ThreadConditions : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

  Block block(const Block& statements) override {
    Block result;
    for (size_t at = 0; at < statements.size(); ++at) {
      const auto joined = at + 1 < statements.size() ? join(statements[at], statements[at + 1]) : Block{};
      const Block& next = joined.empty() ? stmt(statements[at]) : joined;
      result.insert(result.end(), next.begin(), next.end());
      if (!joined.empty()) ++at;
    }
    return result;
  }

 private:
  /// Both statements as one; none where they are something else.
  Block join(StmtId first, StmtId second) {
    const auto* assign = std::get_if<Assign>(&function_[first].node);
    const auto* branch = std::get_if<If>(&function_[second].node);
    if (assign == nullptr || branch == nullptr || function_[assign->value].type != ScalarType::Bool) return {};
    const VarId flag = assign->variable;
    const ExprId value = assign->value;
    const auto [negated, read] = tested(branch->condition);
    if (!(read == flag) || !branch->else_body.empty() || branch->then_body.empty()) return {};
    const auto* last = std::get_if<Assign>(&function_[branch->then_body.back()].node);
    const analysis::VarSet exposed = analysis::exposed_variables(function_, branch->then_body);
    if (last == nullptr || last->variable != flag || exposed.contains(flag)) return {};
    if (may_leave(function_, branch->then_body)) return {};  // with the first value
    const SourceRange range = function_[second].range;
    Block then_body = block(Block(branch->then_body));
    const StmtId otherwise = build_.assign(flag, build_.boolean(negated), range);
    const ExprId condition = negated ? build_.logical_not(value) : value;
    return {build_.if_then(condition, std::move(then_body), {otherwise}, range)};
  }

  [[nodiscard]] std::pair<bool, VarId> tested(ExprId condition) const {
    const auto* negation = std::get_if<Unary>(&function_[condition].node);
    const bool negated = negation != nullptr && negation->op == UnaryOp::LogicalNot;
    const auto* read = std::get_if<Read>(&function_[negated ? negation->operand : condition].node);
    return {negated, read == nullptr ? VarId{} : read->variable};
  }
};

}  // namespace

Function thread_conditions(const Function& function) {
  return rewritten<ThreadConditions>(function);
}

}  // namespace unpython::transform
