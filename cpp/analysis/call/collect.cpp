// The walk over statements: control flow decides which guards hold, and what is known of a variable.
#include <algorithm>
#include <utility>

#include "analysis/call/collector.h"
#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::analysis {

using namespace ir;

namespace {

/// Does nothing but raise: one exception, or one of several.
bool only_raises(const Function& f, const Block& body) {
  if (body.empty() || !std::holds_alternative<Raise>(f[body.back()].node)) return false;
  return std::all_of(body.begin(), body.end() - 1, [&](StmtId id) {
    const auto* branch = std::get_if<If>(&f[id].node);
    return branch != nullptr && branch->else_body.empty() && only_raises(f, branch->then_body);
  });
}

}  // namespace

Nests collect(const Function& function, const CallValues& call) {
  std::vector<bool> varies(static_cast<size_t>(function.arrays.size()));
  while (true) {
    Collector collector(function, call, std::move(varies));
    Nests nests = collector.run();
    if (!collector.is_wrong()) return nests;
    varies = collector.varies();
  }
}

Collector::Collector(const Function& function, const CallValues& call, std::vector<bool> varies)
    : f_(function),
      call_(call),
      slices_(function),
      values_(static_cast<size_t>(function.variables.size())),
      parameter_of_(static_cast<size_t>(function.arrays.size()), -1),
      local_extents_(static_cast<size_t>(function.arrays.size())),
      version_(static_cast<size_t>(function.arrays.size())),
      first_(static_cast<size_t>(function.arrays.size())),
      varies_(std::move(varies)),
      made_span_(static_cast<size_t>(function.stmts.size())),
      resized_(static_cast<size_t>(function.arrays.size())),
      written_(static_cast<size_t>(function.arrays.size())),
      span_(static_cast<size_t>(function.stmts.size())) {}

Nests Collector::run() {
  result_.places.resize(static_cast<size_t>(f_.arrays.size()));
  place_arguments();
  scan(f_.body);
  size_t scalar = 0;
  for (const Parameter& parameter : f_.parameters) {
    if (parameter.is_array) continue;
    const size_t index = scalar++;
    if (index < call_.scalars.size() && call_.scalars[index])
      values_[static_cast<size_t>(parameter.variable.value)] = Value::of(*call_.scalars[index]);
  }
  block(f_.body);
  for (size_t a = 0; a < varies_.size(); ++a)
    if (varies_[a]) result_.places[a].known = false;  // elsewhere its extents are others
  return std::move(result_);
}

void Collector::Flow::join(const Flow& other) {
  may_skip = may_skip || other.may_skip;
  may_break = may_break || other.may_break;
  may_return = may_return || other.may_return;
}

/// What each statement assigns and makes, nested ones included; which arrays are written.
void Collector::scan(const Block& block) {
  for (StmtId id : block) {
    const auto begin = static_cast<int>(assigned_.size());
    const auto first_made = static_cast<int>(made_.size());
    const StmtNode& node = f_[id].node;
    if (const auto* assign = std::get_if<Assign>(&node)) {
      assigned_.push_back(assign->variable);
    } else if (const auto* store = std::get_if<Store>(&node)) {
      written_[static_cast<size_t>(store->array.value)] = true;
    } else if (const auto* update = std::get_if<AtomicUpdate>(&node)) {
      written_[static_cast<size_t>(update->array.value)] = true;
    } else if (const auto* call = std::get_if<CallHost>(&node)) {
      for (const HostArgument& argument : call->arguments)
        if (argument.stored) written_[static_cast<size_t>(argument.array.value)] = true;
    } else if (const auto* allocation = std::get_if<Allocate>(&node)) {
      made_.push_back(allocation->array);
      resized_[static_cast<size_t>(allocation->array.value)] =
          resized_[static_cast<size_t>(allocation->array.value)] || allocation->keeps;
    } else if (const auto* branch = std::get_if<If>(&node)) {
      scan(branch->then_body);
      scan(branch->else_body);
    } else if (const auto* loop = std::get_if<For>(&node)) {
      scan(loop->body);
    } else if (const auto* repeat = std::get_if<While>(&node)) {
      scan(repeat->head);
      scan(repeat->body);
    }
    span_[static_cast<size_t>(id.value)] = {begin, static_cast<int>(assigned_.size())};
    made_span_[static_cast<size_t>(id.value)] = {first_made, static_cast<int>(made_.size())};
  }
}

Collector::Flow Collector::block(const Block& block) {
  const int guard = guard_;
  const bool conditional = conditional_;
  Flow flow;
  for (StmtId id : block) {
    const Flow one = statement(id);
    flow.join(one);
    // What follows happens only where the statement did not leave.
    if ((one.may_skip || one.may_break || one.may_return) && !one.guarded) conditional_ = true;
    if (one.leaves) {
      flow.leaves = true;
      flow.raises = one.raises;
      break;
    }
  }
  guard_ = guard;
  conditional_ = conditional;
  return flow;
}

Collector::Flow Collector::statement(StmtId id) {
  const Stmt& stmt = f_[id];
  statement_ = id;
  return match(
      stmt.node,
      [&](const Assign& assign) {
        Value next = value(assign.value);
        if (next.kind == Value::Kind::Nothing) next.loop = loop_;
        values_[static_cast<size_t>(assign.variable.value)] = std::move(next);
        return Flow{};
      },
      [&](const Store& node) {
        store(node.array, node.indices, node.value, false);
        return Flow{};
      },
      [&](const AtomicUpdate& node) {
        store(node.array, node.indices, node.value, true);
        return Flow{};
      },
      [&](const CheckIndex& node) {
        check(id, node);
        return Flow{};
      },
      [&](const If& node) { return branch(id, node); }, [&](const For& node) { return loop(id, node); },
      [&](const While& node) { return loop(id, node); },
      [](const Break&) { return Flow{.leaves = true, .may_break = true}; },
      [](const Continue&) { return Flow{.leaves = true, .may_skip = true}; },
      [&](const Return& node) {
        for (ExprId result : node.values) (void)value(result);
        return Flow{.leaves = true, .may_return = true};
      },
      [&](const Raise& node) {
        for (ExprId argument : node.arguments) (void)value(argument);
        return Flow{.leaves = true, .raises = true};
      },
      [&](const Allocate& node) {
        if (!node.keeps) allocate(node);
        return Flow{};
      },
      [&](const CallHost& node) {
        for (ExprId given : node.values) (void)value(given);
        return Flow{};
      });
}

void Collector::push_guard(const integers::LinearForm& form, bool nonzero) {
  nest_->guards.push_back({{form, nonzero}, guard_, -1});
  guard_ = static_cast<int>(nest_->guards.size()) - 1;
}

/// From here to the end of the block the condition holds.
void Collector::assume(const Ways& ways) {
  if (!in_nest()) return;
  if (ways.ways.size() == 1) {
    for (const Relation& relation : ways.ways.front()) push_guard(relation.form, relation.nonzero);
  }
  if (!ways.exact || ways.ways.size() != 1) conditional_ = true;
}

std::vector<Value> Collector::assigned_values(StmtId id) const {
  const auto [begin, end] = span_[static_cast<size_t>(id.value)];
  std::vector<Value> values;
  values.reserve(static_cast<size_t>(end - begin));
  for (int i = begin; i < end; ++i)
    values.push_back(values_[static_cast<size_t>(assigned_[static_cast<size_t>(i)].value)]);
  return values;
}

void Collector::restore(StmtId id, const std::vector<Value>& values) {
  const int begin = span_[static_cast<size_t>(id.value)].first;
  for (size_t i = 0; i < values.size(); ++i)
    values_[static_cast<size_t>(assigned_[static_cast<size_t>(begin) + i].value)] = values[i];
}

/// What is known whichever branch ran: `other` is what the one that was walked first left.
void Collector::merge(StmtId id, const std::vector<Value>& other) {
  const int begin = span_[static_cast<size_t>(id.value)].first;
  for (size_t i = 0; i < other.size(); ++i) {
    const VarId variable = assigned_[static_cast<size_t>(begin) + i];
    Value& now = values_[static_cast<size_t>(variable.value)];
    if (now == other[i]) continue;
    Value merged;
    merged.loop = loop_;
    if (in_nest() && now.kind == Value::Kind::Form && other[i].kind == Value::Kind::Form) {
      const auto a = domain_->range(now.form, loop_);
      const auto b = domain_->range(other[i].form, loop_);
      if (a && b) merged = Value::of(symbol({std::min(a->low, b->low), std::max(a->high, b->high)}, loop_));
    }
    now = std::move(merged);
  }
}

void Collector::forget_assigned(StmtId id, int loop) {
  const auto [begin, end] = span_[static_cast<size_t>(id.value)];
  for (int i = begin; i < end; ++i) {
    Value& value = values_[static_cast<size_t>(assigned_[static_cast<size_t>(i)].value)];
    value.kind = Value::Kind::Nothing;
    value.loop = loop;
  }
}

Collector::Flow Collector::branch(StmtId id, const If& node) {
  if (node.else_body.empty() && only_raises(f_, node.then_body)) return raise_check(id, node);
  const Condition condition = this->condition(node.condition);
  const int guard = guard_;
  const bool conditional = conditional_;
  const std::vector<Value> before = assigned_values(id);
  const std::vector<Made> made_before = made_by(id);
  const auto walk = [&](const Block& body, const Ways& ways, bool refuted) {
    assume(ways);
    if (refuted && !in_nest()) ++dead_;
    const Flow flow = block(body);
    if (refuted && !in_nest()) --dead_;
    guard_ = guard;
    conditional_ = conditional;
    return flow;
  };
  const Flow first = walk(node.then_body, condition.yes, condition.known == false);
  const std::vector<Value> after_first = assigned_values(id);
  const std::vector<Made> made_first = made_by(id);
  restore(id, before);
  restore_made(id, made_before);
  const Flow second = walk(node.else_body, condition.no, condition.known == true);
  const bool ends_first = condition.known == false || first.leaves;
  const bool ends_second = condition.known == true || second.leaves;
  if (ends_second && !ends_first) {
    restore(id, after_first);
    restore_made(id, made_first);
  } else if (!ends_first) {
    merge(id, after_first);
    merge_made(id, made_first);
  }

  Flow flow;
  if (condition.known != false) flow.join(first);
  if (condition.known != true) flow.join(second);
  flow.leaves = ends_first && ends_second;
  flow.raises =
      flow.leaves && (first.raises || condition.known == false) && (second.raises || condition.known == true);
  if (condition.known || first.leaves == second.leaves) return flow;
  // `if c: continue`: the rest of the block runs where c does not hold.
  const Flow& out = first.leaves ? first : second;
  const Flow& stays = first.leaves ? second : first;
  const Ways& rest = first.leaves ? condition.no : condition.yes;
  flow.guarded = !stays.may_skip && !stays.may_break && !stays.may_return &&
                 (out.raises || (rest.exact && rest.ways.size() == 1));
  if (flow.guarded) {
    assume(rest);
    conditional_ = conditional;
  }
  return flow;
}

/// `if condition: raise`: what follows runs where the condition does not hold.
Collector::Flow Collector::raise_check(StmtId id, const If& node) {
  const Condition condition = this->condition(node.condition);
  if (!in_nest()) return {};
  const int guard = guard_;
  RaiseCheck check{.stmt = id, .loop = loop_, .ways = {}};
  for (const std::vector<Relation>& way : condition.yes.ways) {
    guard_ = guard;
    for (const Relation& relation : way) push_guard(relation.form, relation.nonzero);
    check.ways.push_back(guard_);
  }
  guard_ = guard;
  nest_->raises.push_back(std::move(check));
  const bool conditional = conditional_;
  assume(condition.yes);
  (void)block(node.then_body);  // it may read, and hold checks of its own
  guard_ = guard;
  assume(condition.no);
  conditional_ = conditional;
  return {};
}

Collector::Flow Collector::loop(StmtId id, const For& node) {
  const bool root = !in_nest();
  if (root) start_nest(id);
  const int guard = guard_;
  const bool conditional = conditional_;
  const int outer = loop_;
  enter(id, node);
  const int index = loop_;
  conditional_ = false;  // finish_nest adds the conditions of the loops around
  forget_assigned(id, index);
  forget_made(id);
  const Flow body = block(node.body);
  loop_ = outer;
  guard_ = guard;
  conditional_ = conditional;
  if (body.may_break || body.may_return) nest_->loops[static_cast<size_t>(index)].leaves_early = true;
  if (root) {
    finish_nest();
    keep_locals();
  }
  forget_assigned(id, outer);
  forget_made(id);
  values_[static_cast<size_t>(node.counter.value)].kind = Value::Kind::Nothing;
  return {.may_return = body.may_return};
}

Collector::Flow Collector::loop(StmtId id, const While& node) {
  forget_assigned(id, loop_);
  forget_made(id);
  const bool conditional = conditional_;
  const Flow head = block(node.head);
  (void)condition(node.condition);
  conditional_ = true;
  const Flow body = block(node.body);
  conditional_ = conditional;
  forget_assigned(id, loop_);
  forget_made(id);
  return {.may_return = head.may_return || body.may_return};
}

}  // namespace unpython::analysis
