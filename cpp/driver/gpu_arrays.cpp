#include "driver/gpu_arrays.h"

#include <algorithm>
#include <array>
#include <string>

#include "driver/box_copy.h"
#include "driver/scalar_slot.h"
#include "ir/memory.h"
#include "runtime/device_failure.h"
#include "support/log.h"

namespace unpython::driver {
namespace {

/// Atomic updates of narrow elements touch the whole word.
int64_t whole_words(int64_t bytes) { return std::max<int64_t>(16, (bytes + 15) / 16 * 16); }

}  // namespace

GpuArrays::GpuArrays(const ir::Function& function, std::span<const abi::ArrayArgument> arguments,
                     Placement placement, std::span<const Resident> residents, runtime::Gpu& gpu,
                     int64_t memory_limit)
    : function_(function),
      arguments_(arguments),
      placement_(std::move(placement)),
      gpu_(gpu),
      memory_limit_(memory_limit),
      queue_(gpu.queue()),
      residents_(residents),
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

GpuArrays::~GpuArrays() {
  if (finished_) return;
  try {
    gpu_.device().wait(queue_);
  } catch (const runtime::DeviceFailure& failure) {  // whoever cared has seen one before
    log(LogLevel::Debug, [&] { return std::string(failure.what()); });
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

/// The memory that a buffer is; null where it is the call's own.
const Resident* GpuArrays::resident_of(size_t index) const {
  const int resident = placement_.buffers[index].resident;
  return resident < 0 ? nullptr : &residents_[static_cast<size_t>(resident)];
}

/// What the boxes of a buffer count from.
std::byte* GpuArrays::host_of(size_t index) const {
  const PlacedBuffer& plan = placement_.buffers[index];
  if (plan.packed) return static_cast<std::byte*>(arguments_[plan.arrays[0]].data);
  return reinterpret_cast<std::byte*>(const_cast<char*>(plan.begin));
}

runtime::StridedCopy GpuArrays::box_of_argument(size_t argument) const {
  const ir::Array& array = function_[ids_[argument]];
  const PlacedArray& placed = placement_.arrays[argument];
  return box_of(arguments_[argument], array.rank, size_of(array.type), placed, host_of(placed.buffer));
}

void GpuArrays::copy_in(size_t index) {
  const PlacedBuffer& plan = placement_.buffers[index];
  runtime::StridedCopy copy{.run_bytes = plan.bytes};  // shared memory goes as it lies
  if (plan.packed) copy = box_of_argument(plan.arrays[0]);
  const std::array<runtime::Transfer, 1> transfers = {{{.direction = runtime::Direction::In,
                                                        .queue = queue_,
                                                        .memory = buffers_[index].memory.get(),
                                                        .host = host_of(index),
                                                        .copies = {&copy, 1}}}};
  count_.bytes_in += gpu_.transfers().run(transfers).in;
}

DeviceArray GpuArrays::on_device(ir::ArrayId array, bool old_values, bool stored) {
  if (!is_argument(array)) {
    const Scratch& scratch = scratch_[static_cast<size_t>(array.value)];
    return {scratch.memory.get(), scratch.placed};
  }
  const PlacedArray& placed = placement_.arrays[argument_of(array)];
  const PlacedBuffer& plan = placement_.buffers[placed.buffer];
  if (const Resident* resident = resident_of(placed.buffer)) {
    if (stored) mark_stored(argument_of(array));
    return {resident->memory, placed};
  }
  Buffer& buffer = buffers_[placed.buffer];
  if (!buffer.memory) buffer.memory = acquire(whole_words(plan.bytes));
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
  const size_t buffer = is_argument(array) ? placement_.arrays[argument_of(array)].buffer : 0;
  if (is_argument(array) && !buffers_[buffer].stored && resident_of(buffer) == nullptr) {
    const abi::ArrayArgument& argument = arguments_[argument_of(array)];
    int64_t offset = 0;
    for (size_t d = 0; d < indices.size(); ++d) offset += indices[d] * argument.stride_bytes[d];
    return ir::read_scalar(type, static_cast<const char*>(argument.data) + offset);
  }
  std::array<char, 16> bytes{};
  gpu_.device().copy_out(queue(), bytes.data(), place_of(array, indices), size_of(type));
  gpu_.device().wait(queue());
  count_.bytes_out += size_of(type);
  return ir::read_scalar(type, bytes.data());
}

void GpuArrays::store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value) {
  const runtime::Place place = place_of(array, indices);
  std::array<char, 16> bytes{};
  ir::write_scalar(value, bytes.data());
  gpu_.device().copy_in(queue(), place, bytes.data(), size_of(value.type));
  gpu_.device().wait(queue());
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
  scratch.memory = acquire(bytes);
}

void GpuArrays::release(ir::ArrayId array) {
  scratch_[static_cast<size_t>(array.value)] = {};  // whoever gets the memory next uses it after us
}

/// Elements of stored arrays only: what lies between them is not ours.
void GpuArrays::finish() {
  std::vector<std::vector<runtime::StridedCopy>> boxes;
  std::vector<runtime::Transfer> transfers;
  bool foreign_is_stored = false;
  for (size_t index = 0; index < buffers_.size(); ++index) {
    const PlacedBuffer& plan = placement_.buffers[index];
    if (!buffers_[index].stored || plan.bytes == 0) continue;
    if (const Resident* resident = resident_of(index)) {
      foreign_is_stored |= resident->foreign;
      continue;
    }
    std::vector<runtime::StridedCopy>& copies = boxes.emplace_back();
    for (size_t argument : plan.arrays) {
      if (stored_[argument]) copies.push_back(box_of_argument(argument));
    }
    transfers.push_back({.direction = runtime::Direction::Out,
                         .queue = queue_,
                         .memory = buffers_[index].memory.get(),
                         .host = host_of(index),
                         .copies = copies});
  }
  if (foreign_is_stored || !transfers.empty()) gpu_.device().wait(queue());
  host_is_written_ = true;
  count_.bytes_out += gpu_.transfers().run(transfers).out;
  finished_ = true;
}

}  // namespace unpython::driver
