// Which arrays only the host part of a scheduled function touches, and whether their elements decide.
#include "kernel/host_arrays.h"

#include <catch2/catch.hpp>

#include "ir_programs.h"
#include "kernel/find_kernels.h"
#include "transform/pipeline.h"
#include "transform/schedule_for_gpu.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// count[0] += 1; s = scale[0]; for i in prange(EXTENT): a[i] = VALUE
struct Counted : Program {
  ArrayId count = array("count", ScalarType::Int64, 1);
  ArrayId scale = array("scale", ScalarType::Float64, 1);
  ArrayId a = array("a", ScalarType::Float64, 1);
  VarId i = counter("i");
  VarId s = b.variable("s", ScalarType::Float64);

  Counted() : Program("counted") { f.disjoint_arguments = true; }
  ExprId number(int64_t at) { return b.load(count, {b.int64(at)}); }
  ExprId scaled() { return b.mul(b.load(a, {b.read(i)}), b.read(s)); }
  kernel::HostArrays found(ExprId extent, ExprId value) {
    f.body = {b.store(count, {b.int64(0)}, b.add(number(0), b.int64(1))), b.assign(s, b.load(scale, {b.int64(0)})),
              b.loop(i, extent, LoopMark::Parallel, {b.store(a, {b.read(i)}, value)})};
    const Function scheduled = transform::schedule_for_gpu(transform::simplify_source(f, {}), {}, {}, {}).function;
    return kernel::host_arrays(scheduled, kernel::find_kernels(scheduled));
  }
};

}  // namespace

TEST_CASE("host_arrays: what kernels are given as numbers decides nothing") {
  Counted p;
  const kernel::HostArrays found = p.found(p.b.extent(p.a, 0), p.scaled());
  CHECK(found.arrays == std::set{p.count, p.scale});
  CHECK(found.kernels.size() == 1);
  CHECK_FALSE(found.decide);
}

TEST_CASE("host_arrays: how many iterations there are decides") {
  Counted p;
  const kernel::HostArrays found = p.found(p.number(0), p.scaled());
  CHECK(found.arrays == std::set{p.count, p.scale});
  CHECK(found.decide);
}

TEST_CASE("host_arrays: what another kernel reads is not the host's alone") {
  Counted p;
  const ExprId own = p.b.load(p.count, {p.b.read(p.i)});
  const kernel::HostArrays found = p.found(p.b.extent(p.a, 0), p.b.mul(p.scaled(), p.b.cast(ScalarType::Float64, own)));
  CHECK(found.arrays == std::set{p.scale});
  CHECK(found.kernels.empty());
}

TEST_CASE("host_arrays: functions that devices round otherwise stay there") {
  Counted p;
  p.f.body = {p.b.store(p.scale, {p.b.int64(0)}, p.b.call(Intrinsic::Exp, {p.b.load(p.scale, {p.b.int64(0)})}))};
  const Function scheduled = transform::schedule_for_gpu(transform::simplify_source(p.f, {}), {}, {}, {}).function;
  const kernel::HostArrays found = kernel::host_arrays(scheduled, kernel::find_kernels(scheduled));
  CHECK(found.arrays.empty());
  CHECK(found.kernels.empty());
}
