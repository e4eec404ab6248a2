// The device interface in terms of the CUDA driver: memory is its address, a queue a stream, code a module.
#include "runtime/cuda/cuda_device.h"

#include <algorithm>
#include <array>
#include <utility>

#include "runtime/cuda/cuda_code.h"
#include "runtime/cuda/cuda_context.h"
#include "runtime/cuda/cuda_graph.h"

namespace unpython::runtime {
namespace {

CUstream stream_of(QueueHandle queue) { return static_cast<CUstream>(queue.value); }
CUevent event_of(EventHandle event) { return static_cast<CUevent>(event.value); }
CUdeviceptr address_of(Place place) {
  return place.memory.value + static_cast<CUdeviceptr>(place.offset_bytes);
}
size_t size(int64_t bytes) { return static_cast<size_t>(bytes); }

constexpr size_t kModelLength = 128;
constexpr int kMostRegisters = 256;         // of a thread
constexpr int64_t kArgumentBytes = 4 << 10;  // of any GPU; newer ones take more

}  // namespace

CudaDevice::CudaDevice(std::shared_ptr<const CudaApi> api, int ordinal) : api_(std::move(api)) {
  properties_.name = "cuda:" + std::to_string(ordinal);
  CUdevice device = 0;
  api_->check(api_->cuDeviceGet(&device, ordinal), api_->cuDeviceGet, properties_.name);
  read_properties(device);
  context_ = std::make_shared<Context>(api_, device, properties_.name);
}

CudaDevice::~CudaDevice() = default;

int CudaDevice::attribute(CUdevice device, int which) const {
  int value = 0;
  api_->check(api_->cuDeviceGetAttribute(&value, which, device), api_->cuDeviceGetAttribute,
              properties_.name);
  return value;
}

void CudaDevice::read_properties(CUdevice device) {
  std::array<char, kModelLength> model{};
  size_t bytes = 0;
  api_->check(api_->cuDeviceGetName(model.data(), static_cast<int>(model.size()) - 1, device),
              api_->cuDeviceGetName, properties_.name);
  api_->check(api_->cuDeviceTotalMem(&bytes, device), api_->cuDeviceTotalMem, properties_.name);
  capability_ = 10 * attribute(device, cuda::kCapabilityMajor) + attribute(device, cuda::kCapabilityMinor);
  const std::string capability = std::to_string(capability_ / 10) + '.' + std::to_string(capability_ % 10);
  const int version = api_->version();
  abi::DeviceProperties& p = properties_;
  p.description = std::string(model.data()) + ", compute capability " + capability + ", driver for CUDA " +
                  std::to_string(version / 1000) + '.' + std::to_string(version % 1000 / 10);
  p.architecture = "sm_" + std::to_string(capability_);
  p.language = abi::SourceLanguage::CudaC;
  p.memory_bytes = p.max_allocation_bytes = static_cast<int64_t>(bytes);
  p.local_bytes_static = attribute(device, cuda::kSharedPerBlock);
  p.local_bytes = std::max<int64_t>(p.local_bytes_static, attribute(device, cuda::kSharedPerBlockOptIn));
  p.local_bytes_per_multiprocessor = attribute(device, cuda::kSharedPerMultiprocessor);
  p.constant_bytes = attribute(device, cuda::kConstantMemory);
  p.argument_bytes = kArgumentBytes;
  p.max_threads = attribute(device, cuda::kMaxThreadsPerBlock);
  p.threads_of_any_kernel = std::min(p.max_threads, attribute(device, cuda::kRegistersPerBlock) / kMostRegisters);
  for (int i = 0; i < 3; ++i) {
    p.max_block[static_cast<size_t>(i)] = attribute(device, cuda::kMaxBlockX + i);
    p.max_grid[static_cast<size_t>(i)] = attribute(device, cuda::kMaxGridX + i);
  }
  p.simd_width = attribute(device, cuda::kWarpSize);
  p.multiprocessors = attribute(device, cuda::kMultiprocessors);
  p.threads_per_multiprocessor = attribute(device, cuda::kThreadsPerMultiprocessor);
  p.registers_per_multiprocessor = attribute(device, cuda::kRegistersPerMultiprocessor);
  p.float64_matrix_unit = capability_ >= 80;
  p.memory_has_address = true;
  p.dlpack = abi::DlDevice::Cuda;
  p.host_shares_memory = attribute(device, cuda::kIntegrated) != 0;
}

MemoryHandle CudaDevice::allocate(int64_t bytes) {
  CUdeviceptr address = 0;
  context_->call(api_->cuMemAlloc, &address, size(bytes));
  return {address};
}

void CudaDevice::release(MemoryHandle memory) noexcept {
  context_->call_to_release(api_->cuMemFree, memory.value);
}

MemoryInfo CudaDevice::memory_info() {
  size_t free = 0;
  size_t total = 0;
  context_->call(api_->cuMemGetInfo, &free, &total);
  return {static_cast<int64_t>(free), static_cast<int64_t>(total)};
}

PinnedHandle CudaDevice::allocate_pinned(int64_t bytes) {
  void* address = nullptr;
  context_->call(api_->cuMemHostAlloc, &address, size(bytes), cuda::kHostAllocPortable);
  return {address, nullptr};
}

void CudaDevice::release(PinnedHandle memory) noexcept {
  context_->call_to_release(api_->cuMemFreeHost, memory.address);
}

/// The host and the device have one space of addresses.
MemoryHandle CudaDevice::on_device(std::byte* at) const { return {reinterpret_cast<uint64_t>(at)}; }

QueueHandle CudaDevice::create_queue() {
  CUstream stream = nullptr;
  context_->call(api_->cuStreamCreate, &stream, cuda::kStreamNonBlocking);
  return {stream};
}

void CudaDevice::release(QueueHandle queue) noexcept {
  context_->call_to_release(api_->cuStreamDestroy, stream_of(queue));
}

EventHandle CudaDevice::record(QueueHandle queue) {
  CUevent event = context_->take_event();
  try {
    context_->call(api_->cuEventRecord, event, stream_of(queue));
  } catch (...) {
    context_->give_back(event);
    throw;
  }
  return {event};
}

void CudaDevice::release(EventHandle event) noexcept { context_->give_back(event_of(event)); }

void CudaDevice::wait_on_device(QueueHandle queue, EventHandle event) {
  context_->call(api_->cuStreamWaitEvent, stream_of(queue), event_of(event), 0U);
}

int CudaDevice::ordinal_of(uint64_t address) {
  int ordinal = 0;
  context_->call(api_->cuPointerGetAttribute, &ordinal, cuda::kPointerDeviceOrdinal, address);
  return ordinal;
}

void CudaDevice::wait_for_stream(QueueHandle queue, uint64_t stream) {
  const Event event = make_event(*this, {reinterpret_cast<void*>(stream)});
  wait_on_device(queue, event.get());
}

void CudaDevice::let_stream_wait(QueueHandle queue, uint64_t stream) {
  const Event event = make_event(*this, queue);
  wait_on_device({reinterpret_cast<void*>(stream)}, event.get());
}

void CudaDevice::wait(EventHandle event) { context_->call(api_->cuEventSynchronize, event_of(event)); }

void CudaDevice::wait(QueueHandle queue) { context_->call(api_->cuStreamSynchronize, stream_of(queue)); }

TimedPoint CudaDevice::record_time(QueueHandle queue) {
  CUevent event = nullptr;
  context_->call(api_->cuEventCreate, &event, cuda::kEventWithTime);
  const auto destroy = [context = context_, api = api_](void* made) {
    context->call_to_release(api->cuEventDestroy, static_cast<CUevent>(made));
  };
  TimedPoint point{.queue = queue, .event = std::shared_ptr<void>(event, destroy), .host = 0};
  context_->call(api_->cuEventRecord, event, stream_of(queue));
  return point;
}

double CudaDevice::seconds_between(const TimedPoint& from, const TimedPoint& to) {
  float milliseconds = 0;
  context_->call(api_->cuEventElapsedTime, &milliseconds, static_cast<CUevent>(from.event.get()),
                 static_cast<CUevent>(to.event.get()));
  return static_cast<double>(milliseconds) / 1e3;
}

bool CudaDevice::is_done(EventHandle event) {
  const CUresult result = context_->run(api_->cuEventQuery, event_of(event));
  if (result == cuda::kNotReady) return false;
  context_->check(result, api_->cuEventQuery.name);
  return true;
}

void CudaDevice::copy_in(QueueHandle queue, Place to, const void* from, int64_t bytes) {
  if (bytes != 0)
    context_->call(api_->cuMemcpyHtoDAsync, address_of(to), from, size(bytes), stream_of(queue));
}

void CudaDevice::copy_out(QueueHandle queue, void* to, Place from, int64_t bytes) {
  if (bytes != 0)
    context_->call(api_->cuMemcpyDtoHAsync, to, address_of(from), size(bytes), stream_of(queue));
}

EventHandle CudaDevice::record_rows_in(QueueHandle queue, Place to, int64_t stride_bytes, const void* from, int64_t row_bytes,
                                       int64_t rows) {
  const cuda::RowsCopy copy{.from_kind = cuda::kOnHost,
                            .from_host = from,
                            .from_stride = size(row_bytes),
                            .to_kind = cuda::kOnDevice,
                            .to_device = address_of(to),
                            .to_stride = size(stride_bytes),
                            .row_bytes = size(row_bytes),
                            .rows = size(rows)};
  context_->call(api_->cuMemcpy2DAsync, &copy, stream_of(queue));
  return record(queue);
}

EventHandle CudaDevice::record_rows_out(QueueHandle queue, void* to, Place from, int64_t stride_bytes, int64_t row_bytes,
                                        int64_t rows) {
  const cuda::RowsCopy copy{.from_kind = cuda::kOnDevice,
                            .from_device = address_of(from),
                            .from_stride = size(stride_bytes),
                            .to_kind = cuda::kOnHost,
                            .to_host = to,
                            .to_stride = size(row_bytes),
                            .row_bytes = size(row_bytes),
                            .rows = size(rows)};
  context_->call(api_->cuMemcpy2DAsync, &copy, stream_of(queue));
  return record(queue);
}

void CudaDevice::copy_on_device(QueueHandle queue, Place to, Place from, int64_t bytes) {
  if (bytes == 0) return;
  context_->call(api_->cuMemcpyDtoDAsync, address_of(to), address_of(from), size(bytes), stream_of(queue));
}

bool CudaDevice::reaches(const Device& other) const {
  return &other != this && other.properties().language == abi::SourceLanguage::CudaC;
}

void CudaDevice::copy_to(Device& other, QueueHandle queue, Place to, Place from, int64_t bytes) {
  if (bytes == 0) return;
  Context& theirs = *static_cast<CudaDevice&>(other).context_;
  context_->open_way_to(theirs);
  context_->call(api_->cuMemcpyPeerAsync, address_of(to), theirs.handle(), address_of(from), context_->handle(),
                 size(bytes), stream_of(queue));
}

void CudaDevice::fill(QueueHandle queue, Place at, uint8_t byte, int64_t bytes) {
  if (bytes != 0) context_->call(api_->cuMemsetD8Async, address_of(at), byte, size(bytes), stream_of(queue));
}

std::string_view CudaDevice::common_words(bool wide) const {
  constexpr const char* kHead =
      "#define KERNEL extern \"C\" __global__ void\n#define GLOBAL\n"
      "#define ITEM (int)(blockIdx.x * blockDim.x + threadIdx.x)\n";
  static const std::string narrow = std::string(kHead) + "#define REAL float\n#define FMA fmaf\n#define EXP expf\n";
  static const std::string doubles = std::string(kHead) + "#define REAL double\n#define FMA fma\n#define EXP exp\n";
  return wide ? doubles : narrow;
}

std::string CudaDevice::compile(const DeviceSource& source) { return compiler_->compile(source); }

std::string CudaDevice::compiler_identity() { return compiler_->identity(); }

std::shared_ptr<const DeviceCode> CudaDevice::load(std::string_view binary,
                                                   const std::vector<std::string>& entries) {
  return std::make_shared<const Code>(context_, binary, entries);
}

void CudaDevice::launch(QueueHandle queue, const DeviceCode& code, size_t entry,
                        const LaunchGeometry& geometry, std::span<const KernelArgument> arguments) {
  const KernelCall call(*context_, properties_, code, entry, geometry, arguments);
  const cuda::KernelNode& node = call.node();
  context_->call(api_->cuLaunchKernel, node.function, node.groups[0], node.groups[1], node.groups[2], node.threads[0],
                 node.threads[1], node.threads[2], node.local_bytes, stream_of(queue), node.arguments, node.extra);
}

std::unique_ptr<LaunchGraph> CudaDevice::make_graph(std::span<const GraphLaunch> launches) {
  if (!api_->has_graphs()) return nullptr;
  return std::make_unique<Graph>(context_, properties_, launches);
}

}  // namespace unpython::runtime
