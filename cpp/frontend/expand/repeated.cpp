// Loops whose body is expanded more than once, as hints.h says why: a first iteration apart, names that
// exchange what they stand for.
#include <algorithm>
#include <utility>

#include "frontend/expand/expander.h"
#include "frontend/syntax/syntax_walk.h"

namespace unpython::frontend {

using resolved::Body;
using resolved::ExprId;
using resolved::LocalId;

namespace {

/// Arrays that change places in turn: more of them would write out the body too often.
constexpr size_t kMostTurns = 4;

}  // namespace

/// A loop over the numbers of a sequence.
void Expander::numbered_loop(const Sequence& over, const SourceRange& range, Body& out,
                             const std::function<void(LocalId, Body&)>& iteration, bool may_peel) {
  const bool peels = may_peel && hints_.peeled.contains(range);
  ExprId length = over.length;
  if (peels) {
    const LocalId count = hidden_local("count", length, out);
    const ExprId none =
        make(resolved::Compare{read_local(count, range), {syntax::CompareOperator::LtE}, {integer(0, range)}},
             range);
    Body refused{push(
        resolved::Raise{
            ir::ErrorKind::Refused,
            "a variable that is a number before this loop and an array after it needs one iteration here"},
        range)};
    out.push_back(push(resolved::If{none, std::move(refused), {}}, range));
    iteration(hidden_local("number", integer(0, range), out), out);
    length = read_local(count, range);
  }
  const LocalId number = out_.locals.push({.name = "number", .of_helper = true, .is_hidden = true});
  const SourceRange around = std::exchange(peelable_, may_peel ? range : SourceRange{});
  resolved::Target counter{resolved::LocalTarget{define(number, range)}, range};
  Body inside;
  iteration(number, inside);
  peelable_ = around;
  resolved::RangeLoop loop{{length}, false, read_all(over.through, range)};
  if (peels) loop.arguments.insert(loop.arguments.begin(), integer(1, range));
  out.push_back(push(resolved::For{std::move(counter), std::move(loop), std::move(inside), {}}, range));
}

/// A for loop whose first iteration stands apart.
void Expander::peeled_loop(const syntax::For& node, const SourceRange& range, Body& out) {
  const Sequence over = sequence(node.iterable, out);
  bool first = true;
  numbered_loop(
      over, range, out,
      [&](LocalId number, Body& inside) {
        const ExprId item = over.item(number);
        inside.push_back(push(resolved::Assign{{target(node.target)}, item}, range));
        const bool skips = first && contains_continue(program_, node.body);
        std::optional<resolved::ExitId> rest;
        if (skips) rest = out_.exits.push("iteration");
        continues_.push_back(rest);
        Body statements = body(node.body);
        continues_.pop_back();
        if (skips) statements = {push(resolved::Exitable{*rest, std::move(statements)}, range)};
        inside.insert(inside.end(), statements.begin(), statements.end());
        first = false;
      },
      true);
  Body behind = body(node.otherwise);
  out.insert(out.end(), behind.begin(), behind.end());
}

/// The exchange among the statements of a loop that hints ask for.
std::optional<Expander::Exchange> Expander::exchange_in(syntax::StmtId id) {
  const auto* for_loop = std::get_if<syntax::For>(&program_[id].node);
  const auto* while_loop = std::get_if<syntax::While>(&program_[id].node);
  if (for_loop == nullptr && while_loop == nullptr) return std::nullopt;
  for (const syntax::StmtId inner : for_loop != nullptr ? for_loop->body : while_loop->body) {
    if (!hints_.exchanges.contains(program_[inner].range)) continue;
    const auto& assign = std::get<syntax::Assign>(program_[inner].node);
    Exchange found{.statement = inner, .turn = {}, .meanings = {frame_->locals}};
    const std::vector<std::string> to = target_names(program_, assign.targets[0]);
    const std::vector<std::string> from = target_names(program_, assign.value);
    do {
      Names next = found.meanings.back();
      for (size_t i = 0; i < to.size(); ++i) next[to[i]] = found.meanings.back().at(from[i]);
      if (next == found.meanings.front()) return found;
      found.meanings.push_back(std::move(next));
    } while (found.meanings.size() <= kMostTurns);
  }
  return std::nullopt;
}

/// What `statements` gives for each meaning of the names, chosen by whose turn it is.
Body Expander::by_turn(const Exchange& exchange, const SourceRange& range,
                       const std::function<Body()>& statements) {
  Body chosen;
  const Names outer = frame_->locals;
  for (size_t turn = exchange.meanings.size(); turn-- > 0;) {
    frame_->locals = exchange.meanings[turn];
    current_turn_ = turn;
    Body here = statements();
    if (turn + 1 == exchange.meanings.size()) {
      chosen = std::move(here);
      continue;
    }
    const ExprId is_turn = make(resolved::Compare{read_local(exchange.turn, range),
                                                  {syntax::CompareOperator::Eq},
                                                  {integer(static_cast<int64_t>(turn), range)}},
                                range);
    chosen = {push(resolved::If{is_turn, std::move(here), std::move(chosen)}, range)};
  }
  frame_->locals = outer;
  return chosen;
}

/// The loop, then (for the meaning that the names have by then) what `rest` gives.
void Expander::exchanging_loop(syntax::StmtId id, Exchange exchange, Body& out,
                               const std::function<Body()>& rest) {
  const SourceRange& range = program_[id].range;
  exchange.turn = hidden_local("turn", integer(0, range), out);
  const Exchange* const around = std::exchange(exchange_, &exchange);
  const auto in_turn = [&](const syntax::Body& statements) {
    return by_turn(exchange, range, [&] { return loop_body(statements); });
  };
  if (const auto* node = std::get_if<syntax::For>(&program_[id].node)) {
    LoopParts parts;
    parts.target = [&] { return target(node->target); };
    parts.body = [&] { return in_turn(node->body); };
    parts.otherwise = [&] { return by_turn(exchange, range, [&] { return body(node->otherwise); }); };
    if (node->otherwise.empty()) parts.otherwise = [] { return Body{}; };
    loop(node->iterable, parts, range, out);
  } else {
    const auto& repeated = std::get<syntax::While>(program_[id].node);
    ExprId condition;
    const Names outer = frame_->locals;
    for (size_t turn = exchange.meanings.size(); turn-- > 0;) {
      frame_->locals = exchange.meanings[turn];
      const ExprId here = expr(repeated.condition);
      const ExprId is_turn = make(resolved::Compare{read_local(exchange.turn, range),
                                                    {syntax::CompareOperator::Eq},
                                                    {integer(static_cast<int64_t>(turn), range)}},
                                  range);
      condition = condition.valid() ? make(resolved::Conditional{is_turn, here, condition}, range) : here;
    }
    frame_->locals = outer;
    Body inside = in_turn(repeated.body);
    Body otherwise;
    if (!repeated.otherwise.empty())
      otherwise = by_turn(exchange, range, [&] { return body(repeated.otherwise); });
    out.push_back(push(resolved::While{condition, std::move(inside), std::move(otherwise)}, range));
  }
  exchange_ = around;
  Body behind = by_turn(exchange, range, rest);
  out.insert(out.end(), behind.begin(), behind.end());
}

/// The statement that exchanges: from here on, the names have their next meaning. A name without a value cannot.
bool Expander::take_turn(syntax::StmtId id, Body& out) {
  if (exchange_ == nullptr || exchange_->statement != id) return false;
  const SourceRange& range = program_[id].range;
  out.push_back(push(resolved::Evaluate{expr(std::get<syntax::Assign>(program_[id].node).value)}, range));
  const size_t next = (current_turn_ + 1) % exchange_->meanings.size();
  frame_->locals = exchange_->meanings[next];
  assign_local(exchange_->turn, integer(static_cast<int64_t>(next), range), range, out);
  return true;
}

}  // namespace unpython::frontend
