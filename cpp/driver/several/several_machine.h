// The host part of a call on several devices: the interpreter steps through it once, and each kernel is dealt out.
//
// Problem:  where the newest value of an element is: on the host, or on one of the devices.
// Choice:   each device keeps a record of its own, as for a call that it runs alone (GpuArrays: what has arrived, and what
//           has changed there and not on the host). The changed elements of two devices never meet: who stores an
//           element takes it from the others. Before a kernel runs on a device, what the kernel needs and another
//           device has changed goes to it: directly where both devices hold the array, else by way of the host. So
//           arrays stay where they are, and between the sweeps of a stencil only halos move. The processor may take a
//           piece, too (host_part.h): it has no record, as what no device has changed is newest on the host.
// Rejected: one record for all devices, by regions (the same footprints once more, and a second answer to what has to move).
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "abi/frame.h"
#include "driver/compile/records.h"
#include "driver/execute/gpu_machine.h"
#include "driver/several/deal.h"
#include "driver/several/helpers.h"
#include "driver/several/halos.h"
#include "driver/several/host_part.h"
#include "ir/interpret/interpret.h"

namespace unpython::driver {

/// One call. Members throw DeviceFailure.
class SeveralMachine : public ir::Machine {
 public:
  /// `machines`: one for each device, the first of which runs what is not dealt. Their arrays share this call. `services`: of
  /// the call.
  SeveralMachine(std::span<GpuMachine* const> machines, Helpers& helpers, const HostShare& host,
                 const abi::Services& services);

  int64_t extent(ir::ArrayId array, int dimension) override { return first().extent(array, dimension); }
  ir::Constant load(ir::ArrayId array, std::span<const int64_t> indices) override;
  void store(ir::ArrayId array, std::span<const int64_t> indices, const ir::Constant& value) override;
  void allocate(ir::ArrayId array, std::vector<int64_t> extents) override {
    for (GpuMachine* machine : machines_) machine->allocate(array, extents);
  }
  void resize(ir::ArrayId array, int64_t extent) override { first().resize(array, extent); }
  void release(ir::ArrayId array) override {
    for (GpuMachine* machine : machines_) machine->release(array);
  }
  void call_host(const ir::CallHost& call, std::span<const ir::Constant> values) override;
  void enter_loop(ir::StmtId loop) override {
    for (GpuMachine* machine : machines_) machine->enter_loop(loop);
  }
  void end_turn() override {
    for (GpuMachine* machine : machines_) machine->end_turn();
  }
  void enter_branch(ir::StmtId branch, bool condition) override {
    for (GpuMachine* machine : machines_) machine->enter_branch(branch, condition);
  }
  void leave() override {
    for (GpuMachine* machine : machines_) machine->leave();
  }
  void computed(ir::VarId variable) override {
    for (GpuMachine* machine : machines_) machine->computed(variable);
  }
  std::optional<ir::Outcome> launch(ir::StmtId root, const GpuMachine::Value& value) override;
  /// Looks at what kernels raised, if that is not known; throws KernelRaised.
  void settle();
  /// What came to a device from others without the host.
  [[nodiscard]] int64_t bytes_between(size_t machine) const { return bytes_between_[machine]; }
  /// What the processor and the devices had of the kernels that were dealt to both.
  [[nodiscard]] const BothSides& both_sides() const { return both_; }

 private:
  /// A part of a launch on one machine.
  struct Piece {
    size_t machine = 0;
    std::shared_ptr<GpuMachine::Prepared> prepared;
    double milliseconds = 0;
  };
  /// A launch in parts.
  struct Dealt {
    std::vector<GpuMachine::Launch> devices;  ///< part n is for machine n
    std::optional<GpuMachine::Launch> host{};
    NotDealt no{};
  };
  [[nodiscard]] GpuMachine& first() { return *machines_.front(); }
  [[nodiscard]] bool is_tied(const kernel::Kernel& kernel);
  [[nodiscard]] Dealt deal(const GpuMachine::Launch& all);
  [[nodiscard]] bool takes_part(const GpuMachine::Launch& all) const;
  void run(const GpuMachine::Launch& all, std::vector<Piece>& pieces, std::optional<GpuMachine::Launch> host);
  [[nodiscard]] HostPart bring_to_host(GpuMachine::Launch part);
  void bring_home(const kernel::Kernel& kernel, const Piece& piece);
  [[nodiscard]] bool may_run_again(const kernel::Kernel& kernel);
  void note(const GpuMachine::Launch& all, const HostPart& part, std::span<const Piece> pieces);
  [[nodiscard]] bool prepare(std::span<const GpuMachine::Launch> parts, std::vector<Piece>& pieces);
  void bring(const kernel::Kernel& kernel, const Piece& piece, std::vector<Halo>& halos);
  void bring(const kernel::Kernel& kernel, const Piece& piece, size_t owner, ir::ArrayId array, const footprint::ArrayUse& use,
             std::vector<Halo>& halos);
  [[nodiscard]] Executor& executor(size_t machine) { return machines_[machine]->arrays().executor(); }
  void send(const Halo& halo);
  [[nodiscard]] std::vector<PieceInTwo> in_two(const GpuMachine::Launch& all, std::span<const Piece> pieces,
                                               std::span<const Halo> halos);
  void run_around(const GpuMachine::Launch& all, std::span<const Piece> pieces, std::span<const PieceInTwo> parts,
                  std::span<const Halo> halos);
  void give_back(const kernel::Kernel& kernel, size_t owner, ir::ArrayId array,
                 const footprint::Footprint& part);
  void execute(const kernel::Kernel& kernel, std::span<Piece> pieces, HostPart* host);
  void mark_stored(const kernel::Kernel& kernel, std::span<const Piece> pieces);
  void give_back(const GpuMachine::Launch& all);
  [[nodiscard]] bool host_is_written();

  std::vector<GpuMachine*> machines_;
  Helpers& helpers_;
  const HostShare host_;
  const abi::Services& services_;
  BothSides both_;
  double longest_ = 0;  ///< milliseconds of the processor's longest part
  std::vector<int64_t> bytes_between_;
  KnownInTwo known_in_two_;
  std::set<ir::ArrayId> tied_;  ///< arguments that share memory with one that is stored
};

}  // namespace unpython::driver
