#include "ir/interpret/interpret.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "ir/constant.h"
#include "ir/eval.h"
#include "ir/heap_lifetimes.h"
#include "ir/interpret/group_accesses.h"
#include "ir/interpret/memory.h"
#include "ir/rewrite.h"
#include "support/match.h"
#include "unpython/error.h"

namespace unpython::ir {

namespace {

/// How a block was left.
enum class Flow : uint8_t { Next, Break, Continue, End };

/// Subscripts of one access, which costs no allocation.
class Indices {
 public:
  void push_back(int64_t index) { values_.at(count_++) = index; }
  operator std::span<const int64_t>() const { return {values_.data(), count_}; }

 private:
  std::array<int64_t, kMaxRank> values_;
  size_t count_ = 0;
};

/// The caller's arrays and scratch memory of its own.
class OwnMemory : public Machine {
 public:
  OwnMemory(const Function& function, std::span<const ArrayView> views, const HostCaller& host)
      : function_(function), arrays_(static_cast<size_t>(function.arrays.size())), host_(host) {
    size_t next = 0;
    for (const Parameter& parameter : function.parameters) {
      if (!parameter.is_array) continue;
      if (next == views.size()) fail_interpreting("too few arrays");
      slot(parameter.array) = ArrayMemory::argument(function[parameter.array], views[next++], function.level);
    }
  }
  int64_t extent(ArrayId array, int dimension) override { return memory(array).extent(dimension); }
  Constant load(ArrayId array, std::span<const int64_t> indices) override {
    return memory(array).load(indices);
  }
  void store(ArrayId array, std::span<const int64_t> indices, const Constant& value) override {
    memory(array).store(indices, value);
  }
  void allocate(ArrayId array, std::vector<int64_t> extents) override {
    slot(array) = ArrayMemory::local(function_[array], std::move(extents), function_.level);
  }
  void resize(ArrayId array, int64_t extent) override { memory(array).resize(extent); }
  void release(ArrayId array) override { slot(array).reset(); }
  [[nodiscard]] bool raises_later() const override { return false; }
  void call_host(const CallHost& call, std::span<const Constant> values) override {
    if (!host_) fail_interpreting("a call of the host, without one");
    std::vector<ArrayView> views;
    for (const HostArgument& argument : call.arguments) {
      if (argument.array.valid()) views.push_back(memory(argument.array).lend(argument.stored));
    }
    host_(call, values, views);
  }
  [[nodiscard]] const std::vector<unsigned char>& bytes(ArrayId array) { return memory(array).bytes(); }
  std::optional<Outcome> launch(StmtId, const std::function<Constant(ExprId)>&) override {
    return std::nullopt;
  }

 private:
  std::optional<ArrayMemory>& slot(ArrayId id) { return arrays_[static_cast<size_t>(id.value)]; }
  ArrayMemory& memory(ArrayId id) {
    std::optional<ArrayMemory>& memory = slot(id);
    if (!memory) fail_interpreting("array '" + function_[id].name + "' is not allocated");
    return *memory;
  }

  const Function& function_;
  std::vector<std::optional<ArrayMemory>> arrays_;
  const HostCaller& host_;
};

class Interpreter {
 public:
  Interpreter(Machine& machine, const Function& function, const HeapLifetimes& lifetimes,
              std::span<const Constant> scalars)
      : machine_(machine),
        function_(function),
        lifetimes_(lifetimes),
        variables_(static_cast<size_t>(function.variables.size())),
        locals_(static_cast<size_t>(function.arrays.size())),
        unset_is_zero_(machine.raises_later()),
        accesses_(function) {
    bind(scalars);
  }

  Outcome run() {
    machine_.start([this] { return values_now(); });
    block(function_.body);
    return std::move(outcome_);
  }

 private:
  void bind(std::span<const Constant> scalars) {
    size_t next = 0;
    for (const Parameter& parameter : function_.parameters) {
      if (parameter.is_array) continue;
      if (next == scalars.size()) fail_interpreting("too few scalars");
      const Constant& value = scalars[next++];
      if (value.type != function_[parameter.variable].type)
        fail_interpreting("a scalar argument of another type");
      slot(parameter.variable) = value;
    }
  }

  std::optional<Constant>& slot(VarId id) { return variables_[static_cast<size_t>(id.value)]; }
  /// Arrays of fixed extents are the interpreter's own on every machine, made when they are first used. Null: another.
  ArrayMemory* own(ArrayId id) {
    if (function_[id].extents.empty()) return nullptr;
    std::optional<ArrayMemory>& slot = locals_[static_cast<size_t>(id.value)];
    if (!slot) slot = ArrayMemory::local(function_[id], function_[id].extents, function_.level);
    return &*slot;
  }
  int64_t extent(ArrayId id, int dimension) {
    ArrayMemory* memory = own(id);
    return memory != nullptr ? memory->extent(dimension) : machine_.extent(id, dimension);
  }
  /// What threads of a group must not do in one loop over items.
  [[nodiscard]] bool is_shared(ArrayId id) const {
    const AddressSpace space = function_[id].space;
    return space == AddressSpace::Local || space == AddressSpace::Item;
  }
  Constant load(ArrayId id, std::span<const int64_t> indices) {
    ArrayMemory* memory = own(id);
    if (is_shared(id)) accesses_.read(id, memory->element(indices));
    return memory != nullptr ? memory->load(indices) : machine_.load(id, indices);
  }
  void store(ArrayId id, std::span<const int64_t> indices, const Constant& value) {
    ArrayMemory* memory = own(id);
    if (is_shared(id)) accesses_.write(id, memory->element(indices));
    if (memory != nullptr) return memory->store(indices, value);
    machine_.store(id, indices, value);
  }

  Constant value(ExprId id) {
    const Expr& expr = function_[id];
    return match(expr.node, [&](const auto& node) { return evaluated(node, expr.type); });
  }
  /// A value of the host that a kernel is given. A variable without a value counts as 0: the kernel reads it under a condition.
  Constant value_at_entry(ExprId id) {
    const bool before = std::exchange(unset_is_zero_, true);
    const Constant result = value(id);
    unset_is_zero_ = before;
    return result;
  }
  std::function<Constant(ExprId)> values_now() {
    return [now = std::make_shared<Interpreter>(*this)](ExprId id) { return now->value_at_entry(id); };
  }
  int64_t integer(ExprId id) { return value(id).integer; }
  std::vector<Constant> values(const std::vector<ExprId>& ids) {
    std::vector<Constant> result;
    for (ExprId id : ids) result.push_back(value(id));
    return result;
  }
  Indices indices(const std::vector<ExprId>& ids) {
    Indices result;
    for (ExprId id : ids) result.push_back(integer(id));
    return result;
  }

  Constant evaluated(const Const& node, ScalarType) { return node.value; }
  Constant evaluated(const Read& node, ScalarType type) {
    if (!slot(node.variable) && unset_is_zero_) return make_constant(type, int64_t{0});
    if (!slot(node.variable))
      fail_interpreting("variable '" + function_[node.variable].name + "' is read before it is assigned");
    return *slot(node.variable);
  }
  Constant evaluated(const Load& node, ScalarType) { return load(node.array, indices(node.indices)); }
  Constant evaluated(const Extent& node, ScalarType type) {
    return make_constant(type, extent(node.array, node.dimension));
  }
  Constant evaluated(const WrapIndex& node, ScalarType type) {
    int64_t index = integer(node.index);
    return make_constant(type, index < 0 ? index + extent(node.array, node.dimension) : index);
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
    const For* before = nullptr;
    for (StmtId id : block) {
      const auto* loop = std::get_if<For>(&function_[id].node);
      if (loop != nullptr && loop->ahead >= 0)
        accesses_.begin_copy(loop->ahead, !loop->joins && before == nullptr, loop->joins);
      before = loop != nullptr && loop->ahead >= 0 && !loop->joins ? loop : nullptr;
      if (const auto* allocation = std::get_if<Allocate>(&function_[id].node))
        if (lifetimes_.ends_with_block(allocation->array)) allocated.push_back(allocation->array);
      flow = match(
          function_[id].node, [&](const For& node) { return execute(id, node); },
          [&](const While& node) { return execute(id, node); },
          [&](const If& node) { return execute(id, node); }, [&](const auto& node) { return execute(node); });
      if (flow != Flow::Next) break;
    }
    for (ArrayId id : allocated) machine_.release(id);
    return flow;
  }

  Flow execute(const Assign& node) {
    slot(node.variable) = value(node.value);
    if (!in_kernel_) machine_.computed(node.variable);
    return Flow::Next;
  }
  Flow execute(const Store& node) {
    store(node.array, indices(node.indices), value(node.value));
    return Flow::Next;
  }
  Flow execute(const AtomicUpdate& node) {
    const Indices at = indices(node.indices);
    if (is_shared(node.array)) return update_shared(node, at);
    store(node.array, at, evaluate(node.op, load(node.array, at), value(node.value)));
    return Flow::Next;
  }
  /// Items may update one element together.
  Flow update_shared(const AtomicUpdate& node, std::span<const int64_t> indices) {
    ArrayMemory& memory = *own(node.array);
    memory.store(indices, evaluate(node.op, memory.load(indices), value(node.value)));
    return Flow::Next;
  }
  Flow execute(const CheckIndex& node) {
    int64_t index = integer(node.index);
    int64_t extent = this->extent(node.array, node.dimension);
    if (index >= -extent && index < extent) return Flow::Next;
    std::vector<Constant> arguments;
    for (int64_t argument : {index, int64_t{node.dimension}, extent}) {
      arguments.push_back(make_constant(ScalarType::Int64, argument));
    }
    return raise(node.error, std::move(arguments));
  }
  Flow execute(StmtId id, const If& node) {
    const bool condition = is_true(value(node.condition));
    if (!in_kernel_) machine_.enter_branch(id, condition);
    const Flow flow = block(condition ? node.then_body : node.else_body);
    if (!in_kernel_) machine_.leave();
    return flow;
  }
  Flow execute(StmtId id, const For& node) {
    if (node.mark == LoopMark::Item) return items(node);
    if (in_kernel_) return iterations(node);
    if (node.mark != LoopMark::Grid && node.mark != LoopMark::Group) {
      machine_.enter_loop(id);
      const Flow flow = iterations(node);
      machine_.leave();
      return flow;
    }
    if (auto outcome = machine_.launch(id, [this](ExprId expr) { return value_at_entry(expr); })) {
      if (!outcome->raised) return Flow::Next;
      outcome_ = std::move(*outcome);
      return Flow::End;
    }
    in_kernel_ = true;
    const Flow flow = iterations(node);
    in_kernel_ = false;
    return flow;
  }
  /// Only the iterations of whole nests are items.
  Flow items(const For& node) {
    if (item_depth_++ == 0) accesses_.begin_nest();
    const Flow flow = iterations(node);
    if (--item_depth_ == 0) accesses_.end_nest();
    return flow;
  }
  Flow iterations(const For& node) {
    const bool in_order = is_in_order(node.mark);
    int64_t extent = integer(node.extent);
    for (int64_t i = 0; i < extent; ++i) {
      if (!in_order) forget_private(node);
      if (node.mark == LoopMark::Item) accesses_.begin_item();
      if (node.mark == LoopMark::Group) accesses_.begin_group();
      slot(node.counter) = make_constant(ScalarType::Int64, i);
      Flow flow = block(node.body);
      if (!in_kernel_) machine_.end_turn();
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
    for (ArrayId id : privates.arrays) own(id)->reset();
  }
  struct Privates {
    const For* loop;
    std::vector<VarId> variables;
    std::vector<ArrayId> arrays;
  };
  const Privates& privates_of(const For& loop) {
    for (const Privates& known : privates_) {
      if (known.loop == &loop) return known;
    }
    std::set<VarId> variables;
    std::set<ArrayId> arrays;
    walk_stmts(function_, loop.body, [&](StmtId id) {
      const StmtNode& node = function_[id].node;
      if (const auto* assign = std::get_if<Assign>(&node)) variables.insert(assign->variable);
      const auto* store = std::get_if<Store>(&node);
      const bool kept = store == nullptr || function_[store->array].extents.empty() ||
                        (loop.mark != LoopMark::Group && is_shared(store->array));
      if (loop.mark != LoopMark::Vector && loop.mark != LoopMark::MatrixUnit && !kept)
        arrays.insert(store->array);
      return true;
    });
    return privates_.emplace_back(Privates{
        &loop, {variables.begin(), variables.end()}, {arrays.begin(), arrays.end()}});
  }
  Flow execute(StmtId id, const While& node) {
    if (in_kernel_) return turns(node);
    machine_.enter_loop(id);
    const Flow flow = turns(node);
    machine_.leave();
    return flow;
  }
  Flow turns(const While& node) {
    while (true) {
      Flow flow = block(node.head);
      if (flow == Flow::Next && !is_true(value(node.condition))) flow = Flow::Break;
      if (flow == Flow::Next) flow = block(node.body);
      if (!in_kernel_) machine_.end_turn();
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
    if (node.keeps) {
      machine_.resize(node.array, integer(node.extents.front()));
      return Flow::Next;
    }
    const Indices given = indices(node.extents);
    const std::span<const int64_t> extents = given;
    machine_.allocate(node.array, {extents.begin(), extents.end()});
    return Flow::Next;
  }
  Flow execute(const CallHost& node) {
    machine_.call_host(node, values(node.values));
    return Flow::Next;
  }
  Flow raise(ErrorId error, std::vector<Constant> arguments) {
    outcome_.raised = true;
    outcome_.error = error;
    outcome_.arguments = std::move(arguments);
    return Flow::End;
  }

  Machine& machine_;
  const Function& function_;
  const HeapLifetimes& lifetimes_;
  std::vector<std::optional<Constant>> variables_;
  std::vector<std::optional<ArrayMemory>> locals_;
  bool unset_is_zero_;
  bool in_kernel_ = false;
  GroupAccesses accesses_;
  int item_depth_ = 0;
  std::vector<Privates> privates_;
  Outcome outcome_;
};

}  // namespace

Outcome interpret(const Function& function, std::span<const ArrayView> arrays,
                  std::span<const Constant> scalars, const HostCaller& host) {
  OwnMemory memory(function, arrays, host);
  Outcome outcome = interpret_on(memory, function, HeapLifetimes(function), scalars);
  if (!outcome.raised)
    for (ArrayId array : function.returned_arrays()) outcome.memory.push_back(memory.bytes(array));
  return outcome;
}

Outcome interpret_on(Machine& machine, const Function& function, const HeapLifetimes& lifetimes,
                     std::span<const Constant> scalars) {
  return Interpreter(machine, function, lifetimes, scalars).run();
}

}  // namespace unpython::ir
