#include "transform/grid/join_nests.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "analysis/text/affine.h"
#include "analysis/text/effects.h"
#include "analysis/text/iterations_apart.h"
#include "analysis/text/variables.h"
#include "ir/constant.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Effects;
using analysis::Touch;
using analysis::VarSet;

constexpr int64_t kMostApart = 8;       // iterations that one space has beside the other
constexpr int64_t kMostRegisters = 80;  // of a work item: with so many, a multiprocessor has enough of them under way
constexpr int64_t kBytesOfRegister = 4;
constexpr int64_t kRegistersOfAddress = 2;

const For* grid_loop(const Function& f, StmtId id) {
  const auto* loop = std::get_if<For>(&f[id].node);
  return loop != nullptr && loop->mark == LoopMark::Grid ? loop : nullptr;
}

/// A nest of Grid loops, outermost first, and what its iterations do.
struct GridNest {
  std::vector<StmtId> loops;
  Block body;
  Effects effects;
};

bool is_one(const Function& f, ExprId extent) {
  const auto* number = std::get_if<Const>(&f[extent].node);
  return number != nullptr && is_number(number->value, 1);
}

/// None for a statement that a device runs on one work item, too.
std::optional<GridNest> nest_of(const Function& f, StmtId root) {
  GridNest nest;
  for (const For* loop = grid_loop(f, root); loop != nullptr; loop = grid_loop(f, root)) {
    nest.loops.push_back(root);
    nest.body = loop->body;
    if (loop->body.size() != 1) break;
    root = loop->body[0];
  }
  if (nest.loops.empty() || (nest.loops.size() == 1 && is_one(f, grid_loop(f, nest.loops[0])->extent))) return std::nullopt;
  nest.effects = analysis::effects_of(f, nest.body);
  return nest;
}

/// How many more iterations one loop has than the other, where the text tells.
std::optional<int64_t> iterations_more(const Function& f, ExprId extent, ExprId than) {
  const auto a = analysis::affine_form(f, trips_of(f, extent));
  const auto b = analysis::affine_form(f, trips_of(f, than));
  const auto difference = a && b ? analysis::add_scaled(f, *a, *b, -1) : std::nullopt;
  if (!difference || !difference->is_constant()) return std::nullopt;
  return difference->constant;
}

/// An array that the second nest reads elements of and the first one touches, too.
std::optional<ArrayId> read_in_common(const Effects& first, const Effects& second) {
  for (const Touch& read : second.touches) {
    if (read.kind != Touch::Kind::Element || read.write) continue;
    const bool is_common = std::any_of(first.touches.begin(), first.touches.end(), [&](const Touch& touch) {
      return touch.kind == Touch::Kind::Element && touch.array == read.array;
    });
    if (is_common) return read.array;
  }
  return std::nullopt;
}

/// One iteration of both: an address for each array, and its elements.
int64_t registers(const Function& f, const Effects& a, const Effects& b) {
  int64_t bytes = 0;
  std::set<ArrayId> arrays;
  for (const Effects* effects : {&a, &b}) {
    for (const Touch& touch : effects->touches) {
      if (touch.kind != Touch::Kind::Element) continue;
      arrays.insert(touch.array);
      bytes += std::max<int64_t>(kBytesOfRegister, size_of(f[touch.array].type));
    }
  }
  return kRegistersOfAddress * static_cast<int64_t>(arrays.size()) + bytes / kBytesOfRegister;
}

/// Arrays whose elements the data of a call chooses: tiles of a nest need all of each.
std::set<ArrayId> chosen_by_data(const Function& f, const Effects& effects) {
  std::set<ArrayId> found;
  for (const Touch& touch : effects.touches) {
    if (!analysis::are_fixed(f, touch.indices, effects.assigned)) found.insert(touch.array);
  }
  return found;
}

/// Why a nest is a kernel of its own whatever its neighbour is; empty: it need not be.
std::string why_alone(const Function& f, const GridNest& nest) {
  const bool owns_arrays = std::any_of(nest.effects.touches.begin(), nest.effects.touches.end(),
                                       [&](const Touch& touch) { return !f[touch.array].extents.empty(); });
  const std::string line = "line " + std::to_string(f[nest.loops[0]].range.line);
  if (nest.effects.raises) return line + " may raise";
  if (owns_arrays) return line + " has arrays of its own";
  return analysis::runs_straight(f, nest.body) ? "" : line + " has loops in its iterations";
}

/// "the loops of lines 24 and 26"
std::string loops_of(const SourceRange& first, const SourceRange& second) {
  if (first.line == second.line) return "two loops of line " + std::to_string(first.line);
  return "the loops of lines " + std::to_string(first.line) + " and " + std::to_string(second.line);
}

class JoinNests : public StatementRewriter {
 public:
  JoinNests(Function& function, std::vector<analysis::NestNotes>& reports) : StatementRewriter(function), reports_(reports) {}

  Block block(const Block& given) override {
    Block result;
    for (const StmtId id : given) {
      const auto second = nest_of(function_, id);
      if (!second) {
        for (const StmtId inside : stmt(id)) result.push_back(inside);
        continue;
      }
      const auto first = result.empty() ? std::nullopt : nest_of(function_, result.back());
      const auto together = first ? joined(*first, *second) : std::nullopt;
      if (together) result.back() = *together;
      else result.push_back(id);
    }
    return result;
  }

 private:
  /// How the spaces of two nests differ, and both bodies with the counters of the first one.
  struct Pair {
    std::vector<int64_t> more;  ///< iterations that the second has beside the first, outermost first
    std::vector<bool> late;     ///< the smaller space lies at the end of the larger one, not at its beginning
    Block first;
    Block second;
  };
  /// Why two nests stay two kernels.
  struct Apart {
    std::string why;
  };

  /// Both as one nest, if they may be and have an array in common.
  std::optional<StmtId> joined(const GridNest& first, const GridNest& second) {
    const std::optional<ArrayId> common = read_in_common(first.effects, second.effects);
    if (!common) return std::nullopt;
    const std::string loops = loops_of(function_[first.loops[0]].range, function_[second.loops[0]].range);
    const std::variant<Pair, Apart> found = compared(first, second);
    if (const auto* apart = std::get_if<Apart>(&found)) {
      if (function_[first.loops[0]].range.line != function_[second.loops[0]].range.line)
        tell(second, loops + " are two kernels: " + apart->why);
      return std::nullopt;
    }
    tell(second, loops + " run as one kernel, so that what both touch of '" + function_[*common].name + "' is loaded once");
    return one_nest(first, second, std::get<Pair>(found));
  }

  /// What makes them one kernel, or why they stay two.
  std::variant<Pair, Apart> compared(const GridNest& first, const GridNest& second) {
    for (const GridNest* nest : {&first, &second})
      if (const std::string why = why_alone(function_, *nest); !why.empty()) return Apart{why};
    const Apart other_space{"they run over different spaces"};
    Pair pair;
    if (first.loops.size() != second.loops.size()) return other_space;
    for (size_t d = 0; d < first.loops.size(); ++d) {
      const ExprId extent = grid_loop(function_, second.loops[d])->extent;
      const auto difference = iterations_more(function_, extent, grid_loop(function_, first.loops[d])->extent);
      if (!difference || std::abs(*difference) > kMostApart || !analysis::is_fixed(function_, extent, first.effects.assigned))
        return other_space;
      pair.more.push_back(*difference);
      pair.late.push_back(*difference != 0 && begins_late(*difference > 0 ? first : second, d, std::abs(*difference)));
    }
    if (registers(function_, first.effects, second.effects) > kMostRegisters) return Apart{"one would need too many registers"};
    const std::set<ArrayId> whole = chosen_by_data(function_, first.effects);
    const std::set<ArrayId> also_whole = chosen_by_data(function_, second.effects);
    if (!std::ranges::includes(whole, also_whole) && !std::ranges::includes(also_whole, whole))
      return Apart{"each needs all of another array, as the data chooses its elements"};
    const auto runs_in_order = [&] {
      std::tie(pair.first, pair.second) = bodies_of(first, second, pair);
      return why_in_order(first, pair.first, pair.second);
    };
    std::string why = runs_in_order();
    if (!why.empty() && std::ranges::find(pair.late, true) != pair.late.end()) {
      pair.late.assign(pair.late.size(), false);
      why = runs_in_order();
    }
    if (!why.empty()) return Apart{why};
    return pair;
  }

  /// More elements of the nest, whose space is smaller by so much, are those of the iteration of the larger space that has their number:
  /// then neighbours among the items of a warp begin where their memory does.
  bool begins_late(const GridNest& nest, size_t dimension, int64_t more) const {
    const VarId counter = grid_loop(function_, nest.loops[dimension])->counter;
    int64_t early = 0;
    int64_t late = 0;
    for (const Touch& touch : nest.effects.touches) {
      if (touch.kind != Touch::Kind::Element) continue;
      for (const ExprId index : touch.indices) {
        const auto form = analysis::affine_form(function_, index);
        if (!form || analysis::coefficient_of(function_, *form, counter) != 1) continue;
        const analysis::Affine rest = analysis::without(function_, *form, counter);
        early += rest.is_constant() && rest.constant == 0 ? 1 : 0;
        late += rest.is_constant() && rest.constant == more ? 1 : 0;
      }
    }
    return late > early;
  }

  /// Both bodies with the counters of the first nest.
  std::pair<Block, Block> bodies_of(const GridNest& first, const GridNest& second, const Pair& pair) {
    Substitution as_first(function_);
    Substitution as_second(function_);
    for (size_t d = 0; d < first.loops.size(); ++d) {
      const VarId counter = grid_loop(function_, first.loops[d])->counter;
      const ExprId same = build_.read(counter);
      const ExprId later = pair.late[d] ? build_.sub(same, build_.int64(std::abs(pair.more[d]))) : same;
      if (pair.late[d] && pair.more[d] > 0) as_first.replace(counter, later);
      as_second.replace(grid_loop(function_, second.loops[d])->counter, pair.more[d] < 0 ? later : same);
    }
    return {as_first.block(first.body), as_second.block(second.body)};
  }

  /// Why no iteration of the second nest may run right after the same one of the first; empty: each may.
  std::string why_in_order(const GridNest& nest, const Block& first, const Block& second) const {
    const Effects before = analysis::effects_of(function_, first);
    const Effects then = analysis::effects_of(function_, second);
    for (const auto& [from, to] : {std::pair(&first, &then), std::pair(&second, &before)}) {
      VarSet handed = analysis::exposed_variables(function_, *from);
      handed.intersect(to->assigned);
      if (!handed.members().empty()) return "they use the variable '" + function_[handed.members().front()].name + "'";
    }
    VarSet changing = before.assigned;
    changing.unite(then.assigned);
    for (const StmtId loop : nest.loops) changing.insert(grid_loop(function_, loop)->counter);
    for (const StmtId loop : nest.loops) {
      const analysis::IterationsApart iterations(function_, grid_loop(function_, loop)->counter, changing);
      for (const Touch& a : before.touches) {
        for (const Touch& b : then.touches) {
          if (!analysis::may_interfere(function_, a, b) || iterations.apart(a, b)) continue;
          const std::string array = "'" + function_[a.array].name + "'";
          return a.array == b.array ? "an iteration touches elements of " + array + " that belong to other iterations"
                                    : array + " and '" + function_[b.array].name + "' may share memory";
        }
      }
    }
    return {};
  }

  StmtId one_nest(const GridNest& first, const GridNest& second, const Pair& pair) {
    Block bodies[2] = {pair.first, pair.second};
    std::vector<For> loops;
    for (size_t d = 0; d < pair.more.size(); ++d) {
      loops.push_back(*grid_loop(function_, first.loops[d]));
      const ExprId extents[2] = {loops[d].extent, grid_loop(function_, second.loops[d])->extent};
      const int larger = pair.more[d] > 0 ? 1 : 0;
      loops[d].extent = extents[larger];
      if (pair.more[d] == 0) continue;
      Block& smaller = bodies[1 - larger];
      const ExprId counter = build_.read(loops[d].counter);
      const ExprId inside = pair.late[d] ? build_.compare(CompareOp::GreaterEqual, counter, build_.int64(std::abs(pair.more[d])))
                                         : build_.compare(CompareOp::Less, counter, extents[1 - larger]);
      smaller = {build_.if_then(inside, smaller, {}, function_[smaller.front()].range)};
    }
    Block body = bodies[0];
    body.insert(body.end(), bodies[1].begin(), bodies[1].end());
    for (size_t d = loops.size(); d-- > 0;) {
      loops[d].body = std::move(body);
      const SourceRange range = analysis::from_to(function_[first.loops[d]].range, function_[second.loops[d]].range);
      body = {build_.statement(loops[d], range)};
    }
    return body[0];
  }

  void tell(const GridNest& second, const std::string& what) {
    const size_t place = analysis::notes_at(reports_, function_[second.loops[0]].range);
    if (place == reports_.size()) return;
    std::string& order = reports_[place].order;
    order += (order.empty() ? "" : "; ") + what;
  }

  std::vector<analysis::NestNotes>& reports_;
};

}  // namespace

Function join_nests(const Function& function, std::vector<analysis::NestNotes>& reports) {
  return rewritten<JoinNests>(function, reports);
}

}  // namespace unpython::transform
