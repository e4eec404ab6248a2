// Origins of values: which argument NumPy would see, by which steps (origins.h).
#include <algorithm>

#include "frontend/lower_arrays/array_code.h"

namespace unpython::frontend {

namespace {

size_t number_of_form(std::vector<ir::SeenArgument>& forms, const ir::SeenArgument& form) {
  const auto found = std::find(forms.begin(), forms.end(), form);
  if (found != forms.end()) return static_cast<size_t>(found - forms.begin());
  forms.push_back(form);
  return forms.size() - 1;
}

}  // namespace

ir::SeenArgument Origin::form() const {
  ir::SeenArgument result{.parameter = parameter};
  for (const OriginStep& step : steps) result.steps.push_back(step.step);
  return result;
}

/// The values of a Select: the first index and the step in each dimension before it, then the extents.
OriginStep ArrayCode::select_step(std::vector<int> along, const std::vector<ir::ExprId>& starts,
                                  const std::vector<ir::ExprId>& steps,
                                  const std::vector<ir::ExprId>& extents) {
  OriginStep result;
  result.step.along = std::move(along);
  result.step.rank = static_cast<int>(extents.size());
  for (size_t d = 0; d < starts.size(); ++d) {
    result.values.push_back(starts[d]);
    result.values.push_back(steps[d]);
  }
  result.values.insert(result.values.end(), extents.begin(), extents.end());
  return result;
}

/// What a view sees of its base.
OriginStep ArrayCode::select_step(const Value& view) {
  const auto rank = static_cast<size_t>(view.type.base_rank);
  std::vector<int> along(rank, -1);
  std::vector<ir::ExprId> steps(rank, build_.int64(1));
  const std::vector<ir::ExprId> extents = extents_of(view);
  const Indices starts = place(view, Indices(extents.size(), build_.int64(0)));
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    const Axis& seen = view.type.axes[axis];
    if (seen.dimension < 0) continue;
    along[static_cast<size_t>(seen.dimension)] = static_cast<int>(axis);
    if (!seen.whole) steps[static_cast<size_t>(seen.dimension)] = view.axes[axis].step;
  }
  return select_step(std::move(along), starts, steps, extents);
}

/// What a plan selects of all dimensions of an array.
OriginStep ArrayCode::select_step(const SubscriptPlan& plan, const std::vector<AxisValue>& parts) {
  std::vector<int> along;
  std::vector<ir::ExprId> starts;
  std::vector<ir::ExprId> steps;
  std::vector<ir::ExprId> extents;
  for (size_t i = 0; i < parts.size(); ++i) {
    const SubscriptPart::Kind kind = plan.parts[i].kind;
    const bool is_index = kind == SubscriptPart::Kind::Index;
    if (kind != SubscriptPart::Kind::NewAxis) {
      along.push_back(is_index ? -1 : static_cast<int>(extents.size()));
      starts.push_back(parts[i].start);
      steps.push_back(is_index ? build_.int64(1) : parts[i].step);
    }
    if (!is_index) extents.push_back(parts[i].extent);
  }
  return select_step(std::move(along), starts, steps, extents);
}

OriginStep ArrayCode::permuted_step(const std::vector<int>& order, const std::vector<ir::ExprId>& extents) {
  const size_t rank = order.size();
  std::vector<int> along(rank);
  std::vector<ir::ExprId> permuted(rank);
  for (size_t i = 0; i < rank; ++i) {
    along[static_cast<size_t>(order[i])] = static_cast<int>(i);
    permuted[i] = extents[static_cast<size_t>(order[i])];
  }
  return select_step(std::move(along), Indices(rank, build_.int64(0)), Indices(rank, build_.int64(1)),
                     permuted);
}

OriginStep ArrayCode::reshape_step(ir::ViewStep::Kind kind, const std::vector<ir::ExprId>& extents) {
  OriginStep result{.step = {.kind = kind, .rank = static_cast<int>(extents.size()), .expression = reshapes_++}, .values = extents};
  result.values.push_back(count_reshape());
  return result;
}

/// A number that is another one for each evaluation of a reshape. Iterations of a parallel loop do not count:
/// after the loop there is one of them, the last.
ir::ExprId ArrayCode::count_reshape() {
  if (loops_around_ == 0) return build_.int64(0);
  if (!reshaped_times_) {
    reshaped_times_ = build_.variable(unique_name("reshaped"), ScalarType::Int64);
    origin_defaults_.push_back(build_.assign(*reshaped_times_, build_.int64(0)));
  }
  const ir::ExprId times = build_.read(*reshaped_times_);
  if (parallel_around_ == 0) emit(build_.assign(*reshaped_times_, build_.add(times, build_.int64(1))));
  return hold(build_.read(*reshaped_times_));
}

/// One Select in place of two, so that a variable that is sliced again and again has few forms.
OriginStep ArrayCode::composed(const OriginStep& first, const OriginStep& second) {
  OriginStep result{
      .step = {.rank = second.step.rank, .read_only = first.step.read_only || second.step.read_only}};
  for (size_t d = 0; d < first.step.along.size(); ++d) {
    ir::ExprId start = first.values[2 * d];
    ir::ExprId step = first.values[2 * d + 1];
    int axis = first.step.along[d];
    if (axis >= 0) {
      const auto between = static_cast<size_t>(axis);
      start = build_.add(start, build_.mul(step, second.values[2 * between]));
      step = build_.mul(step, second.values[2 * between + 1]);
      axis = second.step.along[between];
    }
    result.step.along.push_back(axis);
    result.values.push_back(start);
    result.values.push_back(step);
  }
  const auto extents = second.values.begin() + static_cast<std::ptrdiff_t>(2 * second.step.along.size());
  result.values.insert(result.values.end(), extents, second.values.end());
  return result;
}

std::shared_ptr<const Origins> ArrayCode::origins_of(const Value& value) {
  if (!tracks_origins_ || !value.type.is_array() || value.origins) return value.origins;
  if (value.computed) return nullptr;
  std::shared_ptr<const Origins> whole_base;
  if (value.type.argument >= 0) {
    whole_base = std::make_shared<Origins>(Origins{build_.int64(1), {{.parameter = value.type.argument}}});
  } else if (KeptOrigins* const kept = kept_origins({value.type.local, value.type.part})) {
    whole_base = read_origins(*kept);
  }
  const bool is_object = value.type.maker == kItself || value.type.maker == kViewOrItself;  // a[:] is a view of all of it
  if (!whole_base || (is_whole(value.type) && is_object)) return whole_base;
  Value base;
  base.origins = whole_base;
  base.type = value.type;
  return seen(Value{}, base, select_step(value)).origins;
}

/// `value`, which NumPy makes of `from` by a step.
Value ArrayCode::seen(Value value, const Value& from, const OriginStep& step) {
  value.origins = nullptr;
  const std::shared_ptr<const Origins> before = origins_of(from);
  if (!before) return value;
  auto after = std::make_shared<Origins>(*before);
  for (Origin& origin : after->list) {
    const bool both_select = !origin.steps.empty() &&
                             origin.steps.back().step.kind == ir::ViewStep::Kind::Select &&
                             step.step.kind == ir::ViewStep::Kind::Select;
    if (both_select) {
      origin.steps.back() = composed(origin.steps.back(), step);
    } else {
      origin.steps.push_back(step);
    }
  }
  value.origins = std::move(after);
  return value;
}

/// The same with values that later statements do not change.
std::shared_ptr<const Origins> ArrayCode::hold_origins(const Value& value) {
  const std::shared_ptr<const Origins> found = origins_of(value);
  if (!found) return found;
  auto held = std::make_shared<Origins>(*found);
  held->which = hold(held->which);
  for (Origin& origin : held->list)
    for (OriginStep& step : origin.steps)
      for (ir::ExprId& part : step.values) part = hold(part);
  return held;
}

/// Has a variable for each form, with a default value where the first definition may not be the only one.
void ArrayCode::make_origin_variables(KeptOrigins& kept) {
  const auto variable = [&] {
    const ir::VarId made = build_.variable(unique_name("origin"), ScalarType::Int64);
    if (!kept.one_definition) origin_defaults_.push_back(build_.assign(made, build_.int64(0)));
    return made;
  };
  if (!kept.which.valid()) kept.which = variable();
  for (size_t i = kept.values.size(); i < kept.forms.size(); ++i) {
    kept.values.emplace_back();
    for (const ir::ViewStep& step : kept.forms[i].steps)
      for (size_t part = 0; part < step.values(); ++part) kept.values.back().push_back(variable());
  }
}

KeptOrigins* ArrayCode::kept_origins(const WebPart& of) {
  const auto several = returned_webs_.find(of.first);
  if (several == returned_webs_.end()) return nullptr;
  const auto [found, is_new] = kept_origins_.try_emplace(of);
  KeptOrigins& kept = found->second;
  if (!is_new) return &kept;
  kept.one_definition = !several->second;
  kept.forms = origin_forms_[of];
  if (!kept.forms.empty()) make_origin_variables(kept);
  return &kept;
}

/// The numbers of the forms that a value may have, which `kept` has afterwards.
std::vector<size_t> ArrayCode::note_forms(KeptOrigins& kept, const std::shared_ptr<const Origins>& given) {
  std::vector<size_t> numbers;
  if (given)
    for (const Origin& origin : given->list) numbers.push_back(number_of_form(kept.forms, origin.form()));
  return numbers;
}

/// Notes the origin of what a variable is given.
void ArrayCode::keep_origins(const WebPart& to, const Value& value) {
  KeptOrigins* const kept = kept_origins(to);
  if (!kept) return;
  const std::shared_ptr<const Origins> given = origins_of(value);
  note_forms(*kept, given);
  if (kept->forms.empty()) {
    kept->forms_used = 0;
    return;
  }
  kept->always_seen = kept->one_definition && given && build_.as_constant(given->which);
  assign_origins(*kept, given);
}

void ArrayCode::assign_origins(KeptOrigins& kept, const std::shared_ptr<const Origins>& given) {
  const std::vector<size_t> numbers = note_forms(kept, given);
  if (kept.forms.empty()) return;
  make_origin_variables(kept);
  ir::ExprId which = build_.int64(0);
  std::map<ir::VarId, ir::ExprId> assigned;  // two of what is given may have one form
  for (size_t i = 0; i < numbers.size(); ++i) {
    const auto number = [&](size_t n) { return build_.int64(static_cast<int64_t>(n) + 1); };
    const ir::ExprId is_this = build_.compare(ir::CompareOp::Equal, given->which, number(i));
    which = build_.select(is_this, number(numbers[i]), which);
    size_t next = 0;
    for (const OriginStep& step : given->list[i].steps)
      for (const ir::ExprId part : step.values) {
        const auto [known, is_new] = assigned.try_emplace(kept.values[numbers[i]][next++], part);
        if (!is_new) known->second = build_.select(is_this, part, known->second);
      }
  }
  for (auto& [variable, part] : assigned) part = hold(part);
  emit(build_.assign(kept.which, hold(which)));
  for (const auto& [variable, part] : assigned) emit(build_.assign(variable, part));
}

std::shared_ptr<const Origins> ArrayCode::read_origins(KeptOrigins& kept) {
  kept.forms_used = std::min(kept.forms_used, kept.forms.size());
  if (kept.forms.empty()) return nullptr;
  auto result = std::make_shared<Origins>();
  result->which = kept.always_seen ? build_.int64(1) : build_.read(kept.which);
  for (size_t i = 0; i < kept.forms.size(); ++i) {
    Origin origin{.parameter = kept.forms[i].parameter};
    size_t next = 0;
    for (const ir::ViewStep& step : kept.forms[i].steps) {
      origin.steps.push_back({.step = step});
      for (size_t part = 0; part < step.values(); ++part)
        origin.steps.back().values.push_back(build_.read(kept.values[i][next++]));
    }
    result->list.push_back(std::move(origin));
  }
  return result;
}

}  // namespace unpython::frontend
