#include "transform/groups/jam_leaves.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <vector>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "kernel/short_loops.h"
#include "transform/groups/jam_copies.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::VarSet;

/// Bits that integers may have set.
class SetBits {
 public:
  SetBits(const Function& f, const Block& body) : f_(f) {
    std::map<VarId, std::vector<ExprId>> values;
    walk_stmts(f, body, [&](StmtId id) {
      if (const auto* assign = std::get_if<Assign>(&f[id].node)) values[assign->variable].push_back(assign->value);
      if (const auto* loop = std::get_if<For>(&f[id].node)) count(*loop);
      return true;
    });
    const VarSet from_before = analysis::exposed_variables(f, body);
    for (const auto& [variable, all] : values) {
      if (all.size() == 1 && !below_.contains(variable) && !from_before.contains(variable)) values_[variable] = all.front();
    }
  }

  [[nodiscard]] uint64_t of(ExprId id) const {
    if (const auto* number = std::get_if<Const>(&f_[id].node)) return static_cast<uint64_t>(number->value.integer);
    if (const auto* read = std::get_if<Read>(&f_[id].node)) return of(read->variable);
    const auto* binary = std::get_if<Binary>(&f_[id].node);
    if (binary == nullptr || f_[id].type != ScalarType::Int64) return kAll;
    const uint64_t left = of(binary->left);
    const uint64_t right = of(binary->right);
    if (binary->op == BinaryOp::Add) return (left & right) == 0 ? left | right : from_lowest(left | right);
    if (binary->op != BinaryOp::Multiply || left == 0 || right == 0) return kAll;
    return kAll << std::min(63, std::countr_zero(left) + std::countr_zero(right));
  }

 private:
  static constexpr uint64_t kAll = ~uint64_t{0};
  static uint64_t from_lowest(uint64_t bits) { return kAll << std::countr_zero(bits); }

  [[nodiscard]] uint64_t of(VarId variable) const {
    if (const auto known = below_.find(variable); known != below_.end()) return known->second;
    const auto value = values_.find(variable);
    return value != values_.end() ? of(value->second) : kAll;
  }
  /// Counters of several loops have the bits of all.
  void count(const For& loop) {
    const auto* turns = std::get_if<Const>(&f_[loop.extent].node);
    const bool few = turns != nullptr && turns->value.integer > 0;
    below_[loop.counter] |= few ? std::bit_ceil(static_cast<uint64_t>(turns->value.integer)) - 1 : kAll;
  }

  const Function& f_;
  std::map<VarId, uint64_t> below_;  ///< of counters
  std::map<VarId, ExprId> values_;
};

/// Reads a variable in place of an expression.
class InVariable : public Rewriter {
 public:
  InVariable(Function& function, ExprId value, VarId variable)
      : Rewriter(function), value_(value), variable_(variable) {}
  ExprId expr(ExprId id) override { return same_value(function_, id, value_) ? build_.read(variable_) : rebuild(id); }

 private:
  const ExprId value_;
  const VarId variable_;
};

class JamLeaves : public StatementRewriter {
 public:
  JamLeaves(Function& function, const Block& body) : StatementRewriter(function), live_(function), bits_(function, body) {}

  Block stmt(StmtId id) override {
    const auto* loop = std::get_if<For>(&function_[id].node);
    if (loop == nullptr || (loop->mark != LoopMark::Sequential && loop->mark != LoopMark::Unrolled)) return {rebuild(id)};
    const auto* turns = std::get_if<Const>(&function_[loop->extent].node);
    const bool fours = turns != nullptr && turns->value.integer > 0 && turns->value.integer % kQuarters == 0;
    std::optional<Block> made = fours ? jammed(id) : std::nullopt;
    return made ? std::move(*made) : Block{rebuild(id)};
  }

 private:
  std::optional<Block> jammed(StmtId id) {
    const For loop = std::get<For>(function_[id].node);
    const std::optional<ExprId> place = place_of(loop);
    if (!place || !only_makes_values(function_, loop.body)) return std::nullopt;
    const VarId index = build_.variable("index", ScalarType::Int64);
    const Block body = kernel::with_few_turns(function_, InVariable(function_, *place, index).block(loop.body));
    if (analysis::read_variables(function_, body).contains(loop.counter)) return std::nullopt;
    const auto [alike, in_turn] = parted(body);
    const std::optional<Varying> varying = Varying::find(function_, alike, index, kQuarterBits);
    if (!varying || !varying->shares_numbers(alike) || !may_part(id, *varying, alike, in_turn)) return std::nullopt;
    const VarId four = build_.variable("four", ScalarType::Int64);
    const VarId first = build_.variable("first", ScalarType::Int64);
    Substitution at(function_);
    at.replace(loop.counter, build_.mul(build_.read(four), build_.int64(kQuarters)));
    Block result{build_.assign(first, at.expr(*place))};
    std::vector<ExprId> places;
    std::vector<uint64_t> bits;
    for (int64_t copy = 0; copy < kQuarters; ++copy) {
      places.push_back(build_.add(build_.read(first), build_.int64(copy * kQuarter)));
      bits.push_back(static_cast<uint64_t>(copy * kQuarter));
    }
    const Block copies = jam_copies(function_, alike, *varying, index, places, bits, in_turn);
    result.insert(result.end(), copies.begin(), copies.end());
    const int64_t turns = std::get<Const>(function_[loop.extent].node).value.integer / kQuarters;
    return Block{build_.loop(four, build_.int64(turns), loop.mark, std::move(result), function_[id].range)};
  }

  /// `rest + counter * 32`, where the rest has none of the bits in which the four differ.
  std::optional<ExprId> place_of(const For& loop) const {
    std::optional<ExprId> found;
    const VarSet own = analysis::assigned_variables(function_, loop.body);
    walk_all_exprs(function_, loop.body, [&](ExprId id) {
      const auto* sum = std::get_if<Binary>(&function_[id].node);
      if (found || sum == nullptr || sum->op != BinaryOp::Add || function_[id].type != ScalarType::Int64) return;
      const auto* step = std::get_if<Binary>(&function_[sum->right].node);
      if (step == nullptr || step->op != BinaryOp::Multiply) return;
      const auto* counter = std::get_if<Read>(&function_[step->left].node);
      const auto* by = std::get_if<Const>(&function_[step->right].node);
      const bool strides = counter != nullptr && counter->variable == loop.counter && by != nullptr && by->value.integer == kQuarter;
      if (!strides || !analysis::is_fixed(function_, sum->left, own)) return;
      if ((bits_.of(sum->left) & kQuarterBits) == 0) found = id;
    });
    return found;
  }

  struct Parted {
    Block alike{};    ///< which no iteration before has a part in
    Block in_turn{};  ///< which use what that leaves, or what such statements make
  };
  Parted parted(const Block& body) const {
    VarSet theirs = analysis::exposed_variables(function_, body);  // of `in_turn`
    theirs.intersect(analysis::assigned_variables(function_, body));
    VarSet read;  // by them
    Parted result;
    for (const StmtId id : body) {
      const VarSet made = analysis::assigned_variables(function_, {id});
      const VarSet needed = analysis::read_variables(function_, {id});
      const bool follows = meet(made, theirs) || meet(needed, theirs) || meet(made, read);
      (follows ? result.in_turn : result.alike).push_back(id);
      if (!follows) continue;
      theirs.unite(made);
      read.unite(needed);
    }
    return result;
  }
  static bool meet(VarSet some, const VarSet& others) {
    some.intersect(others);
    return !some.members().empty();
  }

  /// All of `alike` may run before `in_turn` of the first copy, and nobody needs what it leaves behind.
  bool may_part(StmtId loop, const Varying& varying, const Block& alike, const Block& in_turn) const {
    const VarSet later = analysis::assigned_variables(function_, in_turn);
    const std::vector<VarId> made = analysis::assigned_variables(function_, alike).members();
    return std::all_of(made.begin(), made.end(), [&](VarId variable) {
      return !live_.live_after(loop, variable) && (varying.is(variable) || !later.contains(variable));
    });
  }

  analysis::Liveness live_;
  const SetBits bits_;
};

}  // namespace

Function jam_leaves(const Function& function, const kernel::Kernel& kernel) {
  Function result = function;
  const StmtId innermost = kernel.grid.back();
  const Block body = std::get<For>(result[innermost].node).body;
  Block jammed = JamLeaves(result, body).block(body);
  std::get<For>(result.stmts[innermost].node).body = std::move(jammed);
  return result;
}

}  // namespace unpython::transform
