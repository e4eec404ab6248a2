// Calls on a device that lacks memory: tiles, unless they would move too much.
#include "driver/execute/gpu_call.h"

#include <catch2/catch.hpp>
#include <limits>

#include "driver/choose/cost_model.h"
#include "driver/choose/rate_programs.h"
#include "driver/compile/compile.h"
#include "driver/plan/judge_call.h"
#include "runtime/threads/parallel_for.h"
#include "test_devices.h"

using namespace unpython;
using namespace unpython::driver;

namespace {

constexpr int64_t kSide = 48;
constexpr int64_t kBytes = kSide * kSide * static_cast<int64_t>(sizeof(double));

/// The product of two matrices of ones, in a third of the memory that they need.
struct Product {
  std::vector<double> a = std::vector<double>(kSide * kSide, 1.0);
  std::vector<double> b = a;
  std::vector<double> c = std::vector<double>(kSide * kSide, 0.0);
  std::vector<abi::ArrayArgument> arrays;
  Compiler compiler{Settings{}};

  /// The device's answer, or why it gave none.
  std::variant<int32_t, Fallback> run(runtime::Gpu& gpu, double affordable_bytes, GpuRecord& record) {
    CallRates rates = call_rates({}, {});
    rates.affordable_bytes = affordable_bytes;
    frontend::Signature signature;
    signature.disjoint_arguments = true;
    std::vector<ByteRange> ranges;
    for (std::vector<double>* values : {&a, &b, &c}) {
      abi::ArrayArgument argument{.data = values->data(), .extents = {kSide, kSide}, .stride_bytes = {}};
      argument.stride_bytes[0] = kSide * static_cast<int64_t>(sizeof(double));
      argument.stride_bytes[1] = sizeof(double);
      arrays.push_back(argument);
      ranges.push_back(byte_range(argument.data, argument.extents, argument.stride_bytes, 2, sizeof(double)));
      frontend::ArgumentType& type = signature.arguments.emplace_back();
      type.is_array = true;
      type.strides = {ir::StrideClass::Other, ir::StrideClass::Unit};
    }
    Options options;
    options.memory_limit = kBytes;
    const auto program = std::make_shared<const frontend::syntax::Program>(read_program(kProduct));
    const auto specialization = compiler.specialize(program, signature, options);
    const CallArguments call{.arrays = arrays, .scalars = {}, .ranges = ranges};
    const CallJudgement judgement =
        CallJudge(*specialization).judge(key_layout(specialization->simplified), call);
    const auto shared = std::make_shared<GpuFunction>(specialization, judgement.facts, gpu, compiler,
                                                      transform::PassObserver(), GpuFunction::ForTests());
    GpuFunction& function = *shared;
    abi::ErrorRecord error{};
    const abi::Services services = runtime::make_services(1);
    const abi::Frame frame{.arrays = arrays.data(),
                           .scalars = nullptr,
                           .results = nullptr,
                           .error = &error,
                           .services = &services,
                           .memory = nullptr};
    DeviceResults kept;
    StepList steps;
    auto first = run_on_gpu(function, frame, {}, record, steps, kept, rates);
    if (std::holds_alternative<Fallback>(first)) return first;
    std::fill(c.begin(), c.end(), 0.0);  // again, by the plan that is known now
    return run_on_gpu(function, frame, {}, record, steps, kept, rates);
  }
};

}  // namespace

TEST_CASE("gpu_call: tiles that would move more than the call is worth are refused before anything moves") {
  runtime::Gpus gpus(test::gpu_settings());
  const runtime::GpuStatus status = gpus.find("opencl");
  if (status.gpu == nullptr) return test::skip_device("opencl", status.reason);
  GpuRecord record;
  Product refused;
  const auto why = refused.run(*status.gpu, 100.0, record);
  REQUIRE(std::holds_alternative<Fallback>(why));
  CHECK(std::get<Fallback>(why).code == "OUT_OF_DEVICE_MEMORY");
  CHECK(std::get<Fallback>(why).reason.find("longer than the CPU") != std::string::npos);
  CHECK(refused.c == std::vector<double>(kSide * kSide, 0.0));
  Product taken;
  const auto done = taken.run(*status.gpu, std::numeric_limits<double>::infinity(), record);
  REQUIRE(std::holds_alternative<int32_t>(done));
  CHECK(taken.c == std::vector<double>(kSide * kSide, double{kSide}));
  CHECK(record.bytes_in > 2 * kBytes);
}
