#include "driver/stages/staged_call.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <variant>

#include "analysis/text/reductions.h"
#include "driver/steps/interpret_call.h"
#include "driver/plan/judge_call.h"
#include "footprint/array_uses.h"
#include "frontend/syntax/diagnostics.h"
#include "ir/eval.h"
#include "ir/rewrite.h"
#include "ir/scalar_slot.h"
#include "kernel/find_kernels.h"
#include "support/large_stack.h"
#include "support/match.h"
#include "transform/checks/hoist_checks.h"

namespace unpython::driver {
namespace {

using analysis::LoopFacts;
using analysis::Verdict;

[[noreturn]] void refuse(const Specialization& specialization, const std::string& message,
                         const std::string& advice, const SourceRange& where) {
  const std::vector<Diagnostic> found{{"NOT_DEALT", message, advice, where}};
  throw CompileError(found, frontend::render(*specialization.program, found));
}

std::vector<ir::StmtId> loops_of(const ir::Function& function) {
  std::vector<ir::StmtId> loops;
  ir::walk_stmts(function, function.body, [&](ir::StmtId id) {
    if (std::holds_alternative<ir::For>(function[id].node)) loops.push_back(id);
    return true;
  });
  return loops;
}

/// The facts of a loop of the function that was judged; null: the call does not reach it.
const LoopFacts* facts_of(const CallJudgement& judgement, ir::StmtId loop) {
  for (const JudgedNest& nest : judgement.nests) {
    for (const JudgedLoop& judged : nest.loops) {
      if (judged.stmt == loop) return &judged.facts;
    }
  }
  return nullptr;
}

/// A worker sees its own iterations alone.
void refuse_dependence(const Specialization& specialization, const LoopFacts& facts) {
  if (facts.verdict == Verdict::Proven || facts.verdict == Verdict::Reduction ||
      facts.verdict == Verdict::Trusted)
    return;
  LoopFacts told = facts;
  if (facts.inspection) {
    const ir::Function& f = specialization.simplified;
    told.reason = "the values of '" + f[facts.inspection->index].name +
                  "' decide whether iterations meet in '" + f[facts.inspection->target].name +
                  "', and nobody looks at them before the loop is dealt";
    told.where = facts.inspection->where;
    told.advice = "run it as one call";
  }
  raise_race(specialization, told);
}

bool is_floating(ScalarType type) { return is_float(type) || is_complex(type); }

/// Results whose bits need the iterations in one order.
void refuse_order(const Specialization& specialization, const transform::Stage& stage,
                  const ir::Function& function) {
  const bool strict = specialization.options.fp == FloatMode::Strict;
  const auto adds = [](analysis::Accumulation kind) {
    return kind == analysis::Accumulation::Sum || kind == analysis::Accumulation::Product;
  };
  const std::string advice = "run it as one call";
  const auto joins = [&](const analysis::Reduction& reduction, const std::string& name) {
    if (strict && adds(reduction.kind) && is_floating(reduction.type))
      refuse(specialization, "with fp='strict', " + name + " is summed in the order of the iterations",
             advice, stage.where);
    if (reduction.kind == analysis::Accumulation::Product && is_complex(reduction.type))
      refuse(specialization, "the complex product " + name + " is not joined from parts", advice,
             stage.where);
    if (reduction.kind == analysis::Accumulation::Extremum && reduction.contest == analysis::Contest::Keep &&
        is_floating(reduction.type))
      refuse(specialization, "a NaN in " + name + " makes what came before it count no more",
             "write the comparison the other way round: if x < best", stage.where);
  };
  for (const analysis::Reduction& reduction : stage.reductions)
    joins(reduction, "'" + function[reduction.accumulator.variable].name + "'");
  for (const transform::StageUpdate& update : stage.updates) {
    const std::string name = "'" + function[update.array].name + "'";
    joins(update.reduction, name);
    if (update.scattered && adds(update.reduction.kind) && is_floating(update.reduction.type))
      refuse(specialization,
             "floats are added to elements of " + name +
                 " that several iterations share: pieces would add them in another order",
             "count integers, give each iteration elements of its own, or call the function without Dask",
             stage.where);
  }
}

std::vector<BoxSides> sides_of(const footprint::Footprint& part, size_t rank) {
  std::vector<BoxSides> boxes;
  for (const footprint::Box& box : part.boxes()) {
    BoxSides& sides = boxes.emplace_back();
    for (size_t d = 0; d < rank; ++d) sides.push_back({box.low[d], box.high[d], box.step[d]});
  }
  return boxes;
}

/// Values of integer expressions that load nothing; none where a variable is not known.
class Evaluate {
 public:
  Evaluate(const ir::Function& function, const StagedCall::Integers& integers,
           const StagedCall::Extents& extents)
      : f_(function), integers_(integers), extents_(extents) {}

  [[nodiscard]] std::optional<ir::Constant> value(ir::ExprId id) const {
    const ir::Expr& expr = f_[id];
    return match(
        expr.node, [](const ir::Const& node) { return Value(node.value); },
        [&](const ir::Read& node) { return known(node.variable, expr.type); },
        [](const ir::Load&) { return Value(); },
        [&](const ir::Extent& node) { return extent(node.array, node.dimension); },
        [&](const ir::WrapIndex& node) {
          Value index = value(node.index);
          if (!index || index->integer >= 0) return index;
          const Value all = extent(node.array, node.dimension);
          return all ? Value(integer(index->integer + all->integer)) : all;
        },
        [&](const ir::Unary& node) {
          const Value a = value(node.operand);
          return a ? Value(ir::evaluate(node.op, *a)) : a;
        },
        [&](const ir::Binary& node) {
          const Value a = value(node.left);
          const Value b = value(node.right);
          return a && b ? Value(ir::evaluate(node.op, *a, *b)) : Value();
        },
        [&](const ir::Compare& node) {
          const Value a = value(node.left);
          const Value b = value(node.right);
          return a && b ? Value(ir::evaluate(node.op, *a, *b)) : Value();
        },
        [&](const ir::Select& node) {
          const Value condition = value(node.condition);
          return condition ? value(condition->integer != 0 ? node.if_true : node.if_false) : Value();
        },
        [&](const ir::Cast& node) {
          const Value a = value(node.operand);
          return a ? Value(ir::convert(expr.type, *a)) : a;
        },
        [&](const ir::Call& node) {
          std::vector<ir::Constant> arguments;
          for (const ir::ExprId argument : node.arguments) {
            const Value a = value(argument);
            if (!a) return Value();
            arguments.push_back(*a);
          }
          return Value(ir::evaluate(node.function, arguments));
        });
  }

 private:
  using Value = std::optional<ir::Constant>;
  static ir::Constant integer(int64_t value) {
    return {.type = ScalarType::Int64, .integer = value, .real = 0.0};
  }
  /// None for an array that iterations make for themselves.
  [[nodiscard]] Value extent(ir::ArrayId array, int dimension) const {
    const auto found = extents_.find(array.value);
    if (found == extents_.end()) return std::nullopt;
    return integer(found->second[static_cast<size_t>(dimension)]);
  }
  [[nodiscard]] Value known(ir::VarId variable, ScalarType type) const {
    const auto found = integers_.find(variable.value);
    if (found == integers_.end()) return std::nullopt;
    return ir::Constant{.type = type, .integer = found->second, .real = 0.0};
  }

  const ir::Function& f_;
  const StagedCall::Integers& integers_;
  const StagedCall::Extents& extents_;
};

}  // namespace

std::vector<StageTouch> touched_arrays(const transform::Stage& stage) {
  std::vector<StageTouch> touched;
  const kernel::Kernel kernel = kernel::find_kernels(stage.reach).at(0);
  for (const kernel::KernelArray& array : kernel.arrays) {
    const bool ours = std::ranges::count(stage.arrays, array.array) != 0;
    if (ours && (array.loaded || array.stored)) touched.push_back({array.array, array.loaded, array.stored});
  }
  return touched;
}

bool may_raise(const transform::Stage& stage) { return ir::may_raise(stage.code, stage.code.body); }

StagedCall::StagedCall(Compiler& compiler, MeasuredRates& rates,
                       std::shared_ptr<const Specialization> specialization, DeviceWish wish,
                       const CallArguments& call)
    : compiler_(compiler), rates_(rates), specialization_(std::move(specialization)), wish_(std::move(wish)) {
  stages_ = on_large_stack(Ownership::Borrows, [&] {
    const Specialization& given = *specialization_;
    const ir::Function& function = given.simplified;
    const CallJudgement judgement = CallJudge(given).judge(key_layout(function), call);
    auto cut = transform::cut_stages(transform::drop_proven(function, judgement.facts));
    if (const auto* uncut = std::get_if<transform::Uncut>(&cut))
      refuse(given, uncut->reason, uncut->advice, uncut->where);
    auto stages = std::get<transform::Stages>(std::move(cut));
    // Loops stand in the order in which they were judged, with statements of other numbers.
    const std::vector<ir::StmtId> judged = loops_of(function);
    const std::vector<ir::StmtId> loops = loops_of(stages.function);
    for (const transform::Stage& stage : stages.stages) {
      if (!stage.is_nest) continue;
      const auto place =
          static_cast<size_t>(std::find(loops.begin(), loops.end(), stage.loop) - loops.begin());
      if (const LoopFacts* facts = facts_of(judgement, judged.at(place))) refuse_dependence(given, *facts);
      refuse_order(given, stage, stages.function);
    }
    return stages;
  });
  dispatchers_.resize(stages_.stages.size());
  const ir::Function& function = specialization_->simplified;
  size_t scalar = 0;
  for (const ir::Parameter& parameter : function.parameters) {
    if (parameter.is_array) continue;
    scalars_.emplace_back(parameter.variable,
                          ir::to_constant(function[parameter.variable].type, call.scalars[scalar++]));
  }
}

std::vector<size_t> StagedCall::returned_values() const {
  std::vector<size_t> counts;
  for (const ir::Result& result : stages_.function.results)
    counts.push_back(stages_.function.returned_values(result));
  return counts;
}

std::vector<StageReach> StagedCall::reach(size_t stage, int64_t first, int64_t end, const Integers& integers,
                                          const Extents& extents) const {
  const ir::Function& function = stages_.stages.at(stage).reach;
  const kernel::Kernel kernel = kernel::find_kernels(function).at(0);
  const Evaluate evaluate(function, integers, extents);
  const footprint::LaunchNumbers numbers{
      .value = [&](ir::ExprId id) -> std::optional<int64_t> {
        const std::optional<ir::Constant> value = evaluate.value(id);
        return value ? std::optional(value->integer) : std::nullopt;
      },
      .extent =
          [&](ir::ArrayId array, int d) {
            const auto found = extents.find(array.value);
            return found == extents.end() ? 0 : found->second[static_cast<size_t>(d)];
          }};
  std::vector<StageReach> result;
  if (end <= first) return result;
  const std::array ranges{footprint::IterationRange{first, end}};
  const std::vector<footprint::ArrayUse> uses = footprint::uses(function, kernel, ranges, numbers);
  for (size_t i = 0; i < uses.size(); ++i) {
    const ir::ArrayId array = kernel.arrays[i].array;
    if (std::ranges::count(stages_.stages[stage].arrays, array) == 0)
      continue;  // an iteration makes it for itself
    const auto rank = static_cast<size_t>(function[array].rank);
    result.push_back({array, sides_of(uses[i].needed(), rank), sides_of(uses[i].stored, rank)});
  }
  return result;
}

int32_t StagedCall::evaluate(size_t stage, std::span<const abi::ArrayArgument> arrays,
                             std::span<const abi::ScalarSlot> scalars, std::span<abi::ScalarSlot> results,
                             abi::ErrorRecord& error) const {
  return interpret_call(stages_.stages.at(stage).code, arrays, scalars, results.data(), nullptr, &error,
                        make_services(1));
}

Dispatcher& StagedCall::dispatcher_of(size_t stage) {
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Dispatcher>& dispatcher = dispatchers_.at(stage);
  if (!dispatcher) {
    const ir::Function& code = stages_.stages[stage].code;
    dispatcher = std::make_unique<Dispatcher>(compiler_, rates_, compiler_.specialize(*specialization_, code),
                                              wish_, code.name);
  }
  return *dispatcher;
}

Ended StagedCall::run(size_t stage, std::span<const abi::ArrayArgument> arrays,
                      std::span<const abi::ScalarSlot> scalars, std::span<abi::ScalarSlot> results,
                      abi::ErrorRecord& error, const abi::Services& services, const Tell& tell) {
  Dispatcher& dispatcher = dispatcher_of(stage);
  const ir::Function& code = stages_.stages[stage].code;
  std::vector<ByteRange> ranges;
  for (size_t i = 0; i < arrays.size(); ++i) {
    const ir::Array& array = code[stages_.stages[stage].arrays[i]];
    ranges.push_back(byte_range(arrays[i].data, arrays[i].extents, arrays[i].stride_bytes, array.rank,
                                size_of(array.type)));
  }
  const CallArguments numbers{
      .arrays = arrays, .scalars = scalars, .ranges = ranges, .meeting = sharing_of(ranges).meeting};
  const std::vector<int64_t> key = key_of(dispatcher.layout(), numbers);
  const abi::Frame frame{.arrays = arrays.data(),
                         .scalars = scalars.data(),
                         .results = results.data(),
                         .error = &error,
                         .services = &services,
                         .memory = nullptr};
  DeviceResults kept;
  return dispatcher.run({.key = key, .numbers = numbers, .residents = {}}, frame, kept, tell);
}

}  // namespace unpython::driver
