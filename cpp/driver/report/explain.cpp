// The report as text.
#include "driver/report/explain.h"

#include <algorithm>
#include <cstdio>

#include "support/text_writer.h"

namespace unpython::driver {
namespace {

/// The whole report, so that it fits a screen: heading, times and what may be cut are counted in.
constexpr size_t kMostLines = 25;

std::string milliseconds(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string counted(int count, const char* what) {
  return std::to_string(count) + " subscript" + (count == 1 ? " " : "s ") + what;
}

/// What the nest touches: the buffers that a device has, or would get.
std::string memory_line(const NestGroups& memory) {
  if (!memory.code.empty()) return "no buffers: " + memory.code + ", " + memory.reason;
  if (memory.groups.empty()) return {};
  int64_t bytes = 0;
  std::string buffers;
  for (const GroupReport& group : memory.groups) {
    bytes += group.bytes;
    buffers += buffers.empty() ? "" : "; ";
    for (const std::string& array : group.arrays) buffers += array + " ";
    buffers += group.rule + (group.reason.empty() ? "" : ", as " + group.reason);
  }
  return (memory.moved ? "had " : "touches ") + std::to_string(bytes) + " bytes (" + buffers +
         "): " + std::to_string(memory.bytes_in) + (memory.moved ? "" : " to be") + " copied in, " +
         std::to_string(memory.bytes_out) + " out";
}

std::string verdict_text(const LoopReport& loop) {
  return loop.verdict + (loop.reason.empty() ? "" : " (" + loop.reason + ")");
}

std::vector<std::string> nest_lines(const NestReport& nest) {
  std::vector<std::string> lines;
  const LoopReport& speaker = nest.speaker;
  lines.push_back("  line " + std::to_string(nest.line) + ": " + verdict_text(speaker));
  if (!speaker.advice.empty()) lines.push_back("    " + speaker.advice);
  for (const LoopReport& loop : nest.loops) {
    if (nest.loops.size() > 1)
      lines.push_back("    loop in line " + std::to_string(loop.line) + ": " + verdict_text(loop));
  }
  std::string schedule = nest.schedule;
  if (nest.proven > 0) schedule += (schedule.empty() ? "" : "; ") + counted(nest.proven, "proven in bounds");
  if (nest.checked > 0) schedule += (schedule.empty() ? "" : "; ") + counted(nest.checked, "checked");
  if (!schedule.empty()) lines.push_back("    " + schedule);
  if (!nest.order.empty()) lines.push_back("    " + nest.order);
  if (const std::string memory = memory_line(nest.memory); !memory.empty()) lines.push_back("    " + memory);
  return lines;
}

std::string sizes(const std::array<int64_t, 3>& sizes) {
  return std::to_string(sizes[0]) + " x " + std::to_string(sizes[1]) + " x " + std::to_string(sizes[2]);
}

/// ", in 12 tiles of 100 x 2000 iterations (more than the device has memory for)".
std::string tiles_of(const KernelRecord& kernel) {
  if (kernel.tiled_for.empty()) return {};
  std::string shape;
  for (const int64_t length : kernel.tile) shape += (shape.empty() ? "" : " x ") + std::to_string(length);
  const std::string why = kernel.tiled_for == "memory"    ? "more than the device has memory for"
                          : kernel.tiled_for == "overlap" ? "copies go on beside kernels"
                                                          : "as UNPYTHON_TILES asks";
  const std::string together =
      kernel.together > 1 ? ", " + std::to_string(kernel.together) + " launches for one load of a tile"
      : kernel.not_together.empty() ? ""
                                    : ", each launch loads its tiles anew: " + kernel.not_together;
  return ", in " + std::to_string(kernel.tiles) + " tile" + (kernel.tiles == 1 ? "" : "s") + " of " + shape +
         " iterations (" + why + ")" + together;
}

/// ", dealt to 2 devices" or ", on one device: SMALL_NEST, ..."; empty for a call on one.
std::string dealt_to(const KernelRecord& kernel) {
  if (kernel.devices > 1) return ", dealt to " + std::to_string(kernel.devices) + " devices";
  if (kernel.one_device_code.empty()) return {};
  return ", on one device: " + kernel.one_device_code + ", " + kernel.one_device_reason;
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.0f %%", 100 * share);
  return text;
}

/// ", 38 % of its iterations on the CPU"; empty where the device ran all.
std::string on_cpu(const KernelRecord& kernel) {
  return kernel.host_share > 0 ? ", " + percent(kernel.host_share) + " of its iterations on the CPU" : "";
}

/// What the sides of a call took, one beside the other.
std::string both_line(const BothSides& both) {
  return "  at once: the CPU " + milliseconds(both.host_milliseconds) + " ms, the device " +
         milliseconds(both.device_milliseconds) + " ms" +
         (both.came_home ? " with its data" : ", with what comes back for later kernels beside it");
}

std::string estimate_line(const Estimate& estimate) {
  std::string line = "  expected to take " + milliseconds(estimate.gpu_milliseconds) + " ms on the device, " +
                     milliseconds(estimate.cpu_milliseconds) + " ms on the CPU";
  if (estimate.both_milliseconds > 0)
    line += ", " + milliseconds(estimate.both_milliseconds) + " ms on both at once, " +
            percent(estimate.host_share) + " of the iterations on the CPU" +
            (estimate.is_dealt ? "" : ": too little sooner");
  return line;
}

/// "a, b in device memory, read; t in local memory (2048 bytes), the threads of a group share it"; empty where no device ran it.
std::string homes_of(const KernelRecord& kernel) {
  std::string text;
  if (!kernel.homes) return text;
  std::vector<ArrayHome> joined;  // `array`: several names
  for (const ArrayHome& place : *kernel.homes) {
    const auto same = std::find_if(joined.begin(), joined.end(), [&](const ArrayHome& other) {
      return other.place == place.place && other.why == place.why;
    });
    if (same == joined.end()) {
      joined.push_back(place);
    } else {
      same->array += ", " + place.array;
      same->bytes += place.bytes;
    }
  }
  for (const ArrayHome& place : joined) {
    text += (text.empty() ? "" : "; ") + place.array + " in " + place.place;
    if (place.bytes > 0) text += " (" + std::to_string(place.bytes) + " bytes)";
    text += ", " + place.why;
  }
  return text;
}

std::vector<std::string> gpu_lines(const GpuRecord& gpu) {
  std::vector<std::string> lines;
  for (const KernelRecord& kernel : gpu.kernels) {
    lines.push_back("  kernel " + kernel.name + ": " + sizes(kernel.grid) + " groups of " +
                    sizes(kernel.block) + " threads" +
                    (kernel.launches > 1 ? ", launched " + std::to_string(kernel.launches) + " times" : "") +
                    tiles_of(kernel) + dealt_to(kernel) + on_cpu(kernel) +
                    (kernel.host_code.empty()
                         ? ""
                         : ", finished by the CPU: " + kernel.host_code + ", " + kernel.host_reason));
    if (const std::string homes = homes_of(kernel); !homes.empty()) lines.push_back("    " + homes);
  }
  if (!gpu.kernels.empty()) {
    lines.push_back("  " + std::to_string(gpu.bytes_in) + " bytes to the device, " +
                    std::to_string(gpu.bytes_out) + " bytes back");
  }
  if (gpu.both.host_share > 0) lines.push_back(both_line(gpu.both));
  for (const DeviceRecord& device : gpu.devices) {
    if (device.device == "cpu") continue;
    lines.push_back("    " + device.device + ": " + std::to_string(device.bytes_in) + " in, " +
                    std::to_string(device.bytes_out) + " back, " + std::to_string(device.bytes_between) +
                    " from other devices");
  }
  return lines;
}

std::vector<std::string> fusion_lines(const Report& report) {
  std::vector<std::string> lines;
  for (const transform::FusionNote& note : report.fusion)
    lines.push_back("  line " + std::to_string(note.where.line) + ": " + note.text);
  const Temporaries& temporaries = report.temporaries;
  if (temporaries.bytes > 0 || temporaries.unfused_bytes > 0) {
    lines.push_back("  temporaries: " + std::to_string(temporaries.bytes) +
                    " bytes; one for each operator would take " + std::to_string(temporaries.unfused_bytes));
  }
  return lines;
}

std::string times_line(const Report& report) {
  double total = 0;
  std::string parts;
  for (const StageTime& time : report.times) {
    total += time.milliseconds;
    parts += (parts.empty() ? "" : ", ") + time.stage + " " + milliseconds(time.milliseconds);
  }
  return "  prepared in " + milliseconds(total) + " ms (" + parts + "), code: " + report.cache;
}

}  // namespace

void tell_what_moved(Report& report) {
  for (NestReport& nest : report.nests) {
    NestGroups moved{.groups = {}, .code = {}, .reason = {}, .moved = true};
    bool told_before = false;
    for (const KernelRecord& kernel : report.gpu.kernels) {
      if (!kernel.runs_in(nest.line, nest.last_line)) continue;
      if (!kernel.begins_in(nest.line, nest.last_line)) {
        told_before = true;
        continue;
      }
      moved.groups.insert(moved.groups.end(), kernel.groups.begin(), kernel.groups.end());
      moved.bytes_in += kernel.bytes_in;
      moved.bytes_out += kernel.bytes_out;
    }
    if (told_before || !moved.groups.empty()) nest.memory = std::move(moved);
  }
}

std::string print(const Report& report) {
  std::vector<std::string> lines;
  lines.push_back(report.function + "(): " +
                  (report.device.empty()
                       ? (report.refused.empty() ? "not called yet; explain(*args) tells what a call of these arguments would do"
                                                 : "no call of it has run yet")
                       : "runs on " + report.device));
  if (!report.refused.empty())
    lines.push_back("  the last call was refused: " + report.refused +
                    (report.device.empty() ? "" : "; all else is of the call before"));
  for (const Fallback& fallback : report.fallbacks) {
    lines.push_back("  not on " + fallback.device + ": " + fallback.code + ", " + fallback.reason);
  }
  for (const NestReport& nest : report.nests) {
    for (std::string& line : nest_lines(nest)) lines.push_back(std::move(line));
  }
  if (report.estimate) lines.push_back(estimate_line(*report.estimate));
  for (std::string& line : fusion_lines(report)) lines.push_back(std::move(line));
  for (std::string& line : gpu_lines(report.gpu)) lines.push_back(std::move(line));
  if (!report.times.empty()) lines.push_back(times_line(report));
  if (lines.size() > kMostLines) {
    const size_t cut = lines.size() - kMostLines + 1;
    lines.resize(kMostLines - 1);
    lines.push_back("  and " + std::to_string(cut) + " more lines: see as_dict()");
  }
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

}  // namespace unpython::driver
