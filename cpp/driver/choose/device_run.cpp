#include "driver/choose/device_run.h"

#include <algorithm>
#include <map>
#include <span>

namespace unpython::driver {
namespace {

double transfer_seconds(double bytes, double start, std::span<const double> moderate, double rate) {
  if (bytes <= 0) return 0;
  double at = 0;
  double seconds = start;
  for (size_t i = 0; i < moderate.size(); ++i) {
    if (moderate[i] <= seconds) continue;
    const auto next = static_cast<double>(runtime::kModerateBytes[i]);
    if (bytes < next) return seconds + (bytes - at) * (moderate[i] - seconds) / (next - at);
    at = next;
    seconds = moderate[i];
  }
  return seconds + (rate > 0 ? (bytes - at) / rate : 0);
}

/// Of one array: bytes that one side has stored and the other one lacks.
struct Newest {
  double on_host = 0;
  double on_device = 0;
  bool device_loads = false;
};
using Arrays = std::map<ir::ArrayId, Newest>;

class Walk {
 public:
  Walk(const CallWork& work, const PartTimes& times, const runtime::DeviceRates& rates)
      : work_(work), times_(times), rates_(rates) {}

  DeviceRun run() {
    DeviceRun run;
    for (const PartOrder& order : work_.order) add(order, 1, run);
    if (run.is_one_sided) {  // known to the element
      run.in = seconds_in(work_.bytes_in, rates_);
      run.out = seconds_out(work_.bytes_out, rates_);
      return run;
    }
    double in = 0;
    double out = 0;
    for (const ArrayTraffic& argument : work_.arguments) {
      const Newest& newest = arrays_[argument.array];
      if (newest.device_loads) in += argument.loaded;
      if (newest.on_device > 0) out += argument.stored;
    }
    run.in = seconds_in(in, rates_);
    run.out = seconds_out(out, rates_);
    return run;
  }

 private:
  void add(const PartOrder& order, double times, DeviceRun& run) {
    once(order, times, run);
    if (order.times > 1) once(order, times * (order.times - 1), run);
  }
  /// One iteration, as if it came so often.
  void once(const PartOrder& order, double times, DeviceRun& run) {
    if (order.part >= 0) return launch(static_cast<size_t>(order.part), times, run);
    for (const PartOrder& inner : order.inner) add(inner, times, run);
  }

  void launch(size_t n, double times, DeviceRun& run) {
    const PartWork& part = work_.parts[n];
    double to_device = 0;
    double to_host = 0;
    for (const ArrayTraffic& array : part.arrays) {
      const Newest& newest = arrays_[array.array];
      to_device += std::min(array.loaded, newest.on_host);
      to_host += std::min(array.loaded, newest.on_device);
    }
    const double on_device = times_.device[n] + seconds_in(to_device, rates_);
    const double on_host = times_.host[n] + seconds_out(to_host, rates_);
    const bool host = part.in_order && on_host < on_device;
    for (const ArrayTraffic& array : part.arrays) move(array, arrays_[array.array], host);
    if (host) {
      run.is_one_sided = false;
      run.host += times * times_.host[n];
      run.between += times * seconds_out(to_host, rates_);
      return;
    }
    run.kernels += times * times_.device[n];
    run.between += times * seconds_in(to_device, rates_);
    if (part.has_result) run.between += times * rates_.transfer_seconds;
  }

  static void move(const ArrayTraffic& array, Newest& newest, bool host) {
    double& lacks = host ? newest.on_device : newest.on_host;
    double& other = host ? newest.on_host : newest.on_device;
    lacks = std::max(0.0, lacks - array.loaded - array.stored);
    other = std::max(other, array.stored);  // in steps of a loop, what the last one stored
    newest.device_loads |= !host && array.loaded > 0;
  }

  const CallWork& work_;
  const PartTimes& times_;
  const runtime::DeviceRates& rates_;
  Arrays arrays_;
};

}  // namespace

double seconds_in(double bytes, const runtime::DeviceRates& rates) {
  // One way alone, for so short a time, does not show what the link can do.
  return transfer_seconds(bytes, rates.transfer_seconds, rates.moderate_in,
                          std::max(rates.bytes_in, rates.bytes_both / 2));
}

double seconds_out(double bytes, const runtime::DeviceRates& rates) {
  return transfer_seconds(bytes, rates.transfer_seconds, rates.moderate_out, rates.bytes_out);
}

DeviceRun walk(const CallWork& work, const PartTimes& times, const runtime::DeviceRates& rates) {
  return Walk(work, times, rates).run();
}

}  // namespace unpython::driver
