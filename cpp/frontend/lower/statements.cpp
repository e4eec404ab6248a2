// Statements other than loops.
#include <algorithm>
#include <functional>

#include "frontend/lower/lowerer.h"
#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::frontend {

using resolved::ExprId;
using resolved::StmtId;

void ScalarCode::emit(ir::StmtNode node, const SourceRange& range) {
  block_->push_back(build_.statement(std::move(node), range));
}

void Lowerer::body(const resolved::Body& statements) {
  for (const StmtId id : statements) {
    if (!webs_.is_reached(id)) return;
    statement(id);
    if (types_.leaves[static_cast<size_t>(id.value)]) return;
  }
}

void Lowerer::statement(StmtId id) {
  const SourceRange& range = f_[id].range;
  match(
      f_[id].node, [&](const resolved::Assign& s) { assign(s); },
      [&](const resolved::UpdateElement& s) { update_element(s); },
      [&](const resolved::SetItem& s) { set_item(s, range); },
      [&](const resolved::Append& s) { append(s, range); },
      [&](const resolved::Truncate& s) { truncate(s, range); },
      [&](const resolved::For& s) { for_loop(s, range); },
      [&](const resolved::While& s) { while_loop(s, range); },
      [&](const resolved::If& s) { if_statement(s, range); },
      [&](const resolved::Break&) { break_loop(range); },
      [&](const resolved::Continue&) { emit(ir::Continue{}, range); },
      [&](const resolved::Return& s) { return_value(s.value, range); },
      [&](const resolved::Exitable& s) { exitable(s, range); },
      [&](const resolved::Leave& s) { leave(s, range); }, [&](const resolved::Raise& s) { raise(s, range); },
      [&](const resolved::Evaluate& s) { (void)after_raising(expr(s.value), f_[s.value].range); });
}

ScalarCode::Branch Lowerer::branch(const resolved::Body& statements) {
  return separately([&] {
    body(statements);
    return Value{};
  });
}

void Lowerer::assign(const resolved::Assign& node) {
  if (node.updates) return update_local(node);
  if (keeps_or_assigns(node)) return;
  const auto* call = std::get_if<resolved::CallLibrary>(&f_[node.value].node);
  const bool in_place = node.is_output && call != nullptr && types_.of(node.value).is_array();
  Value value = node.stores_list ? stored_list(node)
                : in_place       ? library_call(node.value, *call, f_[node.value].range, true)
                                 : expr(node.value);
  if (node.is_output && refuse_output(node)) return;
  if (node.fills) check_filled(node, value);
  if (node.is_output && !node.fills) check_output_shape(node, value);
  const bool several =
      node.targets.size() > 1 || std::holds_alternative<std::vector<resolved::Target>>(node.targets[0].node);
  if (several) value = hold_if_mutable(value, true);
  if (several) keep_old_arrays(node.targets, value);
  for (const resolved::Target& to : node.targets) assign_to(to, value);
}

/// a[1:] = [x, 2]: NumPy converts each number to the type of the array.
Value Lowerer::stored_list(const resolved::Assign& node) {
  const auto* call = std::get_if<resolved::CallArray>(&f_[node.value].node);
  const Type& to = types_.of(std::get<resolved::ElementTarget>(node.targets[0].node).base);
  const std::function<bool(const Type&)> is_of_numbers = [&](const Type& type) {
    return type.is_scalar() || (type.is_tuple() && std::all_of(type.elements.begin(), type.elements.end(), is_of_numbers));
  };
  if (call == nullptr || !to.is_array() || to.is_list_of_items() || !is_of_numbers(types_.of(call->arguments[0])))
    return expr(node.value);
  const Type type = new_array(to.scalar, types_.of(node.value).rank);
  return from_values(expr(call->arguments[0]), type, f_[node.value].range);
}

/// Whether out= is read-only: then the call raises.
bool Lowerer::refuse_output(const resolved::Assign& node) {
  const auto& output = std::get<resolved::ElementTarget>(node.targets[0].node);
  return refuse_store(expr(output.base), f_[node.value].range, kReadOnlyOutput);
}

/// What out= takes is not stretched.
void Lowerer::check_filled(const resolved::Assign& node, const Value& value) {
  const Value output = expr(std::get<resolved::ElementTarget>(node.targets[0].node).base);
  if (!value.type.is_array() || !output.type.is_array()) return;
  for (size_t axis = 0; axis < static_cast<size_t>(value.type.rank); ++axis) {
    const ir::ExprId own = extent_of(value, axis);
    const ir::ExprId given = extent_of(output, axis);
    if (ir::same_value(out_, own, given)) continue;
    raise_if(build_.compare(ir::CompareOp::NotEqual, own, given), ir::ErrorKind::Refused,
             "out= has another shape than the result, which NumPy does not take", f_[node.value].range);
  }
}

/// NumPy's words where the result of a function of elements has another shape than its out=, which is an operand to NumPy.
void Lowerer::check_output_shape(const resolved::Assign& node, const Value& value) {
  const Value output = expr(std::get<resolved::ElementTarget>(node.targets[0].node).base);
  if (!value.type.is_array() || !output.type.is_array()) return;
  const SourceRange& range = f_[node.value].range;
  const std::vector<ir::ExprId> from = extents_of(value);
  const std::vector<ir::ExprId> to = extents_of(output);
  if (from.size() > to.size() || 2 * to.size() > kMostArguments) return;
  std::vector<ir::ExprId> together = to;
  ir::ExprId meet = build_.boolean(true);
  ir::ExprId fit = build_.boolean(true);
  for (size_t i = 0; i < from.size(); ++i) {
    ir::ExprId& extent = together[to.size() - from.size() + i];
    if (ir::same_value(out_, from[i], extent)) continue;
    const auto is_one = [&](ir::ExprId e) { return build_.compare(ir::CompareOp::Equal, e, build_.int64(1)); };
    const ir::ExprId fits = build_.logical_or(build_.compare(ir::CompareOp::Equal, from[i], extent), is_one(from[i]));
    fit = build_.logical_and(fit, fits);
    meet = build_.logical_and(meet, build_.logical_or(fits, is_one(extent)));
    extent = build_.select(is_one(from[i]), extent, from[i]);
  }
  Branch differ = separately([&] {
    if (const auto shapes = shapes_of_operands(node.value, output))
      raise_if(build_.logical_not(meet), ir::ErrorKind::ValueError,
               "operands could not be broadcast together with shapes " + shapes->text, range, shapes->extents);
    std::vector<ir::ExprId> shown = to;
    shown.insert(shown.end(), together.begin(), together.end());
    raise_if(meet, ir::ErrorKind::ValueError,
             "non-broadcastable output operand with shape " + shape_text(0, to.size()) +
                 " doesn't match the broadcast shape " + shape_text(to.size(), to.size()),
             range, std::move(shown));
    return Value{};
  });
  emit(build_.if_then(build_.logical_not(fit), std::move(differ.block), {}, range));
}

/// The shapes of a call's operands and of its out=, where the operands are variables and the shapes few enough to be shown.
std::optional<Lowerer::ShownShapes> Lowerer::shapes_of_operands(resolved::ExprId called, const Value& output) {
  const auto* call = std::get_if<resolved::CallLibrary>(&f_[called].node);
  if (call == nullptr) return std::nullopt;
  ShownShapes shown;
  const auto add = [&](const Value& operand) {
    const std::vector<ir::ExprId> extents = operand.type.is_array() ? extents_of(operand) : std::vector<ir::ExprId>{};
    shown.text += shape_text(shown.extents.size(), extents.size()) + " ";
    shown.extents.insert(shown.extents.end(), extents.begin(), extents.end());
  };
  for (const resolved::ExprId argument : call->arguments) {
    const bool is_number = types_.of(argument).is_scalar();
    if (!is_number && !std::holds_alternative<resolved::ReadLocal>(f_[argument].node)) return std::nullopt;
    add(is_number ? Value{} : expr(argument));
  }
  add(output);
  return shown.extents.size() <= kMostArguments ? std::optional(std::move(shown)) : std::nullopt;
}

/// best = a[i] if a[i] > best else best: an assignment under the condition, which a parallel loop knows as an extremum. Not where
/// both values may be computed at once.
bool Lowerer::keeps_or_assigns(const resolved::Assign& node) {
  const auto* choice = std::get_if<resolved::Conditional>(&f_[node.value].node);
  const auto* to = node.targets.size() == 1 ? std::get_if<resolved::LocalTarget>(&node.targets[0].node) : nullptr;
  if (choice == nullptr || to == nullptr || !std::holds_alternative<resolved::ReadLocal>(f_[choice->if_false].node))
    return false;
  const Type& type = types_.of(node.value);
  const int web = webs_.web(to->definition);
  const bool same = webs_.web(choice->if_false) == web && type.is_scalar() &&
                    webs_.bound[static_cast<size_t>(choice->if_false.value)] != Bound::Sometimes;
  if (!same || known_truth(types_.of(choice->condition))) return false;
  const ir::ExprId test = condition(choice->condition);
  if (const ir::Constant* known = build_.as_constant(test)) {
    if (known->integer != 0) define(to->definition, as_type(expr(choice->if_true), type));
    return true;
  }
  Branch branch = separately([&] { return as_type(expr(choice->if_true), type); });
  if (can_run_always(branch)) {
    Branch kept = separately([&] { return as_type(expr(choice->if_false), type); });
    define(to->definition, choose(test, std::move(branch), std::move(kept), type, f_[node.value].range));
    return true;
  }
  into(branch.block, [&] {
    if (branch.value) define(to->definition, *branch.value);
  });
  emit(build_.if_then(test, std::move(branch.block), {}, f_[node.value].range));
  return true;
}

/// a, b = b, a: each of several variables takes what the others held before.
void Lowerer::keep_old_arrays(const std::vector<resolved::Target>& targets, Value& value) {
  if (value.type.is_array() && !value.computed) {
    bool owner_changes = false;
    for (const resolved::Target& target : targets) {
      const auto* local = std::get_if<resolved::LocalTarget>(&target.node);
      const int web = local ? webs_.web(local->definition) : -1;
      owner_changes |= web >= 0 && owns(web) && array_of(types_.webs[static_cast<size_t>(web)]) == value.base;
    }
    if (owner_changes) {
      auto origins = hold_origins(value);  // its web may name another array afterwards
      value = materialize(value, targets.front().range);
      value.origins = std::move(origins);
    }
  }
  for (const resolved::Target& target : targets) {
    const auto* parts = std::get_if<std::vector<resolved::Target>>(&target.node);
    if (!parts) continue;
    for (Value& element : value.elements) keep_old_arrays(*parts, element);
  }
}

/// name op= value
void Lowerer::update_local(const resolved::Assign& node) {
  const auto& operation = std::get<resolved::Binary>(f_[node.value].node);
  if (!types_.of(operation.left).is_array()) return assign_to(node.targets[0], expr(node.value));
  const SourceRange& range = f_[node.value].range;
  std::vector<Value> operands = values({operation.left, operation.right});
  if (operands[0].type.is_list_of_items()) {
    extend_list(operands[0], operands[1], range);
    return assign_to(node.targets[0], operands[0]);
  }
  if (!refuse_store(operands[0], range, kReadOnlyOutput)) {
    operands[1] = as_operand(operands[1], operands[0], range);
    check_in_place(operands[0], operands[1], range);
    store_array(operands[0], binary(operation.op, operands[0], operands[1], range), range);
  }
  assign_to(node.targets[0], operands[0]);
}

void Lowerer::assign_to(const resolved::Target& to, const Value& value) {
  match(
      to.node, [&](const resolved::LocalTarget& t) { define(t.definition, value); },
      [&](const resolved::ElementTarget& t) { store_element(t, value, to.range); },
      [&](const std::vector<resolved::Target>& several) {
        if (value.type.is_array()) return unpack(several, value, to.range);
        for (size_t i = 0; i < several.size(); ++i) assign_to(several[i], value.elements[i]);
      });
}

void Lowerer::define(resolved::DefinitionId id, const Value& value) {
  const auto web = static_cast<size_t>(webs_.web(id));
  const SourceRange& range = f_.definitions[id].range;
  const Storage& to = storage_[web];
  // Only locals= asks for a type that the value may not fit; a join has room for all its values.
  const bool explicit_type = to.type.is_scalar() && !to.type.weak && value.type.is_scalar() &&
                             (value.type.weak || kind_rank(value.type.scalar) > kind_rank(to.type.scalar));
  if (to.type.is_scalar() && value.type.is_either()) {  // locals=
    emit(build_.assign(to.variable, converted_number(value, to.type.scalar, range), range));
  } else if (explicit_type) {
    emit(build_.assign(to.variable, explicit_conversion(value, to.type.scalar, range), range));
  } else if (to.type.is_array() && owns(webs_.web(id))) {
    keep_origins({webs_.web(id), to.type.part}, value);
    define_array(array_of(to.type), value, range);
  } else if (to.type.is_tuple()) {
    Value held = value;
    for (Value& element : held.elements)
      if (reads_web(webs_.web(id), element)) element = hold_arrays(element, range);
    Value written = as_type(held, to.type);
    std::vector<ir::VarId> before;
    hold_what_writes_change(to, written, before);
    write(to, written, range);
    define_parts(webs_.web(id), to.type, held, range);
    if (chosen_from_.contains(webs_.web(id)) && block_ == &out_.body) make_tables(read_storage(to));
  } else {
    write(to, as_type(value, to.type), range);
    const auto* source = to.type.is_scalar() ? std::get_if<ir::Read>(&out_[value.expr].node) : nullptr;
    const bool is_before_loops = loops_.empty() || (source != nullptr && unchanged_.contains(source->variable));
    if (to.type.is_scalar() && is_before_loops && webs_.definitions[web].size() == 1) unchanged_.insert(to.variable);
    for (size_t i = 0; i < to.axes.size() && webs_.definitions[web].size() == 1; ++i)
      if (to.axes[i][2].valid() && is_one_or_less(extent_of(value, i))) one_or_less_.insert(to.axes[i][2]);
  }
  if (is_set_[web]) emit(build_.assign(*is_set_[web], build_.boolean(true), range));
}

/// Arrays of the numbers of a tuple that has this value from here on.
void Lowerer::make_tables(const Value& tuple) {
  std::vector<ir::ExprId> scalars;
  for (const Value& element : tuple.elements) {
    if (!element.type.is_scalar() || element.type.scalar != tuple.elements.front().type.scalar) return;
    scalars.push_back(element.expr);
  }
  make_table(std::move(scalars), *block_);
}

/// A variable that owns its array gets a new value. Elements that only depend on the one they replace are
/// replaced where they are.
void Lowerer::define_array(ir::ArrayId memory, const Value& value, const SourceRange& range) {
  if (!value.computed && value.base == memory && is_whole(value.type)) return;
  if (value.computed && value.computed->holds_numpy.valid())
    holds_numpy_[memory] = value.computed->holds_numpy;
  if (!reads_array(value, memory)) return allocate_and_fill(memory, value, range);
  if (value.computed && value.computed->mask)
    return allocate_and_fill(memory, materialize(value, range), range);
  const Value own = whole(memory, -1);
  const std::vector<ir::ExprId> extents = extents_of(value);
  const bool same_shape = std::equal(extents.begin(), extents.end(), extents_of(own).begin(),
                                     [&](ir::ExprId a, ir::ExprId b) { return ir::same_value(out_, a, b); });
  if (same_shape && !needs_temporary(own, value)) return fill(own, extents, value, true, range);
  allocate_and_fill(memory, materialize(value, range), range);
}

/// The arrays of a tuple that its variable owns.
void Lowerer::define_parts(int web, const Type& type, const Value& value, const SourceRange& range) {
  for (size_t i = 0; i < type.elements.size(); ++i)
    define_parts(web, type.elements[i], value.elements[i], range);
  if (!type.is_view() || type.local != web) return;
  keep_origins({web, type.part}, value);
  define_array(array_of(type), value, range);
}

/// Whether arrays that a variable owns go into a value.
bool Lowerer::reads_web(int web, const Value& value) const {
  if (value.type.is_tuple())
    return std::any_of(value.elements.begin(), value.elements.end(),
                       [&](const Value& element) { return reads_web(web, element); });
  return value.type.is_array() &&
         std::any_of(local_arrays_.begin(), local_arrays_.end(), [&](const auto& own) {
           return own.first.first == web && reads_array(value, own.second);
         });
}

/// A value whose arrays have memory of their own.
Value Lowerer::hold_arrays(const Value& value, const SourceRange& range) {
  if (value.type.is_array()) return materialize(value, range);
  Value held = value;
  for (Value& element : held.elements) element = hold_arrays(element, range);
  return held;
}

/// p = (p[1], p[0] + 1): what reads variables that the write of an earlier item of the tuple, `before`, changes.
void Lowerer::hold_what_writes_change(const Storage& to, Value& value, std::vector<ir::VarId>& before) {
  const auto is_changed = [&](ir::ExprId id) {
    return ir::any_expr(out_, id, [&](ir::ExprId part) {
      const auto* read = std::get_if<ir::Read>(&out_[part].node);
      return read != nullptr && std::find(before.begin(), before.end(), read->variable) != before.end();
    });
  };
  const auto part = [&](ir::ExprId& id) {
    if (id.valid() && !before.empty() && is_changed(id)) id = hold(id);
  };
  if (value.type.is_number()) part(value.expr);
  for (ir::ExprId& index : value.fixed) part(index);
  for (AxisValue& axis : value.axes)
    for (ir::ExprId* id : {&axis.start, &axis.step, &axis.extent}) part(*id);
  for (size_t i = 0; i < to.elements.size(); ++i) hold_what_writes_change(to.elements[i], value.elements[i], before);
  if (to.variable.valid()) before.push_back(to.variable);
  before.insert(before.end(), to.fixed.begin(), to.fixed.end());
  for (const auto& axis : to.axes)
    for (const ir::VarId variable : axis)
      if (variable.valid()) before.push_back(variable);
}

void Lowerer::write(const Storage& to, const Value& value, const SourceRange& range) {
  if (to.type.is_either()) return write_either(to, value, range);
  if (to.type.is_scalar()) {
    const auto* same = std::get_if<ir::Read>(&out_[value.expr].node);
    if (!same || same->variable != to.variable) emit(build_.assign(to.variable, value.expr, range));
  }
  for (size_t i = 0; i < to.fixed.size(); ++i) emit(build_.assign(to.fixed[i], value.fixed[i], range));
  for (size_t i = 0; i < to.axes.size(); ++i) {
    if (!to.axes[i][0].valid()) continue;
    emit(build_.assign(to.axes[i][0], value.axes[i].start, range));
    emit(build_.assign(to.axes[i][1], value.axes[i].step, range));
    emit(build_.assign(to.axes[i][2], value.axes[i].extent, range));
  }
  for (size_t i = 0; i < to.elements.size(); ++i) write(to.elements[i], value.elements[i], range);
}

void Lowerer::if_statement(const resolved::If& node, const SourceRange& range) {
  const ir::ExprId test = condition(node.condition);
  if (const ir::Constant* known = build_.as_constant(test)) {
    body(known->integer != 0 ? node.then_body : node.else_body);
    return;
  }
  Branch then_part = branch(node.then_body);
  Branch else_part = branch(node.else_body);
  if (then_part.block.empty() && else_part.block.empty()) return;
  emit(build_.if_then(test, std::move(then_part.block), std::move(else_part.block), range));
}

void Lowerer::break_loop(const SourceRange& range) {
  if (loops_.back().left_early) emit(build_.assign(*loops_.back().left_early, build_.boolean(true), range));
  emit(ir::Break{}, range);
}

/// The body of a helper with early returns runs in a loop of one trip, which each return breaks out of.
void Lowerer::exitable(const resolved::Exitable& node, const SourceRange& range) {
  Exit& exit = exits_[node.exit];
  exit.left = build_.variable(unique_name(f_.exits[node.exit] + "_left"), ScalarType::Bool, range);
  const size_t position = block_->size();
  loops_.emplace_back();
  exit.loops = loops_.size();
  Branch once_through = branch(node.body);
  loops_.pop_back();
  const ir::Block& block = once_through.block;
  const bool ends = block.empty() || !std::holds_alternative<ir::Break>(out_[block.back()].node);
  if (ends) once_through.block.push_back(build_.statement(ir::Break{}, range));
  bool flag_used = false;
  for (ir::StmtId id{0}; out_.stmts.contains(id); ++id.value) {
    const auto* set = std::get_if<ir::Assign>(&out_[id].node);
    flag_used |= set && set->variable == exit.left;
  }
  if (flag_used) {
    ir::Block before{build_.assign(exit.left, build_.boolean(false), range)};
    for (const int web : webs_of(node.result)) start_at_zero(storage_[static_cast<size_t>(web)], range, before);
    block_->insert(block_->begin() + static_cast<std::ptrdiff_t>(position), before.begin(), before.end());
  }
  emit(ir::While{{}, build_.boolean(true), std::move(once_through.block)}, range);
}

std::set<int> Lowerer::webs_of(resolved::LocalId local) const {
  std::set<int> result;
  for (resolved::DefinitionId id{0}; f_.definitions.contains(id); ++id.value)
    if (local.valid() && f_.definitions[id].local == local) result.insert(webs_.web(id));
  return result;
}

/// Analyses do not see that a flag goes with a value: without one from the start, the value seems to come from the iteration
/// before.
void Lowerer::start_at_zero(const Storage& to, const SourceRange& range, ir::Block& before) {
  for (const Storage& element : to.elements) start_at_zero(element, range, before);
  if (!to.type.is_scalar() || !to.variable.valid()) return;
  before.push_back(build_.assign(to.variable, build_.number(to.type.scalar, 0), range));
}

void Lowerer::leave(const resolved::Leave& node, const SourceRange& range) {
  const Exit& exit = exits_.at(node.exit);
  if (loops_.size() > exit.loops) emit(build_.assign(exit.left, build_.boolean(true), range));
  for (size_t i = exit.loops; i < loops_.size(); ++i) {
    loops_[i].leaves.insert(node.exit);
    if (loops_[i].left_early) emit(build_.assign(*loops_[i].left_early, build_.boolean(true), range));
  }
  emit(ir::Break{}, range);
}

}  // namespace unpython::frontend
