#include "driver/gpu_arrays.h"

#include <algorithm>

#include "driver/box_copy.h"
#include "driver/scalar_slot.h"
#include "ir/memory.h"

namespace unpython::driver {
namespace {

/// Atomic updates of narrow elements touch the whole word.
int64_t whole_words(int64_t bytes) { return std::max<int64_t>(16, (bytes + 15) / 16 * 16); }

}  // namespace

GpuArrays::GpuArrays(const ir::Function& function, std::span<const abi::ArrayArgument> arguments,
                     Placement placement, runtime::Device& device, runtime::QueueHandle queue)
    : function_(function),
      arguments_(arguments),
      placement_(std::move(placement)),
      device_(device),
      queue_(queue),
      argument_index_(static_cast<size_t>(function.arrays.size()), -1),
      stored_(placement_.arrays.size(), false),
      buffers_(placement_.buffers.size()),
      scratch_(static_cast<size_t>(function.arrays.size())) {
  for (const ir::Parameter& parameter : function.parameters) {
    if (!parameter.is_array) continue;
    argument_index_[static_cast<size_t>(parameter.array.value)] = static_cast<int>(ids_.size());
    ids_.push_back(parameter.array);
  }
}

bool GpuArrays::is_argument(ir::ArrayId array) const {
  return argument_index_[static_cast<size_t>(array.value)] >= 0;
}

size_t GpuArrays::argument_of(ir::ArrayId array) const {
  return static_cast<size_t>(argument_index_[static_cast<size_t>(array.value)]);
}

void GpuArrays::mark_stored(size_t argument) {
  stored_[argument] = true;
  buffers_[placement_.arrays[argument].buffer].stored = true;
}

int64_t GpuArrays::extent(ir::ArrayId array, int dimension) const {
  const auto d = static_cast<size_t>(dimension);
  if (is_argument(array)) return arguments_[argument_of(array)].extents[d];
  return scratch_[static_cast<size_t>(array.value)].extents.at(d);
}

/// One array that lies in host memory just as on the device.
bool GpuArrays::is_direct(size_t index) const {
  const PlacedBuffer& plan = placement_.buffers[index];
  if (!plan.packed) return false;
  const ir::Array& array = function_[ids_[plan.arrays[0]]];
  return lies_packed(arguments_[plan.arrays[0]], array.rank, size_of(array.type),
                     placement_.arrays[plan.arrays[0]]);
}

void GpuArrays::copy_in(size_t index) {
  const PlacedBuffer& plan = placement_.buffers[index];
  Buffer& buffer = buffers_[index];
  const char* from = plan.begin;
  if (is_direct(index)) {
    from = static_cast<const char*>(arguments_[plan.arrays[0]].data);
  } else if (plan.packed) {
    const size_t only = plan.arrays[0];
    const ir::Array& array = function_[ids_[only]];
    buffer.staging.resize(static_cast<size_t>(plan.bytes));
    gather(arguments_[only], array.rank, size_of(array.type), placement_.arrays[only], buffer.staging.data());
    from = buffer.staging.data();
  }
  device_.copy_in(queue_, {buffer.memory.get(), 0}, from, plan.bytes);
  count_.bytes_in += plan.bytes;
}

DeviceArray GpuArrays::on_device(ir::ArrayId array, bool old_values, bool stored) {
  if (!is_argument(array)) {
    const Scratch& scratch = scratch_[static_cast<size_t>(array.value)];
    return {scratch.memory.get(), scratch.placed};
  }
  const PlacedArray& placed = placement_.arrays[argument_of(array)];
  const PlacedBuffer& plan = placement_.buffers[placed.buffer];
  Buffer& buffer = buffers_[placed.buffer];
  if (!buffer.memory) buffer.memory = runtime::make_memory(device_, whole_words(plan.bytes));
  if (!buffer.on_device && plan.bytes > 0 && (old_values || !plan.packed)) copy_in(placed.buffer);
  buffer.on_device = true;
  if (stored) mark_stored(argument_of(array));
  return {buffer.memory.get(), placed};
}

runtime::Place GpuArrays::place_of(ir::ArrayId array, std::span<const int64_t> indices) {
  const DeviceArray on_it = on_device(array, true, false);
  int64_t offset = on_it.placed.first;
  for (size_t d = 0; d < indices.size(); ++d) offset += indices[d] * on_it.placed.strides[d];
  return {on_it.memory, offset * size_of(function_[array].type)};
}

ir::Constant GpuArrays::load(ir::ArrayId array, std::span<const int64_t> indices) {
  const ScalarType type = function_[array].type;
  if (is_argument(array) && !buffers_[placement_.arrays[argument_of(array)].buffer].stored) {
    const abi::ArrayArgument& argument = arguments_[argument_of(array)];
    int64_t offset = 0;
    for (size_t d = 0; d < indices.size(); ++d) offset += indices[d] * argument.stride_bytes[d];
    return ir::read_scalar(type, static_cast<const char*>(argument.data) + offset);
  }
  std::array<char, 16> bytes{};
  device_.copy_out(queue_, bytes.data(), place_of(array, indices), size_of(type));
  device_.wait(queue_);
  count_.bytes_out += size_of(type);
  return ir::read_scalar(type, bytes.data());
}

void GpuArrays::store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value) {
  const runtime::Place place = place_of(array, indices);
  std::array<char, 16> bytes{};
  ir::write_scalar(value, bytes.data());
  device_.copy_in(queue_, place, bytes.data(), size_of(value.type));
  device_.wait(queue_);
  if (is_argument(array)) mark_stored(argument_of(array));
}

void GpuArrays::allocate(ir::ArrayId array, std::vector<int64_t> extents) {
  Scratch& scratch = scratch_[static_cast<size_t>(array.value)];
  scratch = {};
  int64_t elements = 1;
  for (size_t d = extents.size(); d-- > 0;) {
    scratch.placed.strides[d] = elements;
    elements *= std::max<int64_t>(0, extents[d]);
  }
  scratch.placed.last = std::max<int64_t>(0, elements - 1);
  scratch.placed.unit_dimension = static_cast<int>(extents.size()) - 1;
  scratch.extents = std::move(extents);
  const int64_t bytes = whole_words(elements * size_of(function_[array].type));
  scratch.memory = runtime::make_memory(device_, bytes);
}

void GpuArrays::release(ir::ArrayId array) {
  Scratch& scratch = scratch_[static_cast<size_t>(array.value)];
  if (scratch.memory) device_.wait(queue_);
  scratch = {};
}

void GpuArrays::stage_out(size_t index) {
  Buffer& buffer = buffers_[index];
  const int64_t bytes = placement_.buffers[index].bytes;
  buffer.staging.resize(static_cast<size_t>(bytes));
  device_.copy_out(queue_, buffer.staging.data(), {buffer.memory.get(), 0}, bytes);
}

/// Elements of stored arrays only: what lies between them is not ours.
void GpuArrays::write_host(size_t index) {
  const PlacedBuffer& plan = placement_.buffers[index];
  Buffer& buffer = buffers_[index];
  count_.bytes_out += plan.bytes;
  if (is_direct(index)) {
    device_.copy_out(queue_, arguments_[plan.arrays[0]].data, {buffer.memory.get(), 0}, plan.bytes);
    return;
  }
  for (size_t array : plan.arrays) {
    if (!stored_[array]) continue;
    const ir::Array& of = function_[ids_[array]];
    scatter(buffer.staging.data(), placement_.arrays[array], of.rank, size_of(of.type), arguments_[array]);
  }
}

void GpuArrays::finish() {
  std::vector<size_t> changed;
  for (size_t index = 0; index < buffers_.size(); ++index) {
    if (buffers_[index].stored && placement_.buffers[index].bytes > 0) changed.push_back(index);
  }
  for (size_t index : changed) {
    if (!is_direct(index)) stage_out(index);
  }
  device_.wait(queue_);
  host_is_written_ = true;
  for (size_t index : changed) write_host(index);
  device_.wait(queue_);
}

}  // namespace unpython::driver
