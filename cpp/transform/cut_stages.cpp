#include "transform/cut_stages.h"

#include <algorithm>
#include <utility>

#include "analysis/text/dependence.h"
#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::VarSet;

/// Ends the cut.
struct CannotCut {
  Uncut why;
};

/// Behind each update of a variable that some iterations assign, one that tells of it.
class TellUpdates : public Rewriter {
 public:
  TellUpdates(Function& function, const analysis::Reduction& value, VarId told)
      : Rewriter(function), value_(value), told_(told) {}

  Block stmt(StmtId id) override {
    if (std::ranges::count(value_.updates, id) == 0) return {rebuild(id)};
    const ExprId told = build_.binary(BinaryOp::BitOr, build_.read(told_), build_.int64(1));
    return {id, build_.assign(told_, told, function_[id].range)};
  }

 private:
  const analysis::Reduction& value_;
  VarId told_;
};

class CutStages {
 public:
  explicit CutStages(const Function& function)
      : live_(function), result_{function, {}, {}}, build_(result_.function) {}

  Stages run() {
    refuse_host_calls();
    const Block body = f().body;
    result_.steps = block(body);
    return result_;
  }

 private:
  Function& f() { return result_.function; }

  /// When the values are known that a statement assigns.
  enum class When : uint8_t {
    Early,  ///< before anything runs: extents, numbers of the caller
    Late,   ///< they come from elements of arrays
    Task,   ///< it loads or stores elements itself
  };

  /// Statements that are run one after the other, until a step stands between them.
  struct Straight {
    Block code;
    std::optional<StmtId> last{};  ///< of those that the function had
    std::vector<VarId> given{};    ///< what steps ask for
    When known = When::Early;
  };

  std::vector<StageStep> block(const Block& statements) {
    std::vector<StageStep> steps;
    Straight straight;
    for (const StmtId id : statements) {
      if (!stands_apart(id)) {
        append(id, straight, steps);
        straight.last = id;
        continue;
      }
      const Stmt stmt = f()[id];
      StageStep step = step_of(stmt, straight, steps);
      flush(straight, steps);
      if (step.kind == StageStep::Kind::Run) step.stage = add_nest(id, step.variable);
      if (const auto* loop = std::get_if<For>(&stmt.node);
          loop != nullptr && step.kind == StageStep::Kind::Repeat)
        step.body = block(loop->body);
      if (const auto* branch = std::get_if<If>(&stmt.node)) {
        step.body = block(branch->then_body);
        step.otherwise = block(branch->else_body);
      }
      steps.push_back(std::move(step));
    }
    flush(straight, steps);
    return steps;
  }

  /// What is known early, and what a worker has to find out, are stages of their own.
  void append(StmtId id, Straight& straight, std::vector<StageStep>& steps) {
    const When known = when_known(id);
    if (known != straight.known) flush(straight, steps);
    straight.known = known;
    straight.code.push_back(id);
    if (known != When::Early) late_.unite(analysis::assigned_variables(f(), {id}));
  }

  When when_known(StmtId id) {
    const auto loads = [&](ExprId part) { return std::holds_alternative<Load>(f()[part].node); };
    const bool touches = holds_any<Store, AtomicUpdate>(f(), {id}) || any_expr(f(), Block{id}, loads);
    if (touches) return When::Task;
    VarSet read = analysis::read_variables(f(), {id});
    read.intersect(late_);
    return read.members().empty() ? When::Early : When::Late;
  }

  static bool is_nest(const Stmt& stmt) {
    const auto* loop = std::get_if<For>(&stmt.node);
    return loop != nullptr && loop->mark == LoopMark::Parallel;
  }

  /// A statement is, or holds, what a stage of straight code cannot.
  bool stands_apart(StmtId id) {
    return any_stmt(f(), {id}, [&](StmtId inside) {
      const Stmt& stmt = f()[inside];
      return is_nest(stmt) || is_one_of<Allocate, Return>(stmt.node);
    });
  }

  /// The step that a statement becomes; its numbers are computed by the code before it.
  StageStep step_of(const Stmt& stmt, Straight& before, std::vector<StageStep>& steps) {
    StageStep step{.where = stmt.range};
    const auto give = [&](ExprId value, const char* name) {
      const VarId variable = build_.variable(name, f()[value].type, stmt.range);
      append(build_.assign(variable, value, stmt.range), before, steps);
      before.given.push_back(variable);
      return variable;
    };
    if (const auto* allocation = std::get_if<Allocate>(&stmt.node)) {
      if (allocation->keeps) refuse("a list that grows", stmt.range);
      step.kind = StageStep::Kind::Allocate;
      step.array = allocation->array;
      for (const ExprId extent : allocation->extents) step.values.push_back(give(extent, "extent"));
    } else if (const auto* given = std::get_if<Return>(&stmt.node)) {
      step.kind = StageStep::Kind::Return;
      for (const ExprId value : given->values) step.values.push_back(give(value, "returned"));
    } else if (const auto* branch = std::get_if<If>(&stmt.node)) {
      step.kind = StageStep::Kind::Branch;
      step.variable = give(branch->condition, "condition");
    } else if (const auto* loop = std::get_if<For>(&stmt.node)) {
      step.kind = loop->mark == LoopMark::Parallel ? StageStep::Kind::Run : StageStep::Kind::Repeat;
      step.variable = give(loop->extent, "count");
      step.counter = loop->counter;
      if (step.kind == StageStep::Kind::Repeat) refuse_early_ends(loop->body);
    } else {
      refuse("a while loop around a parallel loop, an array that is made or a return", stmt.range);
    }
    return step;
  }

  void refuse_host_calls() {
    walk_stmts(f(), f().body, [&](StmtId id) {
      if (std::holds_alternative<CallHost>(f()[id].node)) refuse("a call of Python", f()[id].range);
      return true;
    });
  }

  void refuse_early_ends(const Block& body) {
    walk_stmts(f(), body, [&](StmtId id) {
      const Stmt& stmt = f()[id];
      const bool inner = is_one_of<For, While>(stmt.node);
      if (is_one_of<Break, Continue>(stmt.node))
        refuse("a break or continue in a loop around a parallel loop", stmt.range);
      return !inner || stands_apart(id);
    });
  }

  [[noreturn]] static void refuse(const std::string& reason, const SourceRange& where) {
    throw CannotCut{{reason + " cannot be dealt to workers",
                     "call a function for each part of the program, from Python", where}};
  }

  void flush(Straight& straight, std::vector<StageStep>& steps) {
    if (straight.code.empty()) return;  // what follows keeps `last`
    Stage stage{.where = f()[straight.code.front()].range};
    const VarSet always = analysis::always_assigned(f(), straight.code);
    VarSet read = analysis::exposed_variables(f(), straight.code);
    for (const VarId variable : analysis::assigned_variables(f(), straight.code).members()) {
      const bool wanted = straight.last && live_.live_after(*straight.last, variable);
      if (!wanted || std::ranges::count(straight.given, variable) != 0) continue;
      stage.results.push_back(variable);
      if (!always.contains(variable)) read.insert(variable);
    }
    stage.results.insert(stage.results.end(), straight.given.begin(), straight.given.end());
    stage.scalars = read.members();
    const VarId once = build_.variable("once", ScalarType::Int64);
    const Block reach{build_.loop(once, build_.int64(1), LoopMark::Grid, straight.code, stage.where)};
    finish(std::move(stage), straight.code, reach);
    steps.push_back({.kind = StageStep::Kind::Run,
                     .stage = result_.stages.size() - 1,
                     .where = result_.stages.back().where});
    straight = {.code = {}, .last = straight.last};
  }

  size_t add_nest(StmtId id, VarId count) {
    const Stmt stmt = f()[id];
    const For loop = std::get<For>(stmt.node);
    Stage stage{.is_nest = true, .loop = id, .where = stmt.range, .count = count};
    VarSet read = analysis::exposed_variables(f(), {id});
    for (const VarId variable : analysis::assigned_variables(f(), {id}).members()) {
      if (variable == loop.counter || !live_.live_after(id, variable)) continue;
      stage.results.push_back(variable);
      read.insert(variable);  // a piece may have no iteration that assigns it
    }
    read.erase(count);
    late_.unite(analysis::assigned_variables(f(), {id}));
    stage.scalars = read.members();
    stage.reductions = analysis::accumulations(f(), live_, id).reductions;
    find_updates(id, stage);
    const Block body = tell_updates(loop.body, stage);
    const VarId first = build_.variable("first", ScalarType::Int64);
    const VarId pieces = build_.variable("iterations", ScalarType::Int64);
    For piece = loop;
    piece.body = body;
    piece.counter = build_.variable("piece", ScalarType::Int64);
    piece.extent = build_.read(pieces);
    piece.body.insert(
        piece.body.begin(),
        build_.assign(loop.counter, build_.add(build_.read(first), build_.read(piece.counter))));
    For all = loop;
    all.mark = LoopMark::Grid;
    const Block code{build_.statement(std::move(piece), stmt.range)};
    const Block reach{build_.statement(std::move(all), stmt.range)};
    finish(std::move(stage), code, reach);
    for (const VarId variable : {first, pieces}) {
      result_.stages.back().code.parameters.push_back({.is_array = false, .variable = variable, .array = {}});
    }
    return result_.stages.size() - 1;
  }

  /// The body of a piece, which gives for each of these variables whether it was assigned.
  Block tell_updates(Block body, Stage& stage) {
    const std::vector<analysis::Reduction> reductions = stage.reductions;
    for (const analysis::Reduction& value : reductions) {
      if (value.kind != analysis::Accumulation::LastValue || value.always) continue;
      analysis::Reduction told{
          .accumulator = {}, .kind = analysis::Accumulation::BitOr, .type = ScalarType::Int64};
      told.accumulator.variable =
          build_.variable(f()[value.accumulator.variable].name + ".told", ScalarType::Int64);
      body = TellUpdates(f(), value, told.accumulator.variable).block(body);
      stage.results.push_back(told.accumulator.variable);
      stage.scalars.push_back(told.accumulator.variable);
      stage.told.emplace_back(value.accumulator.variable, told.accumulator.variable);
      stage.reductions.push_back(std::move(told));
    }
    return body;
  }

  void find_updates(StmtId id, Stage& stage) {
    for (const ArrayId array : stored_arrays(f(), std::get<For>(f()[id].node).body)) {
      if (analysis::has_own_elements(f(), live_, id, array)) continue;
      const auto elements = analysis::element_reductions(f(), live_, id, array);
      if (!elements.empty()) {
        stage.updates.push_back({array, elements.front(), elements.size() > 1});
      } else if (const auto scatter = analysis::scatter_update(f(), id, array)) {
        analysis::Reduction reduction;
        if (scatter->best) reduction = *scatter->best;
        if (!scatter->best) reduction.kind = kind_of(scatter->op);
        reduction.type = f()[array].type;
        stage.updates.push_back({array, std::move(reduction), true});
      }
    }
  }

  static analysis::Accumulation kind_of(BinaryOp op) {
    switch (op) {
      case BinaryOp::Multiply:
        return analysis::Accumulation::Product;
      case BinaryOp::BitAnd:
        return analysis::Accumulation::BitAnd;
      case BinaryOp::BitOr:
        return analysis::Accumulation::BitOr;
      case BinaryOp::BitXor:
        return analysis::Accumulation::BitXor;
      case BinaryOp::LogicalAnd:
        return analysis::Accumulation::And;
      case BinaryOp::LogicalOr:
        return analysis::Accumulation::Or;
      default:
        return analysis::Accumulation::Sum;
    }
  }

  /// The stage's two functions.
  void finish(Stage stage, const Block& code, const Block& reach) {
    stage.arrays = arrays_of(code);
    stage.reach = f();
    stage.reach.body = reach;
    std::vector<ExprId> values;
    for (const VarId variable : stage.results) values.push_back(build_.read(variable));
    const StmtId end = build_.statement(Return{values}, stage.where);
    Function made = f();
    made.parameters.clear();
    for (const ArrayId id : stage.arrays) {
      made.parameters.push_back({.is_array = true, .variable = {}, .array = id});
      Array& array = made.arrays[id];
      if (array.space != AddressSpace::Heap) continue;
      array.space = AddressSpace::Argument;
      array.strides.assign(static_cast<size_t>(array.rank), StrideClass::Other);
      if (array.rank > 0) array.strides.back() = StrideClass::Unit;
    }
    for (const VarId variable : stage.scalars)
      made.parameters.push_back({.is_array = false, .variable = variable, .array = {}});
    made.results.clear();
    for (const VarId variable : stage.results) made.results.push_back({.type = f()[variable].type});
    made.returns_tuple = true;
    made.tuples.clear();
    made.body = code;
    made.body.push_back(end);
    stage.code = std::move(made);
    result_.stages.push_back(std::move(stage));
  }

  /// Those that are read, stored to, or asked for an extent.
  std::vector<ArrayId> arrays_of(const Block& code) {
    std::set<ArrayId> arrays;
    std::set<ArrayId> made;
    walk_stmts(f(), code, [&](StmtId id) {
      walk_uses(f(), id, [&](ArrayId array) { arrays.insert(array); });
      if (const auto* allocation = std::get_if<Allocate>(&f()[id].node)) made.insert(allocation->array);
      return true;
    });
    // Arrays that an iteration makes for itself stay in the stage.
    std::erase_if(arrays, [&](ArrayId array) { return made.contains(array); });
    return {arrays.begin(), arrays.end()};
  }

  const analysis::Liveness live_;
  Stages result_;
  Builder build_;
  VarSet late_;
};

}  // namespace

std::variant<Stages, Uncut> cut_stages(const Function& function) {
  try {
    return CutStages(function).run();
  } catch (const CannotCut& cannot) {
    return cannot.why;
  }
}

}  // namespace unpython::transform
