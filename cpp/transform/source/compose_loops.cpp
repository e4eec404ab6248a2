#include "transform/source/compose_loops.h"

#include <algorithm>
#include <utility>

#include "analysis/text/iterations_apart.h"
#include "analysis/text/nest_notes.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Effects;
using analysis::KnownEqual;
using analysis::Touch;
using analysis::VarSet;

/// More would not stay in registers.
constexpr size_t kMostTouches = 96;

bool is_candidate(const Function& f, StmtId id) {
  const auto* loop = std::get_if<For>(&f[id].node);
  return loop != nullptr && loop->independent;
}

/// Of a loop of whole arrays; 0 for other statements.
size_t touches_inside(const Function& f, StmtId id) {
  return is_candidate(f, id) ? analysis::effects_of(f, std::get<For>(f[id].node).body).touches.size() : 0;
}

size_t count_loops(const Function& f, const Block& block) {
  return static_cast<size_t>(std::count_if(
      block.begin(), block.end(), [&](StmtId id) { return std::holds_alternative<For>(f[id].node); }));
}

bool shares_an_array(const Effects& a, const Effects& b) {
  return std::any_of(a.touches.begin(), a.touches.end(), [&](const Touch& x) {
    return x.kind == Touch::Kind::Element &&
           std::any_of(b.touches.begin(), b.touches.end(),
                       [&](const Touch& y) { return y.kind == Touch::Kind::Element && y.array == x.array; });
  });
}

/// One array that `a` stores and `b` reads.
bool feeds(const Effects& a, const Effects& b) {
  return std::any_of(a.touches.begin(), a.touches.end(), [&](const Touch& x) {
    return x.write && std::any_of(b.touches.begin(), b.touches.end(),
                                  [&](const Touch& y) { return !y.write && y.array == x.array; });
  });
}

/// Iterations hand a number on to the next.
bool accumulates(const Function& f, const Block& body) {
  VarSet carried = analysis::exposed_variables(f, body);
  carried.intersect(analysis::assigned_variables(f, body));
  return !carried.members().empty();
}

/// Each iteration adds up a row or a column of a matrix, in order, as products do.
bool is_product_with_a_matrix(const Function& f, VarId counter, const Block& body) {
  return std::any_of(body.begin(), body.end(), [&](StmtId id) {
    const auto* depths = std::get_if<For>(&f[id].node);
    if (depths == nullptr || depths->independent || !accumulates(f, depths->body)) return false;
    return any_expr(f, depths->body, [&](ExprId e) {
      return std::holds_alternative<Load>(f[e].node) && analysis::reads_variable(f, e, counter) &&
             analysis::reads_variable(f, e, depths->counter);
    });
  });
}

/// Two loops with one counter, their bodies apart.
struct Pair {
  VarId counter;
  Effects first;
  Effects second;
};

/// Why iterations may not change places; empty: they may.
std::string why_not(const Function& f, const Pair& pair) {
  if (pair.first.raises || pair.second.raises || pair.first.leaves || pair.second.leaves)
    return "its iterations may raise an exception";
  VarSet flow = pair.first.assigned;
  VarSet used = pair.second.read;
  used.unite(pair.second.assigned);
  flow.intersect(used);
  VarSet back = pair.second.assigned;
  back.intersect(pair.first.read);
  if (!flow.members().empty() || !back.members().empty()) return "it needs a value that all iterations give";
  VarSet changing = pair.first.assigned;
  changing.unite(pair.second.assigned);
  const analysis::IterationsApart iterations(f, pair.counter, std::move(changing));
  for (const Touch& a : pair.first.touches)
    for (const Touch& b : pair.second.touches)
      if (analysis::may_interfere(f, a, b) && !iterations.apart(a, b))
        return "it uses " + f[b.array].name + " at other places";
  return {};
}

}  // namespace

Composition compose(Function& f, StmtId first, StmtId second, const KnownEqual& known) {
  const For a = std::get<For>(f[first].node);
  const For b = std::get<For>(f[second].node);
  if (!known.equal_trips(a.extent, b.extent)) return {{}, "it runs over another space"};
  if (a.mark != b.mark) return {{}, "only one of the two is parallel"};
  Effects before = analysis::effects_of(f, a.body);
  if (!shares_an_array(before, analysis::effects_of(f, b.body))) return {{}, ""};
  Substitution renamed(f);
  renamed.replace(b.counter, Builder(f).read(a.counter));
  const Block second_body = renamed.block(b.body);

  const Pair pair{a.counter, std::move(before), analysis::effects_of(f, second_body)};
  const size_t loops_before = count_loops(f, a.body);
  const size_t loops_after = count_loops(f, second_body);
  if (loops_before == 0 && loops_after > 0) return {{}, "it has loops of its own for each element"};
  if (loops_before > 0 && loops_after == 0 && !feeds(pair.first, pair.second))
    return {{}, "it has loops of its own for each element"};
  if (std::string reason = why_not(f, pair); !reason.empty()) return {{}, reason};
  // Blocks of a product make many of its sums side by side, which a sum over them would put in a row.
  if (accumulates(f, second_body) && is_product_with_a_matrix(f, a.counter, a.body))
    return {{}, "it accumulates what a product makes in blocks"};

  KnownEqual inside = known;
  VarSet changing = pair.first.assigned;
  changing.unite(pair.second.assigned);
  inside.forget(changing);
  std::string inner_reason;
  BlockFusion body(f, [&](StmtId, StmtId, const Composition& attempt) {
    if (!attempt.loop) inner_reason = attempt.reason;
  });
  for (const Block* part : std::array<const Block*, 2>{&a.body, &second_body})
    for (const StmtId id : *part) {
      body.add(id, inside);
      inside.pass(id);
    }
  const bool inner_apart =
      loops_before > 0 && loops_after > 0 && count_loops(f, body.block()) >= loops_before + loops_after;
  if (inner_apart) return {{}, inner_reason};
  For fused = a;
  fused.body = body.block();
  return {Builder(f).statement(std::move(fused), analysis::from_to(f[first].range, f[second].range)), {}};
}

BlockFusion::BlockFusion(Function& function, Observer attempted)
    : function_(function), attempted_(std::move(attempted)) {}

void BlockFusion::add(StmtId id, const KnownEqual& known) {
  block_.push_back(id);
  effects_.push_back(analysis::effects_of(function_, {id}));
  touches_.push_back(touches_inside(function_, id));
  if (!is_candidate(function_, id)) return;
  Effects between;  // what the statements between i and the last one do
  size_t first_between = block_.size() - 1;
  for (size_t i = block_.size() - 1; i-- > 0;) {
    if (!is_candidate(function_, block_[i]) || !shares_an_array(effects_[i], effects_.back())) continue;
    if (touches_[i] + touches_.back() > kMostTouches) {
      if (attempted_ && feeds(effects_[i], effects_.back()))
        attempted_(block_[i], block_.back(), {{}, "the loop would touch too many arrays"});
      continue;
    }
    while (first_between > i + 1) between.unite(effects_[--first_between]);
    const bool reaches_end = i + 2 == block_.size() || analysis::may_swap(function_, effects_[i], between);
    const Composition attempt = reaches_end ? compose(function_, block_[i], block_.back(), known)
                                            : Composition{{}, "what stands in between needs it first"};
    if (attempted_ && (attempt.loop || feeds(effects_[i], effects_.back())))
      attempted_(block_[i], block_.back(), attempt);
    if (!attempt.loop) continue;
    block_.back() = *attempt.loop;
    effects_.back() = analysis::effects_of(function_, {*attempt.loop});
    touches_.back() = touches_inside(function_, *attempt.loop);
    block_.erase(block_.begin() + static_cast<std::ptrdiff_t>(i));
    effects_.erase(effects_.begin() + static_cast<std::ptrdiff_t>(i));
    touches_.erase(touches_.begin() + static_cast<std::ptrdiff_t>(i));
    --first_between;
  }
}

}  // namespace unpython::transform
