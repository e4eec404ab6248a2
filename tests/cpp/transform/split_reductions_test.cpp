#include "transform/reductions/split_reductions.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

#include "count_statements.h"
#include "golden.h"
#include "ir/write/print.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
const std::vector<int64_t> kSizes{0, 1, 2, 31, 32, 33, 511, 512, 513, 1024, 1500, 2049, 3600};

/// The summation tree, written from its description: items[i] is empty where iteration i adds
/// nothing.
double tree_sum(const std::vector<std::vector<double>>& items) {
  std::vector<double> leaves;
  for (size_t first = 0; first < items.size(); first += 512) {
    double lanes[32];
    for (double& lane : lanes) lane = -0.0;
    for (size_t i = first; i < std::min(items.size(), first + 512); ++i) {
      if (items[i].empty()) continue;
      double item = items[i][0];
      for (size_t t = 1; t < items[i].size(); ++t) item += items[i][t];
      lanes[i % 32] += item;
    }
    for (size_t distance : {16, 8, 4, 2, 1}) {
      double next[32];
      for (size_t lane = 0; lane < 32; ++lane) next[lane] = lanes[lane] + lanes[lane ^ distance];
      std::copy(next, next + 32, lanes);
    }
    leaves.push_back(lanes[0]);
  }
  while (leaves.size() > 1) {
    std::vector<double> next;
    for (size_t i = 0; i + 1 < leaves.size(); i += 2) next.push_back(leaves[i] + leaves[i + 1]);
    if (leaves.size() % 2 == 1) next.push_back(leaves.back());
    leaves = next;
  }
  return leaves.empty() ? -0.0 : leaves[0];
}

std::vector<std::vector<double>> one_each(const std::vector<double>& values) {
  std::vector<std::vector<double>> items;
  for (double value : values) items.push_back({value});
  return items;
}

std::vector<double> random_values(size_t count, uint64_t seed, bool special = false) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> values(-1, 1);
  std::uniform_int_distribution<int> kind(0, 40);
  std::vector<double> result(count);
  for (double& value : result) {
    value = values(random);
    if (!special) continue;
    switch (kind(random)) {
      case 0:
        value = kNan;
        break;
      case 1:
        value = kInfinity;
        break;
      case 2:
        value = -kInfinity;
        break;
      case 3:
      case 4:
        value = 0.0;
        break;
      case 5:
      case 6:
        value = -0.0;
        break;
      case 7:
        value = 0.25;
        break;
      default:
        break;
    }
  }
  return result;
}

test::Arguments arguments_for(const std::vector<double>& a, double start) {
  test::Arguments arguments;
  arguments.array(ScalarType::Float64, {static_cast<int64_t>(a.size())}, a).scalar(start);
  return arguments;
}

/// Everything but float sums: the parallel form gives what the loop in order gives, for data with NaN and
/// signed zeros.
void check_exact(const Function& source, bool finite_start_only = false) {
  const transform::Pipeline scheduled = test::schedule(source);
  REQUIRE(scheduled.nests.size() == 1);
  CHECK(scheduled.nests[0].verdict == "reduction");
  CHECK(test::loops_with(scheduled.function, LoopMark::CpuParallel) > 0);
  for (int64_t n : kSizes) {
    for (double start : {0.0, -0.0, 0.5, -0.999, kInfinity, kNan}) {
      if (finite_start_only && !std::isfinite(start)) continue;
      for (bool special : {false, true}) {
        INFO(n << " from " << start << "\n" << print(source) << print(scheduled.function));
        const test::Arguments arguments =
            arguments_for(random_values(static_cast<size_t>(n), static_cast<uint64_t>(n), special), start);
        test::check_same(test::run(source, arguments), test::run(scheduled.function, arguments));
      }
    }
  }
}

void check_sum(const Function& source,
               const std::function<double(const std::vector<double>&, double)>& expected) {
  Options options;
  const Function scheduled = test::schedule(source, options).function;
  for (int64_t n : kSizes) {
    const std::vector<double> a = random_values(static_cast<size_t>(n), static_cast<uint64_t>(n) + 7);
    for (double start : {0.0, -0.0, 0.3}) {
      const test::Run run = test::run(scheduled, arguments_for(a, start));
      REQUIRE_FALSE(run.outcome.raised);
      INFO(n << " from " << start << "\n" << print(scheduled));
      CHECK(run.outcome.results.at(0) == make_constant(ScalarType::Float64, expected(a, start)));
    }
  }
}

}  // namespace

TEST_CASE("a float sum follows the tree") {
  test::LoopProgram p;
  const VarId s = p.variable("s", p.b.read(p.start));
  const Function f = p.build({p.b.assign(s, p.b.add(p.b.read(s), p.element()))});
  check_sum(f, [](const auto& a, double start) { return tree_sum(one_each(a)) + start; });
  std::vector<analysis::NestNotes> nests;
  test::check_golden(
      print(transform::split_reductions(f, FloatMode::Standard, transform::TreeForm::InOrder, nests)),
      "transform/sum.txt");
}

TEST_CASE("a loop over a row beside a sum keeps its own vectors") {
  test::LoopProgram p;
  Builder& b = p.b;
  const ArrayId rows = p.p.array("rows", ScalarType::Float64, 2);
  const VarId s = p.variable("s", b.read(p.start));
  const VarId j = p.p.counter("j");
  const StmtId fill = b.store(rows, {b.read(p.i), b.read(j)}, b.cast(ScalarType::Float64, b.read(j)));
  Function f = p.build({b.assign(s, b.add(b.read(s), p.element())),
                        b.loop(j, b.extent(rows, 1), LoopMark::Sequential, {fill})});
  f.disjoint_arguments = true;
  const Function scheduled = test::schedule(f).function;
  test::Arguments arguments = arguments_for(random_values(600, 4), 0.5);
  arguments.array(ScalarType::Float64, {600, 40}, std::vector<double>(600 * 40, -1.0));
  const test::Run run = test::run(scheduled, arguments);
  CHECK(run.arrays[1].bytes == test::run(f, arguments).arrays[1].bytes);
  CHECK(print(scheduled).find("for j in vector(") != std::string::npos);
}

TEST_CASE("fp=strict sums in iteration order") {
  test::LoopProgram p;
  const VarId s = p.variable("s", p.b.read(p.start));
  const Function f = p.build({p.b.assign(s, p.b.add(p.b.read(s), p.element()))});
  Options options;
  options.fp = FloatMode::Strict;
  const Function scheduled = test::schedule(f, options).function;
  const test::Arguments arguments = arguments_for(random_values(3000, 3), 0.1);
  test::check_same(test::run(f, arguments), test::run(scheduled, arguments));
}

TEST_CASE("skipped and repeated updates, subtraction and inner loops make items") {
  SECTION("on a branch, twice, with continue") {
    test::LoopProgram p;
    Builder& b = p.b;
    const VarId s = p.variable("s", b.read(p.start));
    const ExprId small = b.compare(CompareOp::Less, p.element(), b.float64(-0.5));
    const ExprId large = b.compare(CompareOp::Greater, p.element(), b.float64(0.25));
    const Function f =
        p.build({b.if_then(small, {b.statement(Continue{})}), b.assign(s, b.sub(b.read(s), p.element())),
                 b.if_then(large, {b.assign(s, b.add(b.read(s), p.element()))})});
    check_sum(f, [](const auto& a, double start) {
      std::vector<std::vector<double>> items;
      for (double x : a) {
        items.emplace_back();
        if (x < -0.5) continue;
        items.back().push_back(-x);
        if (x > 0.25) items.back().push_back(x);
      }
      return tree_sum(items) + start;
    });
  }
  SECTION("a range loop adds in order within the item") {
    test::LoopProgram p;
    Builder& b = p.b;
    const VarId s = p.variable("s", b.read(p.start));
    const VarId k = p.p.counter("k");
    const ExprId other = b.load(p.a, {b.read(k)});
    Block inner{b.assign(s, b.add(b.read(s), b.add(p.element(), other)))};
    const Function f = p.build({b.loop(k, b.min(b.int64(3), b.extent(p.a, 0)), LoopMark::Sequential, inner)});
    check_sum(f, [](const auto& a, double start) {
      std::vector<std::vector<double>> items;
      for (double x : a) {
        items.emplace_back();
        for (size_t t = 0; t < std::min<size_t>(3, a.size()); ++t) items.back().push_back(x + a[t]);
      }
      return tree_sum(items) + start;
    });
  }
  SECTION("a parallel loop inside is one item, summed by the same tree") {
    test::LoopProgram p;
    Builder& b = p.b;
    const VarId s = p.variable("s", b.read(p.start));
    const VarId j = p.p.counter("j");
    Block inner{b.assign(s, b.add(b.read(s), b.mul(p.element(), b.load(p.a, {b.read(j)}))))};
    const ExprId rows = b.min(b.int64(700), b.extent(p.a, 0));
    p.p.f.body.clear();
    const Function f = p.build({b.if_then(b.compare(CompareOp::Less, b.read(p.i), b.int64(40)),
                                          {b.loop(j, rows, LoopMark::Parallel, inner)})});
    Options options;
    options.fp = FloatMode::Standard;
    std::vector<analysis::NestNotes> nests;
    const Function scheduled =
        transform::split_reductions(f, FloatMode::Standard, transform::TreeForm::InOrder, nests);
    for (int64_t n : kSizes) {
      const std::vector<double> a = random_values(static_cast<size_t>(n), 5);
      std::vector<std::vector<double>> items;
      for (size_t i = 0; i < a.size(); ++i) {
        items.emplace_back();
        if (i >= 40) continue;
        std::vector<double> products;
        for (size_t t = 0; t < std::min<size_t>(700, a.size()); ++t) products.push_back(a[i] * a[t]);
        items.back().push_back(tree_sum(one_each(products)));
      }
      const test::Run run = test::run(scheduled, arguments_for(a, 0.5));
      CHECK(run.outcome.results.at(0) == make_constant(ScalarType::Float64, tree_sum(items) + 0.5));
    }
  }
}

TEST_CASE("minima and maxima in each spelling are exact") {
  test::LoopProgram p;
  Builder& b = p.b;
  const VarId best = p.variable("best", b.read(p.start));
  const ExprId x = p.element();
  const ExprId old = b.read(best);
  const CompareOp ops[] = {CompareOp::Less, CompareOp::LessEqual, CompareOp::Greater,
                           CompareOp::GreaterEqual};
  const int spelling = GENERATE(0, 1, 2, 3, 4);
  const CompareOp op = ops[GENERATE(0, 1, 2, 3)];
  switch (spelling) {
    case 0:
      return check_exact(p.build({b.if_then(b.compare(op, x, old), {b.assign(best, x)})}));
    case 1:
      return check_exact(p.build({b.assign(best, b.select(b.compare(op, x, old), x, old))}));
    case 2:
      return check_exact(p.build({b.assign(best, b.select(b.compare(op, old, x), x, old))}));
    case 3:
      return check_exact(p.build({b.assign(best, b.select(b.compare(op, old, x), old, x))}));
    default: {
      const ExprId positive = b.compare(CompareOp::Greater, x, b.float64(0.2));
      const ExprId kept = b.select(b.compare(op, old, x), old, x);
      return check_exact(p.build({b.if_then(positive, {b.assign(best, kept)})}));
    }
  }
}

TEST_CASE("np.minimum and np.maximum keep NaN") {
  const bool maximum = GENERATE(false, true);
  const bool swapped = GENERATE(false, true);
  test::LoopProgram p;
  Builder& b = p.b;
  const VarId best = p.variable("best", b.read(p.start));
  std::vector<ExprId> operands{b.read(best), p.element()};
  if (swapped) std::swap(operands[0], operands[1]);
  const ExprId value = b.call(maximum ? Intrinsic::Maximum : Intrinsic::Minimum, operands);
  check_exact(p.build({b.assign(best, value)}));
}

TEST_CASE("the winner's companions are those of the first or the last winner") {
  const CompareOp ops[] = {CompareOp::Less, CompareOp::LessEqual, CompareOp::Greater,
                           CompareOp::GreaterEqual};
  const CompareOp op = ops[GENERATE(0, 1, 2, 3)];
  const bool guarded = GENERATE(false, true);
  test::LoopProgram p;
  Builder& b = p.b;
  const VarId best = p.variable("best", b.read(p.start));
  const VarId where = p.variable("where", b.int64(-1));
  ExprId condition = b.compare(op, p.element(), b.read(best));
  if (guarded) condition = b.logical_and(condition, b.compare(CompareOp::Greater, b.read(p.i), b.int64(20)));
  check_exact(p.build({b.if_then(condition, {b.assign(best, p.element()), b.assign(where, b.read(p.i))})}));
}

TEST_CASE("integers, flags and last values are exact") {
  test::LoopProgram p;
  Builder& b = p.b;
  const ExprId positive = b.compare(CompareOp::Greater, p.element(), b.float64(0));
  SECTION("count and bit operations") {
    const VarId count = p.variable("count", b.number(ScalarType::Int32, 5));
    const VarId bits = p.variable("bits", b.int64(12));
    const VarId product = p.variable("product", b.int64(3));
    const ExprId odd = b.add(b.mul(b.read(p.i), b.int64(2)), b.int64(1));
    check_exact(p.build({b.assign(count, b.add(b.read(count), b.cast(ScalarType::Int32, positive))),
                         b.assign(bits, b.binary(BinaryOp::BitXor, b.read(bits), b.read(p.i))),
                         b.assign(product, b.mul(b.read(product), odd))}));
  }
  SECTION("least integer") {
    const VarId least = p.variable("least", b.int64(100));
    const ExprId value = b.sub(b.int64(50), b.read(p.i));
    check_exact(
        p.build({b.if_then(b.compare(CompareOp::Less, value, b.read(least)), {b.assign(least, value)})}));
  }
  SECTION("all and any") {
    const VarId all = p.variable("all", b.boolean(true));
    const VarId any = p.variable("any", b.boolean(false));
    check_exact(p.build({b.assign(all, b.logical_and(b.read(all), positive)),
                         b.if_then(b.logical_not(b.read(any)), {b.assign(any, positive)})}));
  }
  SECTION("all and any with the temporaries of lowering") {
    const VarId all = p.variable("all", b.boolean(true));
    const VarId t = b.variable("t", ScalarType::Bool);
    check_exact(p.build(
        {b.assign(t, b.read(all)), b.if_then(b.read(t), {b.assign(t, positive)}), b.assign(all, b.read(t))}));
  }
  SECTION("a guarded winner with the temporaries of lowering") {
    const VarId best = p.variable("best", b.read(p.start));
    const VarId where = p.variable("where", b.int64(-1));
    const VarId t = b.variable("t", ScalarType::Bool);
    check_exact(p.build({b.assign(t, b.compare(CompareOp::Less, p.element(), b.read(best))),
                         b.if_then(b.read(t), {b.assign(t, positive)}),
                         b.if_then(b.read(t), {b.assign(best, p.element()), b.assign(where, b.read(p.i))})}));
  }
  SECTION("a flag and a conditional last value") {
    const VarId found = p.variable("found", b.int64(0));
    const VarId last = p.variable("last", b.read(p.start));
    check_exact(p.build({b.if_then(positive, {b.assign(found, b.int64(1)), b.assign(last, p.element())})}));
  }
  SECTION("a conditional expression that keeps the value") {
    const VarId last = p.variable("last", b.read(p.start));
    check_exact(p.build({b.assign(last, b.select(positive, p.element(), b.read(last)))}));
  }
}

TEST_CASE("last values of every iteration") {
  test::LoopProgram p;
  Builder& b = p.b;
  const VarId t = p.variable("t", b.read(p.start));
  const VarId last = p.variable("last", b.int64(-7));
  const Function source =
      p.build({b.assign(t, b.mul(p.element(), b.float64(2))), b.assign(last, b.read(p.i))});
  const Function scheduled = test::schedule(source).function;
  for (int64_t n : kSizes) {
    const test::Arguments arguments = arguments_for(random_values(static_cast<size_t>(n), 1), 0.5);
    test::check_same(test::run(source, arguments), test::run(scheduled, arguments));
  }
}

TEST_CASE("elements are accumulated like variables") {
  Program p("elements");
  Builder& b = p.b;
  const ArrayId a = p.array("a", ScalarType::Float64, 1);
  const ArrayId total = p.array("total", ScalarType::Float64, 1);
  const ArrayId counts = p.array("counts", ScalarType::Int64, 1);
  const VarId i = p.counter("i");
  const ExprId zero = b.int64(0);
  const ExprId one = b.int64(1);
  const ExprId x = b.load(a, {b.read(i)});
  p.f.body = {b.loop(i, b.extent(a, 0), LoopMark::Parallel,
                     {b.store(total, {one}, b.add(b.load(total, {one}), x)),
                      b.store(total, {zero}, b.call(Intrinsic::Minimum, {b.load(total, {zero}), x})),
                      b.store(counts, {one}, b.add(b.load(counts, {one}), b.int64(2)))})};
  p.f.disjoint_arguments = true;
  const transform::Pipeline pipeline = test::schedule(p.f);
  CHECK(pipeline.nests.at(0).verdict == "reduction");
  const Function& scheduled = pipeline.function;
  for (int64_t n : kSizes) {
    const std::vector<double> values = random_values(static_cast<size_t>(n), 9);
    test::Arguments arguments;
    arguments.array(ScalarType::Float64, {n}, values);
    arguments.array(ScalarType::Float64, {2}, std::vector<double>{4, 0.75});
    arguments.array(ScalarType::Int64, {2}, std::vector<int64_t>{4, 5});
    const test::Run run = test::run(scheduled, arguments);
    double least = 4;
    for (double value : values) least = std::min(least, value);
    CHECK(run.elements<double>(1) == std::vector<double>{least, 0.75 + tree_sum(one_each(values))});
    CHECK(run.elements<int64_t>(2) == std::vector<int64_t>{4, 5 + 2 * n});
  }
}

TEST_CASE("histograms: atomic for integers, private copies for floats") {
  const ScalarType type = GENERATE(ScalarType::Int64, ScalarType::Float64);
  Program p("histogram");
  Builder& b = p.b;
  const ArrayId index = p.array("index", ScalarType::Int64, 1);
  const ArrayId h = p.array("h", type, 1);
  const VarId i = p.counter("i");
  const VarId t = b.variable("t", ScalarType::Int64);
  p.f.body = {b.loop(i, b.extent(index, 0), LoopMark::Parallel,
                     {b.assign(t, b.load(index, {b.read(i)})),
                      b.store(h, {b.read(t)}, b.add(b.load(h, {b.read(t)}), b.number(type, 1)))})};
  const Function scheduled = test::schedule(p.f).function;
  for (int64_t n : kSizes) {
    std::vector<int64_t> places(static_cast<size_t>(n));
    for (size_t k = 0; k < places.size(); ++k) places[k] = static_cast<int64_t>(k * k % 7);
    test::Arguments arguments;
    arguments.array(ScalarType::Int64, {n}, places);
    if (type == ScalarType::Int64) arguments.array(type, {8}, std::vector<int64_t>(8, 3));
    if (type == ScalarType::Float64) arguments.array(type, {8}, std::vector<double>(8, 0.5));
    test::check_same(test::run(p.f, arguments), test::run(scheduled, arguments));
  }
}
