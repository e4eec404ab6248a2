#include "driver/several/several_machine.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include "driver/steps/kernel_errors.h"
#include "runtime/device/device_failure.h"
#include "transform/grid/processor_twin.h"

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

footprint::Box box_of(std::span<const int64_t> indices) {
  footprint::Box element;
  for (size_t d = 0; d < indices.size(); ++d) element.low[d] = element.high[d] = indices[d];
  return element;
}

int64_t work_of(const Launch& launch, const std::vector<ArrayUse>& uses) {
  int64_t work = 1;
  for (const int64_t extent : launch.extents) work = work > kLeastWork ? work : work * extent;
  for (const ArrayUse& use : uses) work += use.touched().elements();
  return work;
}

}  // namespace

SeveralMachine::SeveralMachine(std::span<GpuMachine* const> machines, Helpers& helpers, const HostShare& host,
                               const abi::Services& services)
    : machines_(machines.begin(), machines.end()),
      helpers_(helpers),
      host_(host),
      services_(services),
      bytes_between_(machines.size()) {
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
  const footprint::Box element = box_of(indices);
  for (GpuMachine* machine : machines_) {
    if (machine->arrays().state_of(array).changed.contains(element)) return machine->load(array, indices);
  }
  return first().load(array, indices);
}

/// The host has it.
void SeveralMachine::store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value) {
  first().store(array, indices, value);
  for (GpuMachine* machine : machines_) machine->arrays().mark_stored_elsewhere(array, box_of(indices));
}

std::optional<ir::Outcome> SeveralMachine::launch(ir::StmtId root, const GpuMachine::Value& value) {
  const Kernel& kernel = first().function().kernel_at(root);
  const std::optional<Launch> all = first().begin(kernel, value);
  if (!all) return ir::Outcome{};
  if (first().is_for_host(*all)) {
    give_back(*all);
    first().run_on_host(*all);
  } else {
    Dealt dealt = deal(*all);
    KernelRecord& record = first().record_of(kernel);
    record.devices = std::max(record.devices, static_cast<int>(dealt.devices.size()));
    record.one_device_code = dealt.no.code;
    record.one_device_reason = dealt.no.reason;
    std::vector<Piece> pieces;
    if (prepare(dealt.devices, pieces)) {
      run(*all, pieces, std::move(dealt.host));
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

/// The processor may run a part of the kernel (transform/grid/processor_twin.h).
bool SeveralMachine::takes_part(const Launch& all) const {
  const ir::Function& f = machines_.front()->function().scheduled();
  return host_.share > 0 && std::get<ir::For>(f[all.kernel.root].node).mark == ir::LoopMark::Grid;
}

/// One part for each machine that takes one, in order.
SeveralMachine::Dealt SeveralMachine::deal(const Launch& all) {
  const KnownUses::Uses uses = first().uses_of_all(all);
  for (GpuMachine* machine : machines_) machine->fit_buffers(machine->part_of(all, {}), *uses);
  const auto on_one = [&](NotDealt why) {
    return Dealt{.devices = {first().part_of(all, {})}, .no = std::move(why)};
  };
  if (is_tied(all.kernel)) return on_one({"OVERLAPPING_ARRAYS", "it stores to memory that several arguments share"});
  const int64_t groups = first().groups_of(all);
  const std::vector<int64_t> extents = groups > 0 ? std::vector<int64_t>{groups} : all.extents;
  std::vector<bool> may_cut;
  for (size_t depth = 0; takes_part(all) && depth < all.extents.size(); ++depth)
    may_cut.push_back(transform::may_be_cut(first().function().scheduled(), all.kernel, depth));
  const DealtGrid cut = may_cut.empty() ? cut_grid(extents, machines_.size())
                                        : cut_grid(extents, machines_.size(), host_, may_cut);
  if (cut.devices.size() + (cut.host.empty() ? 0 : 1) < 2)
    return on_one({"NOT_CUT", "it has no dimension of independent iterations to be cut"});
  // What the processor raises comes first only if its iterations do.
  if (!cut.host.empty() && all.kernel.may_raise && cut.cut != 0)
    return on_one({"NOT_CUT", "it may raise, and its outermost loop is short"});
  if (!host_.of_any && work_of(all, *uses) < kLeastWork)
    return on_one({"SMALL_NEST", "one device ends it before several have agreed"});
  Dealt dealt;
  std::vector<KnownUses::Uses> each;
  for (size_t n = 0; n < cut.devices.size(); ++n) {
    dealt.devices.push_back(machines_[n]->part_of(all, cut.devices[n]));
    each.push_back(machines_[n]->uses_of_all(dealt.devices.back()));
  }
  if (!cut.host.empty()) {
    dealt.host.emplace(first().part_of(all, cut.host));
    each.push_back(first().uses_of_all(*dealt.host));
  }
  NotDealt no = judge_pieces(first().function().scheduled(), all.kernel, each);
  return no.code.empty() ? dealt : on_one(std::move(no));
}

/// Part n runs on machine n. False: a device lacks memory.
bool SeveralMachine::prepare(std::span<const Launch> parts, std::vector<Piece>& pieces) {
  for (size_t n = 0; n < parts.size(); ++n) {
    pieces.push_back({n, machines_[n]->prepare(parts[n])});
    if (!pieces.back().prepared) return false;
  }
  return true;
}

/// What a piece needs and other devices alone have. What goes directly is added to `halos`.
void SeveralMachine::bring(const Kernel& kernel, const Piece& piece, std::vector<Halo>& halos) {
  const std::vector<ArrayUse>& uses = GpuMachine::uses(*piece.prepared);
  for (size_t i = 0; i < uses.size(); ++i) {
    for (size_t owner = 0; owner < machines_.size(); ++owner) {
      if (owner != piece.machine) bring(kernel, piece, owner, kernel.arrays[i].array, uses[i], halos);
    }
  }
}

/// Directly, unless the piece runs by tiles, which come from the host.
void SeveralMachine::bring(const Kernel& kernel, const Piece& piece, size_t owner, ir::ArrayId array,
                           const ArrayUse& use, std::vector<Halo>& halos) {
  GpuArrays& to = machines_[piece.machine]->arrays();
  GpuArrays& from = machines_[owner]->arrays();
  const HeldState theirs = to.state_of(array);
  const bool directly = GpuMachine::is_at_once(*piece.prepared);
  const Footprint part = crossing_between(from.state_of(array), use, directly ? &theirs : nullptr);
  if (part.is_empty()) return;
  if (directly) {
    if (std::optional<Sending> sending = from.sending(array, part, to))
      return halos.push_back({owner, piece.machine, part, std::move(*sending)});
  }
  give_back(kernel, owner, array, part);
}

void SeveralMachine::send(const Halo& halo) {
  executor(halo.from).send(halo.sending, executor(halo.to));
  bytes_between_[halo.to] += halo.sending.bytes();
}

/// How pieces that only queue kernels run around what they send each other; empty: they do not.
std::vector<PieceInTwo> SeveralMachine::in_two(const Launch& all, std::span<const Piece> pieces, std::span<const Halo> halos) {
  std::vector<PieceInTwo> result;
  if (halos.empty() || all.kernel.may_raise) return result;
  for (const Piece& piece : pieces) {
    if (!machines_[piece.machine]->is_quick(*piece.prepared)) return {};
    const std::optional<PieceInTwo>& parts =
        known_in_two_.find(all, *machines_[piece.machine], *piece.prepared, piece.machine, halos);
    if (!parts) return {};
    result.push_back(*parts);
  }
  return result;
}

/// What devices need of each other crosses while they work on what does not need it. The iterations that wait for it fill the device
/// where the others leave it idle.
void SeveralMachine::run_around(const Launch& all, std::span<const Piece> pieces, std::span<const PieceInTwo> parts,
                                std::span<const Halo> halos) {
  std::vector<runtime::Event> now;
  for (size_t n = 0; n < machines_.size(); ++n) now.push_back(executor(n).now());
  for (size_t n = 0; n < pieces.size(); ++n) machines_[n]->execute_first(*pieces[n].prepared, machines_[n]->part_of(all, parts[n].first));
  std::vector<runtime::Event> sent;
  std::vector<std::vector<runtime::EventHandle>> after;
  for (const runtime::Event& event : now) after.push_back({event.get()});
  try {
    for (const Halo& halo : halos) {
      sent.push_back(executor(halo.from).send_aside(halo.sending, executor(halo.to), now[halo.from].get(), now[halo.to].get()));
      bytes_between_[halo.to] += halo.sending.bytes();
      for (const size_t machine : {halo.from, halo.to}) after[machine].push_back(sent.back().get());
    }
    for (size_t n = 0; n < machines_.size(); ++n) {
      executor(n).aside(after[n], [&] {
        if (n >= pieces.size()) return;
        std::vector<Launch> others;
        for (const std::vector<IterationRange>& ranges : parts[n].others) others.push_back(machines_[n]->part_of(all, ranges));
        machines_[n]->execute_others(*pieces[n].prepared, others);
      });
    }
  } catch (...) {
    for (size_t n = 0; n < machines_.size(); ++n) executor(n).drain_aside();
    throw;
  }
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

void SeveralMachine::run(const Launch& all, std::vector<Piece>& pieces, std::optional<Launch> host) {
  const Kernel& kernel = all.kernel;
  std::vector<Halo> halos;
  for (const Piece& piece : pieces) bring(kernel, piece, halos);
  if (!host) {
    const std::vector<PieceInTwo> parts = in_two(all, pieces, halos);
    if (!parts.empty()) {
      run_around(all, pieces, parts, halos);
      return mark_stored(kernel, pieces);
    }
  }
  for (const Halo& halo : halos) send(halo);
  std::optional<HostPart> part;
  if (host) part.emplace(bring_to_host(std::move(*host)));
  try {
    execute(kernel, pieces, part ? &*part : nullptr);
  } catch (const runtime::DeviceFailure&) {
    if (part && !may_run_again(kernel)) first().arrays().mark_begun();
    throw;
  }
  mark_stored(kernel, pieces);
  if (!part) return;
  note(all, *part, pieces);
  for (const KernelArray& array : kernel.arrays) {
    if (array.stored) first().arrays().mark_host_written(first().arrays()[array.array].buffer);
  }
  part->throw_if_stopped();
  if (!part->has_raised()) return;
  // Iterations of the processor come before those of the devices, and what the kernel stored before is known.
  for (GpuMachine* machine : machines_) {
    static_cast<void>(machine->look());
    machine->settle_after(all.before);
  }
  throw KernelRaised{part->outcome()};
}

/// What only queues kernels needs no thread.
void SeveralMachine::execute(const Kernel& kernel, std::span<Piece> pieces, HostPart* host) {
  const auto on_device = [&](Piece& piece) {
    const auto start = std::chrono::steady_clock::now();
    machines_[piece.machine]->execute(*piece.prepared);
    if (host != nullptr) bring_home(kernel, piece);
    piece.milliseconds =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  };
  const bool comes_home = host != nullptr && first().function().is_last(kernel);
  const bool quick = std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
    return machines_[piece.machine]->is_quick(*piece.prepared);
  });
  if (quick && !comes_home) {
    for (Piece& piece : pieces) on_device(piece);
    if (host != nullptr) host->run(first().function(), services_);
  } else if (host == nullptr) {
    helpers_.run(pieces.size(), [&](size_t n) { on_device(pieces[n]); });
  } else {
    abi::Services services = services_;
    services.threads = threads_beside_copies(services.threads);
    helpers_.run(pieces.size() + 1, [&](size_t n) {
      if (n == 0) return host->run(first().function(), services);
      on_device(pieces[n - 1]);
    });
  }
}

/// The last kernel's results go home while other pieces of it may still run. What an exception leaves is not known yet.
void SeveralMachine::bring_home(const Kernel& kernel, const Piece& piece) {
  if (kernel.may_raise || !first().function().is_last(kernel)) return;
  GpuArrays& arrays = machines_[piece.machine]->arrays();
  for (const KernelArray& array : kernel.arrays) {
    if (array.stored && arrays.goes_to_host(arrays[array.array].buffer))
      give_back(kernel, piece.machine, array.array, crossing_home(arrays.state_of(array.array)));
  }
}

/// The host's part of a kernel, where it may begin: what it needs has come from the devices, and what it stores is newest on
/// the host from now on.
HostPart SeveralMachine::bring_to_host(Launch part) {
  const Kernel& kernel = part.kernel;
  KnownUses::Uses uses = first().uses_of_all(part);
  std::vector<abi::ArrayArgument> arrays;
  for (size_t i = 0; i < kernel.arrays.size(); ++i) {
    const ir::ArrayId array = kernel.arrays[i].array;
    const ArrayUse& use = (*uses)[i];
    for (size_t owner = 0; owner < machines_.size(); ++owner)
      give_back(kernel, owner, array,
                crossing_between(machines_[owner]->arrays().state_of(array), use, nullptr));
    static_cast<void>(first().arrays().host_of(first().arrays()[array].buffer));  // memory for a local array
    arrays.push_back(first().arrays()[array].host);
    for (GpuMachine* machine : machines_) machine->arrays().mark_stored_elsewhere(array, use.stored);
  }
  first().arrays().executor().list().add(RunStep{&kernel, part.extents});
  return {std::move(part), std::move(uses), std::move(arrays)};
}

/// The call may be run from its start once more although a part of this kernel has stored to arguments: nothing in the call
/// loads what the kernel stores to.
bool SeveralMachine::may_run_again(const Kernel& kernel) {
  GpuFunction& function = first().function();
  return std::all_of(kernel.arrays.begin(), kernel.arrays.end(), [&](const KernelArray& stored) {
    if (!stored.stored || !first().arrays().is_argument(stored.array)) return true;
    const std::vector<const Kernel*> users = function.users_of(stored.array);
    return !users.empty() && std::none_of(users.begin(), users.end(), [&](const Kernel* user) {
      return std::any_of(user->arrays.begin(), user->arrays.end(), [&](const KernelArray& array) {
        return array.array == stored.array && array.loaded;
      });
    });
  });
}

void SeveralMachine::note(const Launch& all, const HostPart& part, std::span<const Piece> pieces) {
  double share = 1;
  for (size_t d = 0; d < all.extents.size(); ++d)
    share *= static_cast<double>(part.launch().extents[d]) / static_cast<double>(all.extents[d]);
  first().record_of(all.kernel).host_share = share;
  double devices = 0;
  for (const Piece& piece : pieces) devices = std::max(devices, piece.milliseconds);
  if (part.milliseconds() >= longest_) both_.host_share = share;
  longest_ = std::max(longest_, part.milliseconds());
  both_.host_milliseconds += part.milliseconds();
  both_.device_milliseconds += devices;
  both_.came_home = first().function().is_last(all.kernel) && !all.kernel.may_raise;
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
