// A forward walk over the ways a function can take: one state, carried through the statements in program
// order, split and merged where ways part and meet. A loop is walked until its entry state stops growing.
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontend/expand/resolved.h"
#include "support/match.h"

namespace unpython::frontend {

/// Iterations of range(start, stop, step), 2**63 - 1 at most; the step is not zero.
[[nodiscard]] int64_t range_length(int64_t start, int64_t stop, int64_t step);
/// Iterations of a range whose arguments are written as integers; -1 if they are not (or the step is zero).
[[nodiscard]] int64_t written_trip_count(const resolved::Function& function, const resolved::RangeLoop& loop);

/// `State` has `bool reachable`, false by default, and `bool merge(const State& other)`, which adds what
/// `other` knows (nothing, if that is not reachable) and says whether it was news.
template <class State>
class FlowWalk {
 public:
  explicit FlowWalk(const resolved::Function& function)
      : f_(function), exits_(static_cast<size_t>(function.exits.size())) {
    state_.reachable = true;
  }
  virtual ~FlowWalk() = default;
  FlowWalk(const FlowWalk&) = delete;
  FlowWalk& operator=(const FlowWalk&) = delete;

 protected:
  /// What a walk does at the places it cares for. A loop makes it come to a place more than once.
  virtual void reach(resolved::StmtId) {}
  virtual void define(const resolved::LocalTarget& target) = 0;
  virtual void read(resolved::ExprId id, const resolved::ReadLocal& node) = 0;
  virtual void enter(const resolved::Inlined&) {}
  /// After its value.
  virtual void leave(resolved::ExprId, const resolved::Inlined&) {}
  /// What a condition is at this place, where that is certain: the other way is then not walked.
  [[nodiscard]] virtual std::optional<bool> decided(resolved::ExprId /*condition*/) { return std::nullopt; }
  /// Elements of an array are stored to; `array` has been read.
  virtual void store(resolved::ExprId /*array*/) {}
  /// After the value of the statement.
  virtual void assign(const resolved::Assign& statement) {
    for (const resolved::Target& t : statement.targets) target(t);
  }
  /// After the value of the statement.
  virtual void give_back(const resolved::Return& /*statement*/, const SourceRange& /*range*/) {}
  /// The target of a loop gets an item.
  virtual void take_item(const resolved::For& loop) { target(loop.target); }

  void body(const resolved::Body& statements) {
    for (const resolved::StmtId id : statements) {
      if (!state_.reachable) return;
      reach(id);
      statement(id);
    }
  }

  /// What the loop goes through was taken before.
  void iteration(const resolved::For& loop) {
    loops_.emplace_back();
    take_item(loop);
    body(loop.body);
    loops_.pop_back();
  }

  const resolved::Function& f_;
  State state_;

 private:
  struct Loop {
    State breaks;
    State continues;
  };

  void leave_to(State& where) {
    where.merge(state_);
    state_.reachable = false;
  }

  void statement(resolved::StmtId id) {
    match(
        f_[id].node,
        [&](const resolved::Assign& s) {
          expr(s.value);
          assign(s);
        },
        [&](const resolved::UpdateElement& s) {
          expr(s.target.base);
          all(s.target.indices);
          expr(s.value);
          store(s.target.base);
        },
        [&](const resolved::SetItem& s) {
          all(s.numbers);
          expr(s.item);
          expr(s.list);
        },
        [&](const resolved::Append& s) {
          expr(s.list);
          expr(s.item);
          store(s.list);
        },
        [&](const resolved::Truncate& s) {
          expr(s.list);
          expr(s.length);
          store(s.list);
        },
        [&](const resolved::For& s) { for_loop(s); }, [&](const resolved::While& s) { while_loop(s); },
        [&](const resolved::If& s) {
          expr(s.condition);
          branch(
              s.condition, [&] { body(s.then_body); }, [&] { body(s.else_body); });
        },
        [&](const resolved::Break&) { leave_to(loops_.back().breaks); },
        [&](const resolved::Continue&) { leave_to(loops_.back().continues); },
        [&](const resolved::Return& s) {
          expr(s.value);
          give_back(s, f_[id].range);
          state_.reachable = false;
        },
        [&](const resolved::Exitable& s) {
          State& exit = exits_[static_cast<size_t>(s.exit.value)];
          exit = State{};
          body(s.body);
          state_.merge(exit);
        },
        [&](const resolved::Leave& s) { leave_to(exits_[static_cast<size_t>(s.exit.value)]); },
        [&](const resolved::Raise& s) {
          all(s.values);
          state_.reachable = false;
        },
        [&](const resolved::Evaluate& s) { expr(s.value); });
  }

  template <class Then, class Else>
  void branch(resolved::ExprId condition, const Then& then_part, const Else& else_part) {
    if (const std::optional<bool> known = decided(condition)) return *known ? then_part() : else_part();
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
        to.node, [&](const resolved::LocalTarget& t) { define(t); },
        [&](const resolved::ElementTarget& t) {
          expr(t.base);
          all(t.indices);
          store(t.base);
        },
        [&](const std::vector<resolved::Target>& several) {
          for (const resolved::Target& t : several) target(t);
        });
  }

  /// The state behind a loop, before its `else`: walks until the entry state stops growing. `iteration` gives
  /// the state in which the loop may end. Where a loop around it comes here again, the walk goes on from the
  /// entry state that was reached: entry states only grow, and loops in loops would cost 2 ** depth walks.
  template <class Iteration>
  State ends_of_loop(const void* loop, State& head, const Iteration& iteration) {
    State ends;
    loops_.emplace_back();
    head.merge(heads_[loop]);
    do {
      state_ = head;
      loops_.back().continues = State{};
      ends = iteration();
    } while (head.merge(state_));
    heads_[loop] = head;
    return ends;
  }

  void for_loop(const resolved::For& s) {
    bool runs = false;  // at least one iteration is certain
    match(
        s.over,
        [&](const resolved::RangeLoop& r) {
          all(r.arguments);
          all(r.through);
          runs = written_trip_count(f_, r) > 0;
        },
        [&](const resolved::ArrayLoop& a) { expr(a.array); });
    State head = state_;
    State ends = ends_of_loop(&s, head, [&] {
      take_item(s);
      body(s.body);
      state_.merge(loops_.back().continues);
      return state_;
    });
    finish_loop(runs ? std::move(ends) : std::move(head), s.otherwise);
  }

  void while_loop(const resolved::While& s) {
    const auto* literal = std::get_if<resolved::Literal>(&f_[s.condition].node);
    const bool endless = literal && is_whole_number(literal->value.type) && literal->value.integer != 0;
    State head = state_;
    State ends = ends_of_loop(&s, head, [&] {
      expr(s.condition);
      State after_condition = state_;
      body(s.body);
      state_.merge(loops_.back().continues);
      return after_condition;
    });
    if (endless) ends.reachable = false;
    finish_loop(std::move(ends), s.otherwise);
  }


  void finish_loop(State ends, const resolved::Body& otherwise) {
    State breaks = std::move(loops_.back().breaks);
    loops_.pop_back();
    state_ = std::move(ends);
    body(otherwise);
    state_.merge(breaks);
  }

  /// Operands after the first may not be evaluated.
  void short_circuit(const std::vector<resolved::ExprId>& operands, size_t first) {
    if (first >= operands.size()) return;
    const State before = state_;
    expr(operands[first]);
    short_circuit(operands, first + 1);
    state_.merge(before);
  }

  void all(const std::vector<resolved::ExprId>& ids) {
    for (const resolved::ExprId id : ids)
      if (id.valid()) expr(id);
  }

  void expr(resolved::ExprId id) {
    match(
        f_[id].node, [](const resolved::Literal&) {}, [](const resolved::NoneValue&) {},
        [](const resolved::Text&) {}, [](const resolved::DtypeValue&) {}, [](const resolved::Argument&) {},
        [](const resolved::Erroneous&) {}, [](const resolved::Ellipsis&) {}, [](const resolved::Unset&) {},
        [&](const resolved::Slice& n) {
          all({n.lower, n.upper, n.step});
        },
        [&](const resolved::ReadLocal& n) { read(id, n); },
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
          branch(
              n.condition, [&] { expr(n.if_true); }, [&] { expr(n.if_false); });
        },
        [&](const resolved::CallLibrary& n) { all(n.arguments); },
        [&](const resolved::Convert& n) { expr(n.value); },
        [&](const resolved::CallMethod& n) {
          expr(n.value);
          all(n.arguments);
        },
        [&](const resolved::CallArray& n) { all(n.arguments); },
        [&](const resolved::CallHost& n) {
          if (n.made.valid()) expr(n.made);
          all(n.arguments);
        },
        [&](const resolved::NewList& n) { all(n.counts); },
        [&](const resolved::ListOf& n) { all({n.value}); },
        [&](const resolved::Inlined& n) {
          enter(n);
          body(n.body);
          expr(n.value);
          leave(id, n);
        });
  }

  std::vector<State> exits_;  // by ExitId
  std::vector<Loop> loops_;
  std::unordered_map<const void*, State> heads_;  // by the For or While
};

}  // namespace unpython::frontend
