// A CUDA graph of kernels.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "runtime/cuda/cuda_code.h"
#include "runtime/device/launch_graph.h"

namespace unpython::runtime {

class CudaDevice::Graph : public LaunchGraph {
 public:
  /// `device` must live as long.
  Graph(std::shared_ptr<Context> context, const abi::DeviceProperties& device, std::span<const GraphLaunch> launches);
  ~Graph() override;

  void change(size_t launch, std::span<const KernelArgument> arguments) override;
  void launch(QueueHandle queue) override;

 private:
  struct Kernel {
    CUgraphNode node = nullptr;
    const DeviceCode* code = nullptr;
    size_t entry = 0;
    LaunchGeometry geometry{};
  };
  void add(const GraphLaunch& launch);
  void release() noexcept;

  std::shared_ptr<Context> context_;
  const abi::DeviceProperties& device_;
  CUgraph graph_ = nullptr;
  CUgraphExec ready_ = nullptr;
  std::vector<Kernel> kernels_;
};

}  // namespace unpython::runtime
