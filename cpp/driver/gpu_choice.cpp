#include "driver/gpu_choice.h"

#include "driver/dumps.h"
#include "frontend/diagnostics.h"
#include "ir/print.h"
#include "ir/verify.h"

namespace unpython::driver {
namespace {

std::vector<std::string> ways(const std::string& wish) {
  if (wish == "gpu") return {"cuda", "opencl"};
  return {wish};
}

/// As a GPU, a CPU behind OpenCL is no gain over our own code; it is taken where it is asked for by name.
bool is_taken(const runtime::GpuStatus& status, const std::string& wish) {
  return status.device != nullptr && (wish != "gpu" || !status.device->properties().is_cpu);
}

}  // namespace

GpuChoice choose_gpu(Compiler& compiler, std::shared_ptr<const Specialization> specialization,
                     const std::string& wish) {
  GpuChoice choice;
  const Settings& settings = compiler.settings();
  Dumps dumps(settings, specialization->program->functions.front().name, specialization->instance);
  const transform::PassObserver observer = [&](std::string_view pass, const ir::Function& function) {
    if (settings.verify) ir::check(function, std::string(pass));
    if (dumps.wants_pass(pass)) dumps.write_pass(pass, ir::print(function));
  };
  runtime::DiskCache* disk = specialization->options.disk_cache ? &compiler.disk() : nullptr;
  for (const std::string& way : ways(wish)) {
    const runtime::GpuStatus status = compiler.gpus().find(way);
    if (!is_taken(status, wish)) {
      const bool is_cpu = status.device != nullptr;
      choice.fallbacks.push_back({way, "NO_DEVICE", is_cpu ? "its first device is a CPU" : status.reason, 0});
      continue;
    }
    try {
      auto function = std::make_shared<GpuFunction>(specialization, *status.gpu, disk, observer);
      if (function->unsuitable()) {
        choice.fallbacks.push_back(*function->unsuitable());
        continue;
      }
      if (dumps.wants("scheduled")) dumps.write("scheduled", ir::print(function->scheduled()));
      if (dumps.wants("code")) dumps.write("code", function->source());
      choice.function = std::move(function);
      return choice;
    } catch (const RaceError& race) {  // thrown where the user's text is not at hand
      throw RaceError(race.diagnostics(), frontend::render(*specialization->program, race.diagnostics()));
    }
  }
  return choice;
}

std::string text_of(const Fallback& fallback) {
  return fallback.device + ": " + fallback.code + ", " + fallback.reason +
         (fallback.line > 0 ? " (line " + std::to_string(fallback.line) + ")" : "");
}

}  // namespace unpython::driver
