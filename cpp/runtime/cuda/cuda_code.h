// Kernels that a CUDA device has loaded, and one call of a kernel as the driver takes it.
#pragma once
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/cuda/cuda_context.h"
#include "runtime/cuda/cuda_device.h"

namespace unpython::runtime {

/// A loaded module and its kernels.
class CudaDevice::Code : public DeviceCode {
 public:
  Code(std::shared_ptr<Context> context, std::string_view binary, const std::vector<std::string>& entries)
      : context_(std::move(context)) {
    load(std::string(binary));  // NVRTC's PTX ends with a zero, a kept copy with the string's own
    try {
      for (const std::string& entry : entries) add(entry);
    } catch (...) {
      context_->call_to_release(context_->api().cuModuleUnload, module_);
      throw;
    }
  }
  ~Code() override { context_->call_to_release(context_->api().cuModuleUnload, module_); }
  Code(const Code&) = delete;
  Code& operator=(const Code&) = delete;

  [[nodiscard]] const KernelFacts& facts(size_t entry) const override { return facts_[entry]; }
  [[nodiscard]] CUfunction function(size_t entry) const { return functions_[entry]; }

 private:
  void load(const std::string& binary) {
    std::array<char, 4096> log{};
    std::array<int, 2> options = {cuda::kJitErrorLog, cuda::kJitErrorLogBytes};
    std::array<void*, 2> values = {log.data(), reinterpret_cast<void*>(log.size())};
    try {
      context_->call(context_->api().cuModuleLoadDataEx, &module_, binary.data(),
                     static_cast<unsigned>(options.size()), options.data(), values.data());
    } catch (const DeviceFailure& failure) {
      if (failure.kind() != FailureKind::Other) throw;
      log.back() = '\0';
      throw DeviceFailure(FailureKind::Build, context_->name(), failure.call(), failure.error_name(),
                          failure.code(), log.data());
    }
  }
  void add(const std::string& entry) {
    const CudaApi& api = context_->api();
    CUfunction function = nullptr;
    context_->call(api.cuModuleGetFunction, &function, module_, entry.c_str());
    const auto attribute = [&](int which) {
      int value = 0;
      context_->call(api.cuFuncGetAttribute, &value, which, function);
      return value;
    };
    KernelFacts facts;
    facts.max_threads = attribute(cuda::kFunctionMaxThreads);
    facts.registers = attribute(cuda::kFunctionRegisters);
    facts.local_bytes = attribute(cuda::kFunctionSharedBytes);
    facts.spilled_bytes = attribute(cuda::kFunctionLocalBytes);
    facts.preferred_multiple = 32;
    functions_.push_back(function);
    facts_.push_back(facts);
  }

  std::shared_ptr<Context> context_;
  CUmodule module_ = nullptr;
  std::vector<CUfunction> functions_;
  std::vector<KernelFacts> facts_;
};

/// Refers to the values of its arguments.
class CudaDevice::KernelCall {
 public:
  KernelCall(Context& context, const abi::DeviceProperties& device, const DeviceCode& code, size_t entry,
             const LaunchGeometry& geometry, std::span<const KernelArgument> arguments)
      : many_(arguments.size() > kUsual ? arguments.size() : 0) {
    node_.function = static_cast<const Code&>(code).function(entry);
    node_.arguments = many_.empty() ? usual_.data() : many_.data();
    for (size_t i = 0; i < arguments.size(); ++i) {
      const void* bytes = arguments[i].value != nullptr ? arguments[i].value : &arguments[i].memory.value;
      node_.arguments[i] = const_cast<void*>(bytes);
    }
    for (size_t d = 0; d < 3; ++d) {
      node_.groups[d] = static_cast<unsigned>(geometry.groups[d]);
      node_.threads[d] = static_cast<unsigned>(geometry.threads[d]);
    }
    node_.local_bytes = static_cast<unsigned>(geometry.dynamic_local_bytes);
    if (geometry.dynamic_local_bytes <= device.local_bytes_static) return;
    context.call(context.api().cuFuncSetAttribute, node_.function, cuda::kFunctionMaxDynamicShared,
                 static_cast<int>(node_.local_bytes));
  }
  KernelCall(const KernelCall&) = delete;
  KernelCall& operator=(const KernelCall&) = delete;
  [[nodiscard]] const cuda::KernelNode& node() const { return node_; }

 private:
  static constexpr size_t kUsual = 64;  // launches of small kernels come often: no allocation for most
  std::array<void*, kUsual> usual_;
  std::vector<void*> many_;
  cuda::KernelNode node_;
};

}  // namespace unpython::runtime
