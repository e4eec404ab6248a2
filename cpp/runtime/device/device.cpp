// Where the classes of device.h have their tables, and what a device does that knows no better way.
#include "runtime/device/device.h"

#include "runtime/device/device_failure.h"
#include "runtime/device/foreign_streams.h"
#include "runtime/device/launch_graph.h"
#include "support/spans.h"

namespace unpython::runtime {

DeviceCode::~DeviceCode() = default;
Device::~Device() = default;
LaunchGraph::~LaunchGraph() = default;
ForeignStreams::~ForeignStreams() = default;

MemoryHandle Device::on_device(std::byte*) const { return {}; }

bool Device::can_compile(std::string&) { return true; }
bool Device::compiles_quickly() { return false; }

ForeignStreams* Device::foreign_streams() { return nullptr; }

std::unique_ptr<LaunchGraph> Device::make_graph(std::span<const GraphLaunch>) { return nullptr; }

EventHandle Device::record_copy_in(QueueHandle queue, Place to, const void* from, int64_t bytes) {
  copy_in(queue, to, from, bytes);
  return record(queue);
}

EventHandle Device::record_copy_out(QueueHandle queue, void* to, Place from, int64_t bytes) {
  copy_out(queue, to, from, bytes);
  return record(queue);
}

EventHandle Device::record_rows_in(QueueHandle queue, Place to, int64_t stride_bytes, const void* from, int64_t row_bytes,
                                   int64_t rows) {
  for (int64_t row = 0; row < rows; ++row)
    copy_in(queue, {to.memory, to.offset_bytes + row * stride_bytes}, static_cast<const std::byte*>(from) + row * row_bytes,
            row_bytes);
  return record(queue);
}

EventHandle Device::record_rows_out(QueueHandle queue, void* to, Place from, int64_t stride_bytes, int64_t row_bytes,
                                    int64_t rows) {
  for (int64_t row = 0; row < rows; ++row)
    copy_out(queue, static_cast<std::byte*>(to) + row * row_bytes, {from.memory, from.offset_bytes + row * stride_bytes},
             row_bytes);
  return record(queue);
}

TimedPoint Device::record_time(QueueHandle queue) {
  wait(queue);
  return {.queue = queue, .event = {}, .host = span_clock()};
}

double Device::seconds_between(const TimedPoint& from, const TimedPoint& to) {
  return static_cast<double>(to.host - from.host) / 1e9;
}

bool Device::reaches(const Device&) const { return false; }

void Device::copy_to(Device& other, QueueHandle, Place, Place, int64_t) {
  throw DeviceFailure(FailureKind::Other, properties().name, "a copy to another device", "no way to it", 0,
                      other.properties().name);
}

}  // namespace unpython::runtime
