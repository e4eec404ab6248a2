#include "driver/plan/gpu_planner.h"

#include <algorithm>

#include "driver/compile/dumps.h"
#include "frontend/syntax/diagnostics.h"
#include "ir/write/print.h"
#include "support/large_stack.h"

namespace unpython::driver {
namespace {

/// Choices of more structures than this are not kept ready (their kernels are on disk).
constexpr size_t kMostChoices = 8;

std::vector<std::string> ways(Compiler& compiler, const std::string& wish) {
  if (wish == "gpu") return compiler.gpus().kinds();
  return {wish};
}

/// As a GPU, a CPU behind OpenCL is no gain over our own code; it is taken where it is asked for by name.
bool is_taken(const runtime::GpuStatus& status, const std::string& wish) {
  return status.device != nullptr && (wish != "gpu" || !status.device->properties().is_cpu);
}

Sides sides_of(const Settings& settings) {
  if (settings.sides == "host") return Sides::Host;
  if (settings.sides == "turns") return Sides::Turns;
  if (settings.sides == "both") return Sides::Both;
  return settings.sides == "one" ? Sides::One : Sides::Chosen;
}

}  // namespace

std::string text_of(const Fallback& fallback) {
  return fallback.device + ": " + fallback.reason +
         (fallback.line > 0 ? " (line " + std::to_string(fallback.line) + ")" : "");
}

bool is_for_device(Compiler& compiler, const std::string& wish) {
  if (wish != "gpu") return wish != "cpu";
  return compiler.gpus().find(wish).available;
}

GpuPlanner::GpuPlanner(Compiler& compiler, std::shared_ptr<const Specialization> specialization,
                       const std::string& wish)
    : compiler_(compiler), specialization_(std::move(specialization)), wish_(wish), ways_(ways(compiler, wish)) {
  while (gpus_.empty() && look_further()) continue;
}

/// Looks the next way up, if there is one.
bool GpuPlanner::look_further() {
  if (looked_ == ways_.size()) return false;
  const std::string& way = ways_[looked_++];
  const std::vector<runtime::GpuStatus> found = compiler_.gpus().find_all(way);
  const runtime::GpuStatus& status = found.front();
  if (is_taken(status, wish_)) {
    gpus_.push_back(status.gpu);
    for (size_t i = 1; i < found.size(); ++i) others_.push_back(found[i].gpu);
  } else {
    may_come_ = may_come_ || status.may_come;
    const bool is_cpu = status.device != nullptr;
    missing_.push_back({way, "NO_DEVICE", is_cpu ? runtime::why_no_gpu(status) : status.reason, 0});
  }
  return true;
}

/// The device that is tried after `count` other ones; null: there is none. `missing`: why names that were looked up before it
/// gave no device.
runtime::Gpu* GpuPlanner::device_after(size_t count, std::vector<Fallback>& missing) {
  const std::lock_guard lock(looking_);
  while (gpus_.size() <= count && look_further()) continue;
  missing = missing_;
  return gpus_.size() > count ? gpus_[count] : nullptr;
}

std::shared_ptr<const GpuChoice> GpuPlanner::find_under_lock(const analysis::CallFacts& facts) const {
  const auto found =
      std::find_if(choices_.begin(), choices_.end(), [&](const auto& known) { return known.first == facts; });
  return found == choices_.end() ? nullptr : found->second;
}

std::shared_ptr<const GpuChoice> GpuPlanner::choose(const analysis::CallFacts& facts) {
  {
    const std::lock_guard lock(mutex_);
    if (auto known = find_under_lock(facts)) return known;
  }
  const std::shared_ptr<const GpuChoice> made = make(facts);
  const std::lock_guard lock(mutex_);
  if (auto known = find_under_lock(facts)) return known;
  if (choices_.size() == kMostChoices) choices_.erase(choices_.begin());
  choices_.emplace_back(facts, made);
  return made;
}

/// Devices of the wish that take the schedule of the first one.
void GpuPlanner::add_others(GpuChoice& choice) const {
  for (runtime::Gpu* gpu : others_) {
    auto other = with_stack_for(specialization_->depth,
                                [&] { return std::make_shared<GpuFunction>(*choice.function, *gpu); });
    if (other->unsuitable()) {
      choice.fallbacks.push_back(*other->unsuitable());
    } else {
      choice.function->add_other(std::move(other));
    }
  }
}

std::shared_ptr<GpuChoice> GpuPlanner::make(const analysis::CallFacts& facts) {
  auto choice = std::make_shared<GpuChoice>();
  const Settings& settings = compiler_.settings();
  Dumps dumps(settings, specialization_->program->functions.front().name, specialization_->instance);
  const transform::PassObserver observer = observe_passes(settings, dumps);
  std::vector<Fallback> unsuitable;
  std::vector<Fallback> missing;
  for (size_t tried = 0; runtime::Gpu* gpu = device_after(tried, missing); ++tried) {
    try {
      auto function = with_stack_for(specialization_->depth, [&] {
        return std::make_shared<GpuFunction>(specialization_, facts, *gpu, compiler_, observer,
                                             GpuFunction::ForTests{.least_tiles = settings.tiles,
                                                                   .stage_rows = settings.stage_rows,
                                                                   .join_turns = settings.join_turns,
                                                                   .quick_code = settings.quick_code,
                                                                   .passes = {.columns_first = settings.columns_first,
                                                                              .join_nests = settings.join_nests},
                                                                   .sides = sides_of(settings)});
      });
      if (function->unsuitable()) {
        unsuitable.push_back(*function->unsuitable());
        continue;
      }
      if (dumps.wants("scheduled")) dumps.write("scheduled", ir::print(function->scheduled()));
      if (dumps.wants("code")) {
        std::string texts;
        for (const kernel::Kernel& kernel : function->kernels())
          texts += (texts.empty() ? "" : "\n") + function->source(kernel, nullptr);
        dumps.write("code", texts);
      }
      choice->function = std::move(function);
      break;
    } catch (const RaceError& race) {  // thrown where the user's text is not at hand
      throw RaceError(race.diagnostics(), frontend::render(*specialization_->program, race.diagnostics()));
    }
  }
  choice->fallbacks = std::move(missing);
  choice->fallbacks.insert(choice->fallbacks.end(), unsuitable.begin(), unsuitable.end());
  if (choice->function) add_others(*choice);
  return choice;
}

}  // namespace unpython::driver
