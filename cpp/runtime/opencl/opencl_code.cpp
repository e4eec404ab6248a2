// Building programs, reading their binaries, launching their kernels.
#include "runtime/opencl/opencl_code.h"

#include <array>
#include <utility>

namespace unpython::runtime {
namespace {

/// Builds a program; what the compiler says goes into the failure.
template <class Context>
void build(const Context& context, cl_program program, const std::string& options) {
  const OpenClApi& api = context.api();
  cl_device_id device = context.device();
  const cl_int error = api.clBuildProgram(program, cl_uint{1}, &device, options.c_str(), nullptr, nullptr);
  if (error == opencl::kSuccess) return;
  std::string text;
  try {
    text = OpenClApi::text(context.name(), api.clGetProgramBuildInfo, opencl::kBuildLog, program, device);
  } catch (const DeviceFailure&) {
    text.clear();  // a failed build without a log is still a failed build
  }
  OpenClApi::fail(error, api.clBuildProgram.name, context.name(), text);
}

/// Releases a program when done with it.
template <class Context>
class ProgramOwner {
 public:
  ProgramOwner(const Context& context, cl_program program) : context_(context), program_(program) {}
  ~ProgramOwner() { context_.release(context_.api().clReleaseProgram, program_); }
  ProgramOwner(const ProgramOwner&) = delete;
  ProgramOwner& operator=(const ProgramOwner&) = delete;

 private:
  const Context& context_;
  cl_program program_;
};

}  // namespace

std::string OpenClDevice::Code::binary_of(Context& context, const DeviceSource& source,
                                          const std::string& options) {
  const OpenClApi& api = context.api();
  const char* text = source.text.data();
  const size_t length = source.text.size();
  cl_program program =
      context.create(api.clCreateProgramWithSource, context.get(), cl_uint{1}, &text, &length);
  const ProgramOwner owner(context, program);
  build(context, program, options);
  const auto bytes =
      OpenClApi::info<size_t>(context.name(), api.clGetProgramInfo, opencl::kBinarySizes, program);
  std::string binary(bytes, '\0');
  char* data = binary.data();
  context.call(api.clGetProgramInfo, program, opencl::kBinaries, sizeof data, static_cast<void*>(&data),
               nullptr);
  return binary;
}

OpenClDevice::Code::Code(std::shared_ptr<Context> context, std::string_view binary,
                         const std::vector<std::string>& entries, const std::string& options)
    : context_(std::move(context)) {
  const OpenClApi& api = context_->api();
  cl_device_id device = context_->device();
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  const size_t length = binary.size();
  program_ = context_->create(api.clCreateProgramWithBinary, context_->get(), cl_uint{1}, &device, &length,
                              &bytes, nullptr);
  try {
    build(*context_, program_, options);
    for (const std::string& entry : entries) add(entry);
  } catch (...) {
    release_all();
    throw;
  }
}

OpenClDevice::Code::~Code() { release_all(); }

void OpenClDevice::Code::release_all() noexcept {
  for (const Kernel& kernel : kernels_) context_->release(context_->api().clReleaseKernel, kernel.kernel);
  context_->release(context_->api().clReleaseProgram, program_);
}

void OpenClDevice::Code::add(const std::string& entry) {
  const OpenClApi& api = context_->api();
  Kernel& added = kernels_.emplace_back();
  added.kernel = context_->create(api.clCreateKernel, program_, entry.c_str());
  if (context_->kernels_take_turns()) added.turns = KernelTurns::of(entry);
  const auto ask = [&]<class Value>(cl_uint what, Value) {
    return OpenClApi::info<Value>(context_->name(), api.clGetKernelWorkGroupInfo, what, added.kernel,
                                  context_->device());
  };
  added.facts.max_threads = static_cast<int>(ask(opencl::kKernelWorkGroupSize, size_t{}));
  added.facts.preferred_multiple = static_cast<int>(ask(opencl::kKernelPreferredMultiple, size_t{}));
  added.facts.local_bytes = static_cast<int64_t>(ask(opencl::kKernelLocalBytes, uint64_t{}));
  added.facts.spilled_bytes = static_cast<int64_t>(ask(opencl::kKernelPrivateBytes, uint64_t{}));
}

void OpenClDevice::Code::launch(cl_command_queue queue, size_t entry, const LaunchGeometry& geometry,
                                std::span<const KernelArgument> arguments) const {
  const OpenClApi& api = context_->api();
  const Kernel& kernel = kernels_[entry];
  std::array<size_t, 3> group{};
  std::array<size_t, 3> threads{};
  for (size_t i = 0; i < 3; ++i) {
    group[i] = static_cast<size_t>(geometry.threads[i]);
    threads[i] = group[i] * static_cast<size_t>(geometry.groups[i]);
  }
  const std::scoped_lock lock(kernel.mutex);
  cl_uint index = 0;
  for (const KernelArgument& argument : arguments) {
    cl_mem memory = reinterpret_cast<cl_mem>(argument.memory.value);
    if (argument.value != nullptr) {
      context_->call(api.clSetKernelArg, kernel.kernel, index++, static_cast<size_t>(argument.value_bytes),
                     argument.value);
    } else {
      context_->call(api.clSetKernelArg, kernel.kernel, index++, sizeof memory,
                     static_cast<const void*>(&memory));
    }
  }
  if (geometry.dynamic_local_bytes != 0) {
    context_->call(api.clSetKernelArg, kernel.kernel, index,
                   static_cast<size_t>(geometry.dynamic_local_bytes), nullptr);
  }
  const auto enqueue = [&](cl_event* event) {
    context_->call(api.clEnqueueNDRangeKernel, queue, kernel.kernel, cl_uint{3}, nullptr, threads.data(),
                   group.data(), cl_uint{0}, nullptr, event);
  };
  if (kernel.turns != nullptr) {
    kernel.turns->take(context_, queue, enqueue);
  } else {
    enqueue(nullptr);
  }
}

}  // namespace unpython::runtime
