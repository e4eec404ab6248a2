#include "driver/gpu_arrays.h"

#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <utility>

#include "driver/scalar_slot.h"
#include "ir/memory.h"
#include "runtime/device_failure.h"
#include "support/checked_int.h"
#include "support/log.h"

namespace unpython::driver {
namespace {

using kernel::Box;
using runtime::StridedCopy;

Box box_of_element(std::span<const int64_t> indices) {
  Box box;
  for (size_t d = 0; d < indices.size(); ++d) box.low[d] = box.high[d] = indices[d];
  return box;
}

Box all_of(const CallArray& array) { return kernel::whole_box(array.host.extents, array.rank); }

std::optional<Box> touched_by(const kernel::ArrayUse& use) {
  return kernel::bounding(use.loaded, use.stored);
}

}  // namespace

GpuArrays::GpuArrays(const ir::Function& function, std::span<const abi::ArrayArgument> arguments,
                     Placement placement, std::span<const Resident> residents, runtime::Gpu& gpu,
                     int64_t memory_limit)
    : function_(function),
      gpu_(gpu),
      budget_{.limit_bytes = memory_limit},
      queue_(gpu.queue()),
      residents_(residents),
      arrays_(static_cast<size_t>(function.arrays.size())),
      changed_(arrays_.size()),
      buffers_(placement.buffers.size() + arrays_.size()),
      argument_buffers_(placement.buffers.size()),
      brought_(arrays_.size()) {
  for (size_t i = 0; i < placement.buffers.size(); ++i) {
    const PlacedBuffer& plan = placement.buffers[i];
    buffers_[i].packed = plan.packed;
    buffers_[i].bytes = plan.bytes;
    buffers_[i].resident = plan.resident;
    buffers_[i].host = plan.packed ? static_cast<std::byte*>(arguments[plan.arrays[0]].data)
                                   : reinterpret_cast<std::byte*>(const_cast<char*>(plan.begin));
  }
  size_t argument = 0;
  for (const ir::Parameter& parameter : function.parameters) {
    if (!parameter.is_array) continue;
    const ir::Array& array = function[parameter.array];
    const PlacedArray& placed = placement.arrays[argument];
    at(parameter.array) = {arguments[argument], array.rank, size_of(array.type), placed.buffer, placed};
    buffers_[placed.buffer].arrays.push_back(parameter.array);
    ++argument;
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

/// Atomic updates of narrow elements touch the whole word.
int64_t GpuArrays::whole_words(int64_t bytes) { return std::max<int64_t>(16, (bytes + 15) / 16 * 16); }

runtime::PooledMemory GpuArrays::acquire(int64_t bytes) {
  return gpu_.memory().acquire(whole_words(bytes), &budget_);
}

int64_t GpuArrays::extent(ir::ArrayId array, int dimension) const {
  return (*this)[array].host.extents[static_cast<size_t>(dimension)];
}

/// The memory that a buffer is; null where it is the call's own.
const Resident* GpuArrays::resident_of(size_t index) const {
  const int resident = buffers_[index].resident;
  return resident < 0 ? nullptr : &residents_[static_cast<size_t>(resident)];
}

void GpuArrays::hold(size_t index) {
  Buffer& buffer = buffers_[index];
  if (is_held(index)) return;
  buffer.memory = acquire(buffer.bytes);
  // A local array that was never anywhere else has no old values.
  if (buffer.local && !buffer.backing) buffer.arrived = all_of(at(buffer.arrays[0]));
}

DeviceArray GpuArrays::held(ir::ArrayId array) const {
  const CallArray& known = (*this)[array];
  const Resident* resident = resident_of(known.buffer);
  return {resident != nullptr ? resident->memory : buffers_[known.buffer].memory.get(), known.placed};
}

/// Copies of what is not there yet; `arrived` becomes what is there then. What goes in may change what lies
/// between, so what is added to something lies before or behind all of it, and each piece is a transfer of
/// its own.
GpuArrays::Pieces GpuArrays::missing(ir::ArrayId array, const kernel::ArrayUse& use, Reach reach,
                                     std::optional<Box>& arrived) const {
  const CallArray& known = (*this)[array];
  const Buffer& buffer = buffers_[known.buffer];
  if (resident_of(known.buffer) != nullptr || buffer.bytes == 0) return {};
  if (!buffer.packed) {  // shared memory goes as it lies
    if (std::exchange(arrived, Box{})) return {};
    return {{StridedCopy{.run_bytes = buffer.bytes}}};
  }
  const std::optional<Box> touched = touched_by(use);
  if (!touched || is_empty(*touched) || (arrived && contains(*arrived, *touched))) return {};
  Box all = arrived ? bounding(*arrived, *touched) : *touched;
  if (arrived || reach == Reach::Slab) all = slab_around(known, all);
  Pieces pieces;
  for (const Box& part : arrived ? difference(all, *arrived) : std::vector<Box>{all}) {
    std::vector<StridedCopy> copies;
    for (const Box& old : use.covered ? difference(part, *use.stored) : std::vector<Box>{part})
      copies.push_back(copy_of(known, old, known.placed, buffer.host));
    if (!copies.empty()) pieces.push_back(std::move(copies));
  }
  arrived = all;
  return pieces;
}

int64_t GpuArrays::missing_bytes(ir::ArrayId array, const kernel::ArrayUse& use, Reach reach) const {
  std::optional<Box> arrived = buffers_[(*this)[array].buffer].arrived;
  int64_t bytes = 0;
  for (const std::vector<StridedCopy>& piece : missing(array, use, reach, arrived)) {
    for (const StridedCopy& copy : piece) bytes += runtime::bytes_of(copy);
  }
  return bytes;
}

void GpuArrays::fetch(ir::ArrayId array, const kernel::ArrayUse& use, Reach reach, runtime::QueueHandle queue,
                      runtime::TransferList& list) {
  const size_t index = at(array).buffer;
  Buffer& buffer = buffers_[index];
  const std::optional<Box> touched = touched_by(use);
  if (buffer.packed && buffer.arrived && touched && !contains(*buffer.arrived, *touched) &&
      *buffer.arrived != slab_around(at(array), *buffer.arrived)) {
    write_back(index);
    reach = Reach::Slab;
    buffer.arrived.reset();
  }
  std::byte* host = host_of(index);
  for (std::vector<StridedCopy>& piece : missing(array, use, reach, buffer.arrived))
    list.add(runtime::Direction::In, queue, buffer.memory.get(), host, std::move(piece));
}

void GpuArrays::mark_changed(ir::ArrayId array, const Box& box) {
  if (is_empty(box)) return;
  std::optional<Box>& changed = changed_[index_of(array)];
  changed = bounding(changed, box);
  if (resident_of(at(array).buffer) != nullptr) host_is_written_ = true;  // it has no other copy
}

/// Elements of stored arrays only: what lies between them is not ours.
void GpuArrays::bring_back(size_t index, runtime::TransferList& list) {
  std::vector<StridedCopy> copies;
  std::byte* host = nullptr;
  for (ir::ArrayId array : buffers_[index].arrays) {
    std::optional<Box>& changed = changed_[static_cast<size_t>(array.value)];
    if (!changed) continue;
    host = host_of(index);
    copies.push_back(copy_of(at(array), *changed, at(array).placed, host));
    brought_[static_cast<size_t>(array.value)] += runtime::bytes_of(copies.back());
    changed.reset();
  }
  if (copies.empty()) return;
  list.add(runtime::Direction::Out, queue_, buffers_[index].memory.get(), host, std::move(copies));
}

void GpuArrays::write_back(size_t index) {
  runtime::TransferList list;
  bring_back(index, list);
  if (list.is_empty()) return;
  gpu_.device().wait(queue_);
  mark_host_written(index);
  add(gpu_.transfers().run(list.all()));
}

void GpuArrays::evict(size_t index) {
  Buffer& buffer = buffers_[index];
  if (!buffer.memory) return;
  write_back(index);
  buffer.memory = {};  // whoever gets the memory next uses it after us
  buffer.arrived.reset();
}

std::byte* GpuArrays::host_of(size_t index) {
  Buffer& buffer = buffers_[index];
  if (buffer.local && !buffer.backing) {
    buffer.backing = make_memory(buffer.bytes);
    buffer.host = buffer.backing.get();
    at(buffer.arrays[0]).host.data = buffer.host;
  }
  return buffer.host;
}

/// The device alone has the value of an element.
bool GpuArrays::is_on_device(ir::ArrayId array, const Box& element) const {
  const CallArray& known = (*this)[array];
  const Buffer& buffer = buffers_[known.buffer];
  if (resident_of(known.buffer) != nullptr) return true;
  if (!buffer.memory) return false;
  if (buffer.local && !buffer.backing) return true;
  return std::any_of(buffer.arrays.begin(), buffer.arrays.end(), [&](ir::ArrayId other) {
    const std::optional<Box>& changed = changed_[static_cast<size_t>(other.value)];
    return changed && (!buffer.packed || contains(*changed, element));
  });
}

runtime::Place GpuArrays::place_of(ir::ArrayId array, std::span<const int64_t> indices) const {
  const DeviceArray on_it = held(array);
  int64_t offset = on_it.placed.first;
  for (size_t d = 0; d < indices.size(); ++d) offset += indices[d] * on_it.placed.strides[d];
  return {on_it.memory, offset * (*this)[array].item_bytes};
}

std::byte* GpuArrays::host_element(ir::ArrayId array, std::span<const int64_t> indices) {
  static_cast<void>(host_of(at(array).buffer));  // memory for a local array
  auto* element = static_cast<std::byte*>(at(array).host.data);
  for (size_t d = 0; d < indices.size(); ++d) element += indices[d] * at(array).host.stride_bytes[d];
  return element;
}

ir::Constant GpuArrays::load(ir::ArrayId array, std::span<const int64_t> indices) {
  const ScalarType type = function_[array].type;
  if (!is_on_device(array, box_of_element(indices)))
    return ir::read_scalar(type, reinterpret_cast<const char*>(host_element(array, indices)));
  std::array<char, 16> bytes{};
  gpu_.device().copy_out(queue_, bytes.data(), place_of(array, indices), size_of(type));
  gpu_.device().wait(queue_);
  count_.out += size_of(type);
  return ir::read_scalar(type, bytes.data());
}

void GpuArrays::store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value) {
  const size_t buffer = at(array).buffer;
  if (!is_held(buffer) && (host_is_written_ || buffers_[buffer].backing)) {
    ir::write_scalar(value, reinterpret_cast<char*>(host_element(array, indices)));
    return;
  }
  hold(buffer);
  const Box element = box_of_element(indices);
  runtime::TransferList list;
  fetch(array, {.loaded = {}, .stored = element}, Reach::Slab, queue_, list);
  add(gpu_.transfers().run(list.all()));
  std::array<char, 16> bytes{};
  ir::write_scalar(value, bytes.data());
  gpu_.device().copy_in(queue_, place_of(array, indices), bytes.data(), size_of(value.type));
  gpu_.device().wait(queue_);
  mark_changed(array, element);
}

void GpuArrays::allocate(ir::ArrayId id, std::vector<int64_t> extents) {
  CallArray array{.rank = static_cast<int>(extents.size()), .item_bytes = size_of(function_[id].type)};
  array.buffer = argument_buffers_ + static_cast<size_t>(id.value);
  int64_t elements = 1;
  std::optional<int64_t> bytes = array.item_bytes;
  for (size_t d = extents.size(); d-- > 0;) {
    const int64_t extent = std::max<int64_t>(0, extents[d]);
    array.placed.strides[d] = elements;
    array.host.extents[d] = extent;
    array.host.stride_bytes[d] = elements * array.item_bytes;
    if (bytes) bytes = checked_mul(*bytes, extent);
    if (!bytes) throw std::bad_alloc();
    elements *= extent;
  }
  array.placed.last = std::max<int64_t>(0, elements - 1);
  array.placed.unit_dimension = array.rank - 1;
  array.placed.buffer = array.buffer;
  buffers_[array.buffer] = {};
  buffers_[array.buffer].bytes = elements * array.item_bytes;
  buffers_[array.buffer].arrays = {id};
  buffers_[array.buffer].local = true;
  const std::vector<ir::ArrayId> returned = function_.returned_arrays();
  buffers_[array.buffer].returned = std::find(returned.begin(), returned.end(), id) != returned.end();
  changed_[static_cast<size_t>(id.value)].reset();
  at(id) = array;
}

void GpuArrays::release(ir::ArrayId array) {
  changed_[static_cast<size_t>(array.value)].reset();
  buffers_[argument_buffers_ + static_cast<size_t>(array.value)] =
      {};  // whoever gets the memory uses it after us
}

/// Gives an array that a result owns its place: on the host, or on the device.
void GpuArrays::settle_result(ir::ArrayId array, runtime::TransferList& list) {
  const size_t buffer = at(array).buffer;
  if (!keeps_results()) {
    static_cast<void>(host_of(buffer));
    bring_back(buffer, list);
    return;
  }
  hold(buffer);
  if (buffers_[buffer].bytes > 0)
    fetch(array, {.loaded = all_of(at(array)), .stored = {}}, Reach::Slab, queue_, list);
}

runtime::PooledMemory GpuArrays::take_device(ir::ArrayId array) {
  runtime::PooledMemory memory = std::move(buffers_[at(array).buffer].memory);
  memory.outlive_budget();
  return memory;
}

void GpuArrays::finish(std::span<const ir::ArrayId> results) {
  runtime::TransferList list;
  brought_.assign(brought_.size(), 0);
  bool foreign_is_stored = false;
  for (size_t index = 0; index < argument_buffers_; ++index) {
    const Resident* resident = resident_of(index);
    if (resident == nullptr) {
      bring_back(index, list);
      continue;
    }
    for (ir::ArrayId array : buffers_[index].arrays)
      foreign_is_stored |= resident->foreign && is_changed(array);
  }
  const bool arguments_change = !list.is_empty();
  for (ir::ArrayId array : results) settle_result(array, list);
  if (foreign_is_stored || !list.is_empty()) gpu_.device().wait(queue_);
  host_is_written_ |= arguments_change;
  if (!list.is_empty()) add(gpu_.transfers().run(list.all()));
  finished_ = true;
}

}  // namespace unpython::driver
