// Runs a function of Int64 and Bool values on row-major arrays and tells of every element it touches and
// every check it makes, with the counters of the loops around: what an analysis of the same call must agree
// with.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ir/constant.h"
#include "ir/eval.h"
#include "ir/function.h"
#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::test {

struct TracedArray {
  std::vector<int64_t> extents;
  std::vector<int64_t> elements;
};

/// One element read (expr: the Load) or written (expr: the value), or one check (expr: its index; one
/// subscript).
struct TracedEvent {
  enum class Kind : uint8_t { Read, Write, Check };
  Kind kind;
  ir::StmtId stmt;
  ir::ExprId expr;
  std::vector<std::pair<ir::StmtId, int64_t>> counters;  ///< outermost first
  std::vector<int64_t> subscripts;
  bool fails = false;  ///< a check that raises
};

class Tracer {
 public:
  Tracer(const ir::Function& function, std::vector<TracedArray> arrays, const std::vector<int64_t>& scalars)
      : f_(function), arrays_(std::move(arrays)) {
    size_t next = 0;
    for (const ir::Parameter& parameter : f_.parameters) {
      if (!parameter.is_array) values_[parameter.variable.value] = constant(scalars.at(next++));
    }
  }

  std::vector<TracedEvent> events;
  bool raised = false;

  void run() { raised = block(f_.body) == Flow::Raise; }

 private:
  enum class Flow : uint8_t { Next, Break, Continue, Return, Raise };

  static ir::Constant constant(int64_t value) { return ir::make_constant(ScalarType::Int64, value); }

  Flow block(const ir::Block& block) {
    for (ir::StmtId id : block) {
      const Flow flow = statement(id);
      if (flow != Flow::Next) return flow;
    }
    return Flow::Next;
  }

  Flow statement(ir::StmtId id) {
    stmt_ = id;
    return match(
        f_[id].node,
        [&](const ir::Assign& node) {
          values_[node.variable.value] = eval(node.value);
          return Flow::Next;
        },
        [&](const ir::Store& node) {
          const ir::Constant value = eval(node.value);
          const std::vector<int64_t> at = indices(node.indices);
          tell(TracedEvent::Kind::Write, node.value, at);
          element(node.array, at) = value.integer;
          return Flow::Next;
        },
        [&](const ir::CheckIndex& node) {
          const int64_t index = eval(node.index).integer;
          const int64_t extent = arrays_[slot(node.array)].extents[static_cast<size_t>(node.dimension)];
          tell(TracedEvent::Kind::Check, node.index, {index});
          events.back().fails = index < -extent || index >= extent;
          return events.back().fails ? Flow::Raise : Flow::Next;
        },
        [&](const ir::If& node) {
          return block(ir::is_true(eval(node.condition)) ? node.then_body : node.else_body);
        },
        [&](const ir::For& node) { return loop(id, node); },
        [&](const ir::While& node) {
          for (;;) {
            if (const Flow flow = block(node.head); flow != Flow::Next) return flow;
            stmt_ = id;
            if (!ir::is_true(eval(node.condition))) return Flow::Next;
            const Flow flow = block(node.body);
            if (flow == Flow::Break) return Flow::Next;
            if (flow == Flow::Return || flow == Flow::Raise) return flow;
          }
        },
        [](const ir::Break&) { return Flow::Break; }, [](const ir::Continue&) { return Flow::Continue; },
        [](const ir::Return&) { return Flow::Return; }, [](const ir::Raise&) { return Flow::Raise; },
        [](const auto&) { return Flow::Next; });
  }

  Flow loop(ir::StmtId id, const ir::For& node) {
    const int64_t trips = eval(node.extent).integer;
    counters_.emplace_back(id, 0);
    Flow flow = Flow::Next;
    for (int64_t k = 0; k < trips; ++k) {
      counters_.back().second = k;
      values_[node.counter.value] = constant(k);
      flow = block(node.body);
      if (flow != Flow::Next && flow != Flow::Continue) break;
    }
    counters_.pop_back();
    return flow == Flow::Return || flow == Flow::Raise ? flow : Flow::Next;
  }

  std::vector<int64_t> indices(const std::vector<ir::ExprId>& exprs) {
    std::vector<int64_t> result;
    for (ir::ExprId expr : exprs) result.push_back(eval(expr).integer);
    return result;
  }
  size_t slot(ir::ArrayId array) const { return static_cast<size_t>(array.value); }
  int64_t& element(ir::ArrayId array, const std::vector<int64_t>& at) {
    TracedArray& memory = arrays_[slot(array)];
    int64_t offset = 0;
    for (size_t d = 0; d < at.size(); ++d) offset = offset * memory.extents[d] + at[d];
    return memory.elements.at(static_cast<size_t>(offset));
  }
  void tell(TracedEvent::Kind kind, ir::ExprId expr, const std::vector<int64_t>& at) {
    if (!counters_.empty()) events.push_back({kind, stmt_, expr, counters_, at, false});
  }

  ir::Constant eval(ir::ExprId id) {
    const ir::Expr& expr = f_[id];
    return match(
        expr.node, [](const ir::Const& node) { return node.value; },
        [&](const ir::Read& node) { return values_[node.variable.value]; },
        [&](const ir::Load& node) {
          const std::vector<int64_t> at = indices(node.indices);
          tell(TracedEvent::Kind::Read, id, at);
          return constant(element(node.array, at));
        },
        [&](const ir::Extent& node) {
          return constant(arrays_[slot(node.array)].extents[static_cast<size_t>(node.dimension)]);
        },
        [&](const ir::WrapIndex& node) {
          const int64_t index = eval(node.index).integer;
          return constant(index < 0
                              ? index + arrays_[slot(node.array)].extents[static_cast<size_t>(node.dimension)]
                              : index);
        },
        [&](const ir::Unary& node) { return ir::evaluate(node.op, eval(node.operand)); },
        [&](const ir::Binary& node) { return ir::evaluate(node.op, eval(node.left), eval(node.right)); },
        [&](const ir::Compare& node) { return ir::evaluate(node.op, eval(node.left), eval(node.right)); },
        [&](const ir::Select& node) {
          const bool yes = ir::is_true(eval(node.condition));
          const ir::Constant a = eval(node.if_true);
          const ir::Constant b = eval(node.if_false);
          return yes ? a : b;
        },
        [&](const ir::Cast& node) { return ir::convert(expr.type, eval(node.operand)); },
        [&](const ir::Call& node) {
          std::vector<ir::Constant> arguments;
          for (ir::ExprId argument : node.arguments) arguments.push_back(eval(argument));
          return ir::evaluate(node.function, arguments);
        });
  }

  const ir::Function& f_;
  std::vector<TracedArray> arrays_;
  std::map<int32_t, ir::Constant> values_;
  std::vector<std::pair<ir::StmtId, int64_t>> counters_;
  ir::StmtId stmt_;
};

}  // namespace unpython::test
