#include "ir/interpret.h"

#include <algorithm>
#include <optional>
#include <set>

#include "ir/constant.h"
#include "ir/eval.h"
#include "ir/memory.h"
#include "ir/rewrite.h"
#include "support/match.h"
#include "unpython/error.h"

namespace unpython::ir {

namespace {

[[noreturn]] void fail(const std::string& text) { throw InternalError("interpreting IR", text); }

/// How a block was left.
enum class Flow : uint8_t { Next, Break, Continue, End };

class Interpreter {
 public:
  Interpreter(const Function& function, std::span<const ArrayView> arrays, std::span<const Constant> scalars)
      : function_(function),
        variables_(static_cast<size_t>(function.variables.size())),
        arrays_(static_cast<size_t>(function.arrays.size())) {
    bind(arrays, scalars);
    for (ArrayId id{0}; function_.arrays.contains(id); ++id.value) {
      if (!function_[id].extents.empty())
        memory_slot(id) = ArrayMemory::local(function_[id], function_[id].extents);
    }
  }

  Outcome run() {
    block(function_.body);
    return std::move(outcome_);
  }

 private:
  void bind(std::span<const ArrayView> arrays, std::span<const Constant> scalars) {
    size_t next_array = 0;
    size_t next_scalar = 0;
    for (const Parameter& parameter : function_.parameters) {
      if (parameter.is_array) {
        if (next_array == arrays.size()) fail("too few arrays");
        memory_slot(parameter.array) =
            ArrayMemory::argument(function_[parameter.array], arrays[next_array++]);
      } else {
        if (next_scalar == scalars.size()) fail("too few scalars");
        const Constant& value = scalars[next_scalar++];
        if (value.type != function_[parameter.variable].type) fail("a scalar argument of another type");
        slot(parameter.variable) = value;
      }
    }
  }

  std::optional<Constant>& slot(VarId id) { return variables_[static_cast<size_t>(id.value)]; }
  std::optional<ArrayMemory>& memory_slot(ArrayId id) { return arrays_[static_cast<size_t>(id.value)]; }
  ArrayMemory& memory(ArrayId id) {
    std::optional<ArrayMemory>& memory = memory_slot(id);
    if (!memory) fail("array '" + function_[id].name + "' is not allocated");
    return *memory;
  }

  Constant value(ExprId id) {
    const Expr& expr = function_[id];
    return match(expr.node, [&](const auto& node) { return evaluated(node, expr.type); });
  }
  int64_t integer(ExprId id) { return value(id).integer; }
  std::vector<Constant> values(const std::vector<ExprId>& ids) {
    std::vector<Constant> result;
    for (ExprId id : ids) result.push_back(value(id));
    return result;
  }
  std::vector<int64_t> integers(const std::vector<ExprId>& ids) {
    std::vector<int64_t> result;
    for (ExprId id : ids) result.push_back(integer(id));
    return result;
  }

  Constant evaluated(const Const& node, ScalarType) { return node.value; }
  Constant evaluated(const Read& node, ScalarType) {
    if (!slot(node.variable))
      fail("variable '" + function_[node.variable].name + "' is read before it is assigned");
    return *slot(node.variable);
  }
  Constant evaluated(const Load& node, ScalarType) { return memory(node.array).load(integers(node.indices)); }
  Constant evaluated(const Extent& node, ScalarType type) {
    return make_constant(type, memory(node.array).extent(node.dimension));
  }
  Constant evaluated(const WrapIndex& node, ScalarType type) {
    int64_t index = integer(node.index);
    return make_constant(type, index < 0 ? index + memory(node.array).extent(node.dimension) : index);
  }
  Constant evaluated(const Unary& node, ScalarType) { return evaluate(node.op, value(node.operand)); }
  Constant evaluated(const Binary& node, ScalarType) {
    return evaluate(node.op, value(node.left), value(node.right));
  }
  Constant evaluated(const Compare& node, ScalarType) {
    return evaluate(node.op, value(node.left), value(node.right));
  }
  Constant evaluated(const Select& node, ScalarType) {
    // Both sides, as the node promises: an access out of bounds on the side not taken is an error of ours.
    Constant if_true = value(node.if_true);
    Constant if_false = value(node.if_false);
    return is_true(value(node.condition)) ? if_true : if_false;
  }
  Constant evaluated(const Cast& node, ScalarType type) { return convert(type, value(node.operand)); }
  Constant evaluated(const Call& node, ScalarType) { return evaluate(node.function, values(node.arguments)); }

  Flow block(const Block& block) {
    std::vector<ArrayId> allocated;
    Flow flow = Flow::Next;
    for (StmtId id : block) {
      if (const auto* allocation = std::get_if<Allocate>(&function_[id].node))
        allocated.push_back(allocation->array);
      flow = match(function_[id].node, [&](const auto& node) { return execute(node); });
      if (flow != Flow::Next) break;
    }
    for (ArrayId id : allocated) memory_slot(id).reset();
    return flow;
  }

  Flow execute(const Assign& node) {
    slot(node.variable) = value(node.value);
    return Flow::Next;
  }
  Flow execute(const Store& node) {
    memory(node.array).store(integers(node.indices), value(node.value));
    return Flow::Next;
  }
  Flow execute(const AtomicUpdate& node) {
    std::vector<int64_t> indices = integers(node.indices);
    ArrayMemory& target = memory(node.array);
    target.store(indices, evaluate(node.op, target.load(indices), value(node.value)));
    return Flow::Next;
  }
  Flow execute(const CheckIndex& node) {
    int64_t index = integer(node.index);
    int64_t extent = memory(node.array).extent(node.dimension);
    if (index >= -extent && index < extent) return Flow::Next;
    std::vector<Constant> arguments;
    for (int64_t argument : {index, int64_t{node.dimension}, extent}) {
      arguments.push_back(make_constant(ScalarType::Int64, argument));
    }
    return raise(node.error, std::move(arguments));
  }
  Flow execute(const If& node) {
    return block(is_true(value(node.condition)) ? node.then_body : node.else_body);
  }
  Flow execute(const For& node) {
    bool in_order = node.mark != LoopMark::CpuParallel && node.mark != LoopMark::Vector;
    int64_t extent = integer(node.extent);
    for (int64_t i = 0; i < extent; ++i) {
      if (!in_order) forget_private(node);
      slot(node.counter) = make_constant(ScalarType::Int64, i);
      Flow flow = block(node.body);
      if (flow == Flow::End) return flow;
      if (flow == Flow::Break) break;
    }
    if (!in_order) forget_private(node);
    slot(node.counter).reset();
    return Flow::Next;
  }
  /// Variables assigned in a parallel or vector loop are new in each iteration; private arrays in each
  /// parallel one.
  void forget_private(const For& loop) {
    const Privates& privates = privates_of(loop);
    for (VarId id : privates.variables) slot(id).reset();
    for (ArrayId id : privates.arrays) memory(id).reset();
  }
  struct Privates {
    const For* loop;
    std::set<VarId> variables;
    std::set<ArrayId> arrays;
  };
  const Privates& privates_of(const For& loop) {
    for (const Privates& known : privates_) {
      if (known.loop == &loop) return known;
    }
    Privates result{&loop, {}, {}};
    walk_stmts(function_, loop.body, [&](StmtId id) {
      const StmtNode& node = function_[id].node;
      if (const auto* assign = std::get_if<Assign>(&node)) result.variables.insert(assign->variable);
      const auto* store = std::get_if<Store>(&node);
      if (loop.mark == LoopMark::CpuParallel && store != nullptr &&
          !function_[store->array].extents.empty()) {
        result.arrays.insert(store->array);
      }
      return true;
    });
    return privates_.emplace_back(std::move(result));
  }
  Flow execute(const While& node) {
    while (true) {
      Flow flow = block(node.head);
      if (flow == Flow::Continue) continue;
      if (flow == Flow::Next && !is_true(value(node.condition))) flow = Flow::Break;
      if (flow == Flow::Next) flow = block(node.body);
      if (flow == Flow::Break) return Flow::Next;
      if (flow == Flow::End) return flow;
    }
  }
  Flow execute(const Break&) { return Flow::Break; }
  Flow execute(const Continue&) { return Flow::Continue; }
  Flow execute(const Return& node) {
    outcome_.results = values(node.values);
    return Flow::End;
  }
  Flow execute(const Raise& node) { return raise(node.error, values(node.arguments)); }
  Flow execute(const Allocate& node) {
    memory_slot(node.array) = ArrayMemory::local(function_[node.array], integers(node.extents));
    return Flow::Next;
  }
  Flow raise(ErrorId error, std::vector<Constant> arguments) {
    outcome_.raised = true;
    outcome_.error = error;
    outcome_.arguments = std::move(arguments);
    return Flow::End;
  }

  const Function& function_;
  std::vector<std::optional<Constant>> variables_;
  std::vector<std::optional<ArrayMemory>> arrays_;
  std::vector<Privates> privates_;
  Outcome outcome_;
};

}  // namespace

Outcome interpret(const Function& function, std::span<const ArrayView> arrays,
                  std::span<const Constant> scalars) {
  return Interpreter(function, arrays, scalars).run();
}

}  // namespace unpython::ir
