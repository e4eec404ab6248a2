#include "kernel/place_statements.h"

#include <set>

#include "analysis/dependence.h"
#include "analysis/variables.h"
#include "ir/rewrite.h"
#include "kernel/map_grid.h"

namespace unpython::kernel {
namespace {

using namespace ir;

/// What of a statement only the host can do.
struct Contents {
  bool kernel = false;
  bool leaves = false;  ///< return, or break or continue of a loop around it
  bool allocates = false;
  bool loops = false;
  bool stores = false;
};

void look_into(const Function& f, StmtId id, bool in_loop, Contents& found) {
  const StmtNode& node = f[id].node;
  const auto* loop = std::get_if<For>(&node);
  const bool is_loop = loop != nullptr || std::holds_alternative<While>(node);
  found.kernel |= loop != nullptr && loop->mark == LoopMark::Grid;
  found.loops |= is_loop;
  found.allocates |= std::holds_alternative<Allocate>(node);
  found.stores |= std::holds_alternative<Store>(node) || std::holds_alternative<AtomicUpdate>(node);
  found.leaves |= std::holds_alternative<Return>(node);
  if (std::holds_alternative<Break>(node) || std::holds_alternative<Continue>(node)) found.leaves |= !in_loop;
  for (const Block* nested : blocks(f[id])) {
    for (StmtId inner : *nested) look_into(f, inner, in_loop || is_loop, found);
  }
}

Contents contents(const Function& f, StmtId id) {
  Contents found;
  look_into(f, id, false, found);
  return found;
}

class PlaceStatements : public Rewriter {
 public:
  explicit PlaceStatements(Function& function) : Rewriter(function), live_(function) {
    for (const Parameter& parameter : function.parameters) {
      if (!parameter.is_array) has_value_.insert(parameter.variable);
    }
  }
  ExprId expr(ExprId id) override { return id; }

  Block run() {
    Block body = block(function_.body);
    body.insert(body.begin(), first_values_.begin(), first_values_.end());
    return body;
  }

  Block block(const Block& statements) override {
    Block result;
    Block together;
    for (StmtId id : statements) {
      const Contents found = contents(function_, id);
      const bool on_device =
          (found.loops || found.stores) && !found.kernel && !found.leaves && !found.allocates;
      if (on_device && !runs_in_any_order(id)) {
        together.push_back(id);
        continue;
      }
      flush(together, result);
      if (on_device) {
        result.push_back(grid_of(function_, free_nest(function_, id)));
      } else {
        result.push_back(is_grid(id) ? id : rebuild(id));
      }
    }
    flush(together, result);
    return result;
  }

 private:
  bool is_grid(StmtId id) const {
    const auto* loop = std::get_if<For>(&function_[id].node);
    return loop != nullptr && loop->mark == LoopMark::Grid;
  }
  bool runs_in_any_order(StmtId id) const {
    return std::holds_alternative<For>(function_[id].node) && analysis::may_reorder(function_, live_, id);
  }

  void flush(Block& together, Block& result) {
    if (together.empty()) return;
    const Block kernel = on_one_item(together);
    result.insert(result.end(), kernel.begin(), kernel.end());
    together.clear();
  }

  /// Statements as a kernel of one iteration. Variables live on in fresh ones: values from before are handed
  /// over as arguments, values for later through an array.
  Block on_one_item(const Block& statements) {
    const SourceRange range = function_[statements.front()].range;
    const analysis::VarSet exposed = analysis::exposed_variables(function_, statements);
    const analysis::VarSet always = analysis::always_assigned(function_, statements);
    Substitution fresh(function_);
    Block before;
    Block inside;
    Block after;
    Block kept;
    for (VarId variable : analysis::assigned_variables(function_, statements).members()) {
      const Variable known = function_[variable];
      const VarId own = build_.variable(known.name, known.type, known.range);
      fresh.rename(variable, own);
      const bool needed = live_.live_after(statements.back(), variable);
      if (exposed.contains(variable) || (needed && !always.contains(variable))) {
        give_value(variable);
        inside.push_back(build_.assign(own, build_.read(variable), range));
      }
      if (!needed) continue;
      const ArrayId cell = build_.heap_array(known.name + ".cell", known.type, 1);
      const ExprId zero = build_.int64(0);
      before.push_back(build_.statement(Allocate{cell, {build_.int64(1)}}, range));
      kept.push_back(build_.store(cell, {zero}, build_.read(own), range));
      after.push_back(build_.assign(variable, build_.load(cell, {zero}), range));
    }
    const Block body = fresh.block(statements);
    inside.insert(inside.end(), body.begin(), body.end());
    inside.insert(inside.end(), kept.begin(), kept.end());
    const VarId once = build_.variable("once", ScalarType::Int64, range);
    before.push_back(build_.loop(once, build_.int64(1), LoopMark::Grid, std::move(inside), range));
    before.insert(before.end(), after.begin(), after.end());
    return before;
  }

  /// Python never reads a variable that has no value, but an argument needs one.
  void give_value(VarId variable) {
    if (!has_value_.insert(variable).second) return;
    first_values_.push_back(build_.assign(variable, build_.number(function_[variable].type, 0)));
  }

  analysis::Liveness live_;
  std::set<VarId> has_value_;
  Block first_values_;
};

}  // namespace

Function place_statements(const Function& function) {
  Function result = function;
  Block body = PlaceStatements(result).run();
  result.body = std::move(body);
  return result;
}

}  // namespace unpython::kernel
