#include "transform/source/round_products.h"

#include <algorithm>
#include <map>

#include "analysis/text/reductions.h"
#include "analysis/text/variables.h"
#include "ir/groups.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::VarSet;

bool adds(const Function& f, ExprId id) {
  const auto* sum = std::get_if<Binary>(&f[id].node);
  return sum != nullptr && is_float(f[id].type) && (sum->op == BinaryOp::Add || sum->op == BinaryOp::Subtract);
}

bool is_product(const Function& f, ExprId id) {
  const auto* product = std::get_if<Binary>(&f[id].node);
  return product != nullptr && product->op == BinaryOp::Multiply && is_float(f[id].type);
}

class RoundProducts : public StatementRewriter {
 public:
  RoundProducts(Function& function, const Function& before) : StatementRewriter(function), before_(before), live_(before) {}

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    if (const auto* assign = std::get_if<Assign>(&given.node)) return assigned(id, *assign, given.range);
    if (!is_loop(function_, id)) return {rebuild(id)};
    around_.push_back(id);
    const StmtId rebuilt = rebuild(id);
    around_.pop_back();
    return {rebuilt};
  }

 private:
  struct Loop {
    bool in_order = true;   ///< and never otherwise
    bool hands_on = false;  ///< a variable, which is no accumulation
    VarSet carried;         ///< variables that an iteration may read before it assigns them
    VarSet assigned;
  };

  const Loop& known(StmtId id) {
    const auto found = loops_.find(id.value);
    if (found != loops_.end()) return found->second;
    Block body;
    Loop facts;
    if (const auto* loop = std::get_if<For>(&before_[id].node)) {
      body = loop->body;
      facts.in_order = loop->mark == LoopMark::Sequential && !loop->independent;
      facts.hands_on = analysis::accumulations(before_, live_, id).blocker.has_value();
    } else {
      for (const Block* part : blocks(before_[id])) body.insert(body.end(), part->begin(), part->end());
      facts.hands_on = true;
    }
    facts.carried = analysis::exposed_variables(before_, body);
    facts.assigned = analysis::assigned_variables(before_, body);
    return loops_.emplace(id.value, std::move(facts)).first->second;
  }

  bool goes_on(StmtId loop, VarId sum) {
    const Loop& facts = known(loop);
    return facts.carried.contains(sum) && facts.assigned.contains(sum);
  }

  bool is_one_chain(VarId sum) {
    return !around_.empty() && goes_on(around_.back(), sum) && std::ranges::all_of(around_, [&](StmtId loop) {
      return known(loop).in_order && (known(loop).hands_on || goes_on(loop, sum));
    });
  }

  Block assigned(StmtId id, const Assign& assign, SourceRange range) {
    const VarId sum = assign.variable;
    if (!adds(function_, assign.value) || !begins_with(assign.value, sum) || !is_one_chain(sum)) return {id};
    Block code;
    const ExprId value = without_products(assign.value, sum, code, range);
    if (code.empty()) return {id};
    code.push_back(build_.assign(sum, value, range));
    return code;
  }

  /// sum + a - b, or a + sum.
  bool begins_with(ExprId value, VarId sum) const {
    while (adds(function_, value)) {
      const Binary& node = std::get<Binary>(function_[value].node);
      if (node.op == BinaryOp::Add && is_read_of(function_, node.right, sum)) return true;
      value = node.left;
    }
    return is_read_of(function_, value, sum);
  }

  /// The value, with each product that is added to the sum in a variable, which `code` assigns.
  ExprId without_products(ExprId value, VarId sum, Block& code, SourceRange range) {
    if (is_product(function_, value) && !analysis::reads_variable(function_, value, sum)) {
      const VarId product = build_.variable("product", function_[value].type, range);
      code.push_back(build_.assign(product, value, range));
      return build_.read(product);
    }
    if (!adds(function_, value)) return value;
    const Binary node = std::get<Binary>(function_[value].node);
    const ExprId left = without_products(node.left, sum, code, range);
    const ExprId right = is_product(function_, node.right) ? without_products(node.right, sum, code, range) : node.right;
    return build_.binary(node.op, left, right);
  }

  const Function& before_;
  const analysis::Liveness live_;
  std::vector<StmtId> around_;
  std::map<int32_t, Loop> loops_;
};

}  // namespace

Function round_products(const Function& function) {
  return rewritten<RoundProducts>(function, function);
}

}  // namespace unpython::transform
