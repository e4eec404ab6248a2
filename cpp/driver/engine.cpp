// Engine and Kernel: the compiler behind a plain C++ interface.
#include "unpython/engine.h"

#include <algorithm>
#include <utility>

#include "driver/choose/dispatcher.h"
#include "driver/compile/argument_codes.h"
#include "driver/compile/compile.h"
#include "driver/compile/stored_parameters.h"
#include "driver/plain_call.h"
#include "driver/report/explain.h"
#include "driver/report/report_choice.h"
#include "ir/scalar_slot.h"

namespace unpython {
namespace {

/// Arguments, with the key they are compiled under.
struct Given : driver::PlainArguments {
  std::vector<driver::ArgumentCode> codes;
};

void add_array(const ArrayView& view, bool stored, Given& given) {
  abi::ArrayArgument argument{};
  argument.data = view.data;
  std::copy(view.extents.begin(), view.extents.end(), argument.extents);
  std::copy(view.stride_bytes.begin(), view.stride_bytes.end(), argument.stride_bytes);
  given.add(argument, view.type, view.rank, stored);
  given.codes.push_back(driver::code_of(view));
}

Given read_arguments(std::span<const Argument> arguments, const std::vector<bool>& stored) {
  Given given;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (const auto* view = std::get_if<ArrayView>(&arguments[i])) {
      add_array(*view, i >= stored.size() || stored[i], given);
    } else {
      const Scalar& number = std::get<Scalar>(arguments[i]);
      given.add(number);
      given.codes.push_back(driver::code_of(number));
    }
  }
  given.complete();
  return given;
}

frontend::Signature signature_of(const Given& given, size_t parameters) {
  frontend::Signature signature;
  for (size_t i = 0; i < given.codes.size(); ++i) {
    (i < parameters ? signature.arguments : signature.hidden).push_back(driver::decode(given.codes[i]));
  }
  signature.disjoint_arguments = given.sharing.disjoint;
  return signature;
}

/// The scalars that a call returns, one after the other. A result that may have several types has one slot for each, behind
/// a slot that tells which one it has: only that one is given.
std::vector<Scalar> scalar_results(const ir::Function& function, const std::vector<abi::ScalarSlot>& slots) {
  std::vector<Scalar> results;
  size_t position = 0;  // in function.results
  size_t slot = 0;
  const auto add = [&](size_t result, size_t from) {
    const ir::Result& type = function.results[result];
    const ir::Constant value = ir::to_constant(type.type, slots[from]);
    results.push_back({type.type, type.weak, value.integer, value.real});
  };
  const auto next = [&] {
    if (!function.results[position].is_array) add(position, slot++);
    ++position;
  };
  if (function.tuples.empty()) {
    while (position < function.results.size()) next();
  }
  for (const int count : function.tuples) {
    if (count == -1) next();
    if (count >= -1 || count <= ir::kFirstRecord) continue;
    const int64_t which = ir::to_constant(ScalarType::Int64, slots[slot]).integer;
    add(position + 1 + static_cast<size_t>(which), slot + 1 + static_cast<size_t>(which));
    position += 1 + static_cast<size_t>(-count);
    slot += 1 + static_cast<size_t>(-count);
  }
  return results;
}

}  // namespace

struct Kernel::State {
  /// What the kernels of an engine share.
  struct Shared {
    explicit Shared(const Settings& settings) : compiler(settings), rates(compiler.disk()) {}

    driver::Compiler compiler;
    driver::MeasuredRates rates;
  };

  State(std::shared_ptr<Shared> owner, std::shared_ptr<const driver::Specialization> specialization,
        std::string_view device)
      : shared(std::move(owner)),
        dispatcher(shared->compiler, shared->rates, specialization, {.device = std::string(device)},
                   specialization->source.name) {}

  std::shared_ptr<Shared> shared;
  driver::Dispatcher dispatcher;
  driver::Choice first;  ///< for the arguments that were compiled for
  std::vector<driver::ArgumentCode> codes;
  std::vector<bool> stored;
};

std::vector<Scalar> Kernel::launch(std::span<const Argument> arguments) const {
  driver::Dispatcher& dispatcher = state_->dispatcher;
  const driver::Specialization& specialization = dispatcher.specialization();
  const Given given = read_arguments(arguments, state_->stored);
  if (given.codes != state_->codes) throw std::invalid_argument("the arguments have other types than compiled for");
  if (specialization.signature.disjoint_arguments && !given.sharing.disjoint)
    throw std::invalid_argument("the arguments overlap; those compiled for did not");
  const std::vector<ir::Result>& declared = specialization.source.results;
  if (std::any_of(declared.begin(), declared.end(), [](const ir::Result& r) { return r.is_view(); }))
    throw std::invalid_argument("the function returns an array that it makes; let it store to an argument");
  return scalar_results(specialization.source, driver::PlainCall(dispatcher, given).run().values);
}

std::string Kernel::explain() const {
  driver::Report report = driver::report_choice(state_->dispatcher.specialization(), state_->first);
  report.function = state_->dispatcher.specialization().source.name;
  return driver::print(report);
}

struct Engine::State {
  std::shared_ptr<Kernel::State::Shared> shared;  ///< kernels hold it too
};

Engine::Engine(const EngineSettings& given) {
  Settings settings = read_settings();
  if (!given.cpu_library.empty()) settings.cpu_library = given.cpu_library;
  settings.cache_dir = given.cache_folder;
  settings.cache = !given.cache_folder.empty();
  state_ = std::make_unique<State>(State{std::make_shared<Kernel::State::Shared>(settings)});
}

Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

Kernel Engine::compile(std::string_view text, std::span<const Argument> arguments, const Options& options,
                       std::string_view device) {
  const auto program = std::make_shared<const frontend::syntax::Program>(driver::read_program(text));
  const std::vector<bool> stored = driver::stored_parameters(*program);
  if (arguments.size() != stored.size() + program->hidden.size()) {
    throw std::invalid_argument("the program takes " + std::to_string(stored.size()) + " arguments and " +
                                std::to_string(program->hidden.size()) + " hidden values");
  }
  Given given = read_arguments(arguments, stored);
  driver::Compiler& compiler = state_->shared->compiler;
  Options own = options;
  own.for_device = driver::is_for_device(compiler, std::string(device));
  auto state = std::make_shared<Kernel::State>(
      state_->shared, compiler.specialize(program, signature_of(given, stored.size()), own), device);
  // A program that wants to know what there is to tell asks explain().
  state->first = driver::PlainCall(state->dispatcher, given).choose();
  state->codes = std::move(given.codes);
  state->stored = stored;
  return Kernel(std::move(state));
}

}  // namespace unpython
