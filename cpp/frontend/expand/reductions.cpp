// Python's own sum, min, max, any and all of what a loop can go through: the loop, in its order.
#include <algorithm>
#include <optional>
#include <utility>

#include "frontend/expand/compensated_sum.h"
#include "frontend/expand/expander.h"

namespace unpython::frontend {

using resolved::Body;
using resolved::ExprId;
using resolved::LocalId;

namespace {

constexpr std::string_view kReductions[] = {"builtins.sum", "builtins.min", "builtins.max", "builtins.any",
                                            "builtins.all"};

}  // namespace

/// A call of sum, any or all, or of min or max with one argument; no value for others.
std::optional<ExprId> Expander::builtin_reduction(const syntax::Binding& binding, const syntax::Call& node,
                                                  const SourceRange& range) {
  const std::string& name = binding.target;
  if (name == "unpython._sum_of_terms") return sum_of_terms(node.arguments, range);
  if (std::find(std::begin(kReductions), std::end(kReductions), name) == std::end(kReductions))
    return std::nullopt;
  const bool extremum = name == "builtins.min" || name == "builtins.max";
  if (extremum && node.arguments.size() > 1) return std::nullopt;
  const std::string_view keyword = extremum ? "default" : name == "builtins.sum" ? "start" : "";
  const size_t most = name == "builtins.sum" ? 2 : 1;
  const bool fits = !node.arguments.empty() && node.arguments.size() <= most && node.keywords.size() <= 1 &&
                    node.arguments.size() + node.keywords.size() <= 2 &&
                    (node.keywords.empty() || node.keywords[0].name == keyword);
  if (!fits)
    return wrong(reasons::kWrongArguments, range,
                 "'" + binding.path + "' takes what it goes through" +
                     (keyword.empty() ? std::string() : " and '" + std::string(keyword) + "'") + " here");
  syntax::ExprId extra;
  if (node.arguments.size() == 2) extra = node.arguments[1];
  if (!node.keywords.empty()) extra = node.keywords[0].value;
  if (name == "builtins.sum") return sum_of(node.arguments[0], extra, range);
  if (extremum) return extremum_of(node.arguments[0], name == "builtins.max", extra, range);
  return any_or_all(node.arguments[0], name == "builtins.any", range);
}

/// A loop over the elements of a comprehension or of anything a loop can go through.
void Expander::each_item(syntax::ExprId iterable, const SourceRange& range, Body& out,
                         const std::function<void(ExprId, Body&)>& each) {
  if (const auto* node = std::get_if<syntax::Comprehension>(&program_[iterable].node)) {
    const auto outer = frame_->locals;
    clauses(*node, 0, true, out, [&](Body& inside) { each(expr(node->element), inside); });
    frame_->locals = outer;
    return;
  }
  const Sequence over = sequence(iterable, out);
  numbered_loop(over, range, out, [&](LocalId number, Body& inside) { each(over.item(number), inside); });
}

/// Whether the items of a comprehension are computed by a parallel loop.
bool Expander::goes_in_parallel(syntax::ExprId iterable) {
  const auto* node = std::get_if<syntax::Comprehension>(&program_[iterable].node);
  return node && std::any_of(node->clauses.begin(), node->clauses.end(),
                             [&](const syntax::Clause& clause) { return is_parallel(clause.iterable); });
}

ExprId Expander::sum_of(syntax::ExprId iterable, syntax::ExprId start, const SourceRange& range) {
  resolved::Inlined made;
  const bool is_comprehension = std::holds_alternative<syntax::Comprehension>(program_[iterable].node);
  if (is_comprehension && hints_.peeled.contains(range) && !goes_in_parallel(iterable))
    return sum_of_some(iterable, start, range);
  const LocalId total = hidden_local("sum", start.valid() ? expr(start) : integer(0, range), made.body);
  // What is added there may have another type than the start: note_hints.
  const auto there = [&](const std::function<void()>& add) {
    const SourceRange around = std::exchange(peelable_, is_comprehension ? range : peelable_);
    add();
    peelable_ = around;
  };
  if (compensates_sums() && !goes_in_parallel(iterable)) {
    CompensatedSum sum(*this, total, range, made.body);
    each_item(iterable, range, made.body, [&](ExprId item, Body& inside) { there([&] { sum.add(item, inside); }); });
    sum.end(made.body);
  } else {
    each_item(iterable, range, made.body, [&](ExprId item, Body& inside) {
      const ExprId old = read_local(total, range);
      there([&] {
        assign_local(total, make(resolved::Binary{syntax::BinaryOperator::Add, old, item}, range), range, inside);
      });
    });
  }
  made.value = read_local(total, range);
  made.locals = {total};
  return make(std::move(made), range);
}

/// The sum of at least one item: it has the type of the items, whatever that of the start is.
ExprId Expander::sum_of_some(syntax::ExprId iterable, syntax::ExprId start, const SourceRange& range) {
  resolved::Inlined made;
  const auto truth = [&](bool value) {
    return literal({.type = ScalarType::Bool, .integer = value, .real = 0.0}, range);
  };
  const LocalId begin = hidden_local("start", start.valid() ? expr(start) : integer(0, range), made.body);
  const LocalId found = hidden_local("found", truth(false), made.body);
  const LocalId total = out_.locals.push({.name = "sum", .of_helper = true, .is_hidden = true, .written = "sum"});
  std::optional<CompensatedSum> sum;
  if (compensates_sums()) sum.emplace(*this, total, range, made.body);
  each_item(iterable, range, made.body, [&](ExprId item, Body& inside) {
    const LocalId next = hidden_local("next", item, inside);
    const auto plus = [&](LocalId before) {
      return make(resolved::Binary{syntax::BinaryOperator::Add, read_local(before, range), read_local(next, range)}, range);
    };
    Body first;
    assign_local(total, plus(begin), range, first);
    assign_local(found, truth(true), range, first);
    Body later;
    if (sum)
      sum->add(read_local(next, range), later);
    else
      assign_local(total, plus(total), range, later);
    inside.push_back(push(resolved::If{read_local(found, range), std::move(later), std::move(first)}, range));
  });
  const ExprId empty = make(resolved::Unary{syntax::UnaryOperator::Not, read_local(found, range)}, range);
  Body none{push(resolved::Raise{ir::ErrorKind::Refused, "a sum of nothing is an integer, and of other items it is none"}, range)};
  made.body.push_back(push(resolved::If{empty, std::move(none), {}}, range));
  if (sum) sum->end(made.body);
  made.value = read_local(total, range);
  made.locals = {total};
  return make(std::move(made), range);
}

/// Of what a generator gives that is written out: each may have a type of its own.
ExprId Expander::sum_of_terms(const std::vector<syntax::ExprId>& terms, const SourceRange& range) {
  if (!compensates_sums()) {
    ExprId sum = integer(0, range);
    for (const syntax::ExprId term : terms) sum = make(resolved::Binary{syntax::BinaryOperator::Add, sum, expr(term)}, range);
    return sum;
  }
  resolved::Inlined made;
  const LocalId total = hidden_local("sum", integer(0, range), made.body);
  CompensatedSum sum(*this, total, range, made.body);
  for (const syntax::ExprId term : terms) sum.add(expr(term), made.body);
  sum.end(made.body);
  made.value = read_local(total, range);
  made.locals = {total};
  return make(std::move(made), range);
}

/// The first of equal items, as Python keeps it.
ExprId Expander::extremum_of(syntax::ExprId iterable, bool largest, syntax::ExprId otherwise,
                             const SourceRange& range) {
  resolved::Inlined made;
  const auto truth = [&](bool value) {
    return literal({.type = ScalarType::Bool, .integer = value, .real = 0.0}, range);
  };
  const LocalId found = hidden_local("found", truth(false), made.body);
  const LocalId best = out_.locals.push({.name = "best", .of_helper = true, .is_hidden = true, .written = largest ? "max" : "min"});
  each_item(iterable, range, made.body, [&](ExprId item, Body& inside) {
    const LocalId next = hidden_local("next", item, inside);
    const auto op = largest ? syntax::CompareOperator::Gt : syntax::CompareOperator::Lt;
    const ExprId better =
        make(resolved::Compare{read_local(next, range), {op}, {read_local(best, range)}}, range);
    Body replaced;
    assign_local(best, read_local(next, range), range, replaced);
    Body later{push(resolved::If{better, std::move(replaced), {}}, range)};
    Body first;
    assign_local(best, read_local(next, range), range, first);
    assign_local(found, truth(true), range, first);
    inside.push_back(push(resolved::If{read_local(found, range), std::move(later), std::move(first)}, range));
  });
  Body none;
  if (otherwise.valid()) {
    assign_local(best, expr(otherwise), range, none);
  } else {
    none.push_back(push(resolved::Raise{ir::ErrorKind::ValueError, std::string(largest ? "max" : "min") +
                                                                       "() iterable argument is empty"},
                        range));
  }
  const ExprId empty = make(resolved::Unary{syntax::UnaryOperator::Not, read_local(found, range)}, range);
  made.body.push_back(push(resolved::If{empty, std::move(none), {}}, range));
  made.value = read_local(best, range);
  made.locals = {best};
  return make(std::move(made), range);
}

/// Stops at the first item that decides.
ExprId Expander::any_or_all(syntax::ExprId iterable, bool any, const SourceRange& range) {
  resolved::Inlined made;
  const auto truth = [&](bool value) {
    return literal({.type = ScalarType::Bool, .integer = value, .real = 0.0}, range);
  };
  const LocalId decided = hidden_local(any ? "any" : "all", truth(!any), made.body);
  const resolved::ExitId exit = out_.exits.push(any ? "any" : "all");
  Body loops;
  each_item(iterable, range, loops, [&](ExprId item, Body& inside) {
    const ExprId decides = any ? item : make(resolved::Unary{syntax::UnaryOperator::Not, item}, range);
    Body stop;
    assign_local(decided, truth(any), range, stop);
    stop.push_back(push(resolved::Leave{exit}, range));
    inside.push_back(push(resolved::If{decides, std::move(stop), {}}, range));
  });
  made.body.push_back(push(resolved::Exitable{exit, std::move(loops)}, range));
  made.value = read_local(decided, range);
  made.locals = {decided};
  return make(std::move(made), range);
}

}  // namespace unpython::frontend
