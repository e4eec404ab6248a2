// Runs the stages, timed, verified and dumped as the settings ask.
#include "driver/compile/compile.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <shared_mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "driver/compile/code_store.h"
#include "driver/compile/dumps.h"
#include "driver/compile/program_depth.h"
#include "driver/compile/schedule_cache.h"
#include "frontend/lower/lower.h"
#include "frontend/syntax/diagnostics.h"
#include "frontend/syntax/reader.h"
#include "ir/math/python_math.h"
#include "ir/rewrite.h"
#include "ir/verify/verify.h"
#include "ir/write/print.h"
#include "ir/write/serialize.h"
#include "runtime/cpu/built_library.h"
#include "support/large_stack.h"
#include "support/log.h"
#include "support/memory_left.h"
#include "support/new_thread.h"
#include "support/shared_library.h"
#include "support/spans.h"
#include "support/text_writer.h"
#include "transform/describe_schedule.h"

namespace unpython::driver {
namespace {

/// Runs `stage` and adds its duration to `times`.
template <class Stage>
auto timed(std::vector<StageTime>& times, const char* name, Stage&& stage) {
  const Span span("compile", name);
  const auto start = std::chrono::steady_clock::now();
  auto result = stage();
  const std::chrono::duration<double, std::milli> elapsed = std::chrono::steady_clock::now() - start;
  times.push_back({name, elapsed.count()});
  return result;
}

/// Everything that machine code depends on: content, and who emits for what. Options count as far as the content differs.
std::string origin_of_code(std::string_view serialized, const runtime::CodeMaker& maker) {
  const abi::TargetInfo& target = maker.target;
  TextWriter text;
  text << serialized << '\0' << abi::kAbiVersion << '\0' << maker.llvm_version << '\0' << maker.build_id
       << '\0' << target.cpu << '\0' << target.features << '\0' << target.vector_bytes;
  return text.text();
}

void log_times(const Variant& variant) {
  TextWriter text;
  text << variant.specialization->source.name << ':';
  for (const std::vector<StageTime>* times : {&variant.specialization->times, &variant.times}) {
    for (const StageTime& time : *times) text << ' ' << time.stage << ' ' << time.milliseconds << " ms,";
  }
  text << " code from " << variant.cache;
  write_log(LogLevel::Info, text.text());
}

/// Scheduled IR has at most so many nodes more above each other than its source.
constexpr int kDeeperByPasses = 64;

/// What a variant is, beside its facts.
struct ScheduledCode {
  transform::Pipeline pipeline;
  FoundCode code;
};

}  // namespace

transform::PassObserver observe_passes(const Settings& settings, Dumps& dumps) {
  return [&](std::string_view pass, const ir::Function& function) {
    stop_if_left();
    if (settings.verify) ir::check(function, std::string(pass));
    if (dumps.wants_pass(pass)) dumps.write_pass(pass, ir::print(function));
  };
}

struct Compiler::State {
  State(const Settings& given, std::vector<std::string> package_folders)
      : settings(given),
        cpu(given.cpu_library, given.build_for),
        gpus({.variable = read_variable, .package_folders = std::move(package_folders)}),
        store(given.cache ? given.cache_dir : "", kCacheLimitBytes) {}

  [[nodiscard]] std::shared_ptr<const Specialization> specialize(
      std::shared_ptr<const frontend::syntax::Program> program, const frontend::Signature& signature,
      const Options& options);
  [[nodiscard]] std::shared_ptr<const Specialization> specialize(const Specialization& whole, const ir::Function& code);
  /// The form that calls are analysed on, made from `source`.
  void simplify(Specialization& specialization, Dumps& dumps, transform::Products products) const;
  [[nodiscard]] std::shared_ptr<const Variant> make_variant(
      std::shared_ptr<const Specialization> specialization, const analysis::CallFacts& facts);
  /// From libraries that were built ahead of time; null: they have none.
  [[nodiscard]] std::shared_ptr<const Variant> built_variant(std::shared_ptr<const Specialization> specialization,
                                                             const analysis::CallFacts& facts);
  [[nodiscard]] std::shared_ptr<const Variant> as_variant(ScheduledCode made, std::vector<StageTime> times,
                                                          std::shared_ptr<const Specialization> specialization,
                                                          const analysis::CallFacts& facts) const;
  /// Code for calls of these facts, from libraries that were built ahead of time.
  [[nodiscard]] std::optional<ScheduledCode> find_built(const Specialization& specialization,
                                                        const analysis::CallFacts& facts);
  [[nodiscard]] ScheduledCode make_code(const Specialization& specialization, const analysis::CallFacts& facts,
                                        Dumps& dumps, std::vector<StageTime>& times);
  /// Where nothing can be compiled, code that was built for any calls.
  [[nodiscard]] ScheduledCode find_or_make_code(const Specialization& specialization, const analysis::CallFacts& facts,
                                                Dumps& dumps, std::vector<StageTime>& times);
  /// For a build ahead of time: code that is right for any calls, slower than code for some of them.
  void make_general(const Specialization& specialization, Dumps& dumps);
  [[nodiscard]] std::shared_ptr<const runtime::CpuCode> compile_twin(const ir::Function& twin,
                                                                     const Options& options);
  [[nodiscard]] FoundCode code_of(const std::string& serialized, const Options& options);
  [[nodiscard]] std::string inspect(const Variant& variant, std::string_view stage);
  /// Runs the passes, or takes what an earlier process kept of them.
  [[nodiscard]] transform::Pipeline schedule(const Specialization& specialization,
                                             const analysis::CallFacts& facts, const abi::TargetInfo& target,
                                             Dumps& dumps);

  Settings settings;
  runtime::CpuDevice cpu;
  runtime::Gpus gpus;
  CodeStore store;
  std::atomic<int> instances = 0;
  std::atomic<bool> opening = false;
  std::shared_future<void> opened;  ///< of the thread that opens the CPU library; none: no such thread
  /// Held shared by each compilation, alone around fork().
  std::unique_ptr<std::shared_mutex> compiling = std::make_unique<std::shared_mutex>();
};

frontend::syntax::Program read_program(std::string_view text) {
  return with_stack_for(depth_of_text(text), [&] { return frontend::read_program(text); });
}

Compiler::Compiler(const Settings& settings, std::vector<std::string> package_folders)
    : state_(std::make_shared<State>(settings, std::move(package_folders))) {}
Compiler::~Compiler() = default;

runtime::CpuDevice& Compiler::cpu() { return state_->cpu; }

std::shared_ptr<const runtime::BuiltLibrary> Compiler::add_built(const std::string& path, std::string& problem) {
  std::vector<std::pair<std::string, const void*>> named;
  for (const auto& [name, address] : ir::called_by_name()) named.emplace_back(name, address);
  // Asks for the room on the stack of this thread, which takes a third of a millisecond: the first call knows it then.
  auto library = with_stack_for(1, [&] { return state_->cpu.open_built(path, std::move(named), problem); });
  if (library) state_->store.disk().add_built(library);
  return library;
}

void Compiler::provide(std::string name, const void* address) {
  state_->cpu.provide(std::move(name), address);
}

runtime::Gpus& Compiler::gpus() { return state_->gpus; }

runtime::DiskCache& Compiler::disk() { return state_->store.disk(); }

const Settings& Compiler::settings() const { return state_->settings; }

/// For the library and for what a program does meanwhile.
constexpr size_t kAmpleBytes = size_t{512} << 20;

void Compiler::open_ahead() {
  if (!state_->store.disk().built().empty()) return;  // perhaps it is not needed
  if (!has_memory_for(kAmpleBytes)) return;  // while it is opened, no other thread may take the last of the memory
  if (state_->opening.exchange(true)) return;
  std::promise<void> opened;
  state_->opened = opened.get_future().share();
  const auto open = [](std::shared_ptr<State> state, std::promise<void> done) {
    {
      const std::shared_lock running(*state->compiling);
      try {
        (void)state->cpu.target();
      } catch (const std::exception& error) {  // thrown again where the library is needed
        log(LogLevel::Debug, [&] { return std::string(error.what()); });
      }
    }
    done.set_value_at_thread_exit();
  };
  try {
    new_thread(open, state_, std::move(opened)).detach();
  } catch (const std::system_error& error) {  // then it is opened where it is needed
    log(LogLevel::Debug, [&] { return std::string(error.what()); });
  }
}

void Compiler::wait_until_opened() {
  if (state_->opened.valid()) state_->opened.wait();
}

const std::string& Compiler::cache_folder() const { return state_->store.disk().folder(); }
std::string Compiler::vector_math() {
  constexpr const char* kLibrary = "libmvec.so.1";
  std::string problem;
  return SharedLibrary::open(kLibrary, problem) ? kLibrary : "";
}
void Compiler::before_fork() { state_->compiling->lock(); }
void Compiler::after_fork_in_parent() { state_->compiling->unlock(); }
void Compiler::after_fork_in_child() {
  // The lock knows its owner by a thread number that the child does not have, so it cannot be given back
  // there. The thread that opens the library is not there either.
  (void)state_->compiling.release();
  state_->opened = {};
  state_->compiling = std::make_unique<std::shared_mutex>();
}

std::shared_ptr<const Specialization> Compiler::specialize(
    std::shared_ptr<const frontend::syntax::Program> program, const frontend::Signature& signature,
    const Options& options) {
  const auto work = [state = state_, program, signature, options] { return state->specialize(program, signature, options); };
  return with_stack_for(depth_of_program(*program) + kDeeperByPasses, work, Ownership::Owns);
}

std::shared_ptr<const Specialization> Compiler::State::specialize(
    std::shared_ptr<const frontend::syntax::Program> program, const frontend::Signature& signature,
    const Options& options) {
  const std::shared_lock running(*compiling);
  auto result = std::make_shared<Specialization>();
  result->program = std::move(program);
  result->signature = signature;
  result->options = options;
  result->instance = instances++;
  for (const frontend::syntax::SourceFile& file : result->program->files) result->files.push_back(file.name);
  Dumps dumps(settings, result->program->functions.front().name, result->instance);

  result->source =
      timed(result->times, "lower", [&] { return frontend::lower(*result->program, signature, options); });
  if (settings.verify) ir::check(result->source, "lowering");
  if (dumps.wants("ir")) dumps.write("ir", ir::print(result->source));
  using transform::Products;
  simplify(*result, dumps, options.fp == FloatMode::Standard ? Products::RoundedInChains : Products::AsWritten);
  return result;
}

std::shared_ptr<const Specialization> Compiler::specialize(const Specialization& whole, const ir::Function& code) {
  return on_large_stack(Ownership::Borrows, [&] { return state_->specialize(whole, code); });
}

std::shared_ptr<const Specialization> Compiler::State::specialize(const Specialization& whole, const ir::Function& code) {
  const std::shared_lock running(*compiling);
  auto result = std::make_shared<Specialization>();
  result->program = whole.program;
  result->signature = whole.signature;
  result->options = whole.options;
  result->files = whole.files;
  result->instance = instances++;
  result->source = code;
  if (settings.verify) ir::check(result->source, "cutting");
  Dumps dumps(settings, code.name, result->instance);
  simplify(*result, dumps, transform::Products::AsWritten);
  return result;
}

void Compiler::State::simplify(Specialization& specialization, Dumps& dumps, transform::Products products) const {
  specialization.simplified = timed(specialization.times, "simplify", [&] {
    return transform::simplify_source(specialization.source, observe_passes(settings, dumps), &specialization.fusion, products);
  });
  specialization.depth = std::max(ir::depth(specialization.source), ir::depth(specialization.simplified));
}

transform::Pipeline Compiler::State::schedule(const Specialization& specialization,
                                              const analysis::CallFacts& facts, const abi::TargetInfo& target,
                                              Dumps& dumps) {
  const Options& options = specialization.options;
  // Whoever looks at the passes wants them to run.
  const bool keep = options.disk_cache && settings.dump.empty() && !settings.verify;
  const std::string key = keep ? schedule_key(specialization.source, facts, options, target) : "";
  if (!key.empty()) {
    if (auto kept = find_schedule(store.disk(), key)) return std::move(*kept);
  }
  try {
    transform::Pipeline pipeline = transform::schedule_for_cpu(specialization.simplified, facts, options,
                                                               target, observe_passes(settings, dumps));
    transform::describe_schedule(specialization.source, pipeline.function, pipeline.nests);
    if (!key.empty()) store_schedule(store.disk(), key, pipeline);
    // A function keeps this form as long as it lives: without the nodes that the passes left behind, as from the disk.
    pipeline.function = ir::deserialize(ir::serialize(pipeline.function, ir::Positions::Keep));
    return pipeline;
  } catch (const RaceError& race) {  // thrown where the user's text is not at hand
    throw RaceError(race.diagnostics(), frontend::render(*specialization.program, race.diagnostics()));
  }
}

std::shared_ptr<const Variant> Compiler::make_variant(std::shared_ptr<const Specialization> specialization,
                                                      const analysis::CallFacts& facts) {
  // A look at what is built is short: no thread is made for it.
  auto built = with_stack_for(specialization->depth + kDeeperByPasses,
                              [&] { return state_->built_variant(specialization, facts); });
  if (built) return built;
  return on_large_stack(Ownership::Owns, [state = state_, specialization, facts] {
    return state->make_variant(specialization, facts);
  });
}

std::shared_ptr<const Variant> Compiler::State::make_variant(
    std::shared_ptr<const Specialization> specialization, const analysis::CallFacts& facts) {
  const std::shared_lock running(*compiling);
  const bool first = specialization->variants++ == 0;
  Dumps dumps(settings, specialization->program->functions.front().name,
              first ? specialization->instance : instances++);
  std::vector<StageTime> times;
  ScheduledCode made = find_or_make_code(*specialization, facts, dumps, times);
  return as_variant(std::move(made), std::move(times), std::move(specialization), facts);
}

std::shared_ptr<const Variant> Compiler::State::built_variant(std::shared_ptr<const Specialization> specialization,
                                                              const analysis::CallFacts& facts) {
  if (store.disk().built().empty()) return nullptr;
  const std::shared_lock running(*compiling);
  std::vector<StageTime> times;
  auto found = timed(times, "find", [&] { return find_built(*specialization, facts); });
  return found ? as_variant(std::move(*found), std::move(times), std::move(specialization), facts) : nullptr;
}

std::shared_ptr<const Variant> Compiler::State::as_variant(ScheduledCode made, std::vector<StageTime> times,
                                                           std::shared_ptr<const Specialization> specialization,
                                                           const analysis::CallFacts& facts) const {
  auto result = std::make_shared<Variant>();
  result->nests = std::move(made.pipeline.nests);
  result->scheduled = std::move(made.pipeline.function);
  result->code = std::move(made.code.code);
  result->cache = made.code.cache;
  result->facts = facts;
  result->times = std::move(times);
  result->specialization = std::move(specialization);
  if (settings.time || log_enabled(LogLevel::Info)) log_times(*result);
  return result;
}

std::optional<ScheduledCode> Compiler::State::find_built(const Specialization& specialization,
                                                         const analysis::CallFacts& facts) {
  if (!settings.dump.empty() || settings.verify) return std::nullopt;  // whoever looks at the passes wants them to run
  const Options& options = specialization.options;
  for (const auto& library : store.disk().built()) {
    const runtime::CodeMaker& maker = library->maker();
    const auto bytes = library->find(schedule_key(specialization.source, facts, options, maker.target));
    auto pipeline = bytes ? read_schedule(*bytes) : std::nullopt;
    if (!pipeline) continue;
    const std::string serialized = ir::serialize(pipeline->function);
    std::shared_ptr<const runtime::CpuCode> code = library->find_code(origin_of_code(serialized, maker));
    if (code) return ScheduledCode{std::move(*pipeline), {std::move(code), "built"}};
  }
  return std::nullopt;
}

ScheduledCode Compiler::State::make_code(const Specialization& specialization, const analysis::CallFacts& facts,
                                         Dumps& dumps, std::vector<StageTime>& times) {
  transform::Pipeline pipeline =
      timed(times, "schedule", [&] { return schedule(specialization, facts, cpu.target(), dumps); });
  const std::string bytes = timed(times, "serialize", [&] { return ir::serialize(pipeline.function); });
  // The byte form keeps the order of the error sites.
  if (dumps.wants("scheduled")) dumps.write("scheduled", ir::print(pipeline.function));
  if (dumps.wants("code")) dumps.write("code", cpu.compile(bytes, runtime::CpuText::LlvmIr));
  if (dumps.wants("asm")) dumps.write("asm", cpu.compile(bytes, runtime::CpuText::Assembly));
  FoundCode found = timed(times, "code", [&] { return code_of(bytes, specialization.options); });
  return {std::move(pipeline), std::move(found)};
}

ScheduledCode Compiler::State::find_or_make_code(const Specialization& specialization, const analysis::CallFacts& facts,
                                                 Dumps& dumps, std::vector<StageTime>& times) {
  try {
    timed(times, "open", [&] { return std::cref(cpu.target()); });
  } catch (const DeviceError& error) {
    if (store.disk().built().empty()) throw;
    if (auto general = find_built(specialization, {})) return std::move(*general);
    throw DeviceError("no code that was built ahead of time suits this call of " + specialization.source.name +
                      "(), and it cannot be compiled here: " + error.what());
  }
  ScheduledCode made = make_code(specialization, facts, dumps, times);
  if (!settings.build_for.empty() && facts != analysis::CallFacts{}) make_general(specialization, dumps);
  return made;
}

void Compiler::State::make_general(const Specialization& specialization, Dumps& dumps) {
  std::vector<StageTime> times;
  try {
    (void)make_code(specialization, {}, dumps, times);
  } catch (const RaceError& race) {  // only some calls are free of races
    log(LogLevel::Info, [&] { return std::string(race.what()); });
  }
}

FoundCode Compiler::State::code_of(const std::string& serialized, const Options& options) {
  return store.find_or_compile(origin_of_code(serialized, cpu.maker()), cpu, options.disk_cache,
                               [&] { return cpu.compile(serialized, runtime::CpuText::Object); });
}

std::shared_ptr<const runtime::CpuCode> Compiler::compile_twin(const ir::Function& twin,
                                                               const Options& options) {
  return on_large_stack(Ownership::Borrows, [&] { return state_->compile_twin(twin, options); });
}

std::shared_ptr<const runtime::CpuCode> Compiler::State::compile_twin(const ir::Function& twin,
                                                                      const Options& options) {
  const std::shared_lock running(*compiling);
  Dumps dumps(settings, twin.name, instances++);
  const ir::Function scheduled = transform::schedule_twin(twin, cpu.target(), observe_passes(settings, dumps));
  return code_of(ir::serialize(scheduled), options).code;
}

cost::CpuShape Compiler::cpu_shape(const Specialization& specialization, const analysis::CallFacts& facts) {
  return on_large_stack(Ownership::Borrows, [&] {
    const std::shared_lock running(*state_->compiling);
    Dumps none(Settings{}, specialization.source.name, specialization.instance);
    const transform::Pipeline scheduled = state_->schedule(specialization, facts, state_->cpu.target(), none);
    return cost::cpu_shape(scheduled.function, scheduled.nests);
  });
}

std::string Compiler::inspect(const Variant& variant, std::string_view stage) {
  return on_large_stack(Ownership::Borrows, [&] { return state_->inspect(variant, stage); });
}

std::string Compiler::State::inspect(const Variant& variant, std::string_view stage) {
  const std::shared_lock running(*compiling);
  if (stage == "ir") return ir::print(variant.specialization->source);
  if (stage == "fused") return ir::print(variant.specialization->simplified);
  if (stage == "scheduled") return ir::print(variant.scheduled);
  if (stage == "llvm") return cpu.compile(ir::serialize(variant.scheduled), runtime::CpuText::LlvmIr);
  if (stage == "asm") return cpu.compile(ir::serialize(variant.scheduled), runtime::CpuText::Assembly);
  throw std::invalid_argument(
      "unknown stage '" + std::string(stage) +
      "'; there are 'ir', 'fused', 'accesses', 'scheduled', 'llvm', 'asm', 'cuda', 'opencl' and 'steps'");
}

}  // namespace unpython::driver
