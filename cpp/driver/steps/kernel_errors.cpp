#include "driver/steps/kernel_errors.h"

#include <bit>
#include <cstring>
#include <span>
#include <string>

#include "runtime/device/device_failure.h"
#include "support/log.h"
#include "support/spans.h"

namespace unpython::driver {
namespace {

constexpr kernel::ErrorCell kNothing{
    .iteration = INT64_MAX, .lock = 0, .site = 0, .argument_count = 0, .padding = 0, .arguments = {}};

/// `from`: an ErrorCell or an ErrorRecord.
template <class Raised>
ir::Outcome raised(const Raised& from) {
  ir::Outcome outcome;
  outcome.raised = true;
  outcome.error = ir::ErrorId{from.site};
  for (int32_t i = 0; i < from.argument_count; ++i) {
    ir::Constant argument;
    argument.integer = from.arguments[i];
    outcome.arguments.push_back(argument);
  }
  return outcome;
}

}  // namespace

KernelErrors::~KernelErrors() {
  if (!may_be_stored_) return;
  try {
    wait();
  } catch (const runtime::DeviceFailure& failure) {  // whoever cared has seen one before
    log(LogLevel::Debug, [&] { return std::string(failure.what()); });
  }
}

runtime::WatchedCell& KernelErrors::watched() {
  if (!watched_) watched_ = gpu_.cells().take();
  return watched_;
}

runtime::MemoryHandle KernelErrors::memory() {
  if (!memory_) memory_ = watched().cell(gpu_.queue(), std::as_bytes(std::span(&kNothing, 1)));
  return *memory_;
}

void KernelErrors::open() {
  are_open_ = true;
  watched().set_clear(false);
}

runtime::MemoryHandle KernelErrors::stored_value(int number) {
  const runtime::MemoryHandle memory = gpu_.device().on_device(value(kMostValues + static_cast<size_t>(number)));
  may_be_stored_ |= memory != runtime::MemoryHandle{};
  return memory;
}

std::byte* KernelErrors::values() {
  watched().set_done(false);
  return watched().pinned() + kValuesAt;
}

void KernelErrors::wait() {
  gpu_.device().wait(gpu_.queue());
  may_be_stored_ = false;
  watched_.set_done(true);
}

void KernelErrors::look() {
  if (are_open_) {
    watched_.set_done(false);
    gpu_.device().copy_out(gpu_.queue(), watched_.pinned(), {memory(), 0}, sizeof cell_);
  }
  {
    const Span span("wait", "for kernels");
    wait();
  }
  if (!are_open_) return;
  are_open_ = false;
  std::memcpy(&cell_, watched_.pinned(), sizeof cell_);
  watched_.set_clear(cell_.iteration == INT64_MAX);
}

ir::Outcome KernelErrors::outcome() const {
  return cell_.iteration == INT64_MAX ? ir::Outcome{} : raised(cell_);
}

ir::Outcome outcome_of(const abi::ErrorRecord& error) { return raised(error); }

void fill_error(const ir::Outcome& outcome, abi::ErrorRecord& error) {
  error.site = outcome.error.value;
  error.argument_count = static_cast<int32_t>(outcome.arguments.size());
  for (size_t i = 0; i < outcome.arguments.size(); ++i) {
    const ir::Constant& argument = outcome.arguments[i];
    error.arguments[i] =
        is_float(argument.type) ? std::bit_cast<int64_t>(argument.real.real()) : argument.integer;
  }
}

}  // namespace unpython::driver
