#include "transform/rows/sum_rows_ahead.h"

#include <catch2/catch.hpp>

#include "ir/write/print.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

/// for i in range(x.shape[0] - 1): (for j in range(i + distance): x[i] += a[i, j] * x[j + shift]); x[i] *= 0.5
Function rows(int64_t distance, int64_t shift, bool disjoint) {
  Program p("rows");
  Builder& b = p.b;
  p.f.level = Level::Scheduling;
  p.f.disjoint_arguments = disjoint;
  const ArrayId a = p.array("a", ScalarType::Float64, 2);
  const ArrayId x = p.array("x", ScalarType::Float64, 1);
  const VarId i = p.counter("i");
  const VarId j = p.counter("j");
  const ExprId product =
      b.mul(b.load(a, {b.read(i), b.read(j)}), b.load(x, {b.add(b.read(j), b.int64(shift))}));
  const StmtId sum = b.loop(j, b.add(b.read(i), b.int64(distance)), LoopMark::Sequential,
                            {b.store(x, {b.read(i)}, b.add(b.load(x, {b.read(i)}), product))});
  const StmtId behind = b.store(x, {b.read(i)}, b.mul(b.load(x, {b.read(i)}), b.float64(0.5)));
  p.f.body = {b.loop(i, b.sub(b.extent(x, 0), b.int64(1)), LoopMark::Sequential, {sum, behind})};
  return std::move(p.f);
}

abi::TargetInfo target() {
  abi::TargetInfo wide;
  wide.vector_bytes = 32;
  return wide;
}

bool has_strips(const Function& f) {
  return print(transform::sum_rows_ahead(f, target())).find("strip") != std::string::npos;
}

void check_runs(const Function& f, int64_t extent) {
  std::vector<double> numbers(static_cast<size_t>(extent * extent));
  for (size_t n = 0; n < numbers.size(); ++n) numbers[n] = static_cast<double>(n % 7) - 2.5;
  test::Arguments arguments;
  arguments.array(ScalarType::Float64, {extent, extent}, numbers);
  arguments.array(ScalarType::Float64, {extent}, std::vector<double>(static_cast<size_t>(extent), 0.5));
  test::check_same(test::run(f, arguments), test::run(transform::sum_rows_ahead(f, target()), arguments));
}

}  // namespace

TEST_CASE("sums that need the rows before them go ahead as far as they do not") {
  for (const int64_t distance : {0, -1, -9}) {
    const Function f = rows(distance, 0, true);
    CHECK(has_strips(f));
    for (const int64_t extent : {1, 2, 9, 10, 41}) check_runs(f, extent);
  }
  CHECK(has_strips(rows(-2, 2, true)));
}

TEST_CASE("sums that reach a row of their strip, or arrays that may overlap, stay as they are") {
  CHECK_FALSE(has_strips(rows(1, 0, true)));
  CHECK_FALSE(has_strips(rows(0, 1, true)));
  CHECK_FALSE(has_strips(rows(0, 0, false)));
}
