// Golden kernels in both languages, all of which NVRTC compiles.
#include <catch2/catch.hpp>

#include "codegen/c_family/c_printer.h"
#include "golden.h"
#include "ir_programs.h"
#include "kernel/find_kernels.h"
#include "kernel/schedule_for_gpu.h"
#include "kernel/stage_rows.h"
#include "test_devices.h"
#include "transform/pipeline.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

constexpr int64_t kLocalBytes = 49152;

/// The kernels of a function, one text after the other, for packed arrays.
std::string texts(const Function& source, const codegen::Dialect& dialect) {
  const Function simplified = transform::simplify_source(source, {});
  const Function scheduled = kernel::schedule_for_gpu(simplified, {}, {}, {}).function;
  std::string result;
  for (const kernel::Kernel& kernel : kernel::find_kernels(scheduled)) {
    kernel::Layout layout{.narrow_offsets = true};
    for (const kernel::KernelArray& array : kernel.arrays)
      layout.unit_dimension.push_back(scheduled[array.array].rank - 1);
    layout.disjoint = true;
    const auto staging = kernel::stage_rows(scheduled, kernel, layout, kLocalBytes);
    const std::string text =
        codegen::print_kernel(scheduled, kernel, layout, dialect, staging ? &*staging : nullptr);
    if (&dialect == &codegen::cuda_dialect() && test::cuda_compiler() != nullptr) {
      INFO(text);
      CHECK_NOTHROW((void)test::cuda_compiler()->compile({kernel.name, text, {kernel.name}}));
    }
    result += text + "\n";
  }
  return result;
}

void check_both(const Function& function, const std::string& name) {
  test::check_golden(texts(function, codegen::cuda_dialect()), "kernels/" + name + ".cu");
  test::check_golden(texts(function, codegen::opencl_dialect()), "kernels/" + name + ".cl");
}

/// for i in prange(n): a[i] = value(i), with a subscript check where `checked`.
template <class Value>
Function filled(const std::string& name, ScalarType type, const Value& value, bool checked = false) {
  Program p(name);
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", type, 1);
  const ArrayId b = p.array("b", type, 1);
  const VarId i = p.counter("i");
  Block body;
  if (checked) {
    const ErrorId error = p.b.error(ErrorKind::IndexError, "index {0}", {});
    const ExprId data = p.b.cast(ScalarType::Int64, p.b.load(b, {p.b.read(i)}));
    body.push_back(p.b.statement(CheckIndex{a, 0, data, error}));
  }
  body.push_back(p.b.store(a, {p.b.read(i)}, value(p.b, b, i)));
  p.f.body = {p.b.loop(i, p.b.extent(b, 0), LoopMark::Parallel, std::move(body))};
  return std::move(p.f);
}

}  // namespace

TEST_CASE("kernels: a product of matrices") {
  Function product = test::matrix_product(ScalarType::Float32);
  product.disjoint_arguments = true;
  check_both(product, "matrix_product");
}

TEST_CASE("kernels: rows that neighbours walk go through local memory") {
  Program p("rows");
  Builder& b = p.b;
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", ScalarType::Complex64, 2);
  const ArrayId x = p.array("x", ScalarType::Bool, 1);
  const ArrayId y = p.array("y", ScalarType::Complex64, 1);
  const VarId i = p.counter("i");
  const VarId k = p.counter("k");
  const VarId s = b.variable("s", ScalarType::Complex64);
  const ExprId sum = b.add(b.read(s), b.load(a, {b.read(i), b.read(k)}));
  const StmtId walk = b.loop(k, b.extent(a, 1), LoopMark::Sequential,
                             {b.if_then(b.load(x, {b.read(k)}), {b.assign(s, sum)})});
  const StmtId all = b.loop(k, b.extent(a, 1), LoopMark::Sequential, {b.assign(s, sum)});
  p.f.body = {b.loop(
      i, b.extent(a, 0), LoopMark::Parallel,
      {b.assign(s, b.number(ScalarType::Complex64, 0)), walk, all, b.store(y, {b.read(i)}, b.read(s))})};
  check_both(p.f, "staged_rows");
}

TEST_CASE("kernels: integers wrap, division rounds down, shared parts are computed once") {
  check_both(filled("integers", ScalarType::Int32,
                    [](Builder& b, ArrayId array, VarId i) {
                      const ExprId x = b.load(array, {b.read(i)});
                      const ExprId square = b.mul(x, x);
                      return b.floor_div(b.add(square, b.number(ScalarType::Int32, 7)), b.sub(square, x));
                    }),
             "integers");
}

TEST_CASE("kernels: complex numbers") {
  check_both(filled("turn", ScalarType::Complex64,
                    [](Builder& b, ArrayId array, VarId i) {
                      const ExprId x = b.load(array, {b.read(i)});
                      return b.binary(BinaryOp::Divide, b.mul(x, x), b.call(Intrinsic::Conjugate, {x}));
                    }),
             "complex");
}

TEST_CASE("kernels: an index that the data chooses is checked") {
  check_both(filled(
                 "checked", ScalarType::Int64,
                 [](Builder& b, ArrayId array, VarId i) { return b.load(array, {b.read(i)}); }, true),
             "checked");
}

TEST_CASE("kernels: names of C and macros are no names of variables") {
  Program p("for");
  const ArrayId a = p.array("float4", ScalarType::Float64, 1);
  const VarId factor = p.scalar("M_PI", ScalarType::Float64);
  const VarId i = p.counter("int");
  p.f.disjoint_arguments = true;
  p.f.body = {
      p.b.loop(i, p.b.extent(a, 0), LoopMark::Parallel, {p.b.store(a, {p.b.read(i)}, p.b.read(factor))})};
  const std::string text = texts(p.f, codegen::cuda_dialect());
  CHECK_THAT(text, Catch::Contains("float4_[(u32)int_] = M_PI_;"));
}
