// Engine and Kernel: the compiler behind a plain C++ interface.
#include "unpython/engine.h"

#include <algorithm>
#include <new>
#include <utility>

#include "driver/compile.h"
#include "driver/error_text.h"
#include "driver/explain.h"
#include "driver/launch.h"
#include "driver/plan.h"
#include "driver/scalar_slot.h"
#include "driver/specialize.h"
#include "driver/stored_parameters.h"

namespace unpython {
namespace {

/// Arguments as a call frame holds them, with the key they are compiled under.
struct Frames {
  std::vector<driver::ArgumentCode> codes;
  std::vector<abi::ArrayArgument> arrays;
  std::vector<abi::ScalarSlot> scalars;
  std::vector<driver::ByteRange> ranges;
};

void add_array(const ArrayView& view, bool stored, Frames& frames) {
  abi::ArrayArgument argument{};
  argument.data = view.data;
  std::copy(view.extents.begin(), view.extents.end(), argument.extents);
  std::copy(view.stride_bytes.begin(), view.stride_bytes.end(), argument.stride_bytes);
  driver::ByteRange range =
      driver::byte_range(view.data, argument.extents, argument.stride_bytes, view.rank, size_of(view.type));
  range.stored = stored;
  frames.codes.push_back(driver::code_of(view));
  frames.arrays.push_back(argument);
  frames.ranges.push_back(range);
}

Frames read_arguments(std::span<const Argument> arguments, const std::vector<bool>& stored) {
  Frames frames;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (const auto* view = std::get_if<ArrayView>(&arguments[i])) {
      add_array(*view, i >= stored.size() || stored[i], frames);
    } else {
      const Scalar& scalar = std::get<Scalar>(arguments[i]);
      frames.codes.push_back(driver::scalar_code(scalar.type, scalar.weak));
      frames.scalars.push_back(driver::to_slot({scalar.type, scalar.integer, scalar.real}));
    }
  }
  return frames;
}

frontend::Signature signature_of(const Frames& frames, size_t parameters) {
  frontend::Signature signature;
  for (size_t i = 0; i < frames.codes.size(); ++i) {
    (i < parameters ? signature.arguments : signature.hidden).push_back(driver::decode(frames.codes[i]));
  }
  signature.disjoint_arguments = driver::sharing_of(frames.ranges).disjoint;
  return signature;
}

std::vector<Scalar> scalar_results(const ir::Function& function, const std::vector<abi::ScalarSlot>& slots) {
  std::vector<Scalar> results;
  for (const ir::Result& result : function.results) {
    if (result.is_array) continue;
    const ir::Constant value = driver::to_constant(result.type, slots[results.size()]);
    results.push_back({result.type, result.weak, value.integer, value.real});
  }
  return results;
}

driver::CallArguments numbers_of(const Frames& frames) {
  return {.arrays = frames.arrays,
          .scalars = frames.scalars,
          .ranges = frames.ranges,
          .meeting = driver::sharing_of(frames.ranges).meeting};
}

}  // namespace

struct Kernel::State {
  State(std::shared_ptr<driver::Compiler> owner, std::shared_ptr<const driver::Specialization> specialization)
      : compiler(std::move(owner)), planner(*compiler, std::move(specialization)) {}

  /// The plan for a call with these arguments.
  std::shared_ptr<const driver::Plan> plan(const Frames& frames) {
    const driver::KeyLayout& layout = planner.layout();
    std::vector<int64_t> key(layout.most_integers);
    const driver::CallArguments numbers = numbers_of(frames);
    key.resize(driver::write_key(layout, numbers, key.data()));
    if (auto known = planner.find(key)) return known;
    driver::Plan plan = planner.analyse(key, numbers);
    if (!plan.variant) plan.variant = planner.compile(plan.judgement.facts);
    return planner.insert(std::move(plan));
  }

  /// The code for one call of the plan.
  std::shared_ptr<const driver::Variant> choose(const driver::Plan& plan, const Frames& frames) {
    if (!driver::first_no(plan, planner.specialization(), numbers_of(frames), services)) return plan.variant;
    if (auto known = planner.find_variant(plan.judgement.ordered)) return known;
    auto made = planner.compile(plan.judgement.ordered);
    planner.keep(made);
    return made;
  }

  std::shared_ptr<driver::Compiler> compiler;
  driver::Planner planner;
  std::shared_ptr<const driver::Plan> first;  ///< for the arguments that were compiled for
  std::vector<driver::ArgumentCode> codes;
  std::vector<bool> stored;
  abi::Services services;
};

std::vector<Scalar> Kernel::launch(std::span<const Argument> arguments) const {
  const driver::Specialization& specialization = state_->planner.specialization();
  Frames frames = read_arguments(arguments, state_->stored);
  if (frames.codes != state_->codes)
    throw std::invalid_argument("the arguments have other types than compiled for");
  if (specialization.signature.disjoint_arguments && !driver::sharing_of(frames.ranges).disjoint) {
    throw std::invalid_argument("the arguments overlap; those compiled for did not");
  }
  const auto variant = state_->choose(*state_->plan(frames), frames);
  const std::vector<ir::Result>& declared = specialization.source.results;
  if (std::any_of(declared.begin(), declared.end(), [](const ir::Result& r) { return r.is_view(); }))
    throw std::invalid_argument("the function returns an array that it makes; let it store to an argument");
  std::vector<abi::ScalarSlot> results(declared.size());
  abi::ErrorRecord error{};
  error.site = -1;
  const abi::Frame frame{.arrays = frames.arrays.data(),
                         .scalars = frames.scalars.data(),
                         .results = results.data(),
                         .error = &error,
                         .services = &state_->services,
                         .memory = nullptr};
  const int32_t status = driver::launch(*variant, frame);
  if (status == abi::kOutOfMemory) throw std::bad_alloc();
  if (status != abi::kOk) {
    const driver::RuntimeError raised = driver::describe(variant->scheduled, specialization.files, error);
    throw ProgramError(std::string(driver::python_name(raised.kind)), raised.message);
  }
  return scalar_results(specialization.source, results);
}

std::string Kernel::explain() const {
  driver::Report report;
  const driver::Plan& plan = *state_->first;
  report.function = plan.variant->specialization->source.name;
  report.device = "cpu";
  report.nests =
      driver::report_nests(plan.judgement, *plan.variant->specialization, plan.variant->nests, nullptr);
  report.cache = plan.variant->cache;
  report.times = driver::stage_times(plan);
  return driver::print(report);
}

struct Engine::State {
  explicit State(const Settings& settings) : compiler(std::make_shared<driver::Compiler>(settings)) {}
  std::shared_ptr<driver::Compiler> compiler;  ///< kernels hold it too
};

Engine::Engine(const EngineSettings& given) {
  Settings settings = read_settings();
  if (!given.cpu_library.empty()) settings.cpu_library = given.cpu_library;
  settings.cache_dir = given.cache_folder;
  settings.cache = !given.cache_folder.empty();
  state_ = std::make_unique<State>(settings);
}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

Kernel Engine::compile(std::string_view text, std::span<const Argument> arguments, const Options& options) {
  const auto program = std::make_shared<const frontend::syntax::Program>(driver::read_program(text));
  const std::vector<bool> stored = driver::stored_parameters(*program);
  if (arguments.size() != stored.size() + program->hidden.size()) {
    throw std::invalid_argument("the program takes " + std::to_string(stored.size()) + " arguments and " +
                                std::to_string(program->hidden.size()) + " hidden values");
  }
  Frames frames = read_arguments(arguments, stored);
  auto state = std::make_shared<Kernel::State>(
      state_->compiler, state_->compiler->specialize(program, signature_of(frames, stored.size()), options));
  state->first = state->plan(frames);
  state->codes = std::move(frames.codes);
  state->stored = stored;
  state->services = driver::make_services(options.threads);
  return Kernel(std::move(state));
}

}  // namespace unpython
