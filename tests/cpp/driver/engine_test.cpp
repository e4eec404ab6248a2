// Uses nothing but the public headers, as a C++ program that embeds the library does.
#include "unpython/engine.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <numeric>
#include <thread>

using namespace unpython;

namespace {

// def scale(a, x):
//     s = 0.0
//     for i in prange(a.shape[0]):
//         a[i] = a[i] * x
//         s += a[i]
//     return s, a.shape[0]
constexpr const char* kScale = R"(unpython 1
(function scale "scale.py" 1 [] 1:0+9 [(a 2:10+1 -)(x 2:13+1 -)] [] [(prange library "unpython.prange")] [] [
 (assign 2:4+7 [(name 2:4+1 s)] (float 2:8+3 0.0))
 (for 3:4-5:17 (name 3:8+1 i) (call 3:13+18 (name 3:13+6 prange) [(sub 3:20+10 (attr 3:20+7 (name 3:20+1 a) shape)
   (int 3:28+1 0))] []) [
  (assign 4:8+15 [(sub 4:8+4 (name 4:8+1 a) (name 4:10+1 i))]
    (binary 4:15+8 * (sub 4:15+4 (name 4:15+1 a) (name 4:17+1 i)) (name 4:22+1 x)))
  (aug 5:8+9 (name 5:8+1 s) + (sub 5:13+4 (name 5:13+1 a) (name 5:15+1 i)))] [])
 (return 6:4+20 (tuple 6:11+13 [(name 6:11+1 s)(sub 6:14+10 (attr 6:14+7 (name 6:14+1 a) shape) (int 6:22+1 0))]))])
hidden []
)";

// def get(a, i):
//     return a[i]
constexpr const char* kGet = R"(unpython 1
(function get "get.py" 1 [] 1:0+7 [(a 1:8+1 -)(i 1:11+1 -)] [] [] [] [
 (return 2:4+11 (sub 2:11+4 (name 2:11+1 a) (name 2:13+1 i)))])
hidden []
)";

ArrayView view_of(std::vector<double>& values) {
  ArrayView view;
  view.data = values.data();
  view.type = ScalarType::Float64;
  view.rank = 1;
  view.extents[0] = static_cast<int64_t>(values.size());
  view.stride_bytes[0] = sizeof(double);
  return view;
}

Scalar number(double value) { return {ScalarType::Float64, true, 0, value}; }
Scalar index(int64_t value) { return {ScalarType::Int64, true, value, 0.0}; }

std::string cpu_library() { return UNPYTHON_LIBRARY_DIR "/libunpython_cpu.so"; }

/// False, with a note, where the tests are built without the CPU library.
bool has_cpu() {
  if (std::ifstream(cpu_library()).good()) return true;
  WARN("skipped: there is no " + cpu_library());
  return false;
}

Engine new_engine() { return Engine({.cpu_library = cpu_library(), .cache_folder = {}}); }

}  // namespace

TEST_CASE("a program is compiled, launched and explained") {
  if (!has_cpu()) return;
  Engine engine = new_engine();
  std::vector<double> values(1000, 1.0);
  const std::vector<Argument> arguments{view_of(values), number(2.0)};
  const Kernel kernel = engine.compile(kScale, arguments);
  const std::vector<Scalar> results = kernel.launch(arguments);
  REQUIRE(results.size() == 2);
  CHECK(results[0].type == ScalarType::Float64);
  CHECK(results[0].real.real() == 2000.0);
  CHECK(results[1].weak);
  CHECK(results[1].integer == 1000);
  CHECK(values == std::vector<double>(1000, 2.0));
  CHECK(kernel.explain().find("scale(): runs on cpu\n  line 3: reduction") == 0);
}

TEST_CASE("a kernel runs on many threads and outlives its engine") {
  if (!has_cpu()) return;
  std::vector<double> example(10);
  const auto kernel = std::make_unique<Kernel>(
      new_engine().compile(kScale, std::vector<Argument>{view_of(example), number(2.0)}));
  std::vector<std::thread> threads;
  std::vector<double> sums(4);
  for (size_t t = 0; t < sums.size(); ++t) {
    threads.emplace_back([&, t] {
      std::vector<double> own(100 * (t + 1), 1.0);
      for (int repeat = 0; repeat < 10; ++repeat) {
        sums[t] = kernel->launch(std::vector<Argument>{view_of(own), number(2.0)})[0].real.real();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(sums == std::vector<double>{102400, 204800, 307200, 409600});
}

TEST_CASE("a kernel runs on a device, and on many threads there") {
  if (!has_cpu()) return;
  Engine engine = new_engine();
  std::vector<double> example(10, 1.0);
  const std::vector<Argument> like{view_of(example), number(2.0)};
  const Kernel kernel = engine.compile(kScale, like, {}, "opencl");
  if (kernel.explain().find("scale(): runs on opencl:") != 0) {
    WARN("skipped: " + kernel.explain());
    return;
  }
  std::vector<std::thread> threads;
  std::vector<double> sums(6);
  for (size_t t = 0; t < sums.size(); ++t) {
    threads.emplace_back([&, t] {
      std::vector<double> own(100 * (t + 1), 1.0);
      for (int repeat = 0; repeat < 10; ++repeat) {
        sums[t] = kernel.launch(std::vector<Argument>{view_of(own), number(2.0)})[0].real.real();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(sums == std::vector<double>{102400, 204800, 307200, 409600, 512000, 614400});
}

TEST_CASE("what no device takes runs on the processor, or is an error where that is asked for") {
  if (!has_cpu()) return;
  Engine engine = new_engine();
  std::vector<double> values(3, 1.0);
  const std::vector<Argument> arguments{view_of(values), number(2.0)};
  const Kernel kernel = engine.compile(kScale, arguments, {}, "opencl:77");
  CHECK(kernel.launch(arguments)[0].real.real() == 6.0);
  CHECK(kernel.explain().find("opencl:77: NO_DEVICE") != std::string::npos);
  Options strict;
  strict.strict = true;
  CHECK_THROWS_AS(engine.compile(kScale, arguments, strict, "opencl:77"), DeviceError);
}

TEST_CASE("an exception of the program says what Python would say") {
  if (!has_cpu()) return;
  Engine engine = new_engine();
  std::vector<double> values(3);
  const Kernel kernel = engine.compile(kGet, std::vector<Argument>{view_of(values), index(0)});
  try {
    (void)kernel.launch(std::vector<Argument>{view_of(values), index(5)});
    FAIL("no exception");
  } catch (const ProgramError& error) {
    CHECK(error.exception() == "IndexError");
    CHECK(std::string(error.what()) ==
          "index 5 is out of bounds for axis 0 with size 3 (array 'a', get.py, line 2)");
  }
}

TEST_CASE("arguments of other types are refused") {
  if (!has_cpu()) return;
  Engine engine = new_engine();
  std::vector<double> values(3);
  const std::vector<Argument> arguments{view_of(values), index(0)};
  const Kernel kernel = engine.compile(kGet, arguments);
  CHECK_THROWS_AS(kernel.launch(std::vector<Argument>{view_of(values), number(0.0)}), std::invalid_argument);
  CHECK_THROWS_AS(kernel.launch(std::vector<Argument>{view_of(values)}), std::invalid_argument);
  CHECK_THROWS_AS(engine.compile(kGet, std::vector<Argument>{index(0)}), std::invalid_argument);
  CHECK_THROWS_AS(engine.compile(kGet, std::vector<Argument>{index(0), index(0)}), CompileError);
}

TEST_CASE("a missing CPU library is a device error") {
  Engine engine({.cpu_library = "/no/such/library.so", .cache_folder = {}});
  std::vector<double> values(3);
  CHECK_THROWS_AS(engine.compile(kGet, std::vector<Argument>{view_of(values), index(0)}), DeviceError);
}
