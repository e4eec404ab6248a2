// A known key costs the comparison of its integers and nothing else; all that is slower runs behind it.
#include "bindings/plan_call.h"

#include <optional>
#include <span>
#include <utility>

#include "bindings/errors.h"
#include "bindings/interrupts.h"
#include "bindings/notices.h"

namespace unpython::bindings {
namespace {

/// After so many new keys, calls too short for an analysis each are served by one plan if there is one.
constexpr int kMostShortPlans = 64;

/// The plan that serves short calls of ever new keys; null where the text of the loops does not suffice.
std::shared_ptr<const driver::Plan> find_text_plan(Entry& entry) {
  if (entry.planned++ == kMostShortPlans) {
    if (std::unique_ptr<driver::Plan> plan = entry.planner.text_plan()) {
      {
        const Unlocked unlocked;
        plan->variant = entry.planner.compile(plan->judgement.facts);
      }
      entry.text_plan = std::move(plan);
    }
  }
  return entry.text_plan;
}

/// As plan_call(), without a look at the last plan. Throws.
std::shared_ptr<const driver::Plan> find_or_plan(FunctionState& function, Entry& entry,
                                                 std::span<const int64_t> key,
                                                 const driver::CallArguments& numbers, bool brief,
                                                 bool& compiled) {
  if (auto known = entry.planner.find(key)) return known;
  if (brief) {
    if (auto plan = find_text_plan(entry)) return plan;
  }
  driver::Plan plan = entry.planner.analyse(key, numbers);
  if (!plan.variant) {
    const Unlocked unlocked;
    plan.variant = entry.planner.compile(plan.judgement.facts);
    compiled = true;
  }
  auto kept = entry.planner.insert(std::move(plan));
  warn_about(function, *kept);
  return kept;
}

}  // namespace

std::shared_ptr<const driver::Plan> plan_call(FunctionState& function, Entry& entry, Call& call,
                                              Planning planning, bool& compiled) {
  const driver::KeyLayout& layout = entry.planner.layout();
  PlainBuffer<int64_t, kInlineKey> buffer(layout.most_integers);
  const driver::CallArguments numbers = call.numbers();
  const std::span<const int64_t> key(buffer.data(), driver::write_key(layout, numbers, buffer.data()));
  if (entry.plan && entry.plan->has_key(key)) return entry.plan;
  try {
    const bool brief = planning == Planning::Brief && is_short(entry, call);
    auto plan = find_or_plan(function, entry, key, numbers, brief, compiled);
    entry.plan = plan;
    return plan;
  } catch (...) {
    set_python_error();
    return nullptr;
  }
}

std::shared_ptr<const driver::Variant> ask(FunctionState& function, Entry& entry, const driver::Plan& plan,
                                           Call& call, bool& compiled) {
  const HeldArguments held(call);
  std::optional<analysis::LoopFacts> no;
  {
    const Unlocked unlocked;
    no = driver::first_no(plan, entry.planner.specialization(), call.numbers(), entry.services);
  }
  entry.refusal = no;
  entry.refused = &plan;
  if (!no) return plan.variant;
  settle_race(function, entry, *no);
  if (auto known = entry.planner.find_variant(plan.judgement.ordered)) return known;
  std::shared_ptr<const driver::Variant> made;
  {
    const Unlocked unlocked;
    made = entry.planner.compile(plan.judgement.ordered);
  }
  compiled = true;
  entry.planner.keep(made);
  return made;
}

}  // namespace unpython::bindings
