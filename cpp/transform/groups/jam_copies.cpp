#include "transform/groups/jam_copies.h"

#include <algorithm>
#include <memory>
#include <string>

#include "ir/elements.h"
#include "support/match.h"

namespace unpython::transform {

using namespace ir;

std::optional<Varying> Varying::find(const Function& function, const Block& statements, VarId counter, uint64_t bits) {
  Varying result(function, counter, bits);
  if (bits != ~uint64_t{0}) result.find_views(statements);
  result.stored_ = stored_arrays(function, statements);
  while (result.add(statements, false)) {
  }
  return result.copes_with(statements, false) ? std::optional(std::move(result)) : std::nullopt;
}

bool Varying::is(ExprId expr) const {
  if (view(expr)) return !shares(expr);
  const Expr& whole = (*f_)[expr];
  if (const auto* read = std::get_if<Read>(&whole.node)) return variables_.contains(read->variable);
  if (const auto* load = std::get_if<Load>(&whole.node); load != nullptr && stored_.contains(load->array)) return true;
  const std::vector<ExprId> parts = operands(whole);
  return std::any_of(parts.begin(), parts.end(), [&](ExprId part) { return is(part); });
}

bool Varying::shares(ExprId expr) const {
  const std::optional<View> found = view(expr);
  return found && (seen(*found) & bits_) == 0;
}

bool Varying::shares_numbers(const Block& statements) const {
  return any_expr(*f_, statements, [&](ExprId id) {
    const auto* binary = std::get_if<Binary>(&(*f_)[id].node);
    return binary != nullptr && binary->op == BinaryOp::BitOr && shares(binary->left) && shares(binary->right);
  });
}

std::optional<uint64_t> Varying::value_at(ExprId expr, uint64_t place) const {
  const std::optional<View> found = view(expr);
  if (!found || (seen(*found) & ~bits_) != 0 || seen(*found) == 0) return std::nullopt;
  return (found->shift >= 0 ? place >> found->shift : place << -found->shift) & found->mask;
}

uint64_t Varying::seen(const View& view) {
  return view.shift >= 0 ? view.mask << view.shift : view.mask >> -view.shift;
}

std::optional<Varying::View> Varying::view(ExprId expr) const {
  const Expr& whole = (*f_)[expr];
  if (const auto* read = std::get_if<Read>(&whole.node)) {
    const auto known = views_.find(read->variable);
    return known != views_.end() ? std::optional(known->second) : std::nullopt;
  }
  if (const auto* cast = std::get_if<Cast>(&whole.node)) {
    const bool same = whole.type == ScalarType::UInt64 && (*f_)[cast->operand].type == ScalarType::Int64;
    return same ? view(cast->operand) : std::nullopt;
  }
  const auto* binary = std::get_if<Binary>(&whole.node);
  if (binary == nullptr || whole.type != ScalarType::UInt64) return std::nullopt;
  const auto* number = std::get_if<Const>(&(*f_)[binary->right].node);
  std::optional<View> result = number != nullptr ? view(binary->left) : std::nullopt;
  if (!result) return std::nullopt;
  const int64_t by = number->value.integer;
  if (binary->op == BinaryOp::BitAnd) {
    result->mask &= static_cast<uint64_t>(by);
    return result;
  }
  const bool right = binary->op == BinaryOp::ShiftRight;
  if ((!right && binary->op != BinaryOp::ShiftLeft) || by < 0 || by > 63) return std::nullopt;
  result->shift += right ? by : -by;
  result->mask = right ? result->mask >> by : result->mask << by;
  if (result->shift < -63 || result->shift > 63) return std::nullopt;
  return result;
}

/// Variables that are assigned once, a view of the counter.
void Varying::find_views(const Block& statements) {
  std::unordered_map<VarId, int> assignments = count_assignments(*f_, statements);
  for (const StmtId id : statements) {
    const auto* assign = std::get_if<Assign>(&(*f_)[id].node);
    if (assign == nullptr || assignments[assign->variable] != 1) continue;
    if (const std::optional<View> seen = view(assign->value)) views_[assign->variable] = *seen;
  }
}

/// True if a variable is new among those that differ.
bool Varying::add(const Block& statements, bool under_condition) {
  bool grown = false;
  for (StmtId id : statements) {
    const Stmt& stmt = (*f_)[id];
    if (const auto* assign = std::get_if<Assign>(&stmt.node)) {
      if (variables_.contains(assign->variable) || !(under_condition || is(assign->value))) continue;
      variables_.insert(assign->variable);
      grown = true;
    }
    const auto* branch = std::get_if<If>(&stmt.node);
    const bool differs = under_condition || (branch != nullptr && is(branch->condition));
    for (const Block* nested : blocks(stmt)) grown |= add(*nested, differs);
  }
  return grown;
}

bool Varying::copes_with(const Block& statements, bool under_condition) const {
  return std::all_of(statements.begin(), statements.end(), [&](StmtId id) {
    const Stmt& stmt = (*f_)[id];
    return match(
        stmt.node, [](const Assign&) { return true; },
        [&](const Store& store) { return !is_scratch((*f_)[store.array].space); },
        [&](const If& branch) {
          const bool differs = under_condition || is(branch.condition);
          return copes_with(branch.then_body, differs) && copes_with(branch.else_body, differs);
        },
        [&](const For& loop) {
          const bool in_order = loop.mark == LoopMark::Sequential || loop.mark == LoopMark::Unrolled;
          return in_order && !under_condition && !is(loop.extent) && copes_with(loop.body, false);
        },
        [](const auto&) { return false; });
  });
}

namespace {

/// Statements of one copy; where `bits` are known, what is made of them alone is a number.
class OneCopy : public Substitution {
 public:
  OneCopy(Function& function, const Varying& varying, std::optional<uint64_t> bits)
      : Substitution(function), varying_(varying), bits_(bits) {}
  ExprId expr(ExprId id) override {
    const std::optional<uint64_t> known = bits_ ? varying_.value_at(id, *bits_) : std::nullopt;
    return known ? build_.number(function_[id].type, static_cast<int64_t>(*known)) : Substitution::expr(id);
  }

 private:
  const Varying& varying_;
  const std::optional<uint64_t> bits_;
};

class JamCopies {
 public:
  JamCopies(Function& function, const Varying& varying, VarId counter, const std::vector<ExprId>& places,
            const std::vector<uint64_t>& bits)
      : f_(function), varying_(varying), build_(function) {
    for (size_t copy = 0; copy < places.size(); ++copy) {
      auto own = std::make_unique<OneCopy>(f_, varying, bits.empty() ? std::nullopt : std::optional(bits[copy]));
      own->replace(counter, places[copy]);
      for (VarId variable : varying.variables()) {
        if (variable == counter) continue;
        const std::string name = f_[variable].name + "_" + std::to_string(copy);
        own->rename(variable, build_.variable(name, f_[variable].type));
      }
      copies_.push_back(std::move(own));
    }
  }

  Block run(const Block& statements) {
    Block result;
    for (StmtId id : statements) {
      const Stmt before = f_[id];
      match(
          before.node,
          [&](const Assign& node) {
            if (varying_.is(node.variable)) return copy(id, result);
            for (StmtId made : copies_[0]->stmt(id)) result.push_back(made);
          },
          [&](const Store& node) { store(node, before.range, result); },
          [&](const For& node) {
            result.push_back(build_.loop(node.counter, common(node.extent), node.mark, run(node.body), before.range));
          },
          [&](const If& node) {
            if (varying_.is(node.condition)) return copy(id, result);
            result.push_back(
                build_.if_then(common(node.condition), run(node.then_body), run(node.else_body), before.range));
          },
          [](const auto&) {});
    }
    return result;
  }
  void run_in_turn(const Block& statements, Block& result) {
    for (const auto& own : copies_) {
      for (StmtId made : own->block(statements)) result.push_back(made);
    }
  }

 private:
  /// What is the same for all copies.
  ExprId common(ExprId expr) { return copies_[0]->expr(expr); }
  void copy(StmtId id, Block& result) {
    for (const auto& own : copies_) {
      for (StmtId made : own->stmt(id)) result.push_back(made);
    }
  }
  void store(const Store& node, SourceRange range, Block& result) {
    std::vector<VarId> values;
    for (const auto& own : copies_) {
      values.push_back(build_.variable("value", f_[node.value].type));
      result.push_back(build_.assign(values.back(), own->expr(node.value), range));
    }
    for (size_t copy = 0; copy < copies_.size(); ++copy) {
      std::vector<ExprId> indices;
      for (ExprId index : node.indices) indices.push_back(copies_[copy]->expr(index));
      result.push_back(build_.store(node.array, std::move(indices), build_.read(values[copy]), range));
    }
  }

  Function& f_;
  const Varying& varying_;
  Builder build_;
  std::vector<std::unique_ptr<OneCopy>> copies_;
};

}  // namespace

Block jam_copies(Function& function, const Block& statements, const Varying& varying, VarId counter,
                 const std::vector<ExprId>& places, const std::vector<uint64_t>& bits, const Block& in_turn) {
  JamCopies jam(function, varying, counter, places, bits);
  Block result = jam.run(statements);
  jam.run_in_turn(in_turn, result);
  return result;
}

}  // namespace unpython::transform
