// The device interface in terms of OpenCL 1.2: memory is a buffer, a queue a command queue, code a program.
#include "runtime/opencl/opencl_device.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "runtime/opencl/opencl_code.h"
#include "runtime/opencl/opencl_context.h"

namespace unpython::runtime {
namespace {

cl_mem memory_of(MemoryHandle memory) { return reinterpret_cast<cl_mem>(memory.value); }
cl_command_queue queue_of(QueueHandle queue) { return static_cast<cl_command_queue>(queue.value); }
cl_event event_of(EventHandle event) { return static_cast<cl_event>(event.value); }
size_t size(int64_t bytes) { return static_cast<size_t>(bytes); }

// OpenCL has no limit for the number of work groups; these are those of a GPU, which drivers map groups to.
constexpr std::array<int64_t, 3> kMaxGrid = {std::numeric_limits<int32_t>::max(), 65535, 65535};

/// Whoever waits gives the memory of copies back where that fails: what may still be under way is waited for once more before.
template <class Wait>
void settled(const Wait& wait) {
  try {
    wait();
  } catch (const DeviceFailure&) {
    try {
      wait();
    } catch (const DeviceFailure& failure) {
      log_failure(failure);
    }
    throw;
  }
}

}  // namespace

OpenClDevice::OpenClDevice(std::shared_ptr<const OpenClApi> api, OpenClDeviceId id, int number)
    : api_(std::move(api)), id_(id) {
  properties_.name = "opencl:" + std::to_string(number);
  read_properties();
  const bool pocl = properties_.architecture.starts_with("Portable Computing Language/");
  context_ = std::make_shared<Context>(api_, id, properties_.name, /*kernels_take_turns=*/pocl);
  build_options_ = "-cl-std=CL1.2";
  if (properties_.correctly_rounded_float32) build_options_ += " -cl-fp32-correctly-rounded-divide-sqrt";
}

OpenClDevice::~OpenClDevice() = default;

void OpenClDevice::read_properties() {
  abi::DeviceProperties& p = properties_;
  const auto number = [&]<class Value>(opencl::DeviceInfo what, Value) {
    return OpenClApi::info<Value>(p.name, api_->clGetDeviceInfo, what, id_.device);
  };
  const auto text = [&](opencl::DeviceInfo what) {
    return OpenClApi::text(p.name, api_->clGetDeviceInfo, what, id_.device);
  };
  const auto bytes = [&](opencl::DeviceInfo what) { return static_cast<int64_t>(number(what, uint64_t{})); };
  const std::string model = text(opencl::kDeviceName);
  const std::string version = text(opencl::kDeviceVersion);
  const std::string driver = text(opencl::kDriverVersion);
  const std::string platform =
      OpenClApi::text(p.name, api_->clGetPlatformInfo, opencl::kPlatformName, id_.platform);
  const std::string extensions = text(opencl::kExtensions);
  p.description = model + ", " + platform + ", " + version + ", driver " + driver;
  p.architecture = platform + '/' + model + '/' + version + '/' + driver;
  p.language = abi::SourceLanguage::OpenClC;
  p.dlpack = abi::DlDevice::OpenCl;
  p.memory_bytes = bytes(opencl::kGlobalMemory);
  p.max_allocation_bytes = bytes(opencl::kMaxAllocation);
  p.local_bytes = p.local_bytes_static = p.local_bytes_per_multiprocessor = bytes(opencl::kLocalMemory);
  p.constant_bytes = bytes(opencl::kConstantMemory);
  p.argument_bytes = static_cast<int64_t>(number(opencl::kParameterBytes, size_t{}));
  p.max_threads = static_cast<int>(number(opencl::kWorkGroupSize, size_t{}));
  const auto block = number(opencl::kWorkItemSizes, std::array<size_t, 3>{});
  for (size_t i = 0; i < 3; ++i) p.max_block[i] = static_cast<int64_t>(block[i]);
  p.max_grid = kMaxGrid;
  p.multiprocessors = static_cast<int>(number(opencl::kComputeUnits, cl_uint{}));
  p.address_alignment = static_cast<int>(number(opencl::kAlignmentBits, cl_uint{}) / 8);
  if (extensions.find("cl_nv_device_attribute_query") != std::string::npos) {
    p.simd_width = static_cast<int>(number(opencl::kWarpSizeNvidia, cl_uint{}));
  }
  p.float64 = number(opencl::kDoubleConfig, cl_bitfield{}) != 0;
  p.int64_atomics = extensions.find("cl_khr_int64_base_atomics") != std::string::npos;
  p.correctly_rounded_float32 =
      (number(opencl::kSingleConfig, cl_bitfield{}) & opencl::kCorrectlyRoundedDivideSqrt) != 0;
  p.is_cpu = (number(opencl::kDeviceType, cl_bitfield{}) & opencl::kCpuDevice) != 0;
  if (number(opencl::kCompilerAvailable, cl_uint{}) == 0) problem_ = "its driver has no compiler";
  if (number(opencl::kAvailable, cl_uint{}) == 0) problem_ = "its driver says that it is not available";
  p.host_shares_memory = p.is_cpu || number(opencl::kUnifiedMemory, cl_uint{}) != 0;
}

MemoryHandle OpenClDevice::allocate(int64_t bytes) {
  cl_mem memory =
      context_->create(api_->clCreateBuffer, context_->get(), opencl::kReadWrite, size(bytes), nullptr);
  allocated_bytes_ += bytes;
  return {reinterpret_cast<uint64_t>(memory)};
}

void OpenClDevice::release(MemoryHandle memory) noexcept {
  size_t bytes = 0;
  if (api_->clGetMemObjectInfo(memory_of(memory), opencl::kMemoryBytes, sizeof bytes, &bytes, nullptr) ==
      opencl::kSuccess) {
    allocated_bytes_ -= static_cast<int64_t>(bytes);
  }
  context_->release(api_->clReleaseMemObject, memory_of(memory));
}

MemoryInfo OpenClDevice::memory_info() {
  return {std::max<int64_t>(properties_.memory_bytes - allocated_bytes_, 0), properties_.memory_bytes};
}

PinnedHandle OpenClDevice::allocate_pinned(int64_t bytes) {
  cl_command_queue queue = context_->service_queue();
  cl_mem memory = context_->create(api_->clCreateBuffer, context_->get(),
                                   opencl::kReadWrite | opencl::kAllocateOnHost, size(bytes), nullptr);
  try {
    void* address =
        context_->create(api_->clEnqueueMapBuffer, queue, memory, opencl::kBlocking, opencl::kMapReadWrite,
                         size_t{0}, size(bytes), cl_uint{0}, nullptr, nullptr);
    return {address, memory};
  } catch (...) {
    context_->release(api_->clReleaseMemObject, memory);
    throw;
  }
}

void OpenClDevice::release(PinnedHandle pinned) noexcept {
  cl_mem memory = static_cast<cl_mem>(pinned.owner);
  try {
    cl_command_queue queue = context_->service_queue();
    context_->call(api_->clEnqueueUnmapMemObject, queue, memory, pinned.address, cl_uint{0}, nullptr,
                   nullptr);
    context_->call(api_->clFinish, queue);
  } catch (const DeviceFailure& failure) {
    log_failure(failure);
  }
  context_->release(api_->clReleaseMemObject, memory);
}

QueueHandle OpenClDevice::create_queue() { return {context_->make_queue()}; }

void OpenClDevice::release(QueueHandle queue) noexcept {
  context_->release(api_->clReleaseCommandQueue, queue_of(queue));
}

EventHandle OpenClDevice::record(QueueHandle queue) {
  cl_event event = nullptr;
  context_->call(api_->clEnqueueMarkerWithWaitList, queue_of(queue), cl_uint{0}, nullptr, &event);
  return flushed(queue, event);
}

EventHandle OpenClDevice::flushed(QueueHandle queue, cl_event event) {
  try {
    context_->call(api_->clFlush, queue_of(queue));  // else whoever waits in another queue may wait for ever
  } catch (...) {
    context_->release(api_->clReleaseEvent, event);
    throw;
  }
  return {event};
}

void OpenClDevice::release(EventHandle event) noexcept {
  context_->release(api_->clReleaseEvent, event_of(event));
}

void OpenClDevice::wait_on_device(QueueHandle queue, EventHandle event) {
  cl_event waited = event_of(event);
  context_->call(api_->clEnqueueBarrierWithWaitList, queue_of(queue), cl_uint{1}, &waited, nullptr);
}

void OpenClDevice::wait(EventHandle event) {
  cl_event waited = event_of(event);
  settled([&] { context_->call(api_->clWaitForEvents, cl_uint{1}, &waited); });
}

void OpenClDevice::wait(QueueHandle queue) {
  settled([&] { context_->call(api_->clFinish, queue_of(queue)); });
}

bool OpenClDevice::is_done(EventHandle event) {
  const auto status =
      OpenClApi::info<cl_int>(properties_.name, api_->clGetEventInfo, opencl::kEventStatus, event_of(event));
  if (status < 0) OpenClApi::fail(status, "a queued command", properties_.name);
  return status == 0;  // CL_COMPLETE; those above are on their way
}

/// `done`: takes the copy's own event; may be null.
void OpenClDevice::write(QueueHandle queue, Place to, const void* from, int64_t bytes, cl_event* done) {
  context_->call(api_->clEnqueueWriteBuffer, queue_of(queue), memory_of(to.memory), opencl::kNotBlocking,
                 size(to.offset_bytes), size(bytes), from, cl_uint{0}, nullptr, done);
}

void OpenClDevice::read(QueueHandle queue, void* to, Place from, int64_t bytes, cl_event* done) {
  context_->call(api_->clEnqueueReadBuffer, queue_of(queue), memory_of(from.memory), opencl::kNotBlocking,
                 size(from.offset_bytes), size(bytes), to, cl_uint{0}, nullptr, done);
}

void OpenClDevice::copy_in(QueueHandle queue, Place to, const void* from, int64_t bytes) {
  if (bytes != 0) write(queue, to, from, bytes, nullptr);
}

void OpenClDevice::copy_out(QueueHandle queue, void* to, Place from, int64_t bytes) {
  if (bytes != 0) read(queue, to, from, bytes, nullptr);
}

// A copy's own event, in place of a marker behind it: with NVIDIA's driver each command of a queue costs the link
// some microseconds.
EventHandle OpenClDevice::record_copy_in(QueueHandle queue, Place to, const void* from, int64_t bytes) {
  if (bytes == 0) return record(queue);
  cl_event event = nullptr;
  write(queue, to, from, bytes, &event);
  return flushed(queue, event);
}

EventHandle OpenClDevice::record_copy_out(QueueHandle queue, void* to, Place from, int64_t bytes) {
  if (bytes == 0) return record(queue);
  cl_event event = nullptr;
  read(queue, to, from, bytes, &event);
  return flushed(queue, event);
}

void OpenClDevice::copy_on_device(QueueHandle queue, Place to, Place from, int64_t bytes) {
  if (bytes == 0) return;
  context_->call(api_->clEnqueueCopyBuffer, queue_of(queue), memory_of(from.memory), memory_of(to.memory),
                 size(from.offset_bytes), size(to.offset_bytes), size(bytes), cl_uint{0}, nullptr, nullptr);
}

void OpenClDevice::fill(QueueHandle queue, Place at, uint8_t byte, int64_t bytes) {
  if (bytes == 0) return;
  context_->call(api_->clEnqueueFillBuffer, queue_of(queue), memory_of(at.memory),
                 static_cast<const void*>(&byte), sizeof byte, size(at.offset_bytes), size(bytes), cl_uint{0},
                 nullptr, nullptr);
}

std::string_view OpenClDevice::common_words(bool wide) const {
  constexpr const char* kHead =
      "#define KERNEL __kernel void\n#define GLOBAL __global\n#define ITEM (int)get_global_id(0)\n"
      "#define FMA fma\n#define EXP exp\n";
  static const std::string narrow = std::string(kHead) + "#define REAL float\n";
  static const std::string doubles =
      std::string(kHead) + "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#define REAL double\n";
  return wide ? doubles : narrow;
}

std::string OpenClDevice::compile(const DeviceSource& source) {
  return Code::binary_of(*context_, source, build_options_);
}

std::string OpenClDevice::compiler_identity() { return properties_.architecture + ' ' + build_options_; }

std::shared_ptr<const DeviceCode> OpenClDevice::load(std::string_view binary,
                                                     const std::vector<std::string>& entries) {
  return std::make_shared<const Code>(context_, binary, entries, build_options_);
}

void OpenClDevice::launch(QueueHandle queue, const DeviceCode& code, size_t entry,
                          const LaunchGeometry& geometry, std::span<const KernelArgument> arguments) {
  static_cast<const Code&>(code).launch(queue_of(queue), entry, geometry, arguments);
}

}  // namespace unpython::runtime
