// The way of a call: its numbers -> a plan and code -> the run, on a device or on the processor. The only
// one: Python and the C++ interface both come here.
//
// Problem:  many threads call one function at once, and what one of them found out must never run the call of
//           another.
// Choice:   a call owns what was chosen for it (call.h), by value, from the first look at its numbers to its
//           record; the dispatcher keeps tables of things that do not change (plans, code, launches to be
//           repeated), each behind a lock that is held for a look or an insertion, never while anything is
//           compiled, measured or run. Threads that meet new numbers at once may both plan them; what came
//           first into the table stays.
// Rejected: one lock around a call (threads would wait for each other), the last call's choice kept in the
//           function (wrong for any other call).
#pragma once
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "abi/frame.h"
#include "driver/choose/call.h"
#include "driver/choose/call_estimates.h"
#include "driver/choose/pieces.h"
#include "driver/compile/result_layout.h"
#include "driver/execute/gpu_call.h"
#include "driver/execute/program.h"
#include "driver/plan/gpu_planner.h"
#include "driver/plan/plan.h"
#include "driver/steps/cpu_call.h"
#include "unpython/export.h"

namespace unpython::driver {

/// Where calls are to run.
struct DeviceWish {
  std::string device = "cpu";  ///< "cpu", or a GPU as GpuPlanner takes it
  bool may_choose = false;     ///< the processor runs what it is expected to be faster at
};

/// The calls of one specialization. Thread-safe.
class UNPYTHON_API Dispatcher {
 public:
  /// Looks for a device where one is wished for, which may take 0.1 s; again at later calls where a driver failed.
  /// `function`: its name in messages. `compiler` and `rates` must live as long.
  Dispatcher(Compiler& compiler, MeasuredRates& rates, std::shared_ptr<const Specialization> specialization,
             DeviceWish wish, std::string function);
  ~Dispatcher();

  [[nodiscard]] const Specialization& specialization() const { return planner_.specialization(); }
  [[nodiscard]] const std::shared_ptr<const Specialization>& shared_specialization() const {
    return planner_.shared_specialization();
  }
  [[nodiscard]] Planner& planner() { return planner_; }
  [[nodiscard]] const KeyLayout& layout() const { return planner_.layout(); }
  /// What the results of a call need in its frame.
  [[nodiscard]] const ResultLayout& results() const { return results_; }
  /// Who calls functions of the host: abi::Services. Before the first call.
  void set_host(decltype(abi::Services::call_host) call, void* host) {
    services_.call_host = call;
    services_.host = host;
  }
  /// What a call may use, without a poll.
  [[nodiscard]] const abi::Services& services() const { return services_; }

  /// The plan of a call that the processor runs without a question to anybody: its code is there, and
  /// launch() is all that is left to do. Never takes long. `first` (may be null) is looked at first. Null:
  /// run() has to see to it.
  [[nodiscard]] std::shared_ptr<const Plan> ready(const Call& call, const std::shared_ptr<const Plan>* first) {
    if ((gpus_ && !given_up_) || is_to_look() || call.has_arrays_on_devices()) return nullptr;
    if (first != nullptr && (*first)->is_ready() && (*first)->has_key(call.key)) return *first;
    auto known = planner_.find(call.key, call.is_short);
    if (known && !known->is_ready()) known.reset();
    return known;
  }
  /// Runs a call that has such a plan, which it gives. Null: run() has to see to the call.
  [[nodiscard]] std::shared_ptr<const Plan> run_ready(const Call& call, const abi::Frame& frame,
                                                      const std::shared_ptr<const Plan>* first, int32_t& status) {
    std::shared_ptr<const Plan> plan = ready(call, first);
    if (plan) status = launch(*plan->variant, frame);
    return plan;
  }
  /// The choice for a call that ran so.
  [[nodiscard]] Choice ready_choice(std::shared_ptr<const Plan> plan) {
    return {.plan = std::move(plan), .variant = {}, .gpu = {}, .findings = standing()};
  }

  /// What would run a call; the processor's part of it as if its data answered all questions by yes. May take
  /// long. Throws RaceError, DeviceError, InternalError, and what `tell` throws.
  [[nodiscard]] Choice choose(const Call& call, const Tell& tell);
  /// The same where the processor has to run the call.
  [[nodiscard]] Choice choose_cpu(const Call& call, const Tell& tell);

  /// Chooses and runs. Fills the results or the error of `frame`, as the status says. `kept`: what results
  /// own, where they stay on the device. May take long. Throws as choose(); DeviceError where a device fails
  /// half way.
  [[nodiscard]] Ended run(const Call& call, const abi::Frame& frame, DeviceResults& kept, const Tell& tell);

 private:
  /// A call on a device that can be repeated.
  struct Repeatable {
    std::shared_ptr<const Program> program;
    Choice choice;
    std::shared_ptr<Pieces> pieces;
  };

  using SharedFindings = std::shared_ptr<const Findings>;
  /// A choice that the next calls need not make anew: the processor is much sooner at such calls than a device is expected to be.
  struct Settled {
    std::shared_ptr<const Plan> plan;
    std::vector<int64_t> integers;
    SharedFindings findings;
    int left = 0;  ///< calls until it is made anew
  };
  using Clock = std::chrono::steady_clock;

  /// A driver failed to tell of its devices, some time ago.
  [[nodiscard]] bool is_to_look() const { return may_come_ && Clock::now() >= next_look_.load(); }
  void look();
  [[nodiscard]] std::shared_ptr<const Plan> judged(const Call& call, const Tell& tell);
  [[nodiscard]] std::shared_ptr<const Plan> coded(const Call& call, const Tell& tell, bool& compiled);
  [[nodiscard]] std::optional<analysis::LoopFacts> refusal(const Plan& plan, const Call& call,
                                                           const Tell& tell) const;
  [[nodiscard]] bool is_weighed(const Call& call) const;
  [[nodiscard]] bool is_worth_it(Choice& choice, const Call& call, Findings& findings);
  void note(const Call& call, const Ended& ended);
  [[nodiscard]] SharedFindings settled(const Call& call);
  [[nodiscard]] Choice choose_gpu(const Call& call, Findings& findings, const Tell& tell);
  [[nodiscard]] Choice choose_cpu(const Call& call, SharedFindings findings, const Tell& tell);
  void ask(const Call& call, const Tell& tell, Choice& choice);
  [[nodiscard]] SharedFindings standing();
  [[nodiscard]] SharedFindings tell_standing(const Tell& tell);
  [[nodiscard]] SharedFindings fall_back(Findings findings, const Tell& tell) const;
  void give_up(const std::vector<Fallback>& failures);

  [[nodiscard]] std::shared_ptr<const Repeatable> find_repeatable(const Call& call, const abi::Frame& frame);
  void keep(std::shared_ptr<const Repeatable> call);
  [[nodiscard]] bool repeat(const Call& call, const abi::Frame& frame, DeviceResults& kept, Ended& ended);
  [[nodiscard]] std::optional<Fallback> run_on_gpu(const Call& call, const abi::Frame& frame,
                                                   DeviceResults& kept, Ended& ended, const Tell& tell);
  void bring_home(const Call& call, const std::string& where, const Tell& tell) const;
  [[nodiscard]] Ended run_somewhere(const Call& call, const abi::Frame& frame, DeviceResults& kept, const Tell& tell);
  [[nodiscard]] Ended run_on_cpu(const Call& call, const abi::Frame& frame, SharedFindings findings,
                                 DeviceResults& kept, const Tell& tell);
  [[nodiscard]] Ended run_on_copies(const Call& call, abi::Frame frame, SharedFindings findings,
                                    DeviceResults& kept, const Tell& tell);

  Compiler& compiler_;
  const DeviceWish wish_;
  const std::string function_;
  abi::Services services_;
  const ResultLayout results_;
  Planner planner_;
  std::atomic<GpuPlanner*> gpus_ = nullptr;  ///< null: the processor was asked for, or there is no device yet
  std::atomic<bool> may_come_ = false;       ///< another look may find a device
  std::atomic<Clock::time_point> next_look_{};
  MeasuredRates& rates_;
  CallEstimates estimates_;
  std::atomic<bool> told_ = false;      ///< that there is no device
  std::atomic<bool> given_up_ = false;  ///< the device has failed, and would again
  std::mutex mutex_;                    ///< guards what follows
  std::unique_ptr<GpuPlanner> found_;   ///< what gpus_ points to; once set, it stays
  SharedFindings standing_;  ///< of each call that no device is asked for although one is wished for
  Settled settled_;          ///< of the last call that settled anything
  std::vector<std::shared_ptr<const Repeatable>> repeatable_;  ///< the one that was used last first
};

}  // namespace unpython::driver
