#include "runtime/cuda/cuda_compiler.h"

#include <catch2/catch.hpp>

#include "runtime/device/device_failure.h"
#include "test_devices.h"

using namespace unpython;
using namespace unpython::runtime;

namespace {

const char* const kSource = R"(
extern "C" __global__ void scale(double* a, double by, long long count) {
  const long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i < count) a[i] = exp(a[i]) * by + __shfl_xor_sync(0xffffffffu, a[i], 16);
}
)";

}  // namespace

TEST_CASE("cuda_compiler: machine code for a known architecture, without a GPU") {
  const CudaCompiler* compiler = test::cuda_compiler();
  if (compiler == nullptr) return;
  const std::string cubin = compiler->compile({"scale.cu", kSource, {"scale"}});
  CHECK(cubin.substr(1, 3) == "ELF");
  CHECK_THAT(compiler->identity(), Catch::Contains("sm_90") && Catch::Contains("-fmad=false"));
}

TEST_CASE("cuda_compiler: PTX for an architecture newer than NVRTC") {
  const CudaCompiler* known = test::cuda_compiler();
  if (known == nullptr) return;
  std::string reason;
  const auto compiler =
      CudaCompiler::open({.setting = known->api(reason)->path(), .package_folders = {}, .toolkit = {}}, 0,
                         999, "cuda:0", reason);
  REQUIRE(compiler != nullptr);
  CHECK_THAT(compiler->compile({"scale.cu", kSource, {"scale"}}), Catch::Contains(".visible .entry scale"));
  CHECK(compiler->identity() != known->identity());
}

TEST_CASE("cuda_compiler: architectures and drivers that do not fit are reasons") {
  const CudaCompiler* known = test::cuda_compiler();
  if (known == nullptr) return;
  std::string reason;
  const NvrtcSearch search{.setting = known->api(reason)->path(), .package_folders = {}, .toolkit = {}};
  CHECK(CudaCompiler::open(search, 0, 20, "cuda:0", reason) == nullptr);
  CHECK_THAT(reason, Catch::Contains("compute capability 2.0"));
  CHECK(CudaCompiler::open(search, 11040, 90, "cuda:0", reason) == nullptr);
  CHECK_THAT(reason, Catch::Contains("newer than the driver"));
  CHECK(CudaCompiler::open({.setting = "/nowhere/libnvrtc.so", .package_folders = {}, .toolkit = {}}, 0, 90,
                           "cuda:0", reason) == nullptr);
  CHECK_THAT(reason, Catch::Contains("/nowhere/libnvrtc.so"));
}

TEST_CASE("cuda_compiler: a refused source is a failure with the compiler's log") {
  const CudaCompiler* compiler = test::cuda_compiler();
  if (compiler == nullptr) return;
  try {
    static_cast<void>(
        compiler->compile({"bad.cu", "extern \"C\" __global__ void f() { no_such_name(); }", {"f"}}));
    FAIL("compiled");
  } catch (const DeviceFailure& failure) {
    CHECK(failure.kind() == FailureKind::Build);
    CHECK_THAT(failure.what(), Catch::Contains("NVRTC_ERROR_COMPILATION (6)") &&
                                   Catch::Contains("no_such_name") && Catch::Contains("bad.cu(1)"));
  }
}
