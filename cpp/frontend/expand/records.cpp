// Objects: dataclasses, named tuples, plain classes, and dicts whose keys are texts.
//
// Problem:  an object has fields of any type, methods, and may have several names.
// Choice:   which object a name stands for is known when the program is expanded, as it is of functions: its fields are
//           locals, methods are inlined, and two names of one object are two ways to the same locals. An object whose
//           fields never change after it is made may be copied, so its name may be assigned again.
// Rejected: structs in memory (arrays of any rank are fields; each pass would have to see through them).
//
// An object that changes keeps its name: another name for it is given where it is sure to stand for it, outside loops and branches.
#include <algorithm>
#include <utility>

#include "frontend/expand/expander.h"
#include "frontend/expand/returns.h"

namespace unpython::frontend {

using resolved::Body;
using resolved::ExprId;
using Kind = syntax::RecordClass::Kind;

namespace {

struct OperatorMethod {
  syntax::BinaryOperator op;
  std::string_view method;
  std::string_view reflected;
};
constexpr OperatorMethod kOperatorMethods[] = {
    {syntax::BinaryOperator::Add, "__add__", "__radd__"},
    {syntax::BinaryOperator::Sub, "__sub__", "__rsub__"},
    {syntax::BinaryOperator::Mult, "__mul__", "__rmul__"},
    {syntax::BinaryOperator::Div, "__truediv__", "__rtruediv__"},
    {syntax::BinaryOperator::FloorDiv, "__floordiv__", "__rfloordiv__"},
    {syntax::BinaryOperator::Mod, "__mod__", "__rmod__"},
    {syntax::BinaryOperator::Pow, "__pow__", "__rpow__"},
    {syntax::BinaryOperator::MatMult, "__matmul__", "__rmatmul__"},
};

const syntax::Binding* find_method(const std::vector<syntax::Binding>& methods, std::string_view name) {
  const auto found = std::find_if(methods.begin(), methods.end(),
                                  [&](const syntax::Binding& method) { return method.path == name; });
  return found == methods.end() ? nullptr : &*found;
}

}  // namespace

/// Fields that a statement outside __init__ stores to, by name: of any object.
void Expander::collect_stored_names() {
  const auto target = [&](syntax::ExprId id) {
    if (const auto* attribute = std::get_if<syntax::Attribute>(&program_[id].node))
      stored_names_.insert(attribute->name);
    const auto* part = std::get_if<syntax::Subscript>(&program_[id].node);
    const auto* key = part ? std::get_if<syntax::StringLiteral>(&program_[part->index].node) : nullptr;
    if (key != nullptr) stored_names_.insert(key->value);
  };
  const auto visit = [&](const auto& self, const syntax::Body& body) -> void {
    for (const syntax::StmtId id : body) {
      const syntax::StmtNode& node = program_[id].node;
      if (const auto* s = std::get_if<syntax::Assign>(&node))
        std::for_each(s->targets.begin(), s->targets.end(), target);
      if (const auto* s = std::get_if<syntax::AugAssign>(&node)) target(s->target);
      const auto inside = [&](const auto& s) {
        self(self, s.body);
        self(self, s.otherwise);
      };
      if (const auto* s = std::get_if<syntax::For>(&node)) inside(*s);
      if (const auto* s = std::get_if<syntax::While>(&node)) inside(*s);
      if (const auto* s = std::get_if<syntax::If>(&node)) inside(*s);
    }
  };
  for (size_t i = 0; i < program_.functions.size(); ++i) {
    const bool initializes =
        std::any_of(program_.classes.begin(), program_.classes.end(),
                    [&](const syntax::RecordClass& one) { return one.initialize == static_cast<int>(i); });
    if (!initializes) visit(visit, program_.functions[i].body);
  }
}

Expander::RecordPtr Expander::record_of(ExprId value) const {
  const auto found = records_.find(value.value);
  return found == records_.end() ? nullptr : found->second;
}

bool Expander::is_frozen(const Record& record) const {
  return std::all_of(record.fields.begin(), record.fields.end(), [&](const auto& field) {
    return !stored_names_.contains(field.first) && (!field.second.record || is_frozen(*field.second.record));
  });
}

bool Expander::may_change(const Record& record) const {
  const syntax::RecordClass& type = class_of(record);
  return !record.is_made || (type.kind == Kind::Object && !type.is_frozen);
}

ExprId Expander::after(ExprId evaluated, ExprId value) {
  const auto* inlined = std::get_if<resolved::Inlined>(&out_[evaluated].node);
  if (inlined == nullptr) return value;
  resolved::Inlined whole = *inlined;
  whole.value = after(whole.value, value);
  const RecordPtr record = record_of(whole.value);
  const ExprId made = make(std::move(whole), out_[evaluated].range);
  if (record) records_[made.value] = record;
  return made;
}

/// The fields in the order of the class.
ExprId Expander::as_tuple(const RecordPtr& record, const SourceRange& range, int tag) {
  resolved::Tuple fields{.elements = {}, .is_list = false, .record = tag};
  for (const std::string& name : class_of(*record).fields) {
    const auto found = record->fields.find(name);
    if (found == record->fields.end())
      return wrong(reasons::kUnsupportedValue, range, "field '" + name + "' of this object has no value");
    const Field& field = found->second;
    fields.elements.push_back(field.is_unset ? make(resolved::Unset{}, range)
                              : field.record ? as_tuple(field.record, range, field.record->index)
                                             : read_local(field.local, range));
  }
  return make(std::move(fields), range);
}

ExprId Expander::read_record(const RecordPtr& record, const SourceRange& range) {
  const bool is_tuple = record->is_made && class_of(*record).kind == Kind::NamedTuple;
  const ExprId made = is_tuple ? as_tuple(record, range, record->index) : make(resolved::NoneValue{}, range);
  records_[made.value] = record;
  return made;
}

ExprId Expander::field(const RecordPtr& record, const std::string& name, const SourceRange& range) {
  const auto found = record->fields.find(name);
  if (found == record->fields.end())
    return wrong(reasons::kUnsupportedValue, range,
                 "'" + name + "' of an object of class '" + class_of(*record).name + "' is not known here");
  return found->second.record ? read_record(found->second.record, range)
                              : read_local(found->second.local, range);
}

std::vector<resolved::Attribute::Place> Expander::places_in_named_tuples(const std::string& name) const {
  std::vector<resolved::Attribute::Place> places;
  for (size_t i = 0; i < program_.classes.size(); ++i) {
    const auto& fields = program_.classes[i].fields;
    const auto found = std::find(fields.begin(), fields.end(), name);
    if (program_.classes[i].kind == Kind::NamedTuple && found != fields.end())
      places.push_back({static_cast<int>(i), static_cast<size_t>(found - fields.begin())});
  }
  return places;
}

ExprId Expander::attribute_of(ExprId object, const std::string& name, const SourceRange& range) {
  const RecordPtr record = record_of(object);
  const syntax::RecordClass& type = class_of(*record);
  if (const syntax::Binding* property = find_method(type.properties, name))
    return after(object, inlined_call({.binding = property, .object = record}, {}, range));
  if (type.kind == Kind::Dict)
    return wrong(reasons::kUnsupportedValue, range, "attribute '" + name + "' of a dict is not supported");
  return after(object, field(record, name, range));
}

/// An object that the caller gave, or a dict that is written out.
ExprId Expander::record_literal(const syntax::RecordLiteral& node, const SourceRange& range) {
  const syntax::RecordClass& type = program_.classes[static_cast<size_t>(node.index)];
  const auto record = std::make_shared<Record>(Record{.index = node.index, .is_given = node.is_given});
  resolved::Inlined made;
  for (size_t i = 0; i < node.fields.size(); ++i) {
    Field& field = record->fields[type.fields[i]];
    field.is_unset = std::holds_alternative<syntax::Unset>(program_[node.fields[i]].node);
    if (field.is_unset) continue;
    const ExprId value = any_value(node.fields[i]);
    if (const RecordPtr inner = record_of(value)) {
      made.body.push_back(push(resolved::Evaluate{value}, range));
      field.record = inner;
    } else {
      field.local = hidden_local(type.fields[i], value, made.body);
    }
  }
  made.value = read_record(record, range);
  const ExprId whole = make(std::move(made), range);
  records_[whole.value] = record;
  return whole;
}

ExprId Expander::make_object(const syntax::Binding& binding, const syntax::Call& node,
                             const SourceRange& range) {
  const syntax::RecordClass& type = program_.classes[static_cast<size_t>(binding.index)];
  const auto record = std::make_shared<Record>(Record{.index = binding.index, .is_made = false});
  const syntax::Binding initialize{
      .path = type.name, .kind = syntax::BindingKind::Function, .target = {}, .index = type.initialize};
  resolved::Inlined made;
  const ExprId value = inlined_call({.binding = &initialize, .object = record}, node, range);
  if (std::holds_alternative<resolved::Erroneous>(out_[value].node)) return value;
  record->is_made = true;
  made.body.push_back(push(resolved::Evaluate{value}, range));
  made.value = read_record(record, range);
  const ExprId whole = make(std::move(made), range);
  records_[whole.value] = record;
  return whole;
}

/// object.method(...); nothing for what is no object.
std::optional<ExprId> Expander::method_call(const syntax::Attribute& method, const syntax::Call& node,
                                            const SourceRange& range) {
  if (!may_be_record(method.value)) return std::nullopt;
  const ExprId object = any_value(method.value);
  const RecordPtr record = record_of(object);
  if (!record) return std::nullopt;
  const syntax::Binding* found = find_method(class_of(*record).methods, method.name);
  if (found == nullptr || record->fields.contains(method.name))
    return wrong(reasons::kUnsupportedCall, range,
                 "method '" + method.name + "' of an object of class '" + class_of(*record).name +
                     "' is not supported");
  return after(object, inlined_call({.binding = found, .object = record}, node, range));
}

/// object(...): its __call__; nothing for what is no object, and of a class that has none.
std::optional<ExprId> Expander::object_call(const syntax::Call& node, const SourceRange& range) {
  if (!may_be_record(node.function)) return std::nullopt;
  const ExprId object = any_value(node.function);
  const RecordPtr record = record_of(object);
  const syntax::Binding* found = record ? find_method(class_of(*record).methods, "__call__") : nullptr;
  if (found == nullptr) return std::nullopt;
  return after(object, inlined_call({.binding = found, .object = record}, node, range));
}

std::optional<ExprId> Expander::operator_call(std::string_view method, syntax::ExprId object,
                                              syntax::ExprId other, const SourceRange& range) {
  if (!may_be_record(object)) return std::nullopt;
  const ExprId value = any_value(object);
  const RecordPtr record = record_of(value);
  const syntax::Binding* found = record ? find_method(class_of(*record).methods, method) : nullptr;
  if (found == nullptr) return std::nullopt;
  return after(value, inlined_call({.binding = found, .object = record},
                                   {.function = {}, .arguments = {other}, .keywords = {}}, range));
}

std::optional<ExprId> Expander::binary_of_objects(const syntax::Binary& node, const SourceRange& range) {
  if (program_.classes.empty()) return std::nullopt;
  for (const OperatorMethod& one : kOperatorMethods) {
    if (one.op != node.op) continue;
    if (const auto made = operator_call(one.method, node.left, node.right, range)) return made;
    // Python evaluates the left side first.
    const bool is_simple = !std::holds_alternative<syntax::Call>(program_[node.left].node);
    return is_simple ? operator_call(one.reflected, node.right, node.left, range) : std::nullopt;
  }
  return std::nullopt;
}

/// Whether an expression may stand for an object, by its form: what is no object is not expanded twice.
bool Expander::may_be_record(syntax::ExprId id) {
  if (program_.classes.empty()) return false;
  const syntax::ExprNode& node = program_[id].node;
  if (const auto* name = std::get_if<syntax::Name>(&node)) return frame_->records.contains(name->id);
  if (std::holds_alternative<syntax::RecordLiteral>(node)) return true;
  if (const auto* attribute = std::get_if<syntax::Attribute>(&node)) return may_be_record(attribute->value);
  if (const auto* part = std::get_if<syntax::Subscript>(&node)) return may_be_record(part->value);
  if (const auto* both = std::get_if<syntax::Binary>(&node))
    return may_be_record(both->left) || may_be_record(both->right);
  const auto* call = std::get_if<syntax::Call>(&node);
  if (call == nullptr) return false;
  if (const syntax::Binding* binding = called(call->function))
    return binding->kind == syntax::BindingKind::Class || binding->kind == syntax::BindingKind::Function;
  const auto* method = std::get_if<syntax::Attribute>(&program_[call->function].node);
  const auto* name = std::get_if<syntax::Name>(&program_[call->function].node);
  return (method && may_be_record(method->value)) || (name && frame_->functions.contains(name->id));
}

/// The fields of an object that does not change, in the locals of another one.
void Expander::copy_fields(const Record& from, Record& to, const SourceRange& range, Body& out) {
  for (const auto& [name, given] : from.fields) {
    Field& own = to.fields[name];
    if (given.record) {
      if (!own.record) own.record = std::make_shared<Record>(Record{.index = given.record->index});
      copy_fields(*given.record, *own.record, range, out);
      continue;
    }
    if (!own.local.valid())
      own.local = out_.locals.push({.name = name, .of_helper = true, .is_hidden = true});
    assign_local(own.local, read_local(given.local, range), range, out);
  }
}

/// Gives an object a name. `is_new`: no other name stands for it.
void Expander::bind_record(Frame& frame, const std::string& name, ExprId value, const RecordPtr& record,
                           bool is_new, const SourceRange& range, Body& out) {
  if (std::holds_alternative<resolved::Inlined>(out_[value].node))
    out.push_back(push(resolved::Evaluate{value}, range));
  record->is_named = true;
  const auto known = frame.records.find(name);
  const int times = times_assigned(program_, *frame.function, name);
  const bool is_parameter = &frame != frame_;
  const bool once = is_parameter ? times == 0 : times == 1;
  const bool in_place = frame.depth > 0 && !is_parameter;
  if (frame.plain.contains(name) || (known != frame.records.end() && known->second->index != record->index)) {
    wrong(reasons::kUnsupportedValue, range, "'" + name + "' stands for an object and for something else",
          "give each a name of its own");
    return;
  }
  // Python says which object has no value.
  const auto say = [&](const auto& self, const Record& object) -> void {
    for (const auto& [field_name, field] : object.fields) {
      if (field.record) self(self, *field.record);
      if (field.local.valid()) out_.locals[field.local].name = name;
    }
  };
  if (once && (is_new || !in_place)) {
    if (in_place) say(say, *record);
    frame.records[name] = record;
    return;
  }
  if (!is_frozen(*record)) {
    wrong(reasons::kUnsupportedValue, range,
          "'" + name + "' stands for one object and then for another, and objects of class '" +
              class_of(*record).name + "' change",
          "give each object a name of its own, outside loops and branches");
    return;
  }
  const RecordPtr own =
      known != frame.records.end()
          ? known->second
          : std::make_shared<Record>(Record{.index = record->index, .is_given = record->is_given});
  own->is_given |= record->is_given;
  if (own == record) return;
  frame.records[name] = own;
  // Through locals in between: `a = f(a)` reads the old fields.
  Record between{.index = record->index};
  copy_fields(*record, between, range, out);
  copy_fields(between, *own, range, out);
  say(say, *own);
}

bool Expander::assign_record(const syntax::Assign& node, const SourceRange& range, Body& out) {
  if (program_.classes.empty() || node.targets.size() != 1) return false;
  if (const auto* attribute = std::get_if<syntax::Attribute>(&program_[node.targets[0]].node)) {
    store_field(*attribute, node.value, range, out);
    return true;
  }
  const auto* name = std::get_if<syntax::Name>(&program_[node.targets[0]].node);
  if (name == nullptr || !may_be_record(node.value)) return false;
  const ExprId value = any_value(node.value);
  const RecordPtr record = record_of(value);
  if (!record) {
    resolved::Target to = target(node.targets[0]);
    out.push_back(push(resolved::Assign{{std::move(to)}, value}, range));
    return true;
  }
  bind_record(*frame_, name->id, value, record, !record->is_named && !record->is_given, range, out);
  return true;
}

/// object.field = value
void Expander::store_field(const syntax::Attribute& target, syntax::ExprId value, const SourceRange& range,
                           Body& out) {
  const ExprId given = any_value(value);
  const ExprId object = any_value(target.value);
  const RecordPtr record = record_of(object);
  const bool changes = record && !record->is_given && may_change(*record);
  const bool is_first = changes && !record->fields.contains(target.name);
  const RecordPtr inner = record_of(given);
  // An object in a field has one name more.
  if (!changes || (inner && !(is_first && frame_->depth == 0)) ||
      (!inner && !is_first && record->fields[target.name].record)) {
    wrong(reasons::kUnsupportedStatement, range,
          "assignment to attribute '" + target.name + "' is not supported here",
          "assign to names and array elements");
    return;
  }
  Field& field = record->fields[target.name];
  if (inner) {
    out.push_back(push(resolved::Evaluate{given}, range));
    field.record = inner;
    return;
  }
  if (is_first) field.local = out_.locals.push({.name = target.name, .of_helper = true, .is_hidden = true, .is_field = true});
  assign_local(field.local, given, range, out);
}

/// object.field op= value. A field of an object that the caller gave must be an array, which changes in its place.
void Expander::update_field(const syntax::Attribute& target, const syntax::AugAssign& node,
                            const SourceRange& range, Body& out) {
  const ExprId object = any_value(target.value);
  const RecordPtr record = record_of(object);
  const auto found = record ? record->fields.find(target.name) : std::map<std::string, Field>::iterator{};
  const bool is_known =
      record && found != record->fields.end() && !found->second.record && may_change(*record);
  if (!is_known) {
    wrong(reasons::kUnsupportedStatement, range,
          "assignment to attribute '" + target.name + "' is not supported here",
          "assign to names and array elements");
    return;
  }
  const resolved::LocalId local = found->second.local;
  if (record->is_given) {
    resolved::ElementTarget all{read_local(local, range), {make(resolved::Ellipsis{}, range)}};
    const ExprId value = expr(node.value);
    out.push_back(push(resolved::UpdateElement{std::move(all), node.op, value, range}, range));
    return;
  }
  const ExprId old = read_local(local, range);
  const ExprId value = make(resolved::Binary{node.op, old, expr(node.value)}, range);
  resolved::Target to{resolved::LocalTarget{define(local, range)}, seen(range)};
  out.push_back(push(resolved::Assign{{std::move(to)}, value, true}, range));
}

/// `return` of an object by a helper. False for any other value.
bool Expander::return_record(ExprId value, const SourceRange& range, Body& out) {
  const RecordPtr record = record_of(value);
  if (!record) return false;
  if (std::holds_alternative<resolved::Inlined>(out_[value].node))
    out.push_back(push(resolved::Evaluate{value}, range));
  const bool once = count_returns(program_, frame_->function->body) == 1;
  if (once) {
    frame_->returned = record;
  } else if (!is_frozen(*record) || (frame_->returned && frame_->returned->index != record->index)) {
    wrong(reasons::kUnsupportedValue, range, "one of several objects is returned here", "return its fields");
  } else {
    if (!frame_->returned) frame_->returned = std::make_shared<Record>(Record{.index = record->index});
    frame_->returned->is_given |= record->is_given;
    copy_fields(*record, *frame_->returned, range, out);
  }
  if (frame_->returns == Returns::ByExit) out.push_back(push(resolved::Leave{frame_->exit}, range));
  return true;
}

/// What the function gives to its caller; objects among it are made anew, each once. `seen`: those so far.
ExprId Expander::returned_value(syntax::ExprId id, std::vector<const Record*>& seen) {
  const SourceRange& range = program_[id].range;
  if (const auto* several = std::get_if<syntax::Tuple>(&program_[id].node);
      several && !program_.classes.empty()) {
    std::vector<ExprId> elements;
    for (const syntax::ExprId element : several->elements) elements.push_back(returned_value(element, seen));
    return make(resolved::Tuple{std::move(elements)}, range);
  }
  const ExprId value = any_value(id);
  const RecordPtr record = record_of(value);
  if (!record) return value;
  const syntax::RecordClass& type = class_of(*record);
  const bool is_seen = std::find(seen.begin(), seen.end(), record.get()) != seen.end();
  if (record->is_given || is_seen || type.fields.empty() || record->fields.size() != type.fields.size())
    return wrong(reasons::kUnsupportedValue, range,
                 "an object of class '" + type.name +
                     "' is returned that was not made here, or that is returned twice",
                 "return its fields");
  for (const auto& [name, field] : record->fields)
    if (field.record && (field.record->is_given || class_of(*field.record).kind == Kind::Object))
      return wrong(reasons::kUnsupportedValue, range, "an object in an object is returned",
                   "return its fields");
  seen.push_back(record.get());
  return after(value, as_tuple(record, range, record->index));
}

}  // namespace unpython::frontend
