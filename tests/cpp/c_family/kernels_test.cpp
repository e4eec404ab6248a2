// Golden kernels in both languages, all of which NVRTC compiles.
#include <catch2/catch.hpp>

#include "codegen/c_family/c_printer.h"
#include "golden.h"
#include "group_programs.h"
#include "ir/verify/verify.h"
#include "ir_programs.h"
#include "scheduled_kernel.h"
#include "test_devices.h"
#include "transform/groups/stage_rows.h"
#include "transform/groups/multiply_tiles.h"
#include "transform/groups/tile_reuse.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

void check_compiles(const std::string& name, const std::string& text, const codegen::Dialect& dialect) {
  if (&dialect != &codegen::cuda_dialect() || test::cuda_compiler() == nullptr) return;
  INFO(text);
  CHECK_NOTHROW((void)test::cuda_compiler()->compile({name, text, {name}}));
}

/// Kernels of groups as they are, for packed arrays whose rows begin at addresses that divide by 16.
std::string group_texts(const Function& f, const codegen::Dialect& dialect) {
  CHECK(verify(f) == std::vector<std::string>{});
  std::string result;
  for (const kernel::Kernel& kernel : kernel::find_kernels(f)) {
    kernel::Layout layout{.narrow_offsets = true};
    for (const kernel::KernelArray& array : kernel.arrays) {
      layout.unit_dimension.push_back(f[array.array].rank - 1);
      layout.alignment.push_back(16);
    }
    layout.disjoint = true;
    const std::string text = codegen::print_kernel(f, kernel, layout, dialect);
    check_compiles(kernel.name, text, dialect);
    result += text + "\n";
  }
  return result;
}

void check_groups(const Function& f, const std::string& name) {
  test::check_golden(group_texts(f, codegen::cuda_dialect()), "kernels/" + name + ".cu");
  test::check_golden(group_texts(f, codegen::opencl_dialect()), "kernels/" + name + ".cl");
}

/// The kernels of a function, one text after the other, for packed arrays.
std::string texts(const Function& source, const codegen::Dialect& dialect) {
  const Function simplified = transform::simplify_source(source, {});
  const Function scheduled = transform::schedule_for_gpu(simplified, {}, {}, {}).function;
  std::string result;
  for (const kernel::Kernel& kernel : kernel::find_kernels(scheduled)) {
    kernel::Layout layout{.narrow_offsets = true};
    for (const kernel::KernelArray& array : kernel.arrays)
      layout.unit_dimension.push_back(scheduled[array.array].rank - 1);
    layout.disjoint = true;
    const auto grouped = test::made(transform::stage_rows(scheduled, kernel, layout, test::device_of_groups()));
    const std::string text = grouped ? codegen::print_kernel(grouped->function, grouped->kernel, layout, dialect)
                                     : codegen::print_kernel(scheduled, kernel, layout, dialect);
    check_compiles(kernel.name, text, dialect);
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

TEST_CASE("kernels: a product of matrices by the matrix unit") {
  Function product = test::matrix_product(ScalarType::Float64);
  product.disjoint_arguments = true;
  abi::DeviceProperties with_unit = test::device_of_groups();
  with_unit.local_bytes = 232448;
  with_unit.float64_matrix_unit = true;
  const test::ScheduledKernel s = test::first_kernel(product);
  for (const std::string name : {"multiply_tiles_large", "multiply_tiles_small"}) {
    const auto pass =
        name == "multiply_tiles_large" ? transform::multiply_tiles_large : transform::multiply_tiles_small;
    const auto grouped = test::made(pass(s.function, s.kernel, s.layout, with_unit));
    REQUIRE(grouped);
    const std::string text = codegen::print_kernel(grouped->function, grouped->kernel, s.layout, codegen::cuda_dialect());
    check_compiles(s.kernel.name, text, codegen::cuda_dialect());
    test::check_golden(text, "kernels/" + name + ".cu");
  }
}

TEST_CASE("kernels: tiles are copied by vectors where rows hold whole ones") {
  for (const ScalarType type : {ScalarType::Float32, ScalarType::Float64}) {
    Function product = test::matrix_product(type);
    product.disjoint_arguments = true;
    abi::DeviceProperties with_unit = test::device_of_groups();
    with_unit.local_bytes = 232448;
    with_unit.float64_matrix_unit = true;
    test::ScheduledKernel s = test::first_kernel(product);
    const bool single = type == ScalarType::Float32;
    const auto pass = single ? transform::tile_reuse_large : transform::multiply_tiles_large;
    const auto text = [&] {
      const auto grouped = test::made(pass(s.function, s.kernel, s.layout, with_unit));
      REQUIRE(grouped);
      const std::string cuda =
          codegen::print_kernel(grouped->function, grouped->kernel, s.layout, codegen::cuda_dialect());
      check_compiles(s.kernel.name, cuda, codegen::cuda_dialect());
      const abi::DeviceProperties plain = test::device_of_groups();
      if (single) {
        const auto portable = test::made(pass(s.function, s.kernel, s.layout, plain));
        REQUIRE(portable);
        check_compiles(
            s.kernel.name,
            codegen::print_kernel(portable->function, portable->kernel, s.layout, codegen::opencl_dialect()),
            codegen::opencl_dialect());
      }
      return cuda;
    };
    const auto copies = [](const std::string& cuda, const char* bytes) {
      return cuda.find(std::string("  copy_later_") + bytes + "(&") != std::string::npos;
    };
    s.layout.alignment.clear();
    CHECK_FALSE(copies(text(), "16"));
    s.layout.alignment.assign(s.kernel.arrays.size(), 16);
    CHECK(copies(text(), "16") != single);
    s.layout.range_steps = {1, 4};
    const std::string wide = text();
    CHECK(copies(wide, "16"));
    s.layout.alignment.assign(s.kernel.arrays.size(), 1);  // rows of 1001 float64 begin anywhere
    CHECK_FALSE(copies(text(), "16"));
    s.layout.alignment.assign(s.kernel.arrays.size(), 16);
    // Of the float32 product, a is dense along the loop and lies across in local memory: groups that share a
    // multiprocessor bring it through registers.
    CHECK(copies(wide, single ? "4" : "8") == single);
    CHECK(wide.find("a_fetched") == std::string::npos);
    if (single) {
      const auto shared = test::made(transform::tile_reuse_middle(s.function, s.kernel, s.layout, with_unit));
      REQUIRE(shared);
      const std::string passed = codegen::print_kernel(shared->function, shared->kernel, s.layout, codegen::cuda_dialect());
      check_compiles(s.kernel.name, passed, codegen::cuda_dialect());
      CHECK(passed.find("*(const f32x4*)&a[") != std::string::npos);
      CHECK(passed.find(" = a_fetched[") != std::string::npos);
    }
    test::check_golden(wide, single ? "kernels/tile_reuse_wide.cu" : "kernels/multiply_tiles_wide.cu");
  }
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

TEST_CASE("kernels: negations that an extreme of integers may meet are hidden from compilers") {
  check_both(filled("extremes", ScalarType::Int32,
                    [](Builder& b, ArrayId array, VarId i) {
                      const ExprId x = b.load(array, {b.read(i)});
                      const ExprId y = b.cast(ScalarType::Int32, b.read(i));
                      const ExprId inner = b.call(Intrinsic::Maximum, {b.mul(x, y), b.sub(x, y)});
                      return b.call(Intrinsic::Maximum, {inner, b.unary(UnaryOp::Negate, b.add(x, b.number(ScalarType::Int32, 1)))});
                    }),
             "extremes");
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

TEST_CASE("kernels: sums by exchanges between lanes") { check_groups(test::warp_sums(), "warp_sums"); }

TEST_CASE("kernels: a product by the matrix unit, with copies that arrive later") {
  check_groups(test::matrix_unit_product(), "matrix_unit_product");
}

TEST_CASE("kernels: vectors are one access where addresses allow it") {
  check_groups(test::wide_copies(), "wide_copies");
}

namespace {

/// y[i] += a[i, p] * b[i, p] for p in range(16), the elements of `a` bytes and those of `b` float32, in rows that begin at addresses
/// that divide by so much.
std::string rows_of_bytes(const codegen::Dialect& dialect, int bytes) {
  Program p("rows_of_bytes");
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", ScalarType::UInt8, 2);
  const ArrayId b = p.array("b", ScalarType::Float32, 2);
  const ArrayId y = p.array("y", ScalarType::Float32, 1);
  const VarId i = p.counter("i");
  const VarId n = p.counter("p");
  const std::vector<ExprId> at{p.b.read(i), p.b.read(n)};
  const ExprId product = p.b.mul(p.b.cast(ScalarType::Float32, p.b.load(a, at)), p.b.load(b, at));
  const ExprId sum = p.b.add(p.b.load(y, {p.b.read(i)}), product);
  p.f.body = {p.b.loop(i, p.b.extent(y, 0), LoopMark::Parallel,
                       {p.b.loop(n, p.b.int64(16), LoopMark::Sequential, {p.b.store(y, {p.b.read(i)}, sum)})})};
  auto [function, kernel, layout] = test::first_kernel(p.f);
  layout.alignment.assign(kernel.arrays.size(), bytes);
  const std::string text = codegen::print_kernel(function, kernel, layout, dialect);
  check_compiles(kernel.name, text, dialect);
  return text;
}

/// y[i] += x[32 block + lane] * a[32 block + lane, i] for block in range(blocks) for lane in range(32)
Function lanes() {
  Program p("lanes");
  p.f.disjoint_arguments = true;
  const VarId blocks = p.scalar("blocks", ScalarType::Int64);
  const ArrayId a = p.array("a", ScalarType::Float64, 2);
  const ArrayId x = p.array("x", ScalarType::Float64, 1);
  const ArrayId y = p.array("y", ScalarType::Float64, 1);
  const VarId i = p.counter("i");
  const VarId block = p.counter("block");
  const VarId lane = p.counter("lane");
  const ExprId at = p.b.add(p.b.mul(p.b.read(block), p.b.int64(32)), p.b.read(lane));
  const ExprId product = p.b.mul(p.b.load(x, {at}), p.b.load(a, {at, p.b.read(i)}));
  const StmtId sum = p.b.store(y, {p.b.read(i)}, p.b.add(p.b.load(y, {p.b.read(i)}), product));
  const StmtId inner = p.b.loop(lane, p.b.int64(32), LoopMark::Sequential, {sum});
  const StmtId outer = p.b.loop(block, p.b.read(blocks), LoopMark::Sequential, {inner});
  p.f.body = {p.b.loop(i, p.b.extent(y, 0), LoopMark::Parallel, {outer})};
  return p.f;
}

/// y[i] = value(x[k]) for k in range(n), where `edge` only if not n < 8: else for k in range(8).
template <class Value>
std::string walked(const Value& value, bool edge, AddressSpace space = AddressSpace::Argument) {
  Program p("walked");
  p.f.disjoint_arguments = true;
  const VarId n = p.scalar("n", ScalarType::Int64);
  const ArrayId x = space == AddressSpace::Argument ? p.array("x", ScalarType::Float64, 1)
                                                  : p.b.local_array("x", ScalarType::Float64, space, {64});
  const ArrayId y = p.array("y", ScalarType::Float64, 1);
  const VarId i = p.counter("i");
  const auto loop = [&](ExprId extent, LoopMark mark) {
    const VarId k = p.counter("k");
    return p.b.loop(k, extent, mark, {p.b.store(y, {p.b.read(i)}, value(p.b, p.b.load(x, {p.b.read(k)})))});
  };
  const StmtId any = loop(p.b.read(n), LoopMark::Sequential);
  const ExprId few = p.b.compare(CompareOp::Less, p.b.read(n), p.b.int64(8));
  const StmtId body = edge ? p.b.if_then(few, {loop(p.b.int64(8), LoopMark::Unrolled)}, {any}) : any;
  p.f.body = {p.b.loop(i, p.b.extent(y, 0), LoopMark::Grid, {body})};
  const kernel::Kernel kernel = kernel::find_kernels(p.f).at(0);
  return codegen::print_kernel(p.f, kernel, {.narrow_offsets = true, .unit_dimension = {0, 0}}, codegen::cuda_dialect());
}

/// a[i] = cos(x[i]); b[i] = sin(x[i])
Function turned() {
  Program p("turned");
  p.f.disjoint_arguments = true;
  const ArrayId x = p.array("x", ScalarType::Float64, 1);
  const ArrayId a = p.array("a", ScalarType::Float64, 1);
  const ArrayId b = p.array("b", ScalarType::Float64, 1);
  const VarId i = p.counter("i");
  const VarId angle = p.b.variable("angle", ScalarType::Float64);
  const auto put = [&](ArrayId to, Intrinsic function) {
    return p.b.store(to, {p.b.read(i)}, p.b.call(function, {p.b.read(angle)}));
  };
  p.f.body = {p.b.loop(i, p.b.extent(x, 0), LoopMark::Parallel,
                       {p.b.assign(angle, p.b.load(x, {p.b.read(i)})), put(a, Intrinsic::Cos), put(b, Intrinsic::Sin)})};
  return p.f;
}

}  // namespace

TEST_CASE("kernels: neighbours of loops with few turns are loaded at once, as many as addresses allow") {
  test::check_golden(rows_of_bytes(codegen::cuda_dialect(), 16), "kernels/rows_of_bytes.cu");
  test::check_golden(rows_of_bytes(codegen::opencl_dialect(), 16), "kernels/rows_of_bytes.cl");
  const std::string four = rows_of_bytes(codegen::opencl_dialect(), 4);
  CHECK_THAT(four, Catch::Contains("u8x4 a_wide;"));
  CHECK_THAT(four, !Catch::Contains("b_wide"));
  CHECK_THAT(rows_of_bytes(codegen::opencl_dialect(), 1), !Catch::Contains("_wide"));
}

TEST_CASE("kernels: counters of short loops are steps of addresses") { check_both(lanes(), "lanes"); }

TEST_CASE("kernels: turns are written out together where they are short, fewer at edges") {
  const auto same = [](Builder&, ExprId value) { return value; };
  const auto sine = [](Builder& b, ExprId value) { return b.call(Intrinsic::Sin, {value}); };
  CHECK_THAT(walked(same, false), Catch::Contains("#pragma unroll 8\n"));
  CHECK_THAT(walked(sine, false), Catch::Contains("#pragma unroll 4\n"));
  CHECK_THAT(walked(same, true), Catch::Contains("#pragma unroll 8\n"));
  CHECK_THAT(walked(same, true, AddressSpace::Local), Catch::Contains("#pragma unroll 2\n"));
}

TEST_CASE("kernels: sine and cosine of one angle are computed together where they have the same bits") { check_both(turned(), "turned"); }
