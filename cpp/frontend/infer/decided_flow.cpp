#include "frontend/infer/decided_flow.h"

#include <set>
#include <string_view>

#include "frontend/infer/typer.h"

namespace unpython::frontend {

using resolved::ExprId;

bool ends(const resolved::Logical& node, ExprId operand, const Types& types) {
  const std::optional<bool> known = known_truth(types.of(operand));
  return known && *known == (node.op == syntax::BoolOperator::Or);
}

Type Typer::logical(const resolved::Logical& node, const SourceRange& range) {
  Type type;
  bool may_end = false;  // before the operand
  for (const ExprId operand : node.operands) {
    Type next;
    const bool leaves_here = leaves_if(!may_end, [&] { next = expr(operand); });
    left_ = left_ || (leaves_here && !may_end);
    const bool is_known = known_truth(truth(next, f_[operand].range)).has_value();
    const bool is_end = operand == node.operands.back() || ends(node, operand, types_);
    // Known ones at the beginning are not the result: `x is not None and x[0]`.
    const Type given = is_end ? next : deciding(next, node.op == syntax::BoolOperator::And);
    if (!is_known || is_end || !type.is(Type::Kind::Unknown)) type = joined(type, given, range);
    if (is_end) break;
    may_end |= !is_known;
  }
  // Without an operand that may end it the result is one operand, whose value stays known.
  return type.is_scalar() && may_end ? forget_value(type) : type;
}

Type Typer::conditional(const resolved::Conditional& node, const SourceRange& range) {
  const std::optional<bool> known = known_truth(condition(node.condition));
  if (known) return expr(*known ? node.if_true : node.if_false);
  Type if_true;
  Type if_false;
  const bool true_leaves = leaves_if(false, [&] { if_true = expr(node.if_true); });
  const bool false_leaves = leaves_if(false, [&] { if_false = expr(node.if_false); });
  left_ = left_ || (true_leaves && false_leaves);
  return joined(if_true, if_false, range);
}

/// Says of a function of this package, and not of what stands in it, that it is not defined for a text. `before`: so many mistakes were
/// there before its body. False: no text is what is wrong.
bool Typer::refuses_text(const resolved::Inlined& node, size_t before, const SourceRange& range) {
  const std::vector<Diagnostic>& found = mistakes_.found();
  if (found.size() == before || found[before].message.find("a string") == std::string::npos) return false;
  for (size_t i = 0; i < node.bound; ++i) {
    const auto* given = std::get_if<resolved::Assign>(&f_[node.body[i]].node);
    if (given == nullptr || !types_.of(given->value).is(Type::Kind::Text)) continue;
    const std::string what = describe(types_.of(given->value));
    mistakes_.keep(before);
    wrong(reasons::kTypeMismatch, range, node.library + "() is not defined for " + what);
    return true;
  }
  return false;
}

/// Says of a function of this package that it takes one axis where it is given a tuple, with whatever length.
bool Typer::refuses_axes(const resolved::Inlined& node, const SourceRange& range) {
  static const std::set<std::string_view> of_one_axis = {"append", "apply_along_axis", "diff", "insert", "packbits", "repeat", "sort",
                                                         "sort_in_place", "trapezoid", "unique", "unpackbits", "unwrap"};
  if (of_one_axis.count(node.library) == 0) return false;
  for (size_t i = 0; i < node.bound; ++i) {
    const auto* given = std::get_if<resolved::Assign>(&f_[node.body[i]].node);
    if (given == nullptr || given->targets.empty()) continue;
    const auto* to = std::get_if<resolved::LocalTarget>(&given->targets.front().node);
    const bool is_axis = to != nullptr && f_.locals[f_.definitions[to->definition].local].name == "axis";
    if (!is_axis || !types_.of(given->value).is_tuple()) continue;
    wrong(reasons::kTypeMismatch, range, node.library + "() takes one axis, and no tuple with it");
    return true;
  }
  return false;
}

/// A call of a helper that always raises has no type, and what needs its value has none.
Type Typer::inlined(ExprId id, const resolved::Inlined& node) {
  ++helpers_;
  const bool is_library = !node.library.empty();
  const bool unlike_half = node.unlike_numpy_of_half && in_library_ == 0;
  if (unlike_half) not_of_half_ = node.library;
  const bool is_outermost = is_library && in_library_ == 0;
  const int undecided = is_outermost ? std::exchange(undecided_, 0) : undecided_;
  const bool may_have_left = is_outermost ? std::exchange(may_have_left_, false) : may_have_left_;
  in_library_ += is_library ? 1 : 0;
  const size_t mistakes = mistakes_.found().size();
  const bool always_raises = leaves([&] { body(node.body); });
  in_library_ -= is_library ? 1 : 0;
  undecided_ = undecided;
  may_have_left_ = may_have_left;  // what a function leaves is itself alone
  if (unlike_half) not_of_half_.clear();
  const bool refused = is_outermost && std::exchange(refused_, false);
  if (is_outermost && (refuses_text(node, mistakes, f_[id].range) || refuses_axes(node, f_[id].range) || refused)) {
    --helpers_;
    return error_type();
  }
  --helpers_;
  if (!takes_times(node, mistakes, f_[id].range)) return error_type();
  if (always_raises) {
    left_ = true;
    types_.never_return.insert(id);
    return Type{};
  }
  return expr(node.value);
}

}  // namespace unpython::frontend
