// The C interface itself: outputs, refusals, versions.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <thread>

#include "compiled.h"
#include "ir/write/serialize.h"

using namespace unpython;
using namespace unpython::test;

namespace {

Program increment() {
  Program p;
  auto& b = p.build;
  ir::ArrayId x = p.array("x", ScalarType::Float64, 1);
  ir::VarId i = b.variable("i", ScalarType::Int64);
  ir::StmtId store = b.store(x, {b.read(i)}, b.add(b.load(x, {b.read(i)}), b.float64(1)));
  p.add(p.loop(i, b.extent(x, 0), ir::LoopMark::Vector, {store}, 8));
  return p;
}

}  // namespace

TEST_CASE("the library tells its target and refuses another interface version") {
  CHECK(cpu_api().abi_version == abi::kAbiVersion);
  UnpythonCpuTarget target{};
  cpu_api().target(&target);
  CHECK(std::strlen(target.cpu) > 0);
  CHECK(std::strlen(target.features) > 0);
  CHECK(std::strstr(target.llvm_version, "19.1") != nullptr);
  CHECK((target.vector_bytes == 16 || target.vector_bytes == 32 || target.vector_bytes == 64));
  CHECK(target.vector_registers >= 16);
}

TEST_CASE("all four outputs") {
  Program p = increment();
  CHECK(compile(p.function, 0).substr(1, 3) == "ELF");
  CHECK(compile(p.function, 1).find("define i32 @unpython_entry(ptr") != std::string::npos);
  CHECK(compile(p.function, 2).find("fadd <8 x double>") != std::string::npos);
  CHECK(compile(p.function, 3).find("unpython_entry:") != std::string::npos);
}

TEST_CASE("equal programs give equal objects") {
  CHECK(compile(increment().function, 0) == compile(increment().function, 0));
}

TEST_CASE("bad input is an error with a text, and the next call works") {
  UnpythonBytes out{};
  CHECK(cpu_api().compile("nonsense", 8, 0, &out) == 1);
  CHECK(out.size > 0);
  cpu_api().free_bytes(&out);
  CHECK(out.data == nullptr);
  abi::EntryPoint entry = nullptr;
  void* handle = nullptr;
  CHECK(cpu_api().load("not an object", 13, &entry, &handle, &out) == 1);
  CHECK(out.size > 0);
  cpu_api().free_bytes(&out);
  std::vector<TestArray> arrays{{ScalarType::Float64, {11}}};
  require_same(increment().function, arrays, {});
}

TEST_CASE("a loop that nothing scheduled is refused") {
  Program p = increment();
  for (auto& statement : p.function.stmts) {
    if (auto* loop = std::get_if<ir::For>(&statement.node)) loop->mark = ir::LoopMark::Parallel;
  }
  CHECK_THROWS_WITH(compile(p.function, 0), Catch::Contains("not scheduled"));
}

// No other thread compiles meanwhile, as in test_processes.py: the sanitizer's allocator of GCC 12 may be locked in
// the child, where nobody unlocks it.
TEST_CASE("a child compiles after fork") {
  for (int round = 0; round < 3; ++round) {
    pid_t child = fork();
    if (child == 0) {
      alarm(300);  // a child that hangs fails the test
      Program p = increment();
      Compiled compiled(p.function);
      TestArray array(ScalarType::Float64, {3});
      array.element<double>(2) = 4;
      std::vector<ArrayView> views{array.view()};
      (void)compiled(views, {});
      _exit(array.element<double>(2) == 5 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    CHECK(status == 0);
  }
}

TEST_CASE("several threads compile and run at once") {
  std::vector<std::thread> threads;
  std::vector<double> results(4);
  for (size_t t = 0; t < results.size(); ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < 5; ++round) {
        Program p = increment();
        Compiled compiled(p.function);
        TestArray array(ScalarType::Float64, {9});
        array.element<double>(8) = static_cast<double>(t);
        std::vector<ArrayView> views{array.view()};
        (void)compiled(views, {});
        results[t] = array.element<double>(8);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t t = 0; t < results.size(); ++t) CHECK(results[t] == static_cast<double>(t) + 1);
}
