// What the kernels of a call raise: they leave it in one cell on the device, which is looked at once, or before
// somebody acts on what they did.
//
// Problem: the host learns of an exception by waiting, and a wait after each kernel leaves the device idle.
// Choice:  kernels are queued behind each other, and those behind one that raised do nothing (Kernel::guarded).
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "abi/frame.h"
#include "ir/interpret/interpret.h"
#include "kernel/launch.h"
#include "runtime/gpu.h"
#include "runtime/memory/watched_cells.h"

namespace unpython::driver {

/// Ends the host part of a call.
struct KernelRaised {
  ir::Outcome outcome;
};

/// Of one call. Members throw DeviceFailure.
class KernelErrors {
 public:
  explicit KernelErrors(runtime::Gpu& gpu) : gpu_(gpu) {}
  KernelErrors(const KernelErrors&) = delete;
  KernelErrors& operator=(const KernelErrors&) = delete;
  /// Waits for kernels that may store values, if nobody has looked.
  ~KernelErrors();

  /// The memory of an ErrorCell, for a kernel that is about to be queued.
  [[nodiscard]] runtime::MemoryHandle memory();
  /// Kernels that may have raised are queued and were not looked at.
  [[nodiscard]] bool are_open() const { return are_open_; }
  /// Such a kernel is queued.
  void open();

  // A look: what is to be read is queued, waited for, and read.
  /// Memory that the device copies values to, beside the cell.
  [[nodiscard]] std::byte* values();
  static constexpr size_t kValueRoom = 16;  ///< of one of them
  static constexpr size_t kValuesAt = (sizeof(kernel::ErrorCell) + kValueRoom - 1) / kValueRoom * kValueRoom;
  static constexpr size_t kMostStored = 16;  ///< behind those that are copied: values that kernels store themselves
  static constexpr size_t kMostValues =
      (size_t{runtime::WatchedCell::kPinnedBytes} - kValuesAt) / kValueRoom - kMostStored;
  /// One of those; null where kernels cannot.
  [[nodiscard]] runtime::MemoryHandle stored_value(int number);
  [[nodiscard]] std::byte* value(size_t number) { return values() + number * kValueRoom; }
  /// Values may come that nobody has waited for.
  [[nodiscard]] bool values_may_come() const { return watched_ && !watched_.is_done(); }
  /// Waits for what is queued: values are there.
  void wait();
  /// Waits, too. What the kernels raised is known then.
  void look();
  /// Number of the first iteration that raised (ErrorCell); INT64_MAX: none did so far.
  [[nodiscard]] int64_t iteration() const { return cell_.iteration; }
  [[nodiscard]] ir::Outcome outcome() const;

 private:
  [[nodiscard]] runtime::WatchedCell& watched();

  runtime::Gpu& gpu_;
  runtime::WatchedCell watched_;
  kernel::ErrorCell cell_{
      .iteration = INT64_MAX, .lock = 0, .site = 0, .argument_count = 0, .padding = 0, .arguments = {}};
  std::optional<runtime::MemoryHandle> memory_;
  bool are_open_ = false;
  bool may_be_stored_ = false;  ///< values, by kernels that were not looked at
};

void fill_error(const ir::Outcome& outcome, abi::ErrorRecord& error);
/// What code of the host has raised.
[[nodiscard]] ir::Outcome outcome_of(const abi::ErrorRecord& error);

}  // namespace unpython::driver
