// What is slow (analysis, compilation, rates, looks at data, runs) goes on outside of all locks.
#include "driver/choose/dispatcher.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <utility>

#include "driver/choose/notices.h"
#include "driver/execute/keep_results.h"
#include "driver/several/several_call.h"

namespace unpython::driver {
namespace {

using runtime::Resident;

/// Calls that are kept to be repeated.
constexpr size_t kMostRepeatable = 8;

/// What a processor is much sooner at is chosen anew once in so many calls: to choose takes some microseconds.
constexpr int kSettledCalls = 16;
constexpr double kMuchSooner = 1.25;

/// Of Sides::Both.
constexpr HostShare kOfTests{.share = 0.4, .of_any = true};

/// A driver that failed is not asked at each call.
constexpr std::chrono::milliseconds kBetweenLooks(100);

double milliseconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

std::string in_milliseconds(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3g ms", value);
  return text.data();
}

bool lies_there(const void* data, std::span<const Resident> residents) {
  return std::any_of(residents.begin(), residents.end(),
                     [&](const Resident& resident) { return resident.holds(data); });
}

/// The plan has a question to an array on a device, which is not looked at.
bool asks_of_device(const Plan& plan, const Call& call) {
  return std::any_of(plan.judgement.questions.begin(), plan.judgement.questions.end(),
                     [&](const IndexQuestion& question) {
                       return lies_there(call.numbers.arrays[question.array].data, call.residents);
                     });
}

/// Every array of the call is on the device: it runs where its arrays are, and nothing is asked.
bool lies_on_device(const Call& call) {
  return !call.residents.empty() &&
         std::all_of(call.numbers.arrays.begin(), call.numbers.arrays.end(),
                     [&](const abi::ArrayArgument& array) { return lies_there(array.data, call.residents); });
}

/// A call on device arrays runs on one device: the one that the first of them lies on.
std::shared_ptr<GpuFunction> where_it_lies(const std::shared_ptr<GpuFunction>& function, const Resident& resident,
                                           Findings& findings) {
  if (function->others().empty()) return function;
  const auto there = std::find_if(
      function->others().begin(), function->others().end(),
      [&](const std::shared_ptr<GpuFunction>& other) { return &other->gpu() == resident.gpu; });
  findings.fallbacks.push_back({function->devices(), "ARRAYS_ON_ONE_DEVICE",
                                "an argument lies on " + resident.gpu->device().properties().name, 0});
  return there == function->others().end() ? function : *there;
}

}  // namespace

Dispatcher::Dispatcher(Compiler& compiler, MeasuredRates& rates,
                       std::shared_ptr<const Specialization> specialization, DeviceWish wish,
                       std::string function)
    : compiler_(compiler),
      wish_(std::move(wish)),
      function_(std::move(function)),
      services_(make_services(specialization->options.threads)),
      results_(result_layout(specialization->source)),
      planner_(compiler, std::move(specialization)),
      rates_(rates),
      estimates_(rates) {
  if (wish_.device == "cpu") return;
  look();
}

Dispatcher::~Dispatcher() = default;

// The choice.

/// The plan of a call, perhaps without code.
std::shared_ptr<const Plan> Dispatcher::judged(const Call& call, const Tell& tell) {
  if (auto known = planner_.find(call.key)) return known;
  auto plan = planner_.keep(planner_.analyse(call.key, call.numbers));
  tell_of_loops(function_, *plan, tell);
  return plan;
}

/// The plan of a call, with code for the processor.
std::shared_ptr<const Plan> Dispatcher::coded(const Call& call, const Tell& tell, bool& compiled) {
  auto known = planner_.find(call.key, call.is_short);
  if (!known && call.is_short) known = planner_.text_plan();
  if (known && known->variant) return known;
  Plan plan = known ? *known : planner_.analyse(call.key, call.numbers);
  if (!plan.variant) {
    plan.variant = planner_.compile(plan.judgement.facts);
    compiled = true;
  }
  auto kept = planner_.keep(std::move(plan));
  if (!known) tell_of_loops(function_, *kept, tell);
  return kept;
}

/// Asks the data of a call what its plan leaves open: why an inspected loop has to run in order. Throws
/// RaceError where the options ask for it.
std::optional<analysis::LoopFacts> Dispatcher::refusal(const Plan& plan, const Call& call,
                                                       const Tell& tell) const {
  if (plan.judgement.questions.empty()) return std::nullopt;
  const Specialization& specialization = planner_.specialization();
  std::optional<analysis::LoopFacts> no = first_no(plan, specialization, call.numbers, services_);
  if (!no) return no;
  const Options& options = specialization.options;
  if (no->verdict == analysis::Verdict::Conflict && (options.races == RaceMode::Error || options.strict))
    raise_race(specialization, *no);
  if (no->between_accesses) tell(about_order(function_, no->where, *no));
  return no;
}

/// The processor may run it.
bool Dispatcher::is_weighed(const Call& call) const { return wish_.may_choose && !lies_on_device(call); }

/// The device runs the call, or a part of it, if it is expected to end sooner so than on the processor; else the findings have the
/// reason.
bool Dispatcher::is_worth_it(Choice& choice, const Call& call, Findings& findings) {
  try {
    findings.estimate = estimates_.of(compiler_, planner_.specialization(), choice.plan, choice.gpu->gpu(),
                                      call.numbers, call.residents);
  } catch (const DeviceError&) {  // the call itself will say what is wrong with the device
    return true;
  }
  const Estimate& estimate = *findings.estimate;
  if (estimate.is_dealt && choice.gpu->others().empty() && choice.gpu->sides() != Sides::One) {
    choice.host_share = estimate.host_share;
    return true;
  }
  if (estimate.gpu_milliseconds <= estimate.cpu_milliseconds) return true;
  findings.fallbacks.push_back({choice.gpu->device().properties().name, "UNPROFITABLE",
                                "the CPU is expected to take " + in_milliseconds(estimate.cpu_milliseconds) +
                                    ", the device " + in_milliseconds(estimate.gpu_milliseconds),
                                0});
  return false;
}

/// What a call took corrects the estimates of the next ones. With arrays on a device that is not known: what stays there is not
/// waited for, and the processor runs between copies of them.
void Dispatcher::note(const Call& call, const Ended& ended) {
  if (call.has_arrays_on_devices()) return;
  const Choice& choice = ended.choice;
  if (ended.status != abi::kOk || !choice.findings || !choice.findings->estimate) return;
  const Estimate& estimate = *choice.findings->estimate;
  estimates_.note(estimate, ended.record.get(), choice.host_share > 0, ended.milliseconds);
  if (choice.gpu || !estimate.cpu_is_known ||
      kMuchSooner * estimate.cpu_milliseconds > estimate.gpu_milliseconds)
    return;
  const std::scoped_lock lock(mutex_);
  settled_ = {choice.plan, integers_of(specialization().simplified, call.numbers.scalars), choice.findings,
              kSettledCalls};
}

/// What was found for calls like this one, which the processor runs; null: that has to be found out.
Dispatcher::SharedFindings Dispatcher::settled(const Call& call) {
  if (!wish_.may_choose || call.has_arrays_on_devices()) return nullptr;
  const std::scoped_lock lock(mutex_);
  if (settled_.left == 0 || !settled_.plan->has_key(call.key)) return nullptr;
  if (settled_.integers != integers_of(specialization().simplified, call.numbers.scalars)) return nullptr;
  --settled_.left;
  return settled_.findings;
}

/// choice.gpu is null where no device takes the call.
Choice Dispatcher::choose_gpu(const Call& call, Findings& findings, const Tell& tell) {
  Choice choice{.plan = judged(call, tell), .variant = {}, .gpu = {}, .findings = {}};
  if (!choice.plan->judgement.questions.empty()) driver::bring_home(call.dealt, {});
  const CallJudgement& judgement = choice.plan->judgement;
  bool ordered = asks_of_device(*choice.plan, call);
  if (!ordered) {
    findings.refusal = refusal(*choice.plan, call, tell);
    ordered = findings.refusal.has_value();
  }
  const auto target = gpus_.load()->choose(ordered ? judgement.ordered : judgement.facts);
  findings.fallbacks = target->fallbacks;
  choice.gpu = target->function;
  if (choice.gpu && !call.residents.empty()) choice.gpu = where_it_lies(choice.gpu, call.residents.front(), findings);
  if (choice.gpu && is_weighed(call) && !is_worth_it(choice, call, findings)) choice.gpu.reset();
  return choice;
}

Choice Dispatcher::choose_cpu(const Call& call, SharedFindings findings, const Tell& tell) {
  Choice choice;
  choice.plan = coded(call, tell, choice.compiled);
  choice.findings = std::move(findings);
  return choice;
}

/// Asks the data of a call that the processor runs; changes the choice where that says no.
void Dispatcher::ask(const Call& call, const Tell& tell, Choice& choice) {
  auto no = refusal(*choice.plan, call, tell);
  if (!no) return;
  choice.variant = planner_.variant_for(choice.plan->judgement.ordered, choice.compiled);
  Findings findings = choice.findings ? *choice.findings : Findings{};
  findings.refusal = std::move(no);
  choice.findings = std::make_shared<const Findings>(std::move(findings));
}

Choice Dispatcher::choose_cpu(const Call& call, const Tell& tell) {
  return choose_cpu(call, SharedFindings(), tell);
}

Choice Dispatcher::choose(const Call& call, const Tell& tell) {
  if (is_to_look()) look();
  if (!gpus_ || given_up_) return choose_cpu(call, tell_standing(tell), tell);
  Findings findings;
  Choice choice = choose_gpu(call, findings, tell);
  if (!choice.gpu) return choose_cpu(call, fall_back(std::move(findings), tell), tell);
  choice.findings = std::make_shared<const Findings>(std::move(findings));
  return choice;
}

// Devices that are not there.

void Dispatcher::look() {
  auto found = std::make_unique<GpuPlanner>(compiler_, planner_.shared_specialization(), wish_.device);
  const std::scoped_lock lock(mutex_);
  if (found_) return;  // another thread found one meanwhile
  next_look_ = Clock::now() + kBetweenLooks;
  may_come_ = found->may_come() && !found->has_device();
  if (found->has_device()) {
    found_ = std::move(found);
    gpus_ = found_.get();
    standing_ = nullptr;
    return;
  }
  standing_ = std::make_shared<const Findings>(
      Findings{.fallbacks = found->missing(), .estimate = {}, .refusal = {}});
}

Dispatcher::SharedFindings Dispatcher::standing() {
  if (wish_.device == "cpu") return nullptr;
  const std::scoped_lock lock(mutex_);
  return standing_;
}

Dispatcher::SharedFindings Dispatcher::tell_standing(const Tell& tell) {
  SharedFindings findings = standing();
  if (!findings) return findings;
  if (!told_ || planner_.specialization().options.strict) static_cast<void>(fall_back(*findings, tell));
  told_ = true;
  return findings;
}

/// Only the processor is left.
Dispatcher::SharedFindings Dispatcher::fall_back(Findings findings, const Tell& tell) const {
  if (planner_.specialization().options.strict)
    throw DeviceError(function_ + "() cannot run on a GPU: " + text_of(findings.fallbacks));
  tell(about_fallbacks(function_, findings.fallbacks));
  return std::make_shared<const Findings>(std::move(findings));
}

void Dispatcher::give_up(const std::vector<Fallback>& failures) {
  const std::scoped_lock lock(mutex_);
  standing_ =
      std::make_shared<const Findings>(Findings{.fallbacks = failures, .estimate = {}, .refusal = {}});
  repeatable_.clear();
  settled_ = {};
  given_up_ = true;
}

// Calls that are repeated.

std::shared_ptr<const Dispatcher::Repeatable> Dispatcher::find_repeatable(const Call& call,
                                                                          const abi::Frame& frame) {
  const std::scoped_lock lock(mutex_);
  const auto known = std::find_if(
      repeatable_.begin(), repeatable_.end(), [&](const std::shared_ptr<const Repeatable>& each) {
        return each->choice.plan->has_key(call.key) && each->program->fits(frame, call.residents);
      });
  if (known == repeatable_.end()) return nullptr;
  std::rotate(repeatable_.begin(), known, known + 1);
  return repeatable_.front();
}

void Dispatcher::keep(std::shared_ptr<const Repeatable> call) {
  const std::scoped_lock lock(mutex_);
  if (repeatable_.size() == kMostRepeatable) repeatable_.pop_back();
  repeatable_.insert(repeatable_.begin(), std::move(call));
}

/// With ended.choice, where that has been made.
bool Dispatcher::repeat(const Call& call, const abi::Frame& frame, DeviceResults& kept, Ended& ended) {
  const auto start = Clock::now();
  const std::shared_ptr<const Repeatable> known = find_repeatable(call, frame);
  if (!known || (ended.choice.gpu && ended.choice.gpu != known->choice.gpu) || known->pieces->next() > 1) return false;
  const std::optional<int32_t> status = known->program->run(frame, call.residents, kept);
  if (!status) return false;
  if (!ended.choice.gpu) ended.choice = known->choice;
  ended.status = *status;
  ended.record = known->program->record();
  ended.program = known->program;
  ended.milliseconds = milliseconds_since(start);
  if (*status == abi::kOk) known->pieces->note(1, ended.milliseconds);
  return true;
}

// The run.

/// Runs ended.choice. Gives the reason where the call has to run elsewhere: then nothing has changed.
std::optional<Fallback> Dispatcher::run_on_gpu(const Call& call, const abi::Frame& frame, DeviceResults& kept,
                                               Ended& ended, const Tell& tell) {
  const auto start = Clock::now();
  const Choice& choice = ended.choice;
  GpuFunction& gpu = *choice.gpu;
  auto record = std::make_shared<GpuRecord>();
  auto program =
      std::make_shared<Program>(choice.gpu, frame, call.residents, choice.plan->judgement.questions.empty());
  const std::optional<Estimate>& estimate = choice.findings->estimate;
  CallRates rates = rates_.for_call(gpu.gpu());
  if (estimate) rates.affordable_bytes = estimate->affordable_bytes;
  const HostShare host = gpu.sides() == Sides::Both ? kOfTests : HostShare{.share = choice.host_share};
  const bool is_dealt = !gpu.others().empty() || host.share > 0;
  const std::shared_ptr<const Repeatable> whole = is_dealt ? nullptr : find_repeatable(call, frame);
  if (whole && whole->choice.gpu == choice.gpu) rates.pieces = whole->pieces->next();
  const bool stays = is_dealt && call.residents.empty() && are_dealt_to(gpu, call.dealt);
  if (!stays) bring_home(call, gpu.devices(), tell);
  const std::span<DealtArray* const> dealt = stays ? call.dealt : std::span<DealtArray* const>();
  const std::variant<int32_t, Fallback> outcome =
      is_dealt && call.residents.empty()
          ? run_on_several(gpu, frame, dealt, *record, *program, kept, rates, host)
          : driver::run_on_gpu(gpu, frame, call.residents, *record, program->list(), kept, rates);
  if (const auto* fallback = std::get_if<Fallback>(&outcome)) return *fallback;
  ended.milliseconds = milliseconds_since(start);
  ended.status = std::get<int32_t>(outcome);
  ended.record = std::move(record);
  ended.program = program;
  const bool is_repeatable = program->finish({frame.results, results_.values}, ended.record) && !is_dealt;
  if (ended.status != abi::kOk) return std::nullopt;
  if (rates.pieces > 1)
    whole->pieces->note(rates.pieces, ended.milliseconds);
  else if (is_repeatable)
    keep(std::make_shared<const Repeatable>(Repeatable{std::move(program), choice, std::make_shared<Pieces>(*ended.record)}));
  return std::nullopt;
}

Ended Dispatcher::run_on_cpu(const Call& call, const abi::Frame& frame, SharedFindings findings,
                             DeviceResults& kept, const Tell& tell) {
  if (!call.residents.empty()) return run_on_copies(call, frame, std::move(findings), kept, tell);
  bring_home(call, "the CPU", tell);
  Ended ended;
  ended.choice = choose_cpu(call, std::move(findings), tell);
  ask(call, tell, ended.choice);
  const auto start = Clock::now();
  ended.status = launch_noted(ended.choice.cpu(), frame);
  ended.milliseconds = milliseconds_since(start);
  return ended;
}

/// Arrays that several devices hold together, for a call that does not run on these.
void Dispatcher::bring_home(const Call& call, const std::string& where, const Tell& tell) const {
  if (call.dealt.empty()) return;
  tell({"DEALT_ARRAY", function_ + "() runs on " + where + ": its arrays, which " + call.dealt.front()->device() +
                           " hold together, come to the host first"});
  driver::bring_home(call.dealt, call.numbers.ranges);
}

/// With host copies of what lies on a device. Where a device was asked for, results stay there as they would if it ran the call.
Ended Dispatcher::run_on_copies(const Call& call, abi::Frame frame, SharedFindings findings,
                                DeviceResults& kept, const Tell& tell) {
  tell({"DEVICE_ARRAY", function_ + "() runs on the CPU: its arrays on a device are copied there and back"});
  std::vector<abi::ArrayArgument> arrays(call.numbers.arrays.begin(), call.numbers.arrays.end());
  std::vector<ByteRange> ranges(call.numbers.ranges.begin(), call.numbers.ranges.end());
  HostCopies copies(call.residents, arrays, ranges);
  frame.arrays = arrays.data();
  const CallArguments numbers{.arrays = arrays,
                              .scalars = call.numbers.scalars,
                              .ranges = ranges,
                              .meeting = sharing_of(ranges).meeting};
  const std::vector<int64_t> key = key_of(layout(), numbers);
  Ended ended =
      run_on_cpu({.key = key, .numbers = numbers, .residents = {}, .dealt = call.dealt, .is_short = call.is_short}, frame,
                 std::move(findings), kept, tell);
  copies.write_back();
  if (ended.status == abi::kOk && wish_.device != "cpu")
    keep_on_device(*call.residents.front().gpu, specialization().source, results_, frame, kept);
  return ended;
}

Ended Dispatcher::run(const Call& call, const abi::Frame& frame, DeviceResults& kept, const Tell& tell) {
  Ended ended = run_somewhere(call, frame, kept, tell);
  if (ended.status == abi::kOk && !call.dealt.empty() && kept.empty() && wish_.device != "cpu")
    keep_dealt(call.dealt.front()->gpus(), specialization().source, results_, frame, kept);
  return ended;
}

Ended Dispatcher::run_somewhere(const Call& call, const abi::Frame& frame, DeviceResults& kept, const Tell& tell) {
  if (is_to_look()) look();
  if (!gpus_ || given_up_) return run_on_cpu(call, frame, tell_standing(tell), kept, tell);
  Ended ended;
  if (!is_weighed(call) && call.dealt.empty() && repeat(call, frame, kept, ended)) return ended;
  if (SharedFindings known = settled(call)) return run_on_cpu(call, frame, std::move(known), kept, tell);
  Findings findings;
  ended.choice = choose_gpu(call, findings, tell);
  if (ended.choice.gpu) {
    ended.choice.findings = std::make_shared<const Findings>(findings);
    std::optional<Fallback> refused;
    const bool may_be_repeated = is_weighed(call) && call.dealt.empty() && ended.choice.host_share == 0;
    if (!may_be_repeated || !repeat(call, frame, kept, ended)) refused = run_on_gpu(call, frame, kept, ended, tell);
    if (!refused) {
      note(call, ended);
      return ended;
    }
    findings.fallbacks.push_back(*refused);
    // Other memory may be free in the next call; what else failed will fail again.
    if (refused->code != "OUT_OF_DEVICE_MEMORY") give_up(findings.fallbacks);
  }
  ended = run_on_cpu(call, frame, fall_back(std::move(findings), tell), kept, tell);
  note(call, ended);
  return ended;
}

}  // namespace unpython::driver
