#include "transform/grid/place_statements.h"

#include <algorithm>
#include <set>

#include "analysis/text/dependence.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "transform/grid/map_grid.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// What of a statement only the host can do.
struct Contents {
  bool of_host = false;  ///< a kernel is launched, or a function of the host called
  bool leaves = false;  ///< return, or break or continue of a loop around it
  bool allocates = false;
  bool loops = false;
  bool stores = false;
};

Contents contents(const Function& f, StmtId root) {
  Contents found;
  walk_stmts(f, {root}, [&](StmtId id) {
    const StmtNode& node = f[id].node;
    found.of_host |= is_kernel(f, id) || std::holds_alternative<CallHost>(node);
    found.loops |= is_loop(f, id);
    found.allocates |= std::holds_alternative<Allocate>(node);
    found.stores |= is_one_of<Store, AtomicUpdate>(node);
    return true;
  });
  found.leaves = may_leave(f, {root});
  return found;
}

/// A loop with a return in it, as one that notes what is returned and ends.
class ReturnByFlag : public StatementRewriter {
 public:
  explicit ReturnByFlag(Function& function)
      : StatementRewriter(function), has_returned_(build_.variable("has_returned", ScalarType::Bool)) {}

  Block run(StmtId loop) {
    return {build_.assign(has_returned_, build_.boolean(false), function_[loop].range), rebuild(loop)};
  }
  Block stmt(StmtId id) override {
    const Stmt stmt = function_[id];
    if (const auto* leave = std::get_if<Return>(&stmt.node)) return noted(*leave, stmt.range);
    if (!is_loop(function_, id) || !holds_any<Return>(function_, {id})) return {rebuild(id)};
    const StmtId inner = rebuild(id);
    return {inner, build_.if_then(build_.read(has_returned_), {build_.statement(Break{}, stmt.range)}, {},
                                  stmt.range)};
  }
  /// Stands behind the loop.
  StmtId leave(SourceRange range) {
    Return given;
    for (const VarId value : values_) given.values.push_back(build_.read(value));
    return build_.if_then(build_.read(has_returned_), {build_.statement(std::move(given), range)}, {}, range);
  }
  /// What the loop assigns for leave().
  [[nodiscard]] std::vector<VarId> assigned() const {
    std::vector<VarId> all = values_;
    all.push_back(has_returned_);
    return all;
  }

 private:
  Block noted(const Return& leave, SourceRange range) {
    Block result;
    for (size_t n = 0; n < leave.values.size(); ++n) {
      if (n == values_.size())
        values_.push_back(build_.variable("returned", build_.type_of(leave.values[n]), range));
      result.push_back(build_.assign(values_[n], leave.values[n], range));
    }
    result.push_back(build_.assign(has_returned_, build_.boolean(true), range));
    result.push_back(build_.statement(Break{}, range));
    return result;
  }

  VarId has_returned_;
  std::vector<VarId> values_;
};

class PlaceStatements : public StatementRewriter {
 public:
  explicit PlaceStatements(Function& function) : StatementRewriter(function), live_(function) {
    for (const Parameter& parameter : function.parameters) {
      if (!parameter.is_array) has_value_.insert(parameter.variable);
    }
  }

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
          (found.loops || found.stores) && !found.of_host && !found.leaves && !found.allocates;
      if (on_device && !runs_in_any_order(id)) {
        together.push_back(id);
        continue;
      }
      flush(together, result);
      if (on_device) {
        result.push_back(grid_of(function_, free_nest(function_, id)));
      } else if (found.leaves && is_loop(function_, id) && !found.of_host && !found.allocates) {
        const Block kernel = returning(id);
        result.insert(result.end(), kernel.begin(), kernel.end());
      } else {
        result.push_back(is_kernel(function_, id) ? id : rebuild(id));
      }
    }
    flush(together, result);
    return result;
  }

 private:
  /// A loop with a return in it, as a kernel of one iteration.
  Block returning(StmtId id) {
    ReturnByFlag by_flag(function_);
    const Block statements = by_flag.run(id);
    live_.inherit(statements.back(), id);
    Block result = on_one_item(statements, by_flag.assigned());
    result.push_back(by_flag.leave(function_[id].range));
    return result;
  }

  bool runs_in_any_order(StmtId id) const {
    return std::holds_alternative<For>(function_[id].node) && analysis::may_reorder(function_, live_, id);
  }

  void flush(Block& together, Block& result) {
    if (together.empty()) return;
    const Block kernel = on_one_item(together, {});
    result.insert(result.end(), kernel.begin(), kernel.end());
    together.clear();
  }

  /// Statements as a kernel of one iteration. Variables live on in fresh ones: values from before are handed
  /// over as arguments, values for later, those of `asked` among them, through an array.
  Block on_one_item(const Block& statements, const std::vector<VarId>& asked) {
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
      const bool needed = std::find(asked.begin(), asked.end(), variable) != asked.end() ||
                          live_.live_after(statements.back(), variable);
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
  result.body = PlaceStatements(result).run();
  return result;
}

}  // namespace unpython::transform
