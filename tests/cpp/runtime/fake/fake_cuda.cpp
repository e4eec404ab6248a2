// A CUDA driver over host memory: copies and kernels run when somebody waits for their stream, in one thread at a
// time, since several may wait for one stream. "Kernels" are C++ functions that are known by name; those of compiled
// functions (up_...) do nothing. Code of any content loads. NVRTC's functions are here too: they give back the source.
#include "fake_cuda.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/cuda/cuda_api.h"
#include "runtime/cuda/nvrtc_api.h"

using namespace unpython::runtime;

namespace {

#define EXPORT extern "C" __attribute__((visibility("default")))

constexpr int kInvalidValue = 1;
constexpr int kInvalidContext = 201;
constexpr int kNotFound = 500;
constexpr size_t kMemoryBytes = size_t{1} << 30;

struct State {
  std::mutex mutex;
  std::string fail_function;
  int fail_n = 0;
  int fail_code = 0;
  int64_t calls = 0;
  std::map<std::string, int64_t, std::less<>> calls_of;
  int64_t alive = 0;
  size_t used = 0;
  std::map<void*, size_t> sizes;
};
State state;
thread_local std::vector<CUcontext> contexts;

/// Devices that the driver shows: FAKE_CUDA_DEVICES, or 1.
int devices() {
  const char* given = std::getenv("FAKE_CUDA_DEVICES");
  return given == nullptr ? 1 : std::atoi(given);
}

CUcontext context_of_device(int device) { return reinterpret_cast<CUcontext>(reinterpret_cast<char*>(&state) + device); }

bool is_context(CUcontext context) {
  for (int device = 0; device < devices(); ++device) {
    if (context == context_of_device(device)) return true;
  }
  return false;
}

std::recursive_mutex running;

struct Stream {
  std::deque<std::function<void()>> work;  // what runs stays in its place when more is pushed
  size_t done = 0;
};
struct Event {
  std::shared_ptr<Stream> stream;
  size_t end = 0;
};
using StreamHolder = std::shared_ptr<Stream>;

Stream& stream_of(CUstream stream) { return **reinterpret_cast<StreamHolder*>(stream); }

size_t pushed(const Stream& stream) {
  const std::scoped_lock lock(state.mutex);
  return stream.work.size();
}

bool is_done(const Stream& stream, size_t end) {
  const std::scoped_lock lock(state.mutex);
  return stream.done >= end;
}

void run(Stream& stream, size_t end) {
  const std::scoped_lock one(running);
  while (!is_done(stream, end)) {
    std::function<void()>* next = nullptr;
    {
      const std::scoped_lock lock(state.mutex);
      next = &stream.work[stream.done];
    }
    (*next)();
    const std::scoped_lock lock(state.mutex);
    ++stream.done;
  }
}

/// Counts a call; its injected failure, or success.
int enter(const char* function) {
  const std::scoped_lock lock(state.mutex);
  ++state.calls;
  ++state.calls_of[function];
  if (state.fail_n == 0 || (!state.fail_function.empty() && state.fail_function != function)) return 0;
  return --state.fail_n == 0 ? state.fail_code : 0;
}

/// The same for functions that need a current context.
int enter_context(const char* function) {
  const int failed = enter(function);
  if (failed != 0) return failed;
  return contexts.empty() || !is_context(contexts.back()) ? kInvalidContext : 0;
}

void count(int64_t change) {
  const std::scoped_lock lock(state.mutex);
  state.alive += change;
}

void push(CUstream stream, std::function<void()> work) {
  const std::scoped_lock lock(state.mutex);
  stream_of(stream).work.push_back(std::move(work));
}

void scale(unsigned threads, void** arguments) {
  auto* numbers = *static_cast<double**>(arguments[0]);
  const double by = *static_cast<double*>(arguments[1]);
  const int64_t length = *static_cast<int64_t*>(arguments[2]);
  for (int64_t i = 0; i < length && i < threads; ++i) numbers[i] *= by;
}

void do_nothing(unsigned, void**) {}

#define ENTER(function) \
  if (const int failed = enter(function)) return failed
#define ENTER_CONTEXT(function) \
  if (const int failed = enter_context(function)) return failed

CUresult init(unsigned) {
  ENTER("cuInit");
  return 0;
}
CUresult driver_version(int* version) {
  ENTER("cuDriverGetVersion");
  *version = 13000;
  return 0;
}
CUresult error_name(CUresult error, const char** text) {
  *text = error == 2     ? "CUDA_ERROR_OUT_OF_MEMORY"
          : error == 700 ? "CUDA_ERROR_ILLEGAL_ADDRESS"
                         : "CUDA_ERROR_FAKE";
  return 0;
}
CUresult device_count(int* number) {
  ENTER("cuDeviceGetCount");
  *number = devices();
  return 0;
}
CUresult device_get(CUdevice* device, int ordinal) {
  ENTER("cuDeviceGet");
  *device = ordinal;
  return 0;
}
CUresult device_name(char* name, int length, CUdevice) {
  ENTER("cuDeviceGetName");
  std::strncpy(name, "Fake GPU", static_cast<size_t>(length));
  return 0;
}
CUresult device_memory(size_t* bytes, CUdevice) {
  ENTER("cuDeviceTotalMem");
  *bytes = kMemoryBytes;
  return 0;
}
CUresult device_attribute(int* value, int attribute, CUdevice) {
  ENTER("cuDeviceGetAttribute");
  const std::map<int, int> special = {
      {cuda::kCapabilityMajor, 9}, {cuda::kCapabilityMinor, 0}, {cuda::kIntegrated, 0}, {cuda::kRegistersPerBlock, 65536}};
  const auto found = special.find(attribute);
  *value = found != special.end() ? found->second : 1024;
  return 0;
}
CUresult retain(CUcontext* context, CUdevice device) {
  ENTER("cuDevicePrimaryCtxRetain");
  *context = context_of_device(device);
  count(1);
  return 0;
}
CUresult release(CUdevice) {
  count(-1);
  ENTER("cuDevicePrimaryCtxRelease");
  return 0;
}
CUresult get_current(CUcontext* context) {
  ENTER("cuCtxGetCurrent");
  *context = contexts.empty() ? nullptr : contexts.back();
  return 0;
}
CUresult push_current(CUcontext context) {
  ENTER("cuCtxPushCurrent");
  contexts.push_back(context);
  return 0;
}
CUresult pop_current(CUcontext* context) {
  *context = contexts.back();
  contexts.pop_back();
  return 0;
}
CUresult memory_info(size_t* free, size_t* total) {
  ENTER_CONTEXT("cuMemGetInfo");
  *total = kMemoryBytes;
  *free = kMemoryBytes - state.used;
  return 0;
}
CUresult allocate(CUdeviceptr* memory, size_t bytes) {
  ENTER_CONTEXT("cuMemAlloc");
  const std::scoped_lock lock(state.mutex);
  if (bytes > kMemoryBytes - state.used) return cuda::kOutOfMemory;
  auto* made = new char[bytes];
  state.sizes[made] = bytes;
  state.used += bytes;
  ++state.alive;
  *memory = reinterpret_cast<CUdeviceptr>(made);
  return 0;
}
CUresult pointer_attribute(void* value, int, CUdeviceptr) {
  ENTER_CONTEXT("cuPointerGetAttribute");
  *static_cast<int*>(value) = 0;
  return 0;
}
CUresult release_memory(CUdeviceptr memory) {
  const std::scoped_lock lock(state.mutex);
  auto* made = reinterpret_cast<char*>(memory);
  state.used -= state.sizes[made];
  state.sizes.erase(made);
  delete[] made;
  --state.alive;
  return 0;
}
CUresult allocate_host(void** memory, size_t bytes, unsigned) {
  ENTER_CONTEXT("cuMemHostAlloc");
  *memory = new char[bytes];
  count(1);
  return 0;
}
CUresult release_host(void* memory) {
  delete[] static_cast<char*>(memory);
  count(-1);
  return 0;
}
void copy(CUstream stream, void* to, const void* from, size_t bytes) {
  push(stream, [=] { std::memcpy(to, from, bytes); });
}
CUresult copy_in(CUdeviceptr to, const void* from, size_t bytes, CUstream stream) {
  ENTER_CONTEXT("cuMemcpyHtoDAsync");
  copy(stream, reinterpret_cast<void*>(to), from, bytes);
  return 0;
}
CUresult copy_out(void* to, CUdeviceptr from, size_t bytes, CUstream stream) {
  ENTER_CONTEXT("cuMemcpyDtoHAsync");
  copy(stream, to, reinterpret_cast<void*>(from), bytes);
  return 0;
}
CUresult copy_inside(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  ENTER_CONTEXT("cuMemcpyDtoDAsync");
  copy(stream, reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
  return 0;
}
CUresult copy_rows(const cuda::RowsCopy* rows, CUstream stream) {
  ENTER_CONTEXT("cuMemcpy2DAsync");
  if (rows->row_bytes > rows->to_stride || rows->row_bytes > rows->from_stride) return kInvalidValue;
  const auto* from = rows->from_kind == cuda::kOnHost ? static_cast<const char*>(rows->from_host)
                                                      : reinterpret_cast<const char*>(rows->from_device);
  auto* to = rows->to_kind == cuda::kOnHost ? static_cast<char*>(rows->to_host) : reinterpret_cast<char*>(rows->to_device);
  for (size_t row = 0; row < rows->rows; ++row)
    copy(stream, to + row * rows->to_stride, from + row * rows->from_stride, rows->row_bytes);
  return 0;
}
/// Both contexts are named, and the current one is that of the stream.
CUresult copy_between(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes,
                      CUstream stream) {
  ENTER_CONTEXT("cuMemcpyPeerAsync");
  if (!is_context(to_context) || from_context != contexts.back() || to_context == from_context) return kInvalidValue;
  copy(stream, reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
  return 0;
}
CUresult can_access(int* can, CUdevice device, CUdevice other) {
  ENTER("cuDeviceCanAccessPeer");
  *can = device != other ? 1 : 0;
  return 0;
}
CUresult enable_access(CUcontext other, unsigned) {
  ENTER_CONTEXT("cuCtxEnablePeerAccess");
  return is_context(other) && other != contexts.back() ? 0 : kInvalidValue;
}
CUresult fill(CUdeviceptr at, unsigned char byte, size_t bytes, CUstream stream) {
  ENTER_CONTEXT("cuMemsetD8Async");
  push(stream, [=] { std::memset(reinterpret_cast<void*>(at), byte, bytes); });
  return 0;
}
CUresult stream_create(CUstream* stream, unsigned) {
  ENTER_CONTEXT("cuStreamCreate");
  *stream = reinterpret_cast<CUstream>(new StreamHolder(std::make_shared<Stream>()));
  count(1);
  return 0;
}
CUresult stream_destroy(CUstream stream) {
  run(stream_of(stream), pushed(stream_of(stream)));
  delete reinterpret_cast<StreamHolder*>(stream);
  count(-1);
  return 0;
}
CUresult stream_wait(CUstream stream) {
  ENTER_CONTEXT("cuStreamSynchronize");
  run(stream_of(stream), pushed(stream_of(stream)));
  return 0;
}
CUresult stream_wait_event(CUstream stream, CUevent event, unsigned) {
  ENTER_CONTEXT("cuStreamWaitEvent");
  push(stream, [point = *reinterpret_cast<Event*>(event)] { run(*point.stream, point.end); });
  return 0;
}
CUresult event_create(CUevent* event, unsigned) {
  ENTER_CONTEXT("cuEventCreate");
  *event = reinterpret_cast<CUevent>(new Event);
  count(1);
  return 0;
}
CUresult event_destroy(CUevent event) {
  delete reinterpret_cast<Event*>(event);
  count(-1);
  return 0;
}
CUresult event_record(CUevent event, CUstream stream) {
  ENTER_CONTEXT("cuEventRecord");
  *reinterpret_cast<Event*>(event) = {*reinterpret_cast<StreamHolder*>(stream), pushed(stream_of(stream))};
  return 0;
}
CUresult event_query(CUevent event) {
  ENTER_CONTEXT("cuEventQuery");
  const Event& point = *reinterpret_cast<Event*>(event);
  return is_done(*point.stream, point.end) ? 0 : cuda::kNotReady;
}
/// Each piece of work takes half a millisecond.
CUresult event_elapsed(float* milliseconds, CUevent from, CUevent to) {
  ENTER_CONTEXT("cuEventElapsedTime");
  const Event& first = *reinterpret_cast<Event*>(from);
  const Event& last = *reinterpret_cast<Event*>(to);
  if (!is_done(*last.stream, last.end)) return cuda::kNotReady;
  *milliseconds = 0.5F * (static_cast<float>(last.end) - static_cast<float>(first.end));
  return 0;
}
CUresult event_wait(CUevent event) {
  ENTER_CONTEXT("cuEventSynchronize");
  const Event& point = *reinterpret_cast<Event*>(event);
  run(*point.stream, point.end);
  return 0;
}
CUresult load(CUmodule* module, const void* image, unsigned, int*, void** values) {
  ENTER_CONTEXT("cuModuleLoadDataEx");
  if (std::strncmp(static_cast<const char*>(image), "bad", 3) == 0) {
    std::strcpy(static_cast<char*>(values[0]), "the image is bad");
    return kInvalidValue;
  }
  *module = reinterpret_cast<CUmodule>(new int);
  count(1);
  return 0;
}
CUresult unload(CUmodule module) {
  delete reinterpret_cast<int*>(module);
  count(-1);
  return 0;
}
CUresult get_function(CUfunction* function, CUmodule, const char* name) {
  ENTER_CONTEXT("cuModuleGetFunction");
  const bool scales = std::strcmp(name, "scale") == 0;
  if (!scales && std::strncmp(name, "up_", 3) != 0) return kNotFound;
  *function = scales ? reinterpret_cast<CUfunction>(&scale) : reinterpret_cast<CUfunction>(&do_nothing);
  return 0;
}
CUresult function_attribute(int* value, int, CUfunction) {
  ENTER_CONTEXT("cuFuncGetAttribute");
  *value = 64;
  return 0;
}
CUresult set_function_attribute(CUfunction, int, int) {
  ENTER_CONTEXT("cuFuncSetAttribute");
  return 0;
}
void push_kernel(CUfunction function, unsigned threads, void** arguments, CUstream stream) {
  if (function != reinterpret_cast<CUfunction>(&scale)) return;
  auto memory = *static_cast<double**>(arguments[0]);
  auto by = *static_cast<double*>(arguments[1]);
  auto length = *static_cast<int64_t*>(arguments[2]);
  push(stream, [=]() mutable {
    std::vector<void*> kept = {&memory, &by, &length};
    scale(threads, kept.data());
  });
}
CUresult launch(CUfunction function, unsigned grid_x, unsigned, unsigned, unsigned block_x, unsigned,
                unsigned, unsigned, CUstream stream, void** arguments, void**) {
  ENTER_CONTEXT("cuLaunchKernel");
  push_kernel(function, grid_x * block_x, arguments, stream);
  return 0;
}

// Graphs: a node keeps copies of what its kernel is given, as the driver does; they run in the order in which they were added.
struct Node {
  CUfunction function = nullptr;
  unsigned threads = 0;
  std::vector<uint64_t> arguments{};
};
using Nodes = std::vector<std::shared_ptr<Node>>;

Node node_of(const cuda::KernelNode& kernel) {
  Node node{kernel.function, kernel.groups[0] * kernel.threads[0], {}};
  const bool scales = kernel.function == reinterpret_cast<CUfunction>(&scale);
  for (size_t i = 0; scales && i < 3; ++i) node.arguments.push_back(*static_cast<uint64_t*>(kernel.arguments[i]));
  return node;
}
CUresult graph_create(CUgraph* graph, unsigned) {
  ENTER_CONTEXT("cuGraphCreate");
  *graph = reinterpret_cast<CUgraph>(new Nodes);
  count(1);
  return 0;
}
CUresult graph_destroy(CUgraph graph) {
  delete reinterpret_cast<Nodes*>(graph);
  count(-1);
  return 0;
}
CUresult graph_add(CUgraphNode* node, CUgraph graph, const CUgraphNode* after, size_t number, const cuda::KernelNode* kernel) {
  ENTER_CONTEXT("cuGraphAddKernelNode");
  Nodes& nodes = *reinterpret_cast<Nodes*>(graph);
  for (size_t i = 0; i < number; ++i) {
    const auto is_it = [&](const std::shared_ptr<Node>& known) {
      return reinterpret_cast<CUgraphNode>(known.get()) == after[i];
    };
    if (std::none_of(nodes.begin(), nodes.end(), is_it)) return kInvalidValue;
  }
  nodes.push_back(std::make_shared<Node>(node_of(*kernel)));
  *node = reinterpret_cast<CUgraphNode>(nodes.back().get());
  return 0;
}
CUresult graph_instantiate(CUgraphExec* ready, CUgraph graph, unsigned long long) {
  ENTER_CONTEXT("cuGraphInstantiateWithFlags");
  *ready = reinterpret_cast<CUgraphExec>(new Nodes(*reinterpret_cast<Nodes*>(graph)));
  count(1);
  return 0;
}
CUresult graph_change(CUgraphExec, CUgraphNode node, const cuda::KernelNode* kernel) {
  ENTER_CONTEXT("cuGraphExecKernelNodeSetParams");
  *reinterpret_cast<Node*>(node) = node_of(*kernel);
  return 0;
}
CUresult graph_exec_destroy(CUgraphExec ready) {
  delete reinterpret_cast<Nodes*>(ready);
  count(-1);
  return 0;
}
CUresult graph_launch(CUgraphExec ready, CUstream stream) {
  ENTER_CONTEXT("cuGraphLaunch");
  for (const std::shared_ptr<Node>& node : *reinterpret_cast<Nodes*>(ready)) {
    std::vector<void*> arguments;
    for (uint64_t& argument : node->arguments) arguments.push_back(&argument);
    push_kernel(node->function, node->threads, arguments.data(), stream);
  }
  return 0;
}

const std::map<std::string, void*>& functions() {
  static const std::map<std::string, void*> table = {
      {"cuInit", reinterpret_cast<void*>(&init)},
      {"cuDriverGetVersion", reinterpret_cast<void*>(&driver_version)},
      {"cuGetErrorName", reinterpret_cast<void*>(&error_name)},
      {"cuDeviceGetCount", reinterpret_cast<void*>(&device_count)},
      {"cuDeviceGet", reinterpret_cast<void*>(&device_get)},
      {"cuDeviceGetName", reinterpret_cast<void*>(&device_name)},
      {"cuDeviceTotalMem", reinterpret_cast<void*>(&device_memory)},
      {"cuDeviceGetAttribute", reinterpret_cast<void*>(&device_attribute)},
      {"cuDevicePrimaryCtxRetain", reinterpret_cast<void*>(&retain)},
      {"cuDevicePrimaryCtxRelease", reinterpret_cast<void*>(&release)},
      {"cuCtxGetCurrent", reinterpret_cast<void*>(&get_current)},
      {"cuCtxPushCurrent", reinterpret_cast<void*>(&push_current)},
      {"cuCtxPopCurrent", reinterpret_cast<void*>(&pop_current)},
      {"cuMemGetInfo", reinterpret_cast<void*>(&memory_info)},
      {"cuMemAlloc", reinterpret_cast<void*>(&allocate)},
      {"cuPointerGetAttribute", reinterpret_cast<void*>(&pointer_attribute)},
      {"cuMemFree", reinterpret_cast<void*>(&release_memory)},
      {"cuMemHostAlloc", reinterpret_cast<void*>(&allocate_host)},
      {"cuMemFreeHost", reinterpret_cast<void*>(&release_host)},
      {"cuMemcpyHtoDAsync", reinterpret_cast<void*>(&copy_in)},
      {"cuMemcpyDtoHAsync", reinterpret_cast<void*>(&copy_out)},
      {"cuMemcpyDtoDAsync", reinterpret_cast<void*>(&copy_inside)},
      {"cuMemcpy2DAsync", reinterpret_cast<void*>(&copy_rows)},
      {"cuMemcpyPeerAsync", reinterpret_cast<void*>(&copy_between)},
      {"cuDeviceCanAccessPeer", reinterpret_cast<void*>(&can_access)},
      {"cuCtxEnablePeerAccess", reinterpret_cast<void*>(&enable_access)},
      {"cuMemsetD8Async", reinterpret_cast<void*>(&fill)},
      {"cuStreamCreate", reinterpret_cast<void*>(&stream_create)},
      {"cuStreamDestroy", reinterpret_cast<void*>(&stream_destroy)},
      {"cuStreamSynchronize", reinterpret_cast<void*>(&stream_wait)},
      {"cuStreamWaitEvent", reinterpret_cast<void*>(&stream_wait_event)},
      {"cuEventCreate", reinterpret_cast<void*>(&event_create)},
      {"cuEventDestroy", reinterpret_cast<void*>(&event_destroy)},
      {"cuEventRecord", reinterpret_cast<void*>(&event_record)},
      {"cuEventQuery", reinterpret_cast<void*>(&event_query)},
      {"cuEventElapsedTime", reinterpret_cast<void*>(&event_elapsed)},
      {"cuEventSynchronize", reinterpret_cast<void*>(&event_wait)},
      {"cuModuleLoadDataEx", reinterpret_cast<void*>(&load)},
      {"cuModuleUnload", reinterpret_cast<void*>(&unload)},
      {"cuModuleGetFunction", reinterpret_cast<void*>(&get_function)},
      {"cuFuncGetAttribute", reinterpret_cast<void*>(&function_attribute)},
      {"cuFuncSetAttribute", reinterpret_cast<void*>(&set_function_attribute)},
      {"cuLaunchKernel", reinterpret_cast<void*>(&launch)},
      {"cuGraphCreate", reinterpret_cast<void*>(&graph_create)},
      {"cuGraphDestroy", reinterpret_cast<void*>(&graph_destroy)},
      {"cuGraphAddKernelNode", reinterpret_cast<void*>(&graph_add)},
      {"cuGraphInstantiateWithFlags", reinterpret_cast<void*>(&graph_instantiate)},
      {"cuGraphExecKernelNodeSetParams", reinterpret_cast<void*>(&graph_change)},
      {"cuGraphExecDestroy", reinterpret_cast<void*>(&graph_exec_destroy)},
      {"cuGraphLaunch", reinterpret_cast<void*>(&graph_launch)},
  };
  return table;
}

}  // namespace

EXPORT CUresult cuGetProcAddress_v2(const char* name, void** found, int, uint64_t, int*) {
  const auto function = functions().find(name);
  if (function == functions().end()) return kNotFound;
  *found = function->second;
  return 0;
}

EXPORT void fake_cuda_fail(const char* function, int n, int code) {
  const std::scoped_lock lock(state.mutex);
  state.fail_function = function;
  state.fail_n = n;
  state.fail_code = code;
}

EXPORT int64_t fake_cuda_alive() { return state.alive; }
EXPORT int64_t fake_cuda_calls() { return state.calls; }
EXPORT int64_t fake_cuda_calls_of(const char* function) {
  const std::scoped_lock lock(state.mutex);
  const auto known = state.calls_of.find(function);
  return known != state.calls_of.end() ? known->second : 0;
}

EXPORT nvrtcResult nvrtcVersion(int* major, int* minor) {
  *major = 13;
  *minor = 0;
  return 0;
}
EXPORT nvrtcResult nvrtcGetNumSupportedArchs(int* number) {
  *number = 2;
  return 0;
}
EXPORT nvrtcResult nvrtcGetSupportedArchs(int* archs) {
  archs[0] = 90;
  archs[1] = 80;
  return 0;
}
EXPORT nvrtcResult nvrtcCreateProgram(nvrtcProgram* program, const char* source, const char*, int,
                                      const char* const*, const char* const*) {
  ENTER("nvrtcCreateProgram");
  *program = reinterpret_cast<nvrtcProgram>(new std::string(source));
  count(1);
  return 0;
}
EXPORT nvrtcResult nvrtcDestroyProgram(nvrtcProgram* program) {
  delete reinterpret_cast<std::string*>(*program);
  count(-1);
  return 0;
}
EXPORT nvrtcResult nvrtcCompileProgram(nvrtcProgram, int, const char* const*) {
  ENTER("nvrtcCompileProgram");
  return 0;
}
EXPORT nvrtcResult nvrtcGetProgramLogSize(nvrtcProgram, size_t* bytes) {
  *bytes = 4;
  return 0;
}
EXPORT nvrtcResult nvrtcGetProgramLog(nvrtcProgram, char* log) {
  std::strcpy(log, "log");
  return 0;
}
EXPORT nvrtcResult nvrtcGetCUBINSize(nvrtcProgram program, size_t* bytes) {
  ENTER("nvrtcGetCUBINSize");
  *bytes = reinterpret_cast<std::string*>(program)->size();
  return 0;
}
EXPORT nvrtcResult nvrtcGetCUBIN(nvrtcProgram program, char* cubin) {
  ENTER("nvrtcGetCUBIN");
  const auto& source = *reinterpret_cast<std::string*>(program);
  std::memcpy(cubin, source.data(), source.size());
  return 0;
}
EXPORT nvrtcResult nvrtcGetPTXSize(nvrtcProgram program, size_t* bytes) {
  return nvrtcGetCUBINSize(program, bytes);
}
EXPORT nvrtcResult nvrtcGetPTX(nvrtcProgram program, char* ptx) { return nvrtcGetCUBIN(program, ptx); }
