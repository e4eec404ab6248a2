// The graph stays beside what is made ready of it: the driver names kernels by their nodes in it.
#include "runtime/cuda/cuda_graph.h"

#include <utility>

namespace unpython::runtime {

CudaDevice::Graph::Graph(std::shared_ptr<Context> context, const abi::DeviceProperties& device,
                         std::span<const GraphLaunch> launches)
    : context_(std::move(context)), device_(device) {
  context_->call(context_->api().cuGraphCreate, &graph_, 0U);
  try {
    for (const GraphLaunch& launch : launches) add(launch);
    context_->call(context_->api().cuGraphInstantiateWithFlags, &ready_, graph_, 0ULL);
  } catch (...) {
    release();
    throw;
  }
}

CudaDevice::Graph::~Graph() { release(); }

void CudaDevice::Graph::release() noexcept {
  if (ready_ != nullptr) context_->call_to_release(context_->api().cuGraphExecDestroy, ready_);
  context_->call_to_release(context_->api().cuGraphDestroy, graph_);
}

void CudaDevice::Graph::add(const GraphLaunch& launch) {
  std::vector<CUgraphNode> after;
  for (const size_t number : launch.after) after.push_back(kernels_[number].node);
  const KernelCall call(*context_, device_, *launch.code, launch.entry, launch.geometry, launch.arguments);
  Kernel kernel{.node = nullptr, .code = launch.code, .entry = launch.entry, .geometry = launch.geometry};
  context_->call(context_->api().cuGraphAddKernelNode, &kernel.node, graph_, after.data(), after.size(), &call.node());
  kernels_.push_back(kernel);
}

void CudaDevice::Graph::change(size_t launch, std::span<const KernelArgument> arguments) {
  const Kernel& kernel = kernels_[launch];
  const KernelCall call(*context_, device_, *kernel.code, kernel.entry, kernel.geometry, arguments);
  context_->call(context_->api().cuGraphExecKernelNodeSetParams, ready_, kernel.node, &call.node());
}

void CudaDevice::Graph::launch(QueueHandle queue) {
  context_->call(context_->api().cuGraphLaunch, ready_, static_cast<CUstream>(queue.value));
}

}  // namespace unpython::runtime
