// Reaching definitions on structured control flow: a state maps each local to the definitions that may have
// set it (kUnset: none yet). Loops are walked until their entry state stops growing.
#include "frontend/webs.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "support/match.h"

namespace unpython::frontend {

namespace {

using resolved::Body;
using resolved::ExprId;
using resolved::StmtId;

constexpr int kUnset = -1;
using DefinitionSet = std::vector<int>;  // sorted

bool unite(DefinitionSet& into, const DefinitionSet& from) {
  DefinitionSet merged;
  std::set_union(into.begin(), into.end(), from.begin(), from.end(), std::back_inserter(merged));
  if (merged.size() == into.size()) return false;
  into = std::move(merged);
  return true;
}

struct State {
  bool reachable = false;
  std::vector<DefinitionSet> reaching;  // by LocalId

  /// Adds what `other` knows; true if that is news.
  bool merge(const State& other) {
    if (!other.reachable) return false;
    if (!reachable) {
      *this = other;
      return true;
    }
    bool changed = false;
    for (size_t i = 0; i < reaching.size(); ++i) changed |= unite(reaching[i], other.reaching[i]);
    return changed;
  }
};

std::optional<int64_t> written_integer(const resolved::Function& f, ExprId id) {
  if (const auto* literal = std::get_if<resolved::Literal>(&f[id].node))
    return is_integer(literal->value.type) ? std::optional(literal->value.integer) : std::nullopt;
  const auto* unary = std::get_if<resolved::Unary>(&f[id].node);
  if (!unary || unary->op != syntax::UnaryOperator::Minus) return std::nullopt;
  const auto value = written_integer(f, unary->operand);
  return value && *value != INT64_MIN ? std::optional(-*value) : std::nullopt;
}

class Walker {
 public:
  explicit Walker(const resolved::Function& f)
      : f_(f),
        reads_(static_cast<size_t>(f.exprs.size())),
        exits_(static_cast<size_t>(f.exits.size())),
        reached_(static_cast<size_t>(f.stmts.size()), false) {
    state_.reachable = true;
    state_.reaching.assign(static_cast<size_t>(f.locals.size()), {kUnset});
  }

  Webs run() {
    body(f_.body);
    return collect();
  }

 private:
  struct Loop {
    State breaks;
    State continues;
  };

  void body(const Body& statements) {
    for (const StmtId id : statements) {
      if (!state_.reachable) return;
      reached_[static_cast<size_t>(id.value)] = true;
      statement(id);
    }
  }

  void leave_to(State& where) {
    where.merge(state_);
    state_.reachable = false;
  }

  void statement(StmtId id) {
    match(
        f_[id].node,
        [&](const resolved::Assign& s) {
          expr(s.value);
          for (const resolved::Target& t : s.targets) target(t);
        },
        [&](const resolved::UpdateElement& s) {
          expr(s.target.base);
          for (const ExprId i : s.target.indices) expr(i);
          expr(s.value);
        },
        [&](const resolved::For& s) { for_loop(s); }, [&](const resolved::While& s) { while_loop(s); },
        [&](const resolved::If& s) {
          expr(s.condition);
          branch([&] { body(s.then_body); }, [&] { body(s.else_body); });
        },
        [&](const resolved::Break&) { leave_to(loops_.back().breaks); },
        [&](const resolved::Continue&) { leave_to(loops_.back().continues); },
        [&](const resolved::Return& s) {
          expr(s.value);
          state_.reachable = false;
        },
        [&](const resolved::Exitable& s) {
          State& exit = exits_[static_cast<size_t>(s.exit.value)];
          exit = State{};
          body(s.body);
          state_.merge(exit);
        },
        [&](const resolved::Leave& s) { leave_to(exits_[static_cast<size_t>(s.exit.value)]); },
        [&](const resolved::Raise&) { state_.reachable = false; },
        [&](const resolved::Evaluate& s) { expr(s.value); });
  }

  template <class Then, class Else>
  void branch(const Then& then_part, const Else& else_part) {
    const State before = state_;
    then_part();
    State after_then = std::move(state_);
    state_ = before;
    else_part();
    after_then.merge(state_);
    state_ = std::move(after_then);
  }

  void target(const resolved::Target& to) {
    match(
        to.node,
        [&](const resolved::LocalTarget& t) {
          const resolved::LocalId local = f_.definitions[t.definition].local;
          state_.reaching[static_cast<size_t>(local.value)] = {t.definition.value};
        },
        [&](const resolved::ElementTarget& t) {
          expr(t.base);
          for (const ExprId i : t.indices) expr(i);
        },
        [&](const std::vector<resolved::Target>& several) {
          for (const resolved::Target& t : several) target(t);
        });
  }

  void for_loop(const resolved::For& s) {
    bool runs = false;  // at least one iteration is certain
    match(
        s.over,
        [&](const resolved::RangeLoop& r) {
          for (const ExprId argument : r.arguments) expr(argument);
          runs = written_trip_count(f_, r) > 0;
        },
        [&](const resolved::ArrayLoop& a) { expr(a.array); });
    State head = state_;
    State ends;
    loops_.emplace_back();
    do {
      state_ = head;
      loops_.back().continues = State{};
      target(s.target);
      body(s.body);
      state_.merge(loops_.back().continues);
      ends = state_;
    } while (head.merge(ends));
    finish_loop(runs ? std::move(ends) : std::move(head), s.otherwise);
  }

  void while_loop(const resolved::While& s) {
    const auto* literal = std::get_if<resolved::Literal>(&f_[s.condition].node);
    const bool endless = literal && kind_is_integer(literal->value.type) && literal->value.integer != 0;
    State head = state_;
    State ends;
    loops_.emplace_back();
    do {
      state_ = head;
      loops_.back().continues = State{};
      expr(s.condition);
      ends = state_;
      body(s.body);
      state_.merge(loops_.back().continues);
    } while (head.merge(state_));
    if (endless) ends.reachable = false;
    finish_loop(std::move(ends), s.otherwise);
  }

  static bool kind_is_integer(ScalarType type) { return type == ScalarType::Bool || is_integer(type); }

  void finish_loop(State ends, const Body& otherwise) {
    State breaks = std::move(loops_.back().breaks);
    loops_.pop_back();
    state_ = std::move(ends);
    body(otherwise);
    state_.merge(breaks);
  }

  /// Operands after the first may not be evaluated.
  void short_circuit(const std::vector<ExprId>& operands, size_t first) {
    if (first >= operands.size()) return;
    const State before = state_;
    expr(operands[first]);
    short_circuit(operands, first + 1);
    state_.merge(before);
  }

  void all(const std::vector<ExprId>& ids) {
    for (const ExprId id : ids)
      if (id.valid()) expr(id);
  }

  void expr(ExprId id) {
    match(
        f_[id].node, [](const resolved::Literal&) {}, [](const resolved::NoneValue&) {},
        [](const resolved::Text&) {}, [](const resolved::DtypeValue&) {}, [](const resolved::Argument&) {},
        [](const resolved::Erroneous&) {}, [](const resolved::Ellipsis&) {},
        [&](const resolved::Slice& n) {
          for (const ExprId part : {n.lower, n.upper, n.step})
            if (part.valid()) expr(part);
        },
        [&](const resolved::ReadLocal& n) {
          unite(reads_[static_cast<size_t>(id.value)], state_.reaching[static_cast<size_t>(n.local.value)]);
        },
        [&](const resolved::Attribute& n) { expr(n.value); },
        [&](const resolved::Subscript& n) {
          expr(n.value);
          all(n.indices);
        },
        [&](const resolved::Tuple& n) { all(n.elements); },
        [&](const resolved::Unary& n) { expr(n.operand); },
        [&](const resolved::Binary& n) {
          expr(n.left);
          expr(n.right);
        },
        [&](const resolved::Logical& n) {
          expr(n.operands[0]);
          short_circuit(n.operands, 1);
        },
        [&](const resolved::Compare& n) {
          expr(n.left);
          expr(n.comparators[0]);
          short_circuit(n.comparators, 1);
        },
        [&](const resolved::Conditional& n) {
          expr(n.condition);
          branch([&] { expr(n.if_true); }, [&] { expr(n.if_false); });
        },
        [&](const resolved::CallLibrary& n) { all(n.arguments); },
        [&](const resolved::Convert& n) { expr(n.value); },
        [&](const resolved::CallMethod& n) {
          expr(n.value);
          all(n.arguments);
        },
        [&](const resolved::CallArray& n) { all(n.arguments); },
        [&](const resolved::Inlined& n) {
          for (const resolved::LocalId local : n.locals)
            state_.reaching[static_cast<size_t>(local.value)] = {kUnset};
          body(n.body);
          expr(n.value);
        });
  }

  Webs collect() const {
    const auto definitions = static_cast<size_t>(f_.definitions.size());
    std::vector<int> parent(definitions);
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int i) {
      while (parent[static_cast<size_t>(i)] != i) i = parent[static_cast<size_t>(i)];
      return i;
    };
    for (const DefinitionSet& set : reads_) {
      int first = kUnset;
      for (const int definition : set) {
        if (definition == kUnset) continue;
        if (first == kUnset) first = definition;
        const int a = root(first);
        const int b = root(definition);
        parent[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
      }
    }
    Webs webs;
    webs.of_definition.assign(definitions, -1);
    for (size_t i = 0; i < definitions; ++i) {
      const auto r = static_cast<size_t>(root(static_cast<int>(i)));
      if (r == i) {
        webs.of_definition[i] = webs.count++;
        webs.definitions.emplace_back();
      }
      webs.of_definition[i] = webs.of_definition[r];
      webs.definitions[static_cast<size_t>(webs.of_definition[i])].push_back({static_cast<int32_t>(i)});
    }
    webs.of_read.assign(reads_.size(), -1);
    webs.bound.assign(reads_.size(), Bound::Never);
    for (size_t i = 0; i < reads_.size(); ++i) {
      if (reads_[i].empty() || reads_[i].back() == kUnset) continue;
      webs.of_read[i] = webs.of_definition[static_cast<size_t>(reads_[i].back())];
      webs.bound[i] = reads_[i].front() == kUnset ? Bound::Sometimes : Bound::Always;
    }
    webs.reached = reached_;
    return webs;
  }

  const resolved::Function& f_;
  State state_;
  std::vector<DefinitionSet> reads_;  // by ExprId
  std::vector<State> exits_;          // by ExitId
  std::vector<Loop> loops_;
  std::vector<bool> reached_;
};

}  // namespace

Webs build_webs(const resolved::Function& function) { return Walker(function).run(); }

int64_t written_trip_count(const resolved::Function& function, const resolved::RangeLoop& loop) {
  std::vector<int64_t> values;
  for (const ExprId id : loop.arguments) {
    const auto value = written_integer(function, id);
    if (!value) return -1;
    values.push_back(*value);
  }
  using Wide = __int128;
  const Wide start = values.size() > 1 ? values[0] : 0;
  const Wide stop = values.size() > 1 ? values[1] : values[0];
  const Wide step = values.size() > 2 ? values[2] : 1;
  if (step == 0) return -1;
  const Wide span = step > 0 ? stop - start : start - stop;
  const Wide size = step > 0 ? step : -step;
  return span <= 0 ? 0 : static_cast<int64_t>((span + size - 1) / size);
}

}  // namespace unpython::frontend
