// Reaching definitions on structured control flow: a state maps each local to the definitions that may have
// set it (kUnset: none yet). What may be None is followed along, so that a branch under `x is None` is walked
// only where x may be so.
#include "frontend/infer/webs.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <numeric>

#include "frontend/infer/definition_sets.h"
#include "frontend/infer/flow_walk.h"
#include "frontend/types/join.h"

namespace unpython::frontend {

namespace {

using resolved::ExprId;
using resolved::StmtId;

constexpr int kUnset = -1;

/// A set of definitions for each local, in pieces that states share until one of them gets another set: a branch costs what it
/// changes, not all locals of the program. Pieces stand in blocks that are shared alike, so that a copy costs little, too.
class Reaching {
 public:
  void assign(size_t locals, int set) {
    Piece piece;
    piece.fill(set);
    Block block;
    block.fill(std::make_shared<Piece>(piece));
    blocks_.assign((locals + kBlock * kPiece - 1) / (kBlock * kPiece), std::make_shared<Block>(block));
  }
  [[nodiscard]] int of(resolved::LocalId local) const {
    const auto at = static_cast<size_t>(local.value);
    return (*(*blocks_[at / kPiece / kBlock])[at / kPiece % kBlock])[at % kPiece];
  }
  void set(resolved::LocalId local, int set) {
    if (of(local) == set) return;
    const auto at = static_cast<size_t>(local.value);
    own(own(blocks_[at / kPiece / kBlock])[at / kPiece % kBlock])[at % kPiece] = set;
  }
  /// Adds the sets of `other`; true if one of them is news.
  bool unite(const Reaching& other, DefinitionSets& sets) {
    bool changed = false;
    for (size_t number = 0; number < blocks_.size(); ++number) {
      std::shared_ptr<Block>& block = blocks_[number];
      if (block == other.blocks_[number]) continue;
      for (size_t i = 0; i < kBlock; ++i) {
        const std::shared_ptr<Piece> before = (*block)[i];
        const std::shared_ptr<Piece>& there = (*other.blocks_[number])[i];
        if (before == there) continue;
        const Piece both = united(*before, *there, sets);
        if (both == *there)
          own(block)[i] = there;
        else if (both != *before)
          own(block)[i] = std::make_shared<Piece>(both);
        changed = changed || both != *before;
      }
      if (*block == *other.blocks_[number]) block = other.blocks_[number];
    }
    return changed;
  }

 private:
  static constexpr size_t kPiece = 64;
  static constexpr size_t kBlock = 32;
  using Piece = std::array<int, kPiece>;
  using Block = std::array<std::shared_ptr<Piece>, kBlock>;

  template <class Part>
  static Part& own(std::shared_ptr<Part>& part) {
    if (part.use_count() > 1) part = std::make_shared<Part>(*part);
    return *part;
  }
  static Piece united(const Piece& a, const Piece& b, DefinitionSets& sets) {
    Piece both = a;
    for (size_t i = 0; i < kPiece; ++i)
      if (a[i] != b[i]) both[i] = sets.united(a[i], b[i]);
    return both;
  }

  std::vector<std::shared_ptr<Block>> blocks_;
};

struct State {
  bool reachable = false;
  DefinitionSets* sets = nullptr;
  Reaching reaching;

  /// Adds what `other` knows; true if that is news.
  bool merge(const State& other) {
    if (!other.reachable) return false;
    if (!reachable) {
      *this = other;
      return true;
    }
    return reaching.unite(other.reaching, *sets);
  }
};

/// Whether a value is None. `Open`: nothing is known of it yet; definitions only ever move to Unknown.
enum class Nothing : uint8_t { Open, Yes, No, Unknown };

Nothing either(Nothing a, Nothing b) {
  if (a == Nothing::Open) return b;
  return b == Nothing::Open || a == b ? a : Nothing::Unknown;
}

class ReachingDefinitions final : public FlowWalk<State> {
 public:
  ReachingDefinitions(const resolved::Function& f, const Signature& signature)
      : FlowWalk(f),
        reads_(static_cast<size_t>(f.exprs.size()), DefinitionSets::kEmpty),
        reached_(static_cast<size_t>(f.stmts.size()), false),
        nothing_(static_cast<size_t>(f.definitions.size()), Nothing::Open) {
    for (const auto* list : {&signature.arguments, &signature.hidden})
      for (const ArgumentType& argument : *list) absent_.push_back(argument.none);
  }

  Webs run(const std::set<resolved::DefinitionId>& in_place) {
    do {
      news_ = false;
      state_ = State{.reachable = true, .sets = &sets_, .reaching = {}};
      state_.reaching.assign(static_cast<size_t>(f_.locals.size()), sets_.of(kUnset));
      body(f_.body);
    } while (news_);
    return collect(in_place);
  }

 private:
  void reach(StmtId id) override { reached_[static_cast<size_t>(id.value)] = true; }
  void assign(const resolved::Assign& statement) override {
    const Nothing given = nothing_of(statement.value);
    for (const resolved::Target& to : statement.targets) {
      const auto* local = std::get_if<resolved::LocalTarget>(&to.node);
      if (local == nullptr) continue;
      note(local->definition, given);
      if (statement.updates)
        updates_[local->definition] = std::get<resolved::Binary>(f_[statement.value].node).left;
    }
    FlowWalk::assign(statement);
  }
  void define(const resolved::LocalTarget& target) override {
    if (nothing_[static_cast<size_t>(target.definition.value)] == Nothing::Open)
      note(target.definition, Nothing::Unknown);
    state_.reaching.set(f_.definitions[target.definition].local, sets_.of(target.definition.value));
  }
  void read(ExprId id, const resolved::ReadLocal& node) override {
    if (!state_.reachable) return;  // behind a function that never returns, which is written out in this statement
    int& set = reads_[static_cast<size_t>(id.value)];
    set = sets_.united(set, reaching(node.local));
  }
  void enter(const resolved::Inlined& node) override { forget(node); }
  /// Nobody reads its locals any more: states that meet behind it differ in fewer.
  void leave(ExprId id, const resolved::Inlined& node) override {
    given_back_[id] = nothing_of(node.value);
    forget(node);
  }
  void forget(const resolved::Inlined& node) {
    for (const resolved::LocalId local : node.locals) state_.reaching.set(local, sets_.of(kUnset));
  }
  /// `x is None` and `x is not None`.
  std::optional<bool> decided(ExprId condition) override {
    const auto* test = std::get_if<resolved::Compare>(&f_[condition].node);
    if (test == nullptr || test->ops.size() != 1 ||
        !std::holds_alternative<resolved::NoneValue>(f_[test->comparators[0]].node))
      return std::nullopt;
    const bool is = test->ops[0] == syntax::CompareOperator::Is;
    if (!is && test->ops[0] != syntax::CompareOperator::IsNot) return std::nullopt;
    const Nothing left = nothing_of(test->left);
    if (left != Nothing::Yes && left != Nothing::No) return std::nullopt;
    return is == (left == Nothing::Yes);
  }
  Nothing nothing_of(ExprId id) {
    const resolved::ExprNode& node = f_[id].node;
    if (const auto* argument = std::get_if<resolved::Argument>(&node))
      return absent_[static_cast<size_t>(argument->position)] ? Nothing::Yes : Nothing::No;
    if (std::holds_alternative<resolved::Inlined>(node)) return given_back_.at(id);
    if (const auto* local = std::get_if<resolved::ReadLocal>(&node)) {
      Nothing result = Nothing::Open;
      for (const int definition : sets_.members(reaching(local->local))) {
        result = either(result,
                        definition == kUnset ? Nothing::Unknown : nothing_[static_cast<size_t>(definition)]);
      }
      return result;
    }
    if (std::holds_alternative<resolved::NoneValue>(node)) return Nothing::Yes;
    if (const auto* call = std::get_if<resolved::CallHost>(&node))
      return call->number || call->made.valid() ? Nothing::No : Nothing::Yes;
    const bool is_value =
        std::holds_alternative<resolved::Literal>(node) || std::holds_alternative<resolved::Text>(node) ||
        std::holds_alternative<resolved::Binary>(node) || std::holds_alternative<resolved::Unary>(node) ||
        std::holds_alternative<resolved::Tuple>(node) || std::holds_alternative<resolved::CallArray>(node) ||
        std::holds_alternative<resolved::CallLibrary>(node) ||
        std::holds_alternative<resolved::Convert>(node);
    return is_value ? Nothing::No : Nothing::Unknown;
  }
  void note(resolved::DefinitionId id, Nothing given) {
    Nothing& known = nothing_[static_cast<size_t>(id.value)];
    const Nothing now = either(known, given);
    news_ = news_ || (now != known && known != Nothing::Open);
    known = now;
  }
  [[nodiscard]] int reaching(resolved::LocalId local) const { return state_.reaching.of(local); }
  /// The last definition that a read may see; kUnset: none.
  [[nodiscard]] int last_read_by(size_t expr) const {
    return reads_[expr] == DefinitionSets::kEmpty ? kUnset : sets_.last(reads_[expr]);
  }

  Webs collect(const std::set<resolved::DefinitionId>& in_place) const {
    const auto definitions = static_cast<size_t>(f_.definitions.size());
    std::vector<int> parent(definitions);
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int i) {
      for (int above = parent[static_cast<size_t>(i)]; above != i; above = parent[static_cast<size_t>(i)])
        i = parent[static_cast<size_t>(i)] = parent[static_cast<size_t>(above)];
      return i;
    };
    const auto join = [&](int first, int second) {
      const int a = root(first);
      const int b = root(second);
      parent[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
    };
    // Sets share their parts, and each part is joined once.
    std::vector<bool> joined(sets_.count());
    const std::function<void(int)> join_all = [&](int set) {
      if (joined[static_cast<size_t>(set)]) return;
      joined[static_cast<size_t>(set)] = true;
      const auto [lower, upper] = sets_.halves(set);
      if (lower == DefinitionSets::kEmpty) return;
      join_all(lower);
      join_all(upper);
      if (sets_.last(lower) != kUnset) join(sets_.last(set), sets_.last(lower));
    };
    for (const int set : reads_) join_all(set);
    for (const auto& [definition, old] : updates_) {
      const int before = last_read_by(static_cast<size_t>(old.value));
      if (in_place.contains(definition) && before != kUnset) join(before, definition.value);
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
      const int last = last_read_by(i);
      if (last == kUnset) continue;
      webs.of_read[i] = webs.of_definition[static_cast<size_t>(last)];
      webs.bound[i] = sets_.first(reads_[i]) == kUnset ? Bound::Sometimes : Bound::Always;
    }
    webs.reached = reached_;
    webs.sets = sets_;
    webs.reaching = reads_;
    return webs;
  }

  DefinitionSets sets_;
  std::vector<int> reads_;                            // a set, by ExprId
  std::map<resolved::DefinitionId, ExprId> updates_;  // by `name op= x`: what reads the name
  std::vector<bool> reached_;
  std::vector<Nothing> nothing_;  // by DefinitionId
  std::map<ExprId, Nothing> given_back_;  // by Inlined that was walked
  std::vector<bool> absent_;      // by position of the argument
  bool news_ = false;             // a definition that was thought to be None, or not to be, may be either
};

}  // namespace

Webs build_webs(const resolved::Function& function, const Signature& signature,
                const std::set<resolved::DefinitionId>& in_place) {
  return ReachingDefinitions(function, signature).run(in_place);
}

}  // namespace unpython::frontend
