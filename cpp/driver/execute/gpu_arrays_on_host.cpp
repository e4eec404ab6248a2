// Arrays of a call on a device as the host sees them: their memory and elements, and code of the host that runs in place of a kernel.
#include <utility>

#include "driver/execute/gpu_arrays.h"

namespace unpython::driver {

using footprint::CallArray;
using footprint::Footprint;
using runtime::Resident;
using runtime::StridedCopy;

std::byte* GpuArrays::host_of(size_t index) {
  Buffer& buffer = buffers_[index];
  if (buffer.local && buffer.host == nullptr) {
    buffer.host = backing_of(index);
    at(buffer.arrays[0]).host.data = buffer.host;
    if (executor_ != nullptr) executor_->set_host(buffer.host_name, buffer.host);
  }
  return buffer.host;
}

bool GpuArrays::is_backed(size_t index) const {
  if (home_ != nullptr) return home_->is_backed(index);
  const std::scoped_lock lock(backing_mutex_);
  return static_cast<bool>(buffers_[index].backing);
}

std::byte* GpuArrays::backing_of(size_t index) {
  if (home_ != nullptr) return home_->backing_of(index);
  const std::scoped_lock lock(backing_mutex_);
  Buffer& buffer = buffers_[index];
  if (!buffer.backing) buffer.backing = make_memory(buffer.bytes);
  return buffer.backing.get();
}

/// Between a resident array and its copy on the host.
void GpuArrays::move_resident(runtime::Direction direction, ir::ArrayId array, const Footprint& part) {
  if (part.is_empty()) return;
  const CallArray& known = at(array);
  const Resident& resident = *resident_of(known.buffer);
  CopyList list;
  add_copy(direction, array, Way::InTurn, held(array).name,
           footprint::copies_of(known, part, known.placed, resident.begin), true, list);
  move(std::move(list));
}

abi::ArrayArgument GpuArrays::on_host(ir::ArrayId array, const footprint::ArrayUse& use) {
  const size_t index = at(array).buffer;
  Buffer& buffer = buffers_[index];
  if (const Resident* resident = resident_of(index)) {
    if (!buffer.backing) buffer.backing = make_memory(resident->bytes);
    executor_->set_host(buffer.host_name, buffer.backing.get());
    move_resident(runtime::Direction::Out, array, crossing_out(state_of(array), use));
    abi::ArrayArgument copy = at(array).host;
    copy.data = buffer.backing.get() + (static_cast<std::byte*>(copy.data) - resident->begin);
    return copy;
  }
  static_cast<void>(host_of(index));  // memory for a local array
  if (!buffer.packed) {
    write_back(index);
    return at(array).host;
  }
  give_back(array, crossing_out(state_of(array), use));
  return at(array).host;
}

void GpuArrays::give_back(ir::ArrayId array, const Footprint& part) {
  if (part.is_empty()) return;
  Footprint& changed = changed_[index_of(array)];
  const Footprint rest = changed.without(part);
  changed = part;
  write_back(at(array).buffer);
  changed = rest;
}

int64_t GpuArrays::bytes_to_host(ir::ArrayId array, const footprint::ArrayUse& use) const {
  const HeldState state = state_of(array);
  const int64_t back = state.resident ? use.stored.elements() : 0;
  return (crossing_out(state, use).elements() + back) * state.array.item_bytes;
}

void GpuArrays::mark_stored_by_host(ir::ArrayId array, const footprint::ArrayUse& use) {
  if (use.stored.is_empty()) return;
  const size_t index = at(array).buffer;
  if (resident_of(index) != nullptr) {
    move_resident(runtime::Direction::In, array, use.stored);
    host_is_written_ = true;  // it has no other copy
    return;
  }
  Buffer& buffer = buffers_[index];
  host_is_written_ |= !buffer.local;
  buffer.arrived = buffer.packed ? buffer.arrived.without(use.stored) : Footprint();
}

ir::Constant GpuArrays::load(ir::ArrayId array, std::span<const int64_t> indices) {
  static_cast<void>(host_of(at(array).buffer));  // memory for a local array
  return host_stores_.load(function_[array].type, at(array).host, indices);
}

void GpuArrays::store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value) {
  static_cast<void>(host_of(at(array).buffer));
  host_stores_.store(at(array).host, indices, value);
}

void GpuArrays::write_stored() {
  host_is_written_ |= !host_stores_.is_empty();
  host_stores_.write();
}

}  // namespace unpython::driver
