// Loops over enumerate, zip and reversed: a loop over a counter, whose body first takes the items of that
// number.
#include <algorithm>
#include <limits>

#include "frontend/expand/expander.h"

namespace unpython::frontend {

using resolved::ExprId;
using resolved::LocalId;

namespace {

constexpr auto kAdd = syntax::BinaryOperator::Add;
constexpr auto kSub = syntax::BinaryOperator::Sub;
constexpr auto kMult = syntax::BinaryOperator::Mult;

/// [::-1]
bool is_reversal(const syntax::Program& program, syntax::ExprId index) {
  const auto* slice = std::get_if<syntax::Slice>(&program[index].node);
  if (!slice || slice->lower.valid() || slice->upper.valid() || !slice->step.valid()) return false;
  const auto* step = std::get_if<syntax::Unary>(&program[slice->step].node);
  const auto* one = step && step->op == syntax::UnaryOperator::Minus
                        ? std::get_if<syntax::IntLiteral>(&program[step->operand].node)
                        : nullptr;
  return one && one->value == 1;
}

}  // namespace

/// A variable that no name of the program stands for.
LocalId Expander::hidden_local(const std::string& name, ExprId value, resolved::Body& out) {
  const LocalId local = out_.locals.push({.name = name, .of_helper = true, .is_hidden = true});
  const SourceRange range = out_[value].range;
  assign_local(local, value, range, out);
  return local;
}

ExprId Expander::library(std::string_view name, std::vector<ExprId> arguments, const SourceRange& range) {
  return make(resolved::CallLibrary{find_function(name), std::move(arguments)}, range);
}

std::optional<Expander::Sequence> Expander::combined(syntax::ExprId iterable, resolved::Body& out) {
  const auto* part = std::get_if<syntax::Subscript>(&program_[iterable].node);
  const bool is_backwards = part && is_reversal(program_, part->index);
  const auto* call = std::get_if<syntax::Call>(&program_[is_backwards ? part->value : iterable].node);
  const syntax::Binding* binding = call ? called(call->function) : nullptr;
  if (!binding || binding->kind != syntax::BindingKind::Library) return std::nullopt;
  const SourceRange& range = program_[iterable].range;
  if (is_backwards)
    return find_loop_function(binding->target) == LoopFunction::Range
               ? std::optional(backwards(part->value, range, out))
               : std::nullopt;
  if (binding->target == "builtins.enumerate") return enumerated(*call, range, out);
  if (binding->target == "builtins.zip") return zipped(*call, range, out);
  if (binding->target == "builtins.reversed") return reversed(*call, range, out);
  return std::nullopt;
}

Expander::Sequence Expander::sequence(syntax::ExprId iterable, resolved::Body& out) {
  const SourceRange& range = program_[iterable].range;
  if (auto found = combined(iterable, out)) return *found;
  if (const auto loop = range_loop(iterable)) return range_sequence(*loop, range, out);
  const LocalId whole = hidden_local("sequence", expr(iterable), out);
  const auto read = [this, whole, range] { return make(resolved::ReadLocal{whole}, range); };
  return {library("builtins.len", {read()}, range),
          [this, read, range](LocalId number) {
            const ExprId from = read();
            return make(resolved::Subscript{from, {make(resolved::ReadLocal{number}, range)}}, range);
          },
          {whole}};
}

std::vector<ExprId> Expander::read_all(const std::vector<LocalId>& locals, const SourceRange& range) {
  std::vector<ExprId> reads;
  for (const LocalId local : locals) reads.push_back(read_local(local, range));
  return reads;
}

/// NumPy's integers count as Python's.
ExprId Expander::counting(ExprId number, const SourceRange& range) {
  return library("operator.index", {number}, range);
}

/// start + number * step.
Expander::Sequence Expander::range_sequence(const resolved::RangeLoop& loop, const SourceRange& range,
                                            resolved::Body& out) {
  const auto integer = [this, range](int64_t value) {
    return literal({.type = ScalarType::Int64, .integer = value, .real = 0.0}, range);
  };
  const bool stop_only = loop.arguments.size() == 1;
  const auto held = [&](const char* name, ExprId end) {
    return hidden_local(name, counting(end, range), out);
  };
  const LocalId start = held("start", stop_only ? integer(0) : loop.arguments[0]);
  const LocalId stop = held("stop", loop.arguments[stop_only ? 0 : 1]);
  const LocalId step = held("step", loop.arguments.size() > 2 ? loop.arguments[2] : integer(1));
  const auto read = [this, range](LocalId local) { return make(resolved::ReadLocal{local}, range); };
  const auto binary = [this, range](syntax::BinaryOperator op, ExprId left, ExprId right) {
    return make(resolved::Binary{op, left, right}, range);
  };
  if (loop.arguments.size() > 2) {
    const ExprId none =
        make(resolved::Compare{read(step), {syntax::CompareOperator::Eq}, {integer(0)}}, range);
    resolved::Body refused{
        push(resolved::Raise{ir::ErrorKind::ValueError, "range() arg 3 must not be zero"}, range)};
    out.push_back(push(resolved::If{none, std::move(refused), {}}, range));
  }
  const ExprId length = library("range.length", {read(start), read(stop), read(step)}, range);
  const auto item = [=](LocalId number) {
    const ExprId from = read(start);
    return binary(kAdd, from, binary(kMult, read(number), read(step)));
  };
  if (loop.arguments.size() > 2) return {length, item};
  return {length, item, {}, [=](LocalId number) {
            const ExprId from = read(stop);
            return binary(kSub, binary(kSub, from, integer(1)), read(number));
          }};
}

Expander::Sequence Expander::enumerated(const syntax::Call& call, const SourceRange& range,
                                        resolved::Body& out) {
  const bool named =
      call.keywords.size() == 1 && call.keywords[0].name == "start" && call.arguments.size() == 1;
  if (call.arguments.empty() || call.arguments.size() > 2 || (!call.keywords.empty() && !named)) {
    const ExprId mistake =
        wrong(reasons::kWrongArguments, range, "'enumerate' takes what it goes through and a start");
    return {mistake, [mistake](LocalId) { return mistake; }};
  }
  const Sequence over = sequence(call.arguments[0], out);
  LocalId start;
  if (named || call.arguments.size() == 2)
    start =
        hidden_local("start", counting(expr(named ? call.keywords[0].value : call.arguments[1]), range), out);
  return {over.length,
          [this, over, start, range](LocalId number) {
            ExprId shown = make(resolved::ReadLocal{number}, range);
            if (start.valid())
              shown = make(resolved::Binary{kAdd, make(resolved::ReadLocal{start}, range), shown}, range);
            return make(resolved::Tuple{{shown, over.item(number)}}, range);
          },
          over.through};
}

Expander::Sequence Expander::zipped(const syntax::Call& call, const SourceRange& range, resolved::Body& out) {
  if (call.arguments.empty() || !call.keywords.empty()) {
    const ExprId mistake =
        wrong(reasons::kWrongArguments, range, "'zip' takes one argument or more here, without keywords");
    return {mistake, [mistake](LocalId) { return mistake; }};
  }
  std::vector<Sequence> all;
  std::vector<ExprId> lengths;
  std::vector<LocalId> through;
  for (const syntax::ExprId id : call.arguments) {
    all.push_back(sequence(id, out));
    through.insert(through.end(), all.back().through.begin(), all.back().through.end());
    lengths.push_back(all.back().length);
  }
  const ExprId length = lengths.size() == 1 ? lengths[0] : library("builtins.min", lengths, range);
  return {length,
          [this, all, range](LocalId number) {
            std::vector<ExprId> items;
            for (const Sequence& one : all) items.push_back(one.item(number));
            return make(resolved::Tuple{std::move(items)}, range);
          },
          through};
}

Expander::Sequence Expander::reversed(const syntax::Call& call, const SourceRange& range,
                                      resolved::Body& out) {
  if (call.arguments.size() != 1 || !call.keywords.empty()) {
    const ExprId mistake = wrong(reasons::kWrongArguments, range, "'reversed' takes one argument");
    return {mistake, [mistake](LocalId) { return mistake; }};
  }
  return backwards(call.arguments[0], range, out);
}

Expander::Sequence Expander::backwards(syntax::ExprId iterable, const SourceRange& range,
                                       resolved::Body& out) {
  const Sequence over = sequence(iterable, out);
  const LocalId length = hidden_local("length", over.length, out);
  const auto read = [this, range](LocalId local) { return make(resolved::ReadLocal{local}, range); };
  if (over.from_end) return {read(length), over.from_end, {}};
  const LocalId mirrored = out_.locals.push({.name = "number", .of_helper = true, .is_hidden = true});
  if (over.through.empty()) {  // a range: range.length says no more than the largest number
    constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
    const ExprId most = literal({.type = ScalarType::Int64, .integer = kMost, .real = 0.0}, range);
    const ExprId is_most = make(resolved::Compare{read(length), {syntax::CompareOperator::Eq}, {most}}, range);
    resolved::Body refused{
        push(resolved::Raise{ir::ErrorKind::Refused, "reversed of so long a range"}, range)};
    out.push_back(push(resolved::If{is_most, std::move(refused), {}}, range));
  }
  return {read(length),
          [this, over, length, mirrored, read, range](LocalId number) {
            const ExprId one = literal({.type = ScalarType::Int64, .integer = 1, .real = 0.0}, range);
            const ExprId behind = make(resolved::Binary{kAdd, read(number), one}, range);
            const ExprId from_end = make(resolved::Binary{kSub, read(length), behind}, range);
            resolved::Inlined item;
            assign_local(mirrored, from_end, range, item.body);
            item.value = over.item(mirrored);
            return make(std::move(item), range);
          },
          over.through};
}

void Expander::sequence_loop(const LoopParts& parts, const Sequence& over, const SourceRange& range,
                             resolved::Body& out) {
  const LocalId number = out_.locals.push({.name = "number", .of_helper = true, .is_hidden = true});
  resolved::Target counter{resolved::LocalTarget{define(number, range)}, range};
  resolved::Body statements;
  const ExprId item = over.item(number);
  std::vector<resolved::Target> targets{parts.target()};
  statements.push_back(push(resolved::Assign{std::move(targets), item}, range));
  resolved::Body rest = parts.body();
  statements.insert(statements.end(), rest.begin(), rest.end());
  resolved::RangeLoop loop{{over.length}, false, read_all(over.through, range)};
  out.push_back(push(
      resolved::For{std::move(counter), std::move(loop), std::move(statements), parts.otherwise()}, range));
}

}  // namespace unpython::frontend
