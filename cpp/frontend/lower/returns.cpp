// What a function returns: scalars, arguments, views of them, and arrays of its own.
#include <algorithm>
#include <functional>

#include "frontend/infer/returned_webs.h"
#include "frontend/lower/lowerer.h"

namespace unpython::frontend {

namespace {

/// The tuples of a result, as ir::Function::tuples has them.
void note_tuples(const Type& type, std::vector<int>& tuples) {
  const auto count = static_cast<int>(type.elements.size());
  if (type.is_tuple() && type.record >= 0) tuples.push_back(ir::kFirstRecord - type.record);
  tuples.push_back(type.is_tuple() ? count : type.is_either() ? -count : -1);
  if (type.is_either()) return;
  for (const Type& element : type.elements) note_tuples(element, tuples);
}

/// Whether two results of this type are one object of Python's.
bool is_one_object(const Type& type) {
  if (!type.is_array() || type.lists > 0) return false;
  return type.maker == kItself ? type.local >= 0 : type.maker >= 0 || type.maker < kViewOrItself;
}

}  // namespace

void Lowerer::make_results() {
  const Type& result = types_.result;
  out_.returns_tuple = result.is_tuple();
  const bool nested = std::any_of(result.elements.begin(), result.elements.end(), [](const Type& element) {
    return element.is_tuple() || element.is_either();
  });
  if (nested || result.is_either() || (result.is_tuple() && result.record >= 0)) note_tuples(result, out_.tuples);
  if (!result.is(Type::Kind::None)) add_result(result);
  const std::vector<resolved::StmtId> returns = reached_returns(f_, types_);
  returns_once_ = returns.size() == 1;
  if (!tracks_origins_) return;
  for (const int web : returned_webs(f_, webs_, types_, returns))
    returned_webs_[web] = webs_.definitions[static_cast<size_t>(web)].size() > 1;
}

ir::ResultObject Lowerer::object_of(const Type& type) const {
  using Kind = ir::ResultObject::Kind;
  if (is_one_object(type)) {
    const auto before = std::find(result_types_.begin(), result_types_.end(), type);
    if (before != result_types_.end())
      return {.kind = Kind::Earlier, .earlier = static_cast<int>(before - result_types_.begin())};
  }
  if (is_whole(type) && type.maker == kItself) return {.kind = Kind::Argument};
  return {.kind = type.argument >= 0 && type.maker == kViewOrItself ? Kind::OwnOrArgument : Kind::Own};
}

void Lowerer::add_result(const Type& type) {
  if (type.is_tuple()) {
    for (const Type& element : type.elements) add_result(element);
    return;
  }
  if (type.is_either()) {
    out_.results.push_back({.type = ScalarType::Int64, .weak = true});
    for (const Type& one : type.elements) out_.results.push_back({.type = one.scalar, .weak = one.weak});
    return;
  }
  ir::Result made{.is_array = type.is_array(), .type = type.scalar, .weak = type.weak};
  made.lists = type.is_array() ? type.lists : 0;
  made.parameter = type.argument;
  if (made.is_array) made.object = object_of(type);
  result_types_.resize(out_.results.size());
  result_types_.push_back(type);
  tracks_origins_ |= made.is_array && made.parameter < 0;
  out_.results.push_back(std::move(made));
}

/// Memory for all returns that have no array to hand over.
Value Lowerer::new_result(ir::Result& result, const std::function<void()>& fill) {
  if (!result.array.valid()) {
    const int rank = static_cast<int>(result.axes.size());
    result.array = build_.heap_array(unique_name("result"), result.type, rank);
    if (!returns_once_) several_values_.insert(result.array);
  }
  fill();
  return whole(result.array, -1);
}

/// An array of the function's own is handed over as it is where no other return hands over another one.
void Lowerer::return_array(ir::Result& result, Value value, Returned& node, const SourceRange& range) {
  const bool is_argument = result.parameter >= 0;
  const bool local = !value.computed && out_[value.base].space == ir::AddressSpace::Heap;
  if (!is_argument && !(local && returns_once_)) {
    result.axes.resize(static_cast<size_t>(value.type.rank));
    value = new_result(result, [&] { allocate_and_fill(result.array, value, range); });
  }
  give_array(result, value, node);
}

void Lowerer::give_array(ir::Result& result, const Value& value, Returned& node) {
  const bool is_argument = result.parameter >= 0;
  if (!is_argument) result.array = value.base;
  const Indices first = place(value, Indices(static_cast<size_t>(value.type.rank), build_.int64(0)));
  node.values.insert(node.values.end(), first.begin(), first.end());
  for (int d = 0; !is_argument && d < value.type.base_rank; ++d)
    node.values.push_back(build_.extent(value.base, d));
  result.axes.clear();
  for (size_t axis = 0; axis < value.type.axes.size(); ++axis) {
    const Axis& seen = value.type.axes[axis];
    result.axes.push_back(seen.dimension);
    node.values.push_back(extent_of(value, axis));
    node.values.push_back(seen.whole ? build_.int64(1) : value.axes[axis].step);
  }
}

/// What NumPy would give without a copy; a new array where it is, or may be, none of that.
void Lowerer::return_seen(ir::Result& result, const Value& value, Returned& node, const SourceRange& range) {
  const std::shared_ptr<const Origins> origins = origins_of(value);
  if (!origins) return return_array(result, value, node, range);
  node.which = build_.int64(0);
  for (size_t i = 0; i < origins->list.size(); ++i) {
    const ir::SeenArgument form = origins->list[i].form();
    const auto found = std::find(result.seen.begin(), result.seen.end(), form);
    const auto number = static_cast<size_t>(found - result.seen.begin());
    if (found == result.seen.end()) result.seen.push_back(form);
    const auto is_this =
        build_.compare(ir::CompareOp::Equal, origins->which, build_.int64(static_cast<int64_t>(i) + 1));
    node.which = build_.select(is_this, build_.int64(static_cast<int64_t>(number) + 1), node.which);
    std::vector<ir::ExprId>& values = node.seen[number];
    const bool is_new = values.empty();
    size_t next = 0;
    for (const OriginStep& step : origins->list[i].steps)
      for (const ir::ExprId part : step.values) {
        if (is_new) {
          values.push_back(part);
        } else {
          values[next] = build_.select(is_this, part, values[next]);
        }
        ++next;
      }
  }
  const bool always = build_.as_constant(origins->which) != nullptr;
  const bool handed_over = returns_once_ && !value.computed && value.type.argument < 0;
  if (always && returns_once_) return;
  if (handed_over) return return_array(result, value, node, range);
  const auto fill_with_nothing = [&] {
    const std::vector<ir::ExprId> none(static_cast<size_t>(value.type.rank), build_.int64(0));
    emit(ir::Allocate{result.array, note_extents(result.array, none, range)}, range);
  };
  result.axes.resize(static_cast<size_t>(value.type.rank));
  const Value made = new_result(result, [&] {
    if (always) return fill_with_nothing();
    Branch copied = separately([&] {
      allocate_and_fill(result.array, value, range);
      return Value{};
    });
    Branch nothing = separately([&] {
      fill_with_nothing();
      return Value{};
    });
    emit(build_.if_then(is_zero(origins->which), std::move(copied.block), std::move(nothing.block), range));
  });
  give_array(result, made, node);
}

void Lowerer::collect_results(const Value& value, const Type& type,
                              std::vector<std::pair<Value, Type>>& out) {
  if (type.is_either()) {
    out.emplace_back(scalar(weak(ScalarType::Int64), value.expr), weak(ScalarType::Int64));
    for (size_t i = 0; i < type.elements.size(); ++i)
      out.emplace_back(alternative(value, i), forget_value(type.elements[i]));
    return;
  }
  if (!type.is_tuple()) {
    out.emplace_back(type.is_array() && value.type.is_scalar() ? as_array(value) : value, type);
    return;
  }
  for (size_t i = 0; i < type.elements.size(); ++i) collect_results(value.elements[i], type.elements[i], out);
}

void Lowerer::return_value(resolved::ExprId value, const SourceRange& range) {
  const Value returned = as_type(expr(value), types_.result);
  std::vector<std::pair<Value, Type>> parts;
  if (!types_.result.is(Type::Kind::None)) collect_results(returned, types_.result, parts);
  std::vector<Returned> results(parts.size());
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto& [part, type] = parts[i];
    ir::Result& result = out_.results[i];
    if (!result.is_array) results[i].values.push_back(part.expr);
    if (result.is_view() && result.parameter >= 0) return_array(result, part, results[i], range);
    if (result.is_view() && result.parameter < 0) return_seen(result, part, results[i], range);
  }
  const bool falls_off = block_ == &out_.body && types_.result.is(Type::Kind::None);
  if (falls_off) return;
  emit(ir::Return{}, range);
  pending_returns_.emplace_back(block_->back(), std::move(results));
}

/// The values of all returns, once it is known what each result may be.
void Lowerer::finish_returns() {
  size_t arrays = 0;
  for (ir::Result& result : out_.results)
    if (result.is_array) {
      const size_t which = arrays++;
      result.read_only = result.is_view() && which < types_.read_only_results.size() && types_.read_only_results[which];
    }
  for (auto& [id, results] : pending_returns_) {
    std::vector<ir::ExprId>& values = std::get<ir::Return>(out_.stmts[id].node).values;
    for (size_t i = 0; i < results.size(); ++i) {
      const ir::Result& result = out_.results[i];
      Returned& given = results[i];
      if (!result.seen.empty()) values.push_back(given.which.valid() ? given.which : build_.int64(0));
      values.insert(values.end(), given.values.begin(), given.values.end());
      for (size_t form = 0; form < result.seen.size(); ++form) {
        size_t count = 0;
        for (const ir::ViewStep& step : result.seen[form].steps) count += step.values();
        std::vector<ir::ExprId> steps = given.seen[form];
        steps.resize(count, build_.int64(0));
        values.insert(values.end(), steps.begin(), steps.end());
      }
    }
  }
  out_.body.insert(out_.body.begin(), origin_defaults_.begin(), origin_defaults_.end());
}

}  // namespace unpython::frontend
