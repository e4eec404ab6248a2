#include "driver/execute/gpu_arrays.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include "runtime/device/device_failure.h"
#include "support/checked_int.h"
#include "support/log.h"

namespace unpython::driver {
namespace {

using footprint::Box;
using footprint::CallArray;
using footprint::Footprint;
using footprint::Unpacked;
using runtime::Resident;
using runtime::StridedCopy;

Box box_of_element(std::span<const int64_t> indices) {
  Box box;
  for (size_t d = 0; d < indices.size(); ++d) box.low[d] = box.high[d] = indices[d];
  return box;
}

Box all_of(const CallArray& array) { return footprint::whole_box(array.host.extents, array.rank); }

}  // namespace

GpuArrays::GpuArrays(const ir::Function& function, std::span<const abi::ArrayArgument> arguments,
                     footprint::Placement placement, std::span<const Resident> residents, Executor* executor)
    : function_(function),
      executor_(executor),
      residents_(residents),
      arrays_(static_cast<size_t>(function.arrays.size())),
      changed_(arrays_.size()),
      buffers_(placement.buffers.size() + arrays_.size()),
      argument_buffers_(placement.buffers.size()),
      brought_(arrays_.size()),
      moved_(arrays_.size()) {
  for (size_t i = 0; i < placement.buffers.size(); ++i) {
    const footprint::PlacedBuffer& plan = placement.buffers[i];
    buffers_[i].packed = plan.packed;
    buffers_[i].bytes = plan.bytes;
    buffers_[i].resident = plan.resident;
    buffers_[i].host = plan.packed ? static_cast<std::byte*>(arguments[plan.arrays[0]].data)
                                   : reinterpret_cast<std::byte*>(const_cast<char*>(plan.begin));
    using Of = HostName::Of;
    const bool is_alone = plan.packed && plan.resident < 0;
    const Of of = plan.resident >= 0 ? Of::Own : plan.packed ? Of::Argument : Of::Shared;
    buffers_[i].host_name = {of, static_cast<int>(is_alone ? plan.arrays[0] : i)};
    if (of == Of::Shared && executor_ != nullptr) executor_->set_host(buffers_[i].host_name, buffers_[i].host);
  }
  size_t argument = 0;
  for (const ir::Parameter& parameter : function.parameters) {
    if (!parameter.is_array) continue;
    const ir::Array& array = function[parameter.array];
    const footprint::PlacedArray& placed = placement.arrays[argument];
    at(parameter.array) = {
        arguments[argument], array.rank, size_of(array.type),
        placed.buffer,       placed,     footprint::ordered_dimensions(placed, array.rank)};
    buffers_[placed.buffer].arrays.push_back(parameter.array);
    ++argument;
  }
}

GpuArrays::~GpuArrays() {
  if (finished_ || executor_ == nullptr) return;
  try {
    gpu().device().wait(gpu().queue());
  } catch (const runtime::DeviceFailure& failure) {  // whoever cared has seen one before
    log(LogLevel::Debug, [&] { return std::string(failure.what()); });
  }
}

void GpuArrays::move(CopyList list) {
  if (executor_ != nullptr && !list.empty()) executor_->copy(std::move(list));
}

void GpuArrays::add_copy(runtime::Direction direction, ir::ArrayId array, Way way, MemoryName memory,
                         std::vector<StridedCopy> pieces, bool keeps_gaps, CopyList& list) {
  const int64_t bytes = runtime::crossing_bytes(pieces, keeps_gaps);
  runtime::MovedBytes& moved = moved_[index_of(array)];
  (direction == runtime::Direction::In ? moved.in : moved.out) += bytes;
  (direction == runtime::Direction::In ? count_.in : count_.out) += bytes;
  const size_t index = at(array).buffer;
  if (resident_of(index) == nullptr) static_cast<void>(host_of(index));  // memory for a local array
  list.push_back({direction, array, bytes, way, memory, buffers_[index].host_name, std::move(pieces), keeps_gaps});
}

int64_t GpuArrays::extent(ir::ArrayId array, int dimension) const {
  return (*this)[array].host.extents[static_cast<size_t>(dimension)];
}

/// The memory that a buffer is; null where it is the call's own.
const Resident* GpuArrays::resident_of(size_t index) const {
  const int resident = buffers_[index].resident;
  return resident < 0 ? nullptr : &residents_[static_cast<size_t>(resident)];
}

SlotMemory GpuArrays::allocated(const Buffer& buffer) {
  const ir::ArrayId array = buffer.arrays[0];
  const bool is_value = buffer.bytes > 0 && buffer.bytes <= int64_t{KernelErrors::kValueRoom} &&
                        std::find(near_host_.begin(), near_host_.end(), array) != near_host_.end();
  SlotMemory value = is_value ? executor_->allocate_value(array, buffer.bytes) : SlotMemory();
  return value ? std::move(value) : executor_->allocate(array, buffer.bytes);
}

void GpuArrays::hold(size_t index) {
  Buffer& buffer = buffers_[index];
  if (is_held(index)) return;
  if (executor_ != nullptr) buffer.memory = allocated(buffer);
  buffer.held = true;
  // A local array that was never anywhere else has no old values.
  if (buffer.local && !is_backed(index))
    buffer.arrived = Footprint(all_of(at(buffer.arrays[0]))).without(buffer.elsewhere);
}

bool GpuArrays::stays(ir::ArrayId array) {
  const size_t index = (*this)[array].buffer;
  const Buffer& buffer = buffers_[index];
  if (resident_of(index) != nullptr) return true;
  if (!buffer.local || is_backed(index) || goes_to_host(index)) return false;
  try {
    hold(index);
  } catch (const runtime::DeviceFailure& failure) {
    if (failure.kind() != runtime::FailureKind::OutOfMemory) throw;
    return false;
  }
  return true;
}

DeviceArray GpuArrays::held(ir::ArrayId array) const {
  const CallArray& known = (*this)[array];
  const Buffer& buffer = buffers_[known.buffer];
  const MemoryName name =
      buffer.resident < 0 ? buffer.memory.name() : MemoryName{MemoryName::Of::Argument, buffer.resident};
  return {name, executor_->memory(name), known.placed};
}

void GpuArrays::fit(ir::ArrayId array, const Footprint& part, const Footprint& stored,
                    const std::function<bool(const footprint::PlacedArray&)>& may_take) {
  CallArray& known = at(array);
  Buffer& buffer = buffers_[known.buffer];
  const std::optional<footprint::PackedLayout> layout = footprint::pack_footprint(known, part, stored);
  if (!layout || !may_take(layout->placed)) {
    buffer.unpacked = !layout ? Unpacked::Dense : Unpacked::Variants;
    return;
  }
  buffer.unpacked = Unpacked::No;
  known.placed = layout->placed;
  buffer.bytes = layout->elements * known.item_bytes;
  buffer.packing = layout->packing;
  buffer.room = part;
}

bool GpuArrays::is_all(ir::ArrayId array, const Footprint& part) const {
  return part.elements() == footprint::elements(all_of((*this)[array]));
}

bool GpuArrays::touches_part(ir::ArrayId array) const {
  const Footprint& arrived = buffers_[(*this)[array].buffer].arrived;
  return !arrived.is_empty() && !is_all(array, arrived);
}

HeldState GpuArrays::state_of(ir::ArrayId array) const {
  const CallArray& known = (*this)[array];
  const Buffer& buffer = buffers_[known.buffer];
  return {.array = known,
          .resident = resident_of(known.buffer) != nullptr,
          .packed = buffer.packed,
          .only_exact = is_shared_,
          .room = buffer.packing == footprint::Packing::Whole ? nullptr : &buffer.room,
          .arrived = buffer.arrived,
          .changed = changed_[index_of(array)],
          .host = buffer.host};
}

int64_t GpuArrays::missing_bytes(ir::ArrayId array, const footprint::ArrayUse& use, Adding adding) const {
  const HeldState state = state_of(array);
  const int64_t bytes = buffers_[(*this)[array].buffer].bytes;
  if (bytes == 0) return 0;
  const Crossing lacking = crossing_in(state, use, adding);
  if (lacking.elements.is_empty()) return 0;
  return state.packed ? driver::bytes_of(state, lacking.elements, lacking.beside) : bytes;
}

void GpuArrays::fetch(ir::ArrayId array, const footprint::ArrayUse& use, Adding adding, Way way, CopyList& list) {
  const size_t index = at(array).buffer;
  Buffer& buffer = buffers_[index];
  const Crossing lacking = buffer.bytes == 0 ? Crossing() : crossing_in(state_of(array), use, adding);
  if (lacking.again) {
    write_back(index);
    buffer.arrived = {};
  }
  if (!lacking.elements.is_empty()) {
    std::vector<StridedCopy> pieces =
        buffer.packed ? footprint::copies_of(at(array), lacking.elements, at(array).placed, host_of(index))
                      : std::vector<StridedCopy>{StridedCopy{.run_bytes = buffer.bytes}};
    add_copy(runtime::Direction::In, array, way, buffer.memory.name(), std::move(pieces), lacking.beside, list);
  }
  if (resident_of(index) != nullptr) return;
  if (buffer.packed) buffer.arrived.add(use.touched());
  buffer.arrived.add(lacking.elements);
}

void GpuArrays::mark_changed(ir::ArrayId array, const Footprint& part, std::optional<int64_t> unless_before) {
  if (part.is_empty()) return;
  const Buffer& buffer = buffers_[at(array).buffer];
  // It has no other copy.
  if (resident_of(at(array).buffer) != nullptr || (buffer.dealt && !buffer.local)) host_is_written_ = true;
  if (unless_before) return unsettled_.push_back({array, part, *unless_before});
  changed_[index_of(array)].add(part);
}

void GpuArrays::mark_all_changed(ir::ArrayId array, std::optional<int64_t> unless_before) {
  mark_changed(array, all_of((*this)[array]), unless_before);
}

void GpuArrays::settle(int64_t raised) {
  for (const Unsettled& change : unsettled_) {
    if (change.before <= raised) changed_[index_of(change.array)].add(change.part);
  }
  unsettled_.clear();
}

void GpuArrays::forget_changes(ir::ArrayId array) {
  changed_[static_cast<size_t>(array.value)] = {};
  std::erase_if(unsettled_, [&](const Unsettled& change) { return change.array == array; });
}

/// Elements of stored arrays only: what lies between them is not ours.
void GpuArrays::bring_back(size_t index, CopyList& list) {
  std::vector<StridedCopy> pieces;
  ir::ArrayId first;
  for (ir::ArrayId array : buffers_[index].arrays) {
    const Footprint home = crossing_home(state_of(array));
    changed_[static_cast<size_t>(array.value)] = {};
    if (home.is_empty()) continue;
    if (pieces.empty()) first = array;
    const std::vector<StridedCopy> own = footprint::copies_of(at(array), home, at(array).placed, host_of(index));
    pieces.insert(pieces.end(), own.begin(), own.end());
  }
  if (pieces.empty()) return;
  add_copy(runtime::Direction::Out, first, Way::InTurn, buffers_[index].memory.name(), std::move(pieces), false, list);
  brought_[static_cast<size_t>(first.value)] += list.back().bytes;
}

void GpuArrays::write_back(size_t index) {
  if (!unsettled_.empty()) ask_();
  CopyList list;
  bring_back(index, list);
  move(std::move(list));
}

void GpuArrays::evict(size_t index) {
  Buffer& buffer = buffers_[index];
  if (!buffer.held) return;
  executor_->list().spoil();  // the next call may find more memory
  write_back(index);
  buffer.held = false;
  executor_->free(std::move(buffer.memory), buffer.arrays[0]);
  buffer.arrived = {};
}

bool GpuArrays::is_on_device(ir::ArrayId array, std::span<const int64_t> indices) const {
  const Footprint element = box_of_element(indices);
  const CallArray& known = (*this)[array];
  const Buffer& buffer = buffers_[known.buffer];
  if (resident_of(known.buffer) != nullptr) return true;
  if (!buffer.held) return false;
  if (buffer.local && !is_backed(known.buffer)) return !buffer.elsewhere.contains(element);
  const auto is_changed_by = [&](const Footprint& changed) {
    return !changed.is_empty() && (!buffer.packed || changed.contains(element));
  };
  return std::any_of(
             buffer.arrays.begin(), buffer.arrays.end(),
             [&](ir::ArrayId other) { return is_changed_by(changed_[static_cast<size_t>(other.value)]); }) ||
         std::any_of(unsettled_.begin(), unsettled_.end(), [&](const Unsettled& change) {
           return (*this)[change.array].buffer == known.buffer && is_changed_by(change.part);
         });
}

ReadStep GpuArrays::reading(const kernel::HostRead& element) {
  const DeviceArray on_it = held(element.array);
  const int64_t bytes = (*this)[element.array].item_bytes;
  int64_t offset = on_it.placed.first;
  for (size_t d = 0; d < element.indices.size(); ++d) offset += on_it.placed.place(d, element.indices[d]);
  count_.out += bytes;
  return {.element = element, .memory = on_it.name, .offset_bytes = offset * bytes, .bytes = bytes};
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
  array.dimensions = footprint::ordered_dimensions(array.placed, array.rank);
  buffers_[array.buffer] = {};
  buffers_[array.buffer].bytes = elements * array.item_bytes;
  buffers_[array.buffer].arrays = {id};
  buffers_[array.buffer].local = true;
  const std::vector<ir::ArrayId> returned = function_.returned_arrays();
  const auto result = std::find(returned.begin(), returned.end(), id);
  buffers_[array.buffer].returned = result != returned.end();
  buffers_[array.buffer].dealt = results_are_dealt_ && result != returned.end();
  buffers_[array.buffer].host_name =
      result == returned.end() ? HostName{HostName::Of::Own, static_cast<int>(array.buffer)}
                               : HostName{HostName::Of::Result, static_cast<int>(result - returned.begin())};
  forget_changes(id);
  at(id) = array;
}

void GpuArrays::release(ir::ArrayId array) {
  forget_changes(array);
  Buffer& buffer = buffers_[argument_buffers_ + static_cast<size_t>(array.value)];
  if (executor_ != nullptr) executor_->free(std::move(buffer.memory), array);
  buffer = {};
}

/// Gives an array that a result owns its place: on the host, or on the device.
void GpuArrays::settle_result(ir::ArrayId array, CopyList& list) {
  const size_t buffer = at(array).buffer;
  if (!keeps_results()) {
    static_cast<void>(host_of(buffer));
    if (executor_ != nullptr && home_ == nullptr)
      executor_->add(ResultStep{buffers_[buffer].host_name.index, array, buffers_[buffer].bytes});
    bring_back(buffer, list);
    return;
  }
  hold(buffer);
  if (buffers_[buffer].bytes > 0)
    fetch(array, {.loaded = all_of(at(array)), .stored = {}, .certain = {}}, Adding::More, Way::InTurn, list);
}

std::shared_ptr<ResidentArray> GpuArrays::keep(ir::ArrayId array) {
  Buffer& buffer = buffers_[at(array).buffer];
  return executor_->keep(std::move(buffer.memory), array, buffer.bytes);
}

bool GpuArrays::has_to_go_home() const {
  return std::any_of(arrays_.begin(), arrays_.end(), [&](const CallArray& array) {
    const Footprint& changed = changed_[static_cast<size_t>(&array - arrays_.data())];
    return !changed.is_empty() && goes_to_host(array.buffer);
  });
}

void GpuArrays::finish(std::span<const ir::ArrayId> results) {
  CopyList list;
  brought_.assign(brought_.size(), 0);
  for (size_t index = 0; index < argument_buffers_; ++index) {
    if (resident_of(index) == nullptr && !buffers_[index].dealt) bring_back(index, list);
  }
  for (ir::ArrayId array : results) {
    if (!results_are_dealt_) settle_result(array, list);
  }
  move(std::move(list));
  if (executor_ != nullptr) executor_->run_waiting();
  write_stored();
  finished_ = true;
}

}  // namespace unpython::driver
