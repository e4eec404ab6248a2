#include "driver/several/several_machine.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "driver/execute/kernel_errors.h"

namespace unpython::driver {
namespace {

using footprint::ArrayUse;
using footprint::Footprint;
using footprint::IterationRange;
using kernel::Kernel;
using kernel::KernelArray;
using Launch = GpuMachine::Launch;

/// The least work of a launch that several devices share. Work is the number of iterations and of the elements that they
/// touch; one device ends less work before several have agreed.
constexpr int64_t kLeastWork = 2048;

int64_t work_of(const Launch& launch, const std::vector<ArrayUse>& uses) {
  int64_t work = 1;
  for (const int64_t extent : launch.extents) work = work > kLeastWork ? work : work * extent;
  for (const ArrayUse& use : uses) work += use.touched().elements();
  return work;
}

}  // namespace

SeveralMachine::SeveralMachine(std::span<GpuMachine* const> machines, Helpers& helpers)
    : machines_(machines.begin(), machines.end()), helpers_(helpers), bytes_between_(machines.size()) {
  GpuArrays& arrays = first().arrays();
  const std::vector<bool>& stored = first().function().stored();
  size_t argument = 0;
  for (const ir::Parameter& parameter : first().function().scheduled().parameters) {
    if (!parameter.is_array) continue;
    if (stored[argument++] && !arrays.is_packed(arrays[parameter.array].buffer)) {
      const std::vector<ir::ArrayId>& sharers = arrays.sharers(parameter.array);
      tied_.insert(sharers.begin(), sharers.end());
    }
  }
}

/// Some device has the newest value, or the host has.
ir::Constant SeveralMachine::load(ir::ArrayId array, std::span<const int64_t> indices) {
  settle();
  footprint::Box element;
  for (size_t d = 0; d < indices.size(); ++d) element.low[d] = element.high[d] = indices[d];
  for (GpuMachine* machine : machines_) {
    if (machine->arrays().state_of(array).changed.contains(element)) return machine->load(array, indices);
  }
  return first().load(array, indices);
}

std::optional<ir::Outcome> SeveralMachine::launch(ir::StmtId root, const GpuMachine::Value& value) {
  const Kernel& kernel = first().function().kernel_at(root);
  const std::optional<Launch> all = first().begin(kernel, value);
  if (!all) return ir::Outcome{};
  if (first().is_for_host(*all)) {
    give_back(*all);
    first().run_on_host(*all);
  } else {
    std::vector<Launch> parts;
    const NotDealt no = deal(*all, parts);
    KernelRecord& record = first().record_of(kernel);
    record.devices = std::max(record.devices, static_cast<int>(parts.size()));
    record.one_device_code = no.code;
    record.one_device_reason = no.reason;
    std::vector<Piece> pieces;
    if (prepare(parts, pieces)) {
      for (const Piece& piece : pieces) bring(kernel, piece);
      execute(pieces);
      mark_stored(kernel, pieces);
    } else {
      const bool begun = host_is_written();
      give_back(*all);
      first().leave_to_host(*all, begun);
    }
  }
  for (GpuMachine* machine : machines_) machine->mark_values_stored(kernel);
  settle();
  return ir::Outcome{};
}

/// The kernel touches memory that several arguments share and somebody stores to, which the first device alone has.
bool SeveralMachine::is_tied(const Kernel& kernel) {
  return std::any_of(kernel.arrays.begin(), kernel.arrays.end(), [&](const KernelArray& array) {
    return (array.loaded || array.stored) && tied_.contains(array.array);
  });
}

/// One part for each machine that takes one, in order.
NotDealt SeveralMachine::deal(const Launch& all, std::vector<Launch>& parts) {
  const KnownUses::Uses uses = first().uses_of_all(all);
  for (GpuMachine* machine : machines_) machine->fit_buffers(machine->part_of(all, {}), *uses);
  const auto on_one = [&](NotDealt why) {
    parts.clear();
    parts.push_back(first().part_of(all, {}));
    return why;
  };
  if (is_tied(all.kernel)) return on_one({"OVERLAPPING_ARRAYS", "it stores to memory that several arguments share"});
  const std::vector<std::vector<IterationRange>> cut = cut_grid(all.extents, machines_.size());
  if (cut.size() < 2) return on_one({"NOT_CUT", "it has no dimension of independent iterations to be cut"});
  if (work_of(all, *uses) < kLeastWork) return on_one({"SMALL_NEST", "one device ends it before several have agreed"});
  std::vector<KnownUses::Uses> each;
  for (size_t n = 0; n < cut.size(); ++n) {
    parts.push_back(machines_[n]->part_of(all, cut[n]));
    each.push_back(machines_[n]->uses_of_all(parts.back()));
  }
  NotDealt no = judge_pieces(first().function().scheduled(), all.kernel, each);
  return no.code.empty() ? no : on_one(std::move(no));
}

/// Part n runs on machine n. False: a device lacks memory.
bool SeveralMachine::prepare(std::span<const Launch> parts, std::vector<Piece>& pieces) {
  for (size_t n = 0; n < parts.size(); ++n) {
    pieces.push_back({n, machines_[n]->prepare(parts[n])});
    if (!pieces.back().prepared) return false;
  }
  return true;
}

/// What a piece needs and other devices alone have.
void SeveralMachine::bring(const Kernel& kernel, const Piece& piece) {
  const std::vector<ArrayUse>& uses = GpuMachine::uses(*piece.prepared);
  for (size_t i = 0; i < uses.size(); ++i) {
    for (size_t owner = 0; owner < machines_.size(); ++owner) {
      if (owner != piece.machine) bring(kernel, piece, owner, kernel.arrays[i].array, uses[i]);
    }
  }
}

/// Directly, unless the piece runs by tiles, which come from the host.
void SeveralMachine::bring(const Kernel& kernel, const Piece& piece, size_t owner, ir::ArrayId array,
                           const ArrayUse& use) {
  GpuArrays& to = machines_[piece.machine]->arrays();
  GpuArrays& from = machines_[owner]->arrays();
  const HeldState theirs = to.state_of(array);
  const bool directly = GpuMachine::is_at_once(*piece.prepared);
  const Footprint part = crossing_between(from.state_of(array), use, directly ? &theirs : nullptr);
  if (part.is_empty()) return;
  if (directly) {
    if (const std::optional<int64_t> sent = from.send(array, part, to)) {
      bytes_between_[piece.machine] += *sent;
      return;
    }
  }
  give_back(kernel, owner, array, part);
}

/// To the host, for a kernel that runs elsewhere.
void SeveralMachine::give_back(const Kernel& kernel, size_t owner, ir::ArrayId array, const Footprint& part) {
  if (part.is_empty()) return;
  GpuArrays& arrays = machines_[owner]->arrays();
  const int64_t before = arrays.count().out;
  arrays.give_back(array, part);
  machines_[owner]->record_of(kernel).bytes_out += arrays.count().out - before;
}

/// The host runs the kernel, with what the first device brings by itself.
void SeveralMachine::give_back(const Launch& all) {
  const KnownUses::Uses uses = first().uses_of_all(all);
  for (size_t owner = 1; owner < machines_.size(); ++owner) {
    GpuArrays& arrays = machines_[owner]->arrays();
    for (size_t i = 0; i < uses->size(); ++i) {
      const ir::ArrayId array = all.kernel.arrays[i].array;
      give_back(all.kernel, owner, array, crossing_out(arrays.state_of(array), (*uses)[i]));
      arrays.mark_stored_elsewhere(array, (*uses)[i].stored);
    }
  }
}

/// What only queues kernels needs no thread.
void SeveralMachine::execute(std::span<const Piece> pieces) {
  const auto work = [&](size_t n) { machines_[pieces[n].machine]->execute(*pieces[n].prepared); };
  const bool quick = std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
    return machines_[piece.machine]->is_quick(*piece.prepared);
  });
  if (!quick) return helpers_.run(pieces.size(), work);
  for (size_t n = 0; n < pieces.size(); ++n) work(n);
}

void SeveralMachine::mark_stored(const Kernel& kernel, std::span<const Piece> pieces) {
  for (const Piece& piece : pieces) {
    const std::vector<ArrayUse>& uses = GpuMachine::uses(*piece.prepared);
    for (size_t i = 0; i < uses.size(); ++i) {
      const ir::ArrayId array = kernel.arrays[i].array;
      if (uses[i].stored.is_empty() || tied_.contains(array)) continue;
      for (size_t n = 0; n < machines_.size(); ++n) {
        if (n == piece.machine) {
          machines_[n]->arrays().mark_stored_here(array, uses[i].stored);
        } else {
          machines_[n]->arrays().mark_stored_elsewhere(array, uses[i].stored);
        }
      }
    }
  }
}

/// The first device's arrays are those that the host sees.
void SeveralMachine::call_host(const ir::CallHost& call, std::span<const ir::Constant> values) {
  settle();
  for (const ir::HostArgument& argument : call.arguments) {
    if (!argument.array.valid()) continue;
    for (GpuMachine* machine : machines_) {
      GpuArrays& arrays = machine->arrays();
      arrays.give_back(argument.array, crossing_home(arrays.state_of(argument.array)));
    }
  }
  first().call_host(call, values);
  for (const ir::HostArgument& argument : call.arguments) {
    if (!argument.array.valid() || !argument.stored) continue;
    const footprint::CallArray& known = first().arrays()[argument.array];
    for (size_t n = 1; n < machines_.size(); ++n)
      machines_[n]->arrays().mark_stored_elsewhere(
          argument.array, Footprint(footprint::whole_box(known.host.extents, known.rank)));
  }
}

bool SeveralMachine::host_is_written() {
  return std::any_of(machines_.begin(), machines_.end(),
                     [](GpuMachine* machine) { return machine->arrays().host_is_written(); });
}

/// The first iteration that raised on any device is the one that the call raises.
void SeveralMachine::settle() {
  const bool open = std::any_of(machines_.begin(), machines_.end(),
                                [](const GpuMachine* machine) { return machine->has_open_errors(); });
  if (!open) return;
  int64_t raised = INT64_MAX;
  GpuMachine* raiser = nullptr;
  for (GpuMachine* machine : machines_) {
    const int64_t iteration = machine->look();
    if (iteration >= raised) continue;
    raised = iteration;
    raiser = machine;
  }
  for (GpuMachine* machine : machines_) machine->settle_after(raised);
  if (raiser != nullptr) throw KernelRaised{raiser->raised()};
}

}  // namespace unpython::driver
