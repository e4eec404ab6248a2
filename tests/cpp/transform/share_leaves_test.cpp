// Reduced loops on all groups of a device: the same bits as on a CPU, for any number of leaves, kind and
// data.
#include "transform/reductions/share_leaves.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "group_programs.h"
#include "ir/rewrite.h"
#include "kernel/find_kernels.h"
#include "run_program.h"
#include "scheduled_kernel.h"
#include "transform/groups/share_lanes.h"
#include "transform/schedule_for_gpu.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;

namespace {

const std::vector<int64_t> kSizes{0, 1, 2, 31, 32, 33, 511, 512, 513, 1024, 1500, 4096, 4097, 9000};

Function for_gpu(const Function& source) {
  const auto verified = [](std::string_view pass, const Function& f) {
    check(f, "testing after " + std::string(pass));
  };
  return transform::schedule_for_gpu(transform::simplify_source(source, verified), {}, {}, verified).function;
}

/// The same with the lanes of all its kernels shared by a pass; `shared` counts them.
Function with_lanes(Function f, decltype(&transform::share_lanes) pass, int& shared) {
  abi::DeviceProperties device;
  device.max_block = {1024, 1024, 64};
  shared = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const kernel::Kernel& kernel : kernel::find_kernels(f)) {
      if (kernel::is_grouped(f, kernel)) continue;
      kernel::Layout layout{.disjoint = true};
      for (const kernel::KernelArray& array : kernel.arrays)
        layout.unit_dimension.push_back(f[array.array].rank - 1);
      auto made = test::made(pass(f, kernel, layout, device));
      if (!made) continue;
      f = std::move(made->function);
      check(f, "testing shared lanes");
      changed = true;
      ++shared;
      break;
    }
  }
  return f;
}

/// Few values, so that there are ties, with signed zeros and sometimes NaN and infinities.
std::vector<double> values(int64_t count, bool special) {
  std::mt19937_64 random(static_cast<uint64_t>(count) * 2 + (special ? 1 : 0));
  std::uniform_int_distribution<int> kind(0, 30);
  std::uniform_real_distribution<double> plain(-1, 1);
  std::vector<double> result;
  for (int64_t i = 0; i < count; ++i) {
    const int k = kind(random);
    double value = plain(random);
    if (special && k == 0) value = std::numeric_limits<double>::quiet_NaN();
    if (special && k == 1) value = std::numeric_limits<double>::infinity();
    if (k == 2) value = 0.0;
    if (k == 3) value = -0.0;
    if (k == 4) value = 0.999;
    result.push_back(value);
  }
  return result;
}

struct Reduced : test::LoopProgram {
  Reduced() { p.f.disjoint_arguments = true; }
};

/// The schedule for a device, and the same with lanes as threads, give what the schedule for the CPU gives.
struct Schedules {
  Function cpu;
  Function gpu;
  Function lanes;
  Function lanes_of_rows;
  Function lanes_of_columns;
  Function lanes_of_many_columns;

  explicit Schedules(const Function& source, int kernels = 1, int kernels_of_rows = 0, int kernels_of_columns = 0)
      : cpu(test::schedule(source).function), gpu(for_gpu(source)) {
    int shared = 0;
    INFO(print(gpu));
    lanes = with_lanes(gpu, transform::share_lanes, shared);
    REQUIRE(shared == kernels);
    lanes_of_rows = with_lanes(gpu, transform::share_lanes_of_rows, shared);
    REQUIRE(shared == kernels_of_rows);
    lanes_of_columns = with_lanes(gpu, transform::share_lanes_of_columns, shared);
    REQUIRE(shared == kernels_of_columns);
    lanes_of_many_columns = with_lanes(gpu, transform::share_lanes_of_many_columns, shared);
    REQUIRE(shared == kernels_of_columns);
  }
  void check_same(const test::Arguments& arguments) const {
    const test::Run expected = test::run(cpu, arguments);
    {
      INFO(print(gpu));
      test::check_same(expected, test::run(gpu, arguments));
    }
    for (const Function* form : {&lanes, &lanes_of_rows, &lanes_of_columns, &lanes_of_many_columns}) {
      INFO(print(*form));
      test::check_same(expected, test::run(*form, arguments));
    }
  }
};

void check_same_bits(const Function& source) {
  const Schedules schedules(source);
  for (const int64_t n : kSizes) {
    for (const double start : {-0.0, 0.3}) {
      for (const bool special : {false, true}) {
        test::Arguments arguments;
        arguments.array(ScalarType::Float64, {n}, values(n, special)).scalar(start);
        INFO(n << " from " << start << (special ? ", special" : ""));
        schedules.check_same(arguments);
      }
    }
  }
}

/// f(a, y): for i in prange(a.shape[0]): BODY with j over a.shape[1], or the other way round.
struct Reducing : Program {
  ArrayId a = array("a", ScalarType::Float64, 2);
  ArrayId y = array("y", ScalarType::Float64, 1);
  VarId i = counter("i");
  VarId j = counter("j");
  VarId s = b.variable("s", ScalarType::Float64);
  bool columns;

  explicit Reducing(bool of_columns) : Program("reducing"), columns(of_columns) {
    f.disjoint_arguments = true;
  }
  ExprId element() { return columns ? b.load(a, {b.read(j), b.read(i)}) : b.load(a, {b.read(i), b.read(j)}); }
  StmtId over_j(Block body) {
    return b.loop(j, b.extent(a, columns ? 0 : 1), LoopMark::Parallel, std::move(body));
  }
  Function over_i(Block body) {
    f.body = {b.loop(i, b.extent(a, columns ? 1 : 0), LoopMark::Parallel, std::move(body))};
    return std::move(f);
  }
  StmtId add(ExprId value) { return b.assign(s, b.add(b.read(s), value)); }
};

void check_rows(const Function& source, bool columns, int kernels, int kernels_of_rows, int kernels_of_columns) {
  const Schedules schedules(source, kernels, kernels_of_rows, kernels_of_columns);
  for (const auto& [rows, length] : std::vector<std::pair<int64_t, int64_t>>{
           {0, 5}, {3, 0}, {1, 1}, {3, 31}, {5, 33}, {2, 512}, {3, 513}, {9, 100}, {2, 9000}, {1, 10000}}) {
    for (const bool special : {false, true}) {
      test::Arguments arguments;
      const std::vector<int64_t> shape = columns ? std::vector{length, rows} : std::vector{rows, length};
      arguments.array(ScalarType::Float64, shape, values(rows * length, special))
          .array(ScalarType::Float64, {rows}, std::vector<double>(static_cast<size_t>(rows), 7.0));
      INFO(rows << " of " << length);
      schedules.check_same(arguments);
    }
  }
}

}  // namespace

TEST_CASE("shared leaves: sums") {
  Reduced p;
  Builder& b = p.b;
  const VarId s = p.variable("s", b.read(p.start));
  SECTION("of elements") { check_same_bits(p.build({b.assign(s, b.add(b.read(s), p.element()))})); }
  SECTION("on a branch") {
    const ExprId positive = b.compare(CompareOp::Greater, p.element(), b.float64(0));
    check_same_bits(p.build({b.if_then(positive, {b.assign(s, b.add(b.read(s), p.element()))})}));
  }
  SECTION("of two terms, with a product and a count beside") {
    const VarId product = p.variable("product", b.float64(1));
    const VarId count = p.variable("count", b.int64(0));
    const ExprId large = b.compare(CompareOp::Greater, p.element(), b.float64(0.5));
    check_same_bits(p.build({b.assign(s, b.add(b.read(s), p.element())),
                             b.assign(s, b.sub(b.read(s), b.mul(p.element(), p.element()))),
                             b.assign(product, b.mul(b.read(product), b.add(p.element(), b.float64(1)))),
                             b.if_then(large, {b.assign(count, b.add(b.read(count), b.int64(1)))})}));
  }
}

TEST_CASE("shared leaves: extrema with ties, zeros and NaN") {
  Reduced p;
  Builder& b = p.b;
  const VarId best = p.variable("best", b.read(p.start));
  const ExprId old = b.read(best);
  SECTION("np.maximum") {
    check_same_bits(p.build({b.assign(best, b.call(Intrinsic::Maximum, {old, p.element()}))}));
  }
  SECTION("if x < best") {
    const ExprId less = b.compare(CompareOp::Less, p.element(), old);
    check_same_bits(p.build({b.assign(best, b.select(less, p.element(), old))}));
  }
  SECTION("with a companion") {
    for (const CompareOp op : {CompareOp::Greater, CompareOp::GreaterEqual}) {
      Reduced q;
      const VarId q_best = q.variable("best", q.b.read(q.start));
      const VarId q_where = q.variable("where", q.b.int64(-1));
      const ExprId wins = q.b.compare(op, q.element(), q.b.read(q_best));
      const Block taken{q.b.assign(q_best, q.element()), q.b.assign(q_where, q.b.read(q.i))};
      check_same_bits(q.build({q.b.if_then(wins, taken)}));
    }
  }
}

TEST_CASE("shared leaves: rows and columns") {
  const bool columns = GENERATE(false, true);
  Reducing p(columns);
  Builder& b = p.b;
  SECTION("one sum each") {
    const Function f = p.over_i({b.assign(p.s, b.float64(0)), p.over_j({p.add(p.element())}),
                                 b.store(p.y, {b.read(p.i)}, b.mul(b.read(p.s), b.float64(2)))});
    check_rows(f, columns, columns ? 0 : 1, columns ? 0 : 1, columns ? 1 : 0);
  }
  SECTION("of two values that the first one gives") {
    const VarId m = b.variable("m", ScalarType::Float64);
    const StmtId largest = p.over_j({b.assign(m, b.call(Intrinsic::Maximum, {b.read(m), p.element()}))});
    const VarId k = p.counter("k");
    p.j = k;
    const Function f = p.over_i({b.assign(m, b.float64(-0.5)), largest, b.assign(p.s, b.read(m)),
                                 p.over_j({p.add(b.sub(p.element(), b.read(m)))}),
                                 b.store(p.y, {b.read(p.i)}, b.read(p.s))});
    check_rows(f, columns, columns ? 0 : 2, columns ? 0 : 2, columns ? 2 : 0);
  }
  SECTION("all of them") {
    p.f.results = {{.type = ScalarType::Float64, .weak = true}};
    Function f = p.over_i({p.over_j({p.add(p.element())})});
    Builder build(f);
    f.body.insert(f.body.begin(), build.assign(p.s, build.float64(0.25)));
    f.body.push_back(build.statement(Return{{build.read(p.s)}}));
    check_rows(f, columns, columns ? 1 : 2, columns ? 0 : 1, columns ? 1 : 0);
  }
}

TEST_CASE("shared leaves: a number of bits that four iterations of a lane have in common is made once") {
  Reduced p;
  Builder& b = p.b;
  const auto bits = [&](BinaryOp op, ExprId word, int64_t by) {
    return b.binary(op, word, b.number(ScalarType::UInt64, by));
  };
  const ExprId word = b.cast(ScalarType::UInt64, b.read(p.i));
  const ExprId block = bits(BinaryOp::ShiftLeft, bits(BinaryOp::ShiftRight, word, 7), 5);
  const ExprId number = bits(BinaryOp::BitAnd, bits(BinaryOp::ShiftRight, word, 5), 3);
  const VarId shared = b.variable("shared", ScalarType::UInt64);
  const VarId own = b.variable("own", ScalarType::Float64);
  const VarId s = p.variable("s", b.read(p.start));
  const auto add = [&](ExprId value) { return b.assign(s, b.add(b.read(s), value)); };
  const StmtId start = b.assign(shared, b.binary(BinaryOp::BitOr, block, bits(BinaryOp::BitAnd, word, 31)));
  const ExprId next = b.add(b.mul(b.read(shared), b.number(ScalarType::UInt64, 5)), b.number(ScalarType::UInt64, 1));
  const StmtId rounds = b.loop(p.p.counter("k"), b.int64(3), LoopMark::Sequential, {b.assign(shared, next)});
  const ExprId both = b.add(b.mul(b.read(shared), b.number(ScalarType::UInt64, 10)), number);
  const StmtId take = b.assign(own, b.cast(ScalarType::Float64, both));
  const auto check_jammed = [](const Function& f, bool jammed) {
    int shared_kernels = 0;
    const Function lanes = with_lanes(for_gpu(f), transform::share_lanes, shared_kernels);
    INFO(print(lanes));
    CHECK((print(lanes).find("for four in ") != std::string::npos) == jammed);
  };
  SECTION("of which a sum is made") {
    const Function f = p.build({start, rounds, take, add(b.mul(b.read(own), p.element()))});
    check_jammed(f, true);
    check_same_bits(f);
  }
  SECTION("beside another result, on a branch") {
    const VarId most = p.variable("most", b.float64(0));
    const VarId place = p.variable("place", b.int64(-1));
    const StmtId best = b.if_then(b.compare(CompareOp::Greater, b.read(own), b.read(most)),
                                  {b.assign(most, b.read(own)), b.assign(place, b.read(p.i))});
    const StmtId some = b.if_then(b.compare(CompareOp::Greater, p.element(), b.float64(0)), {add(b.read(own))});
    const Function f = p.build({start, rounds, take, best, some});
    check_jammed(f, true);
    check_same_bits(f);
  }
  SECTION("also where an iteration changes it behind a sum") {
    const StmtId change = b.if_then(b.compare(CompareOp::Greater, p.element(), b.float64(0)),
                                    {b.assign(shared, bits(BinaryOp::BitOr, b.read(shared), 8))});
    const Function f = p.build({start, rounds, add(b.cast(ScalarType::Float64, b.read(shared))), change,
                                add(b.cast(ScalarType::Float64, b.read(shared)))});
    check_jammed(f, true);
    check_same_bits(f);
  }
  SECTION("but not where all see other bits") {
    const Function f = p.build({b.assign(own, b.cast(ScalarType::Float64, number)), add(b.read(own))});
    check_jammed(f, false);
    check_same_bits(f);
  }
}

TEST_CASE("shared leaves: more nodes than local memory holds go on a stack") {
  for (const int64_t count : {0, 1, 3, 4, 5, 8, 13, 16, 37}) {
    test::GroupProgram p("tree");
    Builder& b = p.b;
    const ArrayId x = p.array("x", ScalarType::Float64, 1);
    const ArrayId y = p.array("y", ScalarType::Float64, 1);
    const VarId s = b.variable("s", ScalarType::Float64);
    const analysis::Reduction sum{.accumulator = {.variable = s, .array = {}, .indices = {}}};
    const std::vector<transform::Carried> carried{transform::carry(p.f, sum, {})};
    transform::GroupTree tree(p.f, carried, {}, 4);
    const VarId node = p.counter("node");
    const VarId once = p.counter("once");
    Block body = tree.run(b.extent(x, 0), [&](ExprId first, ExprId width) {
      const ExprId value = b.load(x, {b.add(first, b.read(node))});
      return Block{b.loop(node, b.min(b.int64(4), width), LoopMark::Item,
                          {b.store(tree.roots()[0][0], {b.read(node)}, value)})};
    });
    body.push_back(p.items(once, 1, {b.store(y, {b.int64(0)}, b.read(tree.root()[0][0]))}));
    p.f.body = {b.group_loop(p.counter("g"), b.int64(1), 32, std::move(body))};
    check(p.f, "testing the tree");
    std::vector<double> level = values(count, false);
    test::Arguments arguments;
    arguments.array(ScalarType::Float64, {count}, level)
        .array(ScalarType::Float64, {1}, std::vector<double>{7});
    while (level.size() > 1) {
      std::vector<double> next;
      for (size_t n = 0; n + 1 < level.size(); n += 2) next.push_back(level[n] + level[n + 1]);
      if (level.size() % 2 == 1) next.push_back(level.back());
      level = next;
    }
    const double expected = level.empty() ? -0.0 : level[0];
    const double actual = test::run(p.f, arguments).elements<double>(1)[0];
    INFO(count);
    CHECK(std::memcmp(&expected, &actual, sizeof(double)) == 0);
  }
}
