// Asks each driver for its devices; what goes wrong becomes a row of the list.
#include "runtime/gpus.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "runtime/cuda/cuda_api.h"
#include "runtime/cuda/cuda_device.h"
#include "runtime/opencl/opencl_api.h"
#include "runtime/opencl/opencl_device.h"
#include "support/log.h"
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

}  // namespace

Gpus::~Gpus() = default;

const std::vector<GpuStatus>& Gpus::kept(std::vector<std::unique_ptr<const Found>>& found,
                                         const std::function<Found()>& look) {
  using Clock = std::chrono::steady_clock;
  constexpr Clock::duration kBetweenLooks = std::chrono::milliseconds(100);
  constexpr int kShare = 20;  // looks at a driver that stays broken take no more than one part of the time
  const auto now = Clock::now();
  if (found.empty() || (found.back()->may_come && now >= found.back()->next_look &&
                        first_usable(found.back()->rows, true) == nullptr)) {
    const Span span("compile", "open devices");
    Found seen = look();
    const auto end = Clock::now();
    seen.next_look = end + std::max(kBetweenLooks, kShare * (end - now));
    for (GpuStatus& row : seen.rows) row.may_come = seen.may_come && !row.available;
    found.push_back(std::make_unique<const Found>(std::move(seen)));
  }
  return found.back()->rows;
}

const std::vector<GpuStatus>& Gpus::cuda() {
  const std::scoped_lock lock(mutex_);
  return kept(cuda_, [this] { return find_cuda(); });
}

const std::vector<GpuStatus>& Gpus::opencl() {
  const std::scoped_lock lock(mutex_);
  return kept(opencl_, [this] { return find_opencl(); });
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

Gpus::Found Gpus::find_cuda() const {
  Found found;
  std::string reason;
  const std::shared_ptr<const CudaApi> api = CudaApi::open(settings_.cuda_library, reason);
  int count = 0;
  if (api != nullptr) {
    const CUresult result = api->cuDeviceGetCount(&count);
    reason = result == cuda::kSuccess ? "the CUDA driver shows no device"
                                      : "cuDeviceGetCount failed with " + api->name_of(result);
  }
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    const std::string name = "cuda:" + std::to_string(ordinal);
    try {
      auto device = std::make_unique<CudaDevice>(api, ordinal);
      std::string problem;
      auto compiler =
          CudaCompiler::find(settings_.nvrtc, api->version(), device->capability(), name, problem);
      if (compiler != nullptr) device->set_compiler(std::move(compiler));
      found.add(std::move(device), problem);
    } catch (const DeviceFailure& failure) {
      found.rows.push_back(missing(name, failure.what()));
      found.may_come = true;
    }
  }
  if (found.rows.empty()) found.rows.push_back(missing("cuda", reason));
  return found;
}

Gpus::Found Gpus::find_opencl() const {
  Found found;
  std::string reason;
  const std::shared_ptr<const OpenClApi> api = OpenClApi::open(settings_.opencl_library, reason);
  if (api == nullptr) {
    found.rows.push_back(missing("opencl", reason));
    return found;
  }
  int number = 0;
  for (const OpenClDeviceId& id : list_devices(*api, reason)) {
    const std::string name = "opencl:" + std::to_string(number);
    try {
      auto device = std::make_unique<OpenClDevice>(api, id, number);
      const std::string problem = device->problem();
      found.add(std::move(device), problem);
    } catch (const DeviceFailure& failure) {
      found.rows.push_back(missing(name, failure.what()));
      found.may_come = true;
    }
    ++number;
  }
  found.may_come = found.may_come || !reason.empty();
  if (found.rows.empty()) {
    found.rows.push_back(missing("opencl", reason.empty() ? "no OpenCL platform shows a device" : reason));
  }
  return found;
}

std::vector<GpuStatus> Gpus::checked() {
  std::vector<GpuStatus> rows = cuda();
  for (GpuStatus& row : rows) {
    // Whatever is a row of cuda() is a CudaDevice.
    if (!row.available || static_cast<CudaDevice*>(row.device)->can_compile(row.reason)) continue;
    row.available = false;
    row.device = nullptr;
    row.gpu = nullptr;
  }
  rows.insert(rows.end(), opencl().begin(), opencl().end());
  return rows;
}

std::vector<GpuStatus> Gpus::find_all(std::string_view name) {
  std::vector<GpuStatus> found;
  if (name.ends_with(":*")) {
    const std::string_view kind = name.substr(0, name.size() - 2);
    for (const GpuStatus& row : kind == "cuda" ? cuda() : opencl()) {
      if (row.available) found.push_back(row);
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

GpuStatus Gpus::find(std::string_view name) {
  if (name.ends_with(":*") || name.find(',') != std::string_view::npos) return find_all(name).front();
  const std::string_view kind = name.substr(0, name.find(':'));
  if (name == "gpu") {
    if (const GpuStatus* row = first_usable(cuda(), true)) return *row;
    if (const GpuStatus* row = first_usable(opencl(), false)) return *row;
    GpuStatus none = missing(
        "gpu", cuda().front().reason + "; " +
                   (opencl().front().reason.empty() ? "OpenCL shows no GPU" : opencl().front().reason));
    none.may_come = cuda().front().may_come || opencl().front().may_come;
    return none;
  }
  if (kind == "cpu")
    return missing(std::string(name),
                   "NumPy's arrays lie in its memory; devices are named as cuda:0 or opencl:0");
  if (kind != "cuda" && kind != "opencl")
    return missing(std::string(name),
                   "there is no such kind of device; devices are named as cuda:0 or opencl:0");
  const std::vector<GpuStatus>& rows = kind == "cuda" ? cuda() : opencl();
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
    for (const auto* kind : {&cuda_, &opencl_}) {
      for (const auto& found : *kind) {
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
