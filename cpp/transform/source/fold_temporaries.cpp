#include "transform/source/fold_temporaries.h"

#include <algorithm>
#include <map>
#include <optional>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// How often each variable is assigned and read in the whole function.
struct Uses {
  std::unordered_map<VarId, int> assigned;
  std::unordered_map<VarId, int> read;

  explicit Uses(const Function& f) : Uses(f, f.body) {
    for (const Parameter& p : f.parameters) {
      if (!p.is_array) ++assigned[p.variable];
    }
  }
  Uses(const Function& f, const Block& block) : assigned(count_assignments(f, block)), read(count_reads(f, block)) {
    walk_stmts(f, block, [&](StmtId id) {
      if (const auto* loop = std::get_if<For>(&f[id].node)) ++assigned[loop->counter];
      return true;
    });
  }
};

/// What is folded is walked again at each further step: temporaries stay where values get larger than this,
/// or are used further down than this, so that the time grows with the program and not with its square.
constexpr int kMostFoldedNodes = 200;
constexpr size_t kFarthestUse = 200;

/// Counts down the nodes of an expression, `left` at most; false if there are more.
bool is_small(const Function& f, ExprId id, int& left) {
  if (--left < 0) return false;
  const std::vector<ExprId> parts = operands(f[id]);
  return std::all_of(parts.begin(), parts.end(), [&](ExprId part) { return is_small(f, part, left); });
}

bool is_small(const Function& f, ExprId id) {
  int left = kMostFoldedNodes;
  return is_small(f, id, left);
}

int at(const std::unordered_map<VarId, int>& counts, VarId v) {
  auto it = counts.find(v);
  return it == counts.end() ? 0 : it->second;
}

class FoldTemporaries : public StatementRewriter {
 public:
  explicit FoldTemporaries(Function& f) : StatementRewriter(f), uses_(f) {}

  Block block(const Block& input) override {
    Block result = Rewriter::block(input);
    for (size_t i = 0; i < result.size(); ++i) {
      if (work_in_place(result, i) || nest_condition(result, i) || load_once(result, i) ||
          substitute(result, i))
        --i;
    }
    return result;
  }

 private:
  const Assign* assign_at(const Block& block, size_t i) const {
    return i < block.size() ? std::get_if<Assign>(&function_[block[i]].node) : nullptr;
  }
  const VarId* copied(const Assign& assign) const {
    const auto* read = std::get_if<Read>(&function_[assign.value].node);
    return read == nullptr ? nullptr : &read->variable;
  }

  /// t = v; ...; v = t, where t lives nowhere else and v is not touched in between.
  bool work_in_place(Block& block, size_t i) {
    const Assign* in = assign_at(block, i);
    if (in == nullptr || copied(*in) == nullptr) return false;
    const VarId t = in->variable;
    const VarId v = *copied(*in);
    if (t == v || function_[t].type != function_[v].type) return false;
    if (at(uses_.assigned, v) < 2) return false;  // nothing copies back
    for (size_t j = i + 1; j < std::min(block.size(), i + kFarthestUse); ++j) {
      const Assign* out = assign_at(block, j);
      if (out != nullptr && out->variable == v && copied(*out) != nullptr && *copied(*out) == t) {
        const Block between(block.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                            block.begin() + static_cast<std::ptrdiff_t>(j));
        const Uses inside(function_, between);
        if (at(uses_.assigned, t) != at(inside.assigned, t) + 1) return false;
        if (at(uses_.read, t) != at(inside.read, t) + 1) return false;
        if (leaves(between)) return false;
        Substitution rename(function_);
        rename.rename(t, v);
        const Block renamed = rename.block(between);
        block.erase(block.begin() + static_cast<std::ptrdiff_t>(i),
                    block.begin() + static_cast<std::ptrdiff_t>(j) + 1);
        block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), renamed.begin(), renamed.end());
        uses_.assigned[v] += at(inside.assigned, t) - 1;
        uses_.read[v] += at(inside.read, t) - 1;
        uses_.assigned[t] = uses_.read[t] = 0;
        return true;
      }
      const Block one{block[j]};
      if (analysis::assigned_variables(function_, one).contains(v) ||
          analysis::read_variables(function_, one).contains(v)) {
        return false;
      }
    }
    return false;
  }

  /// t = c; if t: {...; t = d}; ...; if t: S, and t is read nowhere else.
  bool nest_condition(Block& block, size_t i) {
    const Assign* first = assign_at(block, i);
    if (first == nullptr || function_[first->variable].type != ScalarType::Bool) return false;
    const VarId t = first->variable;
    const ExprId condition = first->value;
    size_t end = i + 1;
    while (end < block.size() && tested(block[end], t)) ++end;
    if (end < i + 3) return false;
    const auto begin = block.begin() + static_cast<std::ptrdiff_t>(i);
    const Uses inside(function_, Block(begin, block.begin() + static_cast<std::ptrdiff_t>(end)));
    if (at(uses_.assigned, t) != at(inside.assigned, t) || at(uses_.read, t) != at(inside.read, t))
      return false;
    Block body = *tested(block[i + 1], t);
    if (body.empty() || assigned_in(body.back()) != t) return false;
    if (analysis::exposed_variables(function_, body).contains(t)) return false;
    --uses_.assigned[t];
    --uses_.read[t];
    const SourceRange range = function_[block[i + 1]].range;
    body.insert(body.end(), begin + 2, block.begin() + static_cast<std::ptrdiff_t>(end));
    const StmtId nested = build_.if_then(condition, this->block(body), {}, range);
    block.erase(begin, block.begin() + static_cast<std::ptrdiff_t>(end));
    block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), nested);
    return true;
  }

  /// The body of `if t: body` without else.
  std::optional<Block> tested(StmtId id, VarId t) const {
    const auto* branch = std::get_if<If>(&function_[id].node);
    if (branch == nullptr || !branch->else_body.empty()) return std::nullopt;
    const auto* read = std::get_if<Read>(&function_[branch->condition].node);
    if (read == nullptr || read->variable != t) return std::nullopt;
    return branch->then_body;
  }
  VarId assigned_in(StmtId id) const {
    const auto* assign = std::get_if<Assign>(&function_[id].node);
    return assign == nullptr ? VarId{} : assign->variable;
  }

  /// One definition, one use further down in the block with nothing in between that could change the value.
  bool substitute(Block& block, size_t i) {
    const Assign* definition = assign_at(block, i);
    if (definition == nullptr || at(uses_.assigned, definition->variable) != 1) return false;
    const VarId t = definition->variable;
    const ExprId value = definition->value;
    const bool once = at(uses_.read, t) == 1;
    if (!once && !std::holds_alternative<Load>(function_[value].node)) return false;
    if (!is_small(function_, value)) return false;
    const bool loads = has_load(function_, value);
    for (size_t j = i + 1; j < std::min(block.size(), i + kFarthestUse); ++j) {
      const StmtNode& node = function_[block[j]].node;
      if (std::holds_alternative<While>(node)) return false;
      bool here = false;
      for (ExprId e : expressions(function_[block[j]])) here |= analysis::reads_variable(function_, e, t);
      if (here) {
        if (!once && !is_contest(block[j], std::get<Load>(function_[value].node), t)) return false;
        Substitution use(function_);
        use.replace(t, value);
        const Block replaced = use.stmt(block[j]);
        block[j] = replaced[0];
        block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
      }
      const auto* assign = std::get_if<Assign>(&node);
      const bool check = std::holds_alternative<CheckIndex>(node);
      const bool store = std::holds_alternative<Store>(node) && !loads;
      if (assign == nullptr && !check && !store) return false;
      if (assign != nullptr && analysis::reads_variable(function_, value, assign->variable)) return false;
    }
    return false;
  }

  /// t = a[i]; ...; v = a[i], where v is read further down in the block only and nothing in between stores.
  bool load_once(Block& block, size_t i) {
    const Assign* second = assign_at(block, i);
    if (second == nullptr || !std::holds_alternative<Load>(function_[second->value].node)) return false;
    const VarId v = second->variable;
    const ExprId value = second->value;
    const auto rest = block.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    if (at(uses_.assigned, v) != 1) return false;
    for (size_t j = i; j-- > i - std::min(i, kFarthestUse);) {
      const Assign* first = assign_at(block, j);
      if (first == nullptr) {
        if (!std::holds_alternative<CheckIndex>(function_[block[j]].node)) return false;
        continue;
      }
      const VarId t = first->variable;
      if (analysis::reads_variable(function_, value, t)) return false;
      if (at(uses_.assigned, t) != 1 || !same_value(function_, first->value, value)) continue;
      if (at(uses_.read, v) != at(Uses(function_, Block(rest, block.end())).read, v)) return false;
      Substitution rename(function_);
      rename.rename(v, t);
      const Block renamed = rename.block(Block(rest, block.end()));
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(i), block.end());
      block.insert(block.end(), renamed.begin(), renamed.end());
      uses_.read[t] += at(uses_.read, v);
      uses_.assigned[v] = uses_.read[v] = 0;
      return true;
    }
    return false;
  }

  /// The better one of two values is stored where t came from, and t is read nowhere else.
  bool is_contest(StmtId id, const Load& load, VarId t) const {
    const auto* store = std::get_if<Store>(&function_[id].node);
    if (store == nullptr || store->array != load.array) return false;
    const auto* select = std::get_if<Select>(&function_[store->value].node);
    if (select == nullptr || !std::holds_alternative<Compare>(function_[select->condition].node))
      return false;
    return at(Uses(function_, Block{id}).read, t) == at(uses_.read, t);
  }

  /// A statement that leaves before the copy back: v would differ.
  bool leaves(const Block& block) const {
    return holds_any<Break, Continue, Return>(function_, block);
  }

  Uses uses_;
};

}  // namespace

Function fold_temporaries(const Function& function) {
  return rewritten<FoldTemporaries>(function);
}

}  // namespace unpython::transform
