// Asks each kind for its devices; what goes wrong becomes a row of the list.
#include "runtime/gpus.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "runtime/cuda/cuda_device.h"
#include "runtime/opencl/opencl_device.h"
#include "support/spans.h"

namespace unpython::runtime {
namespace {

GpuStatus missing(std::string name, std::string reason) {
  return {.name = std::move(name), .available = false, .description = {}, .reason = std::move(reason)};
}

/// The first usable row; a null pointer without one.
const GpuStatus* first_usable(const std::vector<GpuStatus>& rows, bool also_cpus) {
  for (const GpuStatus& row : rows) {
    if (row.available && (also_cpus || !row.device->properties().is_cpu)) return &row;
  }
  return nullptr;
}

/// All kinds of devices, in the order in which "gpu" looks at them.
std::vector<DeviceKind> device_kinds(const DeviceSettings& settings) {
  return {cuda_kind(settings), opencl_kind(settings)};
}

}  // namespace

Gpus::Gpus(const DeviceSettings& settings) : Gpus(device_kinds(settings)) {}

Gpus::Gpus(std::vector<DeviceKind> kinds) {
  for (DeviceKind& kind : kinds) kinds_.push_back({std::move(kind)});
}

Gpus::~Gpus() = default;

std::vector<std::string> Gpus::kinds() const {
  std::vector<std::string> names;
  for (const Kind& each : kinds_) names.push_back(each.kind.name);
  return names;
}

const DeviceKind& Gpus::kind(std::string_view name) const {
  return std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& each) { return each.kind.name == name; })->kind;
}

bool Gpus::has(std::string_view kind) const {
  return std::any_of(kinds_.begin(), kinds_.end(), [&](const Kind& each) { return each.kind.name == kind; });
}

/// What stands there; looks again where nothing can be used and that may be otherwise now.
const std::vector<GpuStatus>& Gpus::all(std::string_view kind) {
  using Clock = std::chrono::steady_clock;
  constexpr Clock::duration kBetweenLooks = std::chrono::milliseconds(100);
  constexpr int kShare = 20;  // looks at a driver that stays broken take no more than one part of the time
  const std::scoped_lock lock(mutex_);
  const auto now = Clock::now();
  Kind& own =
      *std::find_if(kinds_.begin(), kinds_.end(), [&](const Kind& each) { return each.kind.name == kind; });
  auto& found = own.found;
  if (found.empty() || (found.back()->may_come && now >= found.back()->next_look &&
                        first_usable(found.back()->rows, true) == nullptr)) {
    const Span span("compile", "open devices");
    Found seen = look(own.kind);
    const auto end = Clock::now();
    seen.next_look = end + std::max(kBetweenLooks, kShare * (end - now));
    for (GpuStatus& row : seen.rows) row.may_come = seen.may_come && !row.available;
    found.push_back(std::make_unique<const Found>(std::move(seen)));
  }
  return found.back()->rows;
}

void Gpus::Found::add(std::unique_ptr<Device> device, const std::string& problem) {
  const abi::DeviceProperties& properties = device->properties();
  GpuStatus& row = rows.emplace_back();
  row.name = properties.name;
  row.description = properties.description;
  row.available = problem.empty();
  row.reason = problem;
  gpus.push_back(std::make_unique<Gpu>(std::move(device)));
  if (!row.available) return;
  row.gpu = gpus.back().get();
  row.device = &row.gpu->device();
}

Gpus::Found Gpus::look(const DeviceKind& kind) {
  FoundDevices seen = kind.find();
  Found found;
  found.may_come = seen.may_come;
  for (FoundDevice& each : seen.devices) {
    if (each.device != nullptr) {
      found.add(std::move(each.device), each.problem);
    } else {
      found.rows.push_back(missing(std::move(each.name), std::move(each.problem)));
      found.may_come = true;
    }
  }
  if (found.rows.empty()) found.rows.push_back(missing(kind.name, std::move(seen.reason)));
  return found;
}

std::vector<GpuStatus> Gpus::checked() {
  std::vector<GpuStatus> checked;
  for (const Kind& each : kinds_) {
    for (GpuStatus row : all(each.kind.name)) {
      if (row.available && !row.device->can_compile(row.reason)) {
        row.available = false;
        row.device = nullptr;
        row.gpu = nullptr;
      }
      checked.push_back(std::move(row));
    }
  }
  return checked;
}

std::vector<GpuStatus> Gpus::find_all(std::string_view name) {
  std::vector<GpuStatus> found;
  if (name.ends_with(":*")) {
    const std::string_view kind = name.substr(0, name.size() - 2);
    if (has(kind)) {
      for (const GpuStatus& row : all(kind)) {
        if (row.available) found.push_back(row);
      }
    }
    return found.empty() ? std::vector{find(kind)} : found;
  }
  while (true) {
    const size_t comma = name.find(',');
    GpuStatus row = find(name.substr(0, comma));
    if (!row.available) return {row};
    const bool again = std::any_of(found.begin(), found.end(), [&](const GpuStatus& known) { return known.gpu == row.gpu; });
    if (!again) found.push_back(std::move(row));
    if (comma == std::string_view::npos) return found;
    name.remove_prefix(comma + 1);
  }
}

std::string why_no_gpu(const GpuStatus& usable) {
  return usable.name + " is a CPU; device='" + usable.name + "' takes it";
}

GpuStatus Gpus::find_any() {
  GpuStatus none = missing("gpu", "");
  for (const Kind& each : kinds_) {
    const std::vector<GpuStatus>& rows = all(each.kind.name);
    if (const GpuStatus* row = first_usable(rows, false)) return *row;
    const GpuStatus& first = rows.front();
    none.reason +=
        (none.reason.empty() ? "" : "; ") + (first.reason.empty() ? why_no_gpu(first) : first.reason);
    none.may_come = none.may_come || first.may_come;
  }
  return none;
}

GpuStatus Gpus::find(std::string_view name) {
  if (name.ends_with(":*") || name.find(',') != std::string_view::npos) return find_all(name).front();
  if (name == "gpu") return find_any();
  const std::string_view kind = name.substr(0, name.find(':'));
  if (kind == "cpu")
    return missing(std::string(name),
                   "NumPy's arrays lie in its memory; devices are named as cuda:0 or opencl:0");
  if (!has(kind))
    return missing(std::string(name),
                   "there is no such kind of device; devices are named as cuda:0 or opencl:0");
  const std::vector<GpuStatus>& rows = all(kind);
  if (kind == name) {
    const GpuStatus* row = first_usable(rows, true);
    return row != nullptr ? *row : rows.front();
  }
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const GpuStatus& each) { return each.name == name; });
  if (row != rows.end()) return *row;
  if (rows.front().name == kind) {
    GpuStatus none = missing(std::string(name), rows.front().reason);
    none.may_come = rows.front().may_come;
    return none;
  }
  return missing(std::string(name),
                 "there are " + std::to_string(rows.size()) + " devices of this kind, counted from 0");
}

void Gpus::wait() {
  std::vector<Gpu*> opened;
  {
    const std::scoped_lock lock(mutex_);
    for (const Kind& kind : kinds_) {
      for (const auto& found : kind.found) {
        for (const auto& gpu : found->gpus) opened.push_back(gpu.get());
      }
    }
  }
  const Span span("wait", "for devices");
  for (Gpu* gpu : opened) {
    gpu->wait();
    gpu->settle_times();
  }
}

}  // namespace unpython::runtime
