// Statements: sugar is spelled out, returns of helpers become definitions of their result.
#include <algorithm>
#include <utility>

#include "frontend/expand/expander.h"
#include "frontend/expand/returns.h"
#include "frontend/syntax/syntax_walk.h"
#include "frontend/syntax/wording.h"
#include "support/match.h"

namespace unpython::frontend {

namespace {

constexpr Wording kStatementWords[] = {
    {"With", "a `with` statement"},
    {"Try", "`try`"},
    {"TryStar", "`try`"},
    {"FunctionDef", "a function with a decorator inside the function"},
    {"ClassDef", "a class"},
    {"Global", "`global`: a compiled function cannot change globals, so it"},
    {"Nonlocal", "`nonlocal`"},
    {"Import", "an import inside the function"},
    {"ImportFrom", "an import inside the function"},
    {"Match", "`match`"},
    {"AsyncFor", "`async for`"},
    {"AsyncWith", "`async with`"},
    {"AsyncFunctionDef", "`async def`"},
    {"TypeAlias", "a type alias"},
    {"AnnAssign", "an annotation without a value"},
    {"Raise", "this form of `raise`"},
    {"VariableArguments", "`*args` or `**kwargs`"},
    {"SharedRows", "a second list of the same rows, of which one changes or which are returned twice,"},
    {"EarlierReads", "a call that changes what the same statement reads or shows"},
};

/// What would work; a statement that is not here has the advice of its reason.
constexpr Wording kStatementAdvice[] = {
    {"ClassDef", "define the class outside of the function"},
    {"EarlierReads", "write the call in a statement of its own, and give what it returns a name"},
    {"Global", "return the new value, and assign it where the function is called"},
    {"Import", "import it at the top of the file"},
    {"ImportFrom", "import it at the top of the file"},
    {"AsyncFor", "write `for` over what was received before the call"},
    {"AsyncWith", "write it around the call"},
    {"AsyncFunctionDef", "write `def`: compiled code waits for nothing; call it from a coroutine, in a thread where it takes long"},
    {"TypeAlias", "write it outside of the function"},
};

bool is_constant(const syntax::ExprNode& node) {
  return std::holds_alternative<syntax::StringLiteral>(node) ||
         std::holds_alternative<syntax::IntLiteral>(node) ||
         std::holds_alternative<syntax::FloatLiteral>(node) ||
         std::holds_alternative<syntax::Ellipsis>(node) ||
         std::holds_alternative<syntax::BoolLiteral>(node) ||
         std::holds_alternative<syntax::NoneLiteral>(node);
}

}  // namespace

resolved::StmtId Expander::push(resolved::StmtNode node, const SourceRange& range) {
  return out_.stmts.push({std::move(node), seen(range)});
}

resolved::DefinitionId Expander::define(resolved::LocalId local, const SourceRange& range) {
  return out_.definitions.push({local, seen(range), peelable_});
}

void Expander::assign_local(resolved::LocalId local, resolved::ExprId value, const SourceRange& range,
                            resolved::Body& out) {
  resolved::Target to{resolved::LocalTarget{define(local, range)}, seen(range)};
  out.push_back(push(resolved::Assign{{std::move(to)}, value}, range));
}

void Expander::make_locals(Frame& frame, bool of_helper) {
  std::vector<std::string> names;
  for (const std::string& name : local_names(program_, *frame.function)) names.push_back(name);
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) {
    const std::string written = written_name(program_, *frame.function, name);
    frame.own.push_back(out_.locals.push({.name = name, .of_helper = of_helper, .written = written}));
    frame.locals[name] = frame.own.back();
    frame.functions.erase(name);
    frame.records.erase(name);
  }
}

resolved::Function Expander::run() {
  for (const syntax::RecordClass& one : program_.classes)
    out_.holders.push_back(one.kind != syntax::RecordClass::Kind::Dict);
  collect_stored_names();
  const syntax::Function& function = program_.functions[0];
  Frame frame;
  frame.function = &function;
  make_locals(frame, false);
  frame_ = &frame;
  stack_ = {0};
  resolved::Body statements;
  for (const auto* list : {&function.parameters, &function.keyword_only}) {
    for (const syntax::Parameter& p : *list) {
      const auto position = static_cast<int>(out_.arguments.size());
      out_.arguments.push_back(p.name);
      frame.plain.insert(p.name);
      assign_local(frame.locals.at(p.name), make(resolved::Argument{position}, p.range), p.range, statements);
    }
  }
  own_parameters_ = static_cast<int>(out_.arguments.size());
  out_.arguments.insert(out_.arguments.end(), program_.hidden.begin(), program_.hidden.end());
  resolved::Body own = whole_body(function.body);
  statements.insert(statements.end(), own.begin(), own.end());
  statements.push_back(push(resolved::Return{make(resolved::NoneValue{}, function.range)}, function.range));
  out_.body = std::move(statements);
  return std::move(out_);
}

resolved::Function expand(const syntax::Program& program, const Hints& hints, Mistakes& mistakes) {
  return Expander(program, hints, mistakes).run();
}

resolved::Body Expander::body(const syntax::Body& statements) {
  resolved::Body out;
  ++frame_->depth;
  for (const syntax::StmtId id : statements) statement(id, out);
  --frame_->depth;
  return out;
}

resolved::Body Expander::whole_body(const syntax::Body& statements) {
  resolved::Body out;
  for (size_t i = 0; i < statements.size(); ++i) {
    if (auto exchange = exchange_in(statements[i])) {
      const syntax::Body rest(statements.begin() + static_cast<std::ptrdiff_t>(i) + 1, statements.end());
      exchanging_loop(statements[i], std::move(*exchange), out, [&] { return whole_body(rest); });
      return out;
    }
    statement(statements[i], out);
  }
  return out;
}

resolved::Body Expander::loop_body(const syntax::Body& statements) {
  continues_.emplace_back();
  resolved::Body out = body(statements);
  continues_.pop_back();
  return out;
}

resolved::Body Expander::tail(const syntax::Body& statements) {
  resolved::Body out;
  for (size_t i = 0; i < statements.size(); ++i) {
    const syntax::Stmt& stmt = program_[statements[i]];
    if (const auto* node = std::get_if<syntax::Return>(&stmt.node)) {
      return_value(*node, stmt.range, out);
      return out;
    }
    if (auto exchange = exchange_in(statements[i])) {
      const syntax::Body rest(statements.begin() + static_cast<std::ptrdiff_t>(i) + 1, statements.end());
      exchanging_loop(statements[i], std::move(*exchange), out, [&] { return tail(rest); });
      return out;
    }
    const auto* branch = std::get_if<syntax::If>(&stmt.node);
    if (!branch || !contains_return(program_, {statements[i]})) {
      statement(statements[i], out);
      continue;
    }
    const resolved::ExprId condition = expr(branch->condition);
    const auto functions = frame_->functions;
    resolved::Body then_body = tail(branch_with_rest(program_, branch->body, statements, i));
    frame_->functions = functions;
    resolved::Body else_body = tail(branch_with_rest(program_, branch->otherwise, statements, i));
    out.push_back(push(resolved::If{condition, std::move(then_body), std::move(else_body)}, stmt.range));
    return out;
  }
  const SourceRange& range = frame_->function->range;
  if (frame_->returns_value) assign_local(frame_->result, make(resolved::NoneValue{}, range), range, out);
  return out;
}

void Expander::statement(syntax::StmtId id, resolved::Body& out) {
  const SourceRange& range = program_[id].range;
  if (take_turn(id, out)) return;
  match(
      program_[id].node, [&](const syntax::Assign& s) { assign(s, range, out); },
      [&](const syntax::AugAssign& s) { aug_assign(s, range, out); },
      [&](const syntax::For& s) {
        const auto functions = frame_->functions;
        for_loop(s, range, out);
        frame_->functions = functions;  // there may be no iteration
      },
      [&](const syntax::While& s) {
        const resolved::ExprId condition = expr(s.condition);
        const auto functions = frame_->functions;
        resolved::Body repeated = loop_body(s.body);
        out.push_back(push(resolved::While{condition, std::move(repeated), body(s.otherwise)}, range));
        frame_->functions = functions;
      },
      [&](const syntax::If& s) {
        const resolved::ExprId condition = expr(s.condition);
        // A call that is a literal is a hint of the compiler: the other way would only be long.
        const auto* hint = std::get_if<resolved::Literal>(&out_[condition].node);
        if (hint != nullptr && std::holds_alternative<syntax::Call>(program_[s.condition].node)) {
          for (const resolved::StmtId taken : body(hint->value.integer != 0 ? s.body : s.otherwise)) out.push_back(taken);
          return;
        }
        const auto functions = frame_->functions;
        resolved::Body then_body = body(s.body);
        const auto then_functions = std::exchange(frame_->functions, functions);
        out.push_back(push(resolved::If{condition, std::move(then_body), body(s.otherwise)}, range));
        if (always_leaves(program_, s.otherwise)) {
          frame_->functions = then_functions;
        } else if (!always_leaves(program_, s.body)) {
          frame_->functions = functions;  // what a name stands for on one way only, it need not stand for
        }
      },
      [&](const syntax::Break&) { out.push_back(push(resolved::Break{}, range)); },
      [&](const syntax::Continue&) {
        const auto exit = continues_.empty() ? std::nullopt : continues_.back();
        out.push_back(exit ? push(resolved::Leave{*exit}, range) : push(resolved::Continue{}, range));
      },
      [](const syntax::Pass&) {}, [](const syntax::Nonlocal&) {},
      [&](const syntax::Return& s) { return_value(s, range, out); },
      [&](const syntax::Assert& s) { assertion(s, range, out); },
      [&](const syntax::Raise& s) { raise(s, range, out); },
      [&](const syntax::ExprStatement& s) { expression_statement(s, range, out); },
      [&](const syntax::Delete& s) { delete_names(s, range, out); },
      [&](const syntax::UnsupportedStmt& s) {
        mistakes_.report(
            reasons::kUnsupportedStatement, range,
            words_for(s.kind, kStatementWords, "this statement (" + s.kind + ")") + " is not supported",
            words_for(s.kind, kStatementAdvice, std::string(reasons::kUnsupportedStatement.advice)));
      });
}

resolved::Target Expander::target(syntax::ExprId id) {
  const SourceRange& range = seen(program_[id].range);
  const syntax::ExprNode& node = program_[id].node;
  const auto several = [&](const std::vector<syntax::ExprId>& elements) {
    std::vector<resolved::Target> targets;
    if (elements.empty())
      mistakes_.report(reasons::kUnsupportedStatement, range, "an assignment to no names is not supported", "delete it");
    for (const syntax::ExprId element : elements) targets.push_back(target(element));
    return resolved::Target{std::move(targets), range};
  };
  if (const auto* name = std::get_if<syntax::Name>(&node); name && frame_->records.contains(name->id)) {
    wrong(reasons::kUnsupportedValue, range, "'" + name->id + "' stands for an object and for something else",
          "give each a name of its own");
    return {std::vector<resolved::Target>{}, range};
  }
  if (const auto* name = std::get_if<syntax::Name>(&node)) frame_->plain.insert(name->id);
  if (const auto* name = std::get_if<syntax::Name>(&node))
    return {resolved::LocalTarget{define(frame_->locals.at(name->id), range)}, range};
  if (const auto* subscript = std::get_if<syntax::Subscript>(&node)) {
    const resolved::ExprId base = expr(subscript->value);
    return {resolved::ElementTarget{base, subscripts(subscript->index)}, range};
  }
  if (const auto* tuple = std::get_if<syntax::Tuple>(&node)) return several(tuple->elements);
  if (const auto* list = std::get_if<syntax::List>(&node)) return several(list->elements);
  const auto* unsupported = std::get_if<syntax::UnsupportedExpr>(&node);
  const bool starred = unsupported && unsupported->kind == "Starred";
  const bool attribute = std::holds_alternative<syntax::Attribute>(node);
  mistakes_.report(reasons::kUnsupportedStatement, range,
                   starred     ? "`*` in an assignment is not supported"
                   : attribute ? "assignment to an attribute is not supported"
                               : "this cannot be assigned to",
                   "assign to names and array elements");
  return {std::vector<resolved::Target>{}, range};
}

void Expander::assign(const syntax::Assign& node, const SourceRange& range, resolved::Body& out) {
  if (assign_function(node, range, out) || assign_record(node, range, out)) return;
  resolved::ExprId value = expr(node.value);
  const size_t mistakes_before = mistakes_.found().size();
  std::vector<resolved::Target> targets;
  for (const syntax::ExprId id : node.targets) targets.push_back(target(id));
  const bool stores = std::any_of(targets.begin(), targets.end(), [](const resolved::Target& to) {
    return std::holds_alternative<resolved::ElementTarget>(to.node);
  });
  const bool stores_list = stores && targets.size() == 1 && std::holds_alternative<resolved::Tuple>(out_[value].node);
  if (stores_list) value = array_of_values(value, program_[node.value].range);
  // A target that is wrong in itself is reported once, not again for the value that does not fit it.
  if (mistakes_.found().size() > mistakes_before) value = make(resolved::Erroneous{}, range);
  out.push_back(push(resolved::Assign{.targets = std::move(targets), .value = value, .stores_list = stores_list}, range));
}

void Expander::aug_assign(const syntax::AugAssign& node, const SourceRange& range, resolved::Body& out) {
  if (const auto* attribute = std::get_if<syntax::Attribute>(&program_[node.target].node))
    return update_field(*attribute, node, range, out);
  resolved::Target to = target(node.target);
  if (auto* element = std::get_if<resolved::ElementTarget>(&to.node)) {
    const resolved::ExprId value = expr(node.value);
    out.push_back(push(resolved::UpdateElement{std::move(*element), node.op, value, to.range}, range));
    return;
  }
  if (!std::holds_alternative<resolved::LocalTarget>(to.node)) return;
  const resolved::ExprId old = expr(node.target);
  const resolved::ExprId value = make(resolved::Binary{node.op, old, expr(node.value)}, range);
  out.push_back(push(resolved::Assign{{std::move(to)}, value, true}, range));
}

std::optional<resolved::RangeLoop> Expander::range_loop(syntax::ExprId iterable) {
  const auto* node = std::get_if<syntax::Call>(&program_[iterable].node);
  const syntax::Binding* binding = node ? called(node->function) : nullptr;
  if (!binding || binding->kind != syntax::BindingKind::Library) return std::nullopt;
  const auto kind = find_loop_function(binding->target);
  if (!kind) return std::nullopt;
  const bool parallel = *kind != LoopFunction::Range;
  if (!node->keywords.empty() || node->arguments.empty() || node->arguments.size() > 3) {
    mistakes_.report(reasons::kWrongArguments, program_[iterable].range,
                     "'" + binding->path + "' takes 1 to 3 arguments",
                     "write " + binding->path + "(stop), (start, stop) or (start, stop, step)");
    return resolved::RangeLoop{{make(resolved::Erroneous{}, program_[iterable].range)}, parallel};
  }
  return resolved::RangeLoop{exprs(node->arguments), parallel, {}, *kind == LoopFunction::ApartRange};
}

void Expander::for_loop(const syntax::For& node, const SourceRange& range, resolved::Body& out) {
  const bool may_peel = !is_parallel(node.iterable) && !contains_break(program_, node.body);
  if (may_peel && hints_.peeled.contains(range)) return peeled_loop(node, range, out);
  const SourceRange around = std::exchange(peelable_, may_peel ? range : SourceRange{});
  LoopParts parts;
  parts.target = [&] { return target(node.target); };
  parts.body = [&] { return loop_body(node.body); };
  parts.otherwise = [&] {
    peelable_ = around;
    return body(node.otherwise);
  };
  loop(node.iterable, parts, range, out);
}

bool Expander::is_parallel(syntax::ExprId iterable) {
  const auto* node = std::get_if<syntax::Call>(&program_[iterable].node);
  const syntax::Binding* binding = node ? called(node->function) : nullptr;
  if (!binding || binding->kind != syntax::BindingKind::Library) return false;
  const auto kind = find_loop_function(binding->target);
  return kind && *kind != LoopFunction::Range;
}

void Expander::loop(syntax::ExprId iterable, const LoopParts& parts, const SourceRange& range,
                    resolved::Body& out) {
  if (const auto sequence = combined(iterable, out)) return sequence_loop(parts, *sequence, range, out);
  std::variant<resolved::RangeLoop, resolved::ArrayLoop> over;
  if (auto loop = range_loop(iterable)) {
    over = std::move(*loop);
  } else {
    over = resolved::ArrayLoop{expr(iterable)};
  }
  const auto* counted = std::get_if<resolved::RangeLoop>(&over);
  const bool around = std::exchange(in_parallel_, in_parallel_ || (counted != nullptr && counted->parallel));
  resolved::Target to = parts.target();
  resolved::Body loop_body = parts.body();
  in_parallel_ = around;
  out.push_back(
      push(resolved::For{std::move(to), std::move(over), std::move(loop_body), parts.otherwise()}, range));
}

/// The names have no value from here on.
void Expander::delete_names(const syntax::Delete& node, const SourceRange& range, resolved::Body& out) {
  resolved::Inlined without;
  for (const syntax::ExprId id : node.targets) {
    const auto* name = std::get_if<syntax::Name>(&program_[id].node);
    if (const auto* part = std::get_if<syntax::Subscript>(&program_[id].node)) {
      const auto* slice = std::get_if<syntax::Slice>(&program_[part->index].node);
      if (slice != nullptr && !slice->upper.valid() && !slice->step.valid()) {
        const resolved::ExprId list = expr(part->value);
        const resolved::ExprId length = slice->lower.valid() ? expr(slice->lower) : integer(0, range);
        out.push_back(push(resolved::Truncate{list, length}, range));
        continue;
      }
    }
    if (name == nullptr) {
      mistakes_.report(reasons::kUnsupportedStatement, program_[id].range,
                       "`del` of what is not a name is not supported",
                       "an array keeps its elements: take the slices that stay");
      return;
    }
    out.push_back(push(resolved::Evaluate{expr(id)}, range));
    without.locals.push_back(frame_->locals.at(name->id));
  }
  without.value = make(resolved::NoneValue{}, range);
  out.push_back(push(resolved::Evaluate{make(std::move(without), range)}, range));
}

/// Each part of a tuple that a helper returns gets a local of its own: arrays are kept by a name.
resolved::ExprId Expander::named_parts(resolved::ExprId value, const SourceRange& range,
                                       resolved::Body& out) {
  const auto* several = std::get_if<resolved::Tuple>(&out_[value].node);
  if (!several) return value;
  resolved::Tuple named = *several;  // a list stays a list
  for (resolved::ExprId& part : named.elements) {
    const resolved::LocalId local = out_.locals.push({frame_->function->name, true, true});
    assign_local(local, part, range, out);
    part = make(resolved::ReadLocal{local}, range);
  }
  return make(std::move(named), range);
}

void Expander::return_value(const syntax::Return& node, const SourceRange& range, resolved::Body& out) {
  // return a if c else b: two returns, for an argument comes back as the object that it is.
  const auto* choice =
      node.value.valid() ? std::get_if<syntax::Conditional>(&program_[node.value].node) : nullptr;
  const auto is_name = [&](syntax::ExprId id) {
    return std::holds_alternative<syntax::Name>(program_[id].node);
  };
  if (choice && frame_->returns == Returns::FromCall &&
      (is_name(choice->if_true) || is_name(choice->if_false))) {
    const resolved::ExprId condition = expr(choice->condition);
    resolved::Body then_body;
    resolved::Body else_body;
    return_value({choice->if_true}, range, then_body);
    return_value({choice->if_false}, range, else_body);
    out.push_back(push(resolved::If{condition, std::move(then_body), std::move(else_body)}, range));
    return;
  }
  resolved::ExprId value;
  if (frame_->returns == Returns::FromCall && node.value.valid()) {
    std::vector<const Record*> seen;
    value = returned_value(node.value, seen);
  } else {
    value = node.value.valid() ? any_value(node.value) : make(resolved::NoneValue{}, range);
    if (return_record(value, range, out)) return;
    frame_->returns_plain = true;
  }
  if (frame_->returns != Returns::FromCall) value = named_parts(value, range, out);
  if (frame_->returns == Returns::FromCall) {
    out.push_back(push(resolved::Return{value}, range));
    return;
  }
  if (frame_->returns_value) assign_local(frame_->result, value, range, out);
  if (frame_->returns == Returns::ByExit) out.push_back(push(resolved::Leave{frame_->exit}, range));
}

void Expander::expression_statement(const syntax::ExprStatement& node, const SourceRange& range,
                                    resolved::Body& out) {
  if (is_constant(program_[node.value].node)) return;
  out.push_back(push(resolved::Evaluate{any_value(node.value)}, range));
}

}  // namespace unpython::frontend
