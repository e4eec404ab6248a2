// Two threads that meet a new key at once may both plan it; what comes first into the tables stays.
#include "driver/plan/plan.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "analysis/call/witness.h"
#include "analysis/text/dependence.h"
#include "driver/plan/inspect_indices.h"
#include "ir/rewrite.h"
#include "support/large_stack.h"
#include "support/spans.h"

namespace unpython::driver {
namespace {

/// Code of more structures than this is not kept ready (it may still be on disk).
constexpr size_t kMostVariants = 8;
/// Calls that do less than this (some 100 us) take what code there is: one without elements, say.
constexpr int64_t kSmallWork = 300'000;
/// After so many new keys, calls too short for an analysis each are served by one plan if there is one.
constexpr int kMostShortPlans = 64;

/// Code made for `made` is right for calls of which `known` holds: what it relies on holds in them.
bool serves(const analysis::CallFacts& made, const analysis::CallFacts& known) {
  const auto includes = [](const auto& all, const auto& some) {
    return std::includes(all.begin(), all.end(), some.begin(), some.end());
  };
  if (!made.judged || !includes(known.silent, made.silent) ||
      !includes(known.never_negative, made.never_negative) ||
      !includes(known.always_negative, made.always_negative) ||
      !includes(known.whole_slices, made.whole_slices) || !includes(known.by_columns, made.by_columns)) {
    return false;
  }
  return std::all_of(known.loops.begin(), known.loops.end(), [&](const analysis::LoopVerdict& loop) {
    const analysis::LoopVerdict* code = made.verdict_of(loop.stmt);
    if (code == nullptr || (code->parallel && !loop.parallel)) return false;
    return code->verdict != analysis::Verdict::Proven || loop.verdict == analysis::Verdict::Proven;
  });
}

/// Memory was short, or another thread changes the values.
analysis::LoopFacts unknown_values(const ir::Function& function, const analysis::Inspection& inspection) {
  analysis::LoopFacts facts;
  facts.reason = "the values of " + function[inspection.index].name + " could not be compared";
  facts.where = inspection.where;
  return facts;
}

}  // namespace

std::vector<StageTime> stage_times(const Plan& plan) {
  std::vector<StageTime> times = plan.variant->specialization->times;
  times.push_back({"analyse", plan.analysis_milliseconds});
  times.insert(times.end(), plan.variant->times.begin(), plan.variant->times.end());
  return times;
}

Planner::Planner(Compiler& compiler, std::shared_ptr<const Specialization> specialization)
    : compiler_(compiler),
      specialization_(std::move(specialization)),
      layout_(key_layout(specialization_->simplified)),
      judge_(*specialization_) {}

std::shared_ptr<const Plan> Planner::find(std::span<const int64_t> key, bool is_short) {
  const std::lock_guard lock(mutex_);
  auto known = table_.find(key);
  if (!known && is_short) return text_plan_;
  return known;
}

Plan Planner::analyse(std::span<const int64_t> key, const CallArguments& call) {
  const Span span("compile", "analyse");
  const auto start = std::chrono::steady_clock::now();
  Plan plan;
  plan.key.assign(key.begin(), key.end());
  plan.judgement = with_stack_for(specialization_->depth, [&] { return judge_.judge(layout_, call); });
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  plan.analysis_milliseconds = elapsed.count();
  plan.variant = find_variant(plan.judgement.facts);
  if (!plan.variant && plan.judgement.work <= kSmallWork && plan.judgement.questions.empty())
    plan.variant = find_serving(plan.judgement.facts);
  return plan;
}

std::shared_ptr<const Variant> Planner::compile(const analysis::CallFacts& facts) {
  return compiler_.make_variant(specialization_, facts);
}

std::shared_ptr<const Plan> Planner::keep(Plan plan) {
  const std::lock_guard lock(mutex_);
  auto known = table_.find(plan.key);
  if (known && (known->variant || !plan.variant)) return known;
  if (plan.variant) keep_under_lock(plan.variant);
  auto kept = std::make_shared<const Plan>(std::move(plan));
  table_.insert(kept);
  return kept;
}

std::shared_ptr<const Variant> Planner::variant_for(const analysis::CallFacts& facts, bool& compiled) {
  if (auto known = find_variant(facts)) return known;
  auto made = compile(facts);
  compiled = true;
  const std::lock_guard lock(mutex_);
  keep_under_lock(made);
  return made;
}

std::shared_ptr<const Variant> Planner::find_variant(const analysis::CallFacts& facts) {
  const std::lock_guard lock(mutex_);
  return find_under_lock(facts);
}

std::shared_ptr<const Variant> Planner::find_serving(const analysis::CallFacts& facts) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(variants_.begin(), variants_.end(),
                                  [&](const auto& variant) { return serves(variant->facts, facts); });
  return found == variants_.end() ? nullptr : *found;
}

bool Planner::is_decided_by_text() const {
  const ir::Function& f = specialization_->simplified;
  bool decided = true;
  ir::walk_stmts(f, f.body, [&](ir::StmtId id) {
    const auto* loop = std::get_if<ir::For>(&f[id].node);
    if (loop == nullptr || loop->mark != ir::LoopMark::Parallel) return decided;
    const analysis::Verdict verdict = analysis::judge_loop(f, id).verdict;
    decided = decided && (verdict == analysis::Verdict::Proven || verdict == analysis::Verdict::Reduction);
    return decided;
  });
  return decided;
}

std::shared_ptr<const Plan> Planner::text_plan() {
  {
    const std::lock_guard lock(mutex_);
    if (short_plans_ > kMostShortPlans || short_plans_++ < kMostShortPlans) return text_plan_;
  }
  if (!is_decided_by_text()) return nullptr;
  auto plan = std::make_shared<Plan>();
  plan->variant = compile(plan->judgement.facts);
  const std::lock_guard lock(mutex_);
  text_plan_ = std::move(plan);
  return text_plan_;
}

std::shared_ptr<const Variant> Planner::find_under_lock(const analysis::CallFacts& facts) {
  const auto found = std::find_if(variants_.begin(), variants_.end(),
                                  [&](const auto& variant) { return variant->facts == facts; });
  if (found == variants_.end()) return nullptr;
  std::rotate(variants_.begin(), found, found + 1);
  return variants_.front();
}

void Planner::keep_under_lock(const std::shared_ptr<const Variant>& variant) {
  if (find_under_lock(variant->facts)) return;
  if (variants_.size() == kMostVariants) variants_.pop_back();
  variants_.insert(variants_.begin(), variant);
}

std::optional<analysis::LoopFacts> first_no(const Plan& plan, const Specialization& specialization,
                                            const CallArguments& call, const abi::Services& services) {
  for (const IndexQuestion& question : plan.judgement.questions) {
    const void* data = call.arrays[question.array].data;
    if (are_distinct(question.inspection, data, question.type, services)) continue;
    const auto why = find_repeated(question.inspection, data, question.type);
    if (!why) return unknown_values(specialization.simplified, question.inspection);
    return analysis::repeated_index_facts(specialization.simplified, question.inspection, why->first,
                                          why->second, why->value);
  }
  return std::nullopt;
}

}  // namespace unpython::driver
