// What devices that share a call tell each other of the arrays, and what goes from one to another.
#include <algorithm>
#include <utility>

#include "driver/execute/gpu_arrays.h"

namespace unpython::driver {
namespace {

using footprint::Footprint;
using runtime::StridedCopy;

/// More pieces than this go by way of the host, which packs them.
constexpr size_t kMostSent = 64;

/// The contiguous pieces of the buffer; false: there are too many.
bool add_pieces(const StridedCopy& copy, std::vector<runtime::PackedRange>& pieces) {
  const runtime::PackedRange all = runtime::range_of(copy);
  const int64_t bytes = runtime::bytes_of(copy);
  if (bytes == 0) return true;
  if (all.end - all.begin == bytes) {
    pieces.push_back(all);
    return pieces.size() <= kMostSent;
  }
  StridedCopy inner = copy;
  const StridedCopy::Dim outer = copy.dims.front();
  inner.dims.erase(inner.dims.begin());
  for (int64_t i = 0; i < outer.extent; ++i) {
    if (!add_pieces(inner, pieces)) return false;
    inner.packed_offset += outer.packed_stride;
  }
  return true;
}

bool lie_alike(const std::vector<StridedCopy>& a, const std::vector<StridedCopy>& b) {
  const auto alike = [](const StridedCopy& one, const StridedCopy& other) {
    return one.packed_offset == other.packed_offset && one.run_bytes == other.run_bytes &&
           std::equal(one.dims.begin(), one.dims.end(), other.dims.begin(), other.dims.end(),
                      [](const StridedCopy::Dim& x, const StridedCopy::Dim& y) {
                        return x.extent == y.extent && x.packed_stride == y.packed_stride;
                      });
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), alike);
}

}  // namespace

std::optional<Sending> GpuArrays::sending(ir::ArrayId array, const Footprint& part, GpuArrays& to) {
  const footprint::CallArray& mine = (*this)[array];
  const footprint::CallArray& theirs = to[array];
  if (!gpu().device().reaches(to.gpu().device()) || !is_held(mine.buffer) || !to.is_held(theirs.buffer)) return {};
  const std::vector<StridedCopy> copies =
      footprint::copies_of(mine, part, mine.placed, buffers_[mine.buffer].host);
  if (!lie_alike(copies, footprint::copies_of(theirs, part, theirs.placed, to.buffers_[theirs.buffer].host)))
    return {};
  std::vector<runtime::PackedRange> pieces;
  for (const StridedCopy& copy : copies) {
    if (!add_pieces(copy, pieces)) return {};
  }
  to.buffers_[theirs.buffer].arrived.add(part);
  return Sending{array, std::move(pieces), held(array).name, to.held(array).name};
}

void GpuArrays::mark_stored_elsewhere(ir::ArrayId array, const Footprint& part) {
  if (part.is_empty()) return;
  Buffer& buffer = buffers_[at(array).buffer];
  buffer.arrived = buffer.arrived.without(part);
  buffer.elsewhere.add(part);
  Footprint& changed = changed_[index_of(array)];
  changed = changed.without(part);
}

void GpuArrays::mark_stored_here(ir::ArrayId array, const Footprint& part) {
  Footprint& elsewhere = buffers_[at(array).buffer].elsewhere;
  elsewhere = elsewhere.without(part);
}

void GpuArrays::adopt(ir::ArrayId array, DealtPart part) {
  Buffer& buffer = buffers_[at(array).buffer];
  buffer.dealt = true;
  if (!part.memory) return;
  buffer.memory = executor_->adopt(std::move(part.memory), array, buffer.bytes);
  buffer.held = true;
  buffer.arrived = std::move(part.arrived);
  changed_[index_of(array)] = std::move(part.changed);
}

DealtPart GpuArrays::leave(ir::ArrayId array, bool ended) {
  Buffer& buffer = buffers_[at(array).buffer];
  if (!std::exchange(buffer.held, false)) return {};
  DealtPart part{.memory = executor_->leave(std::move(buffer.memory)),
                 .arrived = std::exchange(buffer.arrived, {}),
                 .changed = std::exchange(changed_[index_of(array)], {})};
  // What else has arrived was perhaps to be stored, and was not.
  if (!ended) part.arrived = part.changed;
  return part;
}

}  // namespace unpython::driver
