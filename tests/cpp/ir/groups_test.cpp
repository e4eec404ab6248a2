// Group and Item loops: what the verifier asks, what the interpreter sees, and that they keep their text and
// bytes.
#include "ir/groups.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "group_programs.h"
#include "ir/write/print.h"
#include "ir/write/serialize.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using Catch::Matchers::Contains;
using test::GroupProgram;

namespace {

/// for g in group(2): BODY, with a local array of 8, an item array of 8 and counters.
struct Broken : GroupProgram {
  ArrayId y = array("y", ScalarType::Float64, 1);
  VarId g = counter("g");
  VarId i = counter("i");
  VarId j = counter("j");
  ArrayId shared = local("shared", ScalarType::Float64, {8});
  ArrayId own = item("own", ScalarType::Float64, {8});
  Broken() : GroupProgram("broken") {}

  StmtId set(ArrayId to, ExprId index) { return b.store(to, {index}, b.float64(1)); }
  std::string first(Block body) {
    f.body = {b.group_loop(g, b.int64(2), 8, std::move(body))};
    const std::vector<std::string> problems = verify(f);
    return problems.empty() ? "" : problems.front();
  }
  /// What the interpreter says.
  std::string fails(Block body) {
    f.body = {b.group_loop(g, b.int64(2), 8, std::move(body))};
    test::Arguments arguments;
    arguments.array<double>(ScalarType::Float64, {16}, std::vector<double>(16, 1.0));
    try {
      (void)test::run(f, arguments);
    } catch (const InternalError& error) {
      return error.what();
    }
    return "";
  }
};

}  // namespace

TEST_CASE("groups: what an item may touch") {
  Broken t;
  Builder& b = t.b;
  const ExprId i = b.read(t.i);
  const ExprId flipped = b.binary(BinaryOp::BitXor, i, b.int64(1));
  CHECK(t.first({t.items(t.i, 8, {t.set(t.shared, i)}), t.items(t.i, 8, {t.set(t.own, i)})}).empty());
  CHECK_THAT(t.first({t.set(t.shared, b.int64(0))}), Contains("outside the loops over its items"));
  CHECK_THAT(t.first({t.items(t.i, 8, {t.set(t.shared, b.int64(0))})}),
             Contains("by all items at one place"));
  CHECK_THAT(t.first({t.items(t.i, 8, {t.set(t.shared, i), b.store(t.y, {i}, b.load(t.shared, {flipped}))})}),
             Contains("where another item may store"));
  CHECK_THAT(t.first({t.items(t.i, 8, {t.set(t.own, flipped)})}), Contains("stored to for another item"));
  CHECK_THAT(t.first({t.items(t.i, 8, {t.set(t.own, i), b.store(t.y, {i}, b.load(t.own, {flipped}))})}),
             Contains("while items store to it"));
  CHECK_THAT(t.first({b.if_then(b.compare(CompareOp::Equal, b.read(t.g), b.int64(0)), {t.items(t.i, 8, {})})}),
             Contains("inside a branch of its group"));
  CHECK_THAT(t.first({t.in_order(t.j, 2, {t.items(t.i, 8, {}), b.statement(Break{})})}), Contains("breaks or continues"));
  CHECK_THAT(t.first({t.items(t.i, 4, {t.set(t.own, i)})}), Contains("other first extents"));
  CHECK_THAT(t.first({b.loop(t.i, b.extent(t.y, 0), LoopMark::Item, {})}), Contains("without a bound"));
  CHECK_THAT(t.first({t.items(t.i, 8, {t.set(t.own, i), t.items(t.j, 2, {})})}),
             Contains("inside the loop over items"));
  CHECK_THAT(t.first({b.copying_loop(t.i, b.int64(8), 1, {t.set(t.shared, i)})}),
             Contains("does something else"));
  CHECK_THAT(t.first({b.copying_loop(t.i, b.int64(8), 0, {}, {}, true)}), Contains("joins copies that nobody waits for"));
  CHECK_THAT(t.first({t.items(t.i, 8, {b.raise(b.error(ErrorKind::ValueError, "", {}), {})})}),
             Contains("raised inside a group"));
}

TEST_CASE("groups: the interpreter sees items that depend on each other, and copies that are not there yet") {
  Broken t;
  Builder& b = t.b;
  const ExprId i = b.read(t.i);
  const auto copy = [&](int ahead, bool joins = false) {
    return b.copying_loop(t.i, b.int64(8), ahead, {b.store(t.shared, {i}, b.load(t.y, {i}))}, {}, joins);
  };
  const StmtId use = t.items(t.i, 8, {b.store(t.y, {i}, b.load(t.shared, {i}))});
  const StmtId half = t.items(t.i, 8, {t.set(t.shared, b.floor_div(i, b.int64(2)))});
  CHECK_THAT(t.fails({half}), Contains("is stored by two items"));
  CHECK(t.fails({copy(0), use}).empty());
  CHECK_THAT(t.fails({copy(1), use}), Contains("before its copy has arrived"));
  const StmtId between = b.assign(b.variable("x", ScalarType::Int64), b.int64(0));
  const StmtId empty = b.copying_loop(t.i, b.min(b.int64(8), b.int64(0)), 1, {});
  CHECK_THAT(t.fails({copy(1), empty, use}), Contains("before its copy has arrived"));  // one batch
  CHECK(t.fails({copy(1), between, empty, use}).empty());
  CHECK_THAT(t.fails({copy(1), between, copy(1, true), use}), Contains("before its copy has arrived"));  // one batch
  CHECK(t.fails({empty, between, copy(1, true), between, empty, use}).empty());
  CHECK(t.fails({empty, between, copy(1, true), empty, use}).empty());  // what follows one that joins begins a batch
  CHECK_THAT(t.fails({copy(0), empty, between, use, copy(1, true)}), Contains("stored by a copy that joins the batch"));
  CHECK(t.fails({copy(0), use, empty, copy(1, true)}).empty());
}

TEST_CASE("groups: sums by exchanges, and products by tiles") {
  SECTION("sums") {
    test::Arguments arguments;
    std::vector<double> x(128);
    for (size_t n = 0; n < x.size(); ++n) x[n] = static_cast<double>(n * n);
    arguments.array<double>(ScalarType::Float64, {128}, x).array<double>(ScalarType::Float64, {2}, {0, 0});
    const Function f = test::warp_sums();
    CHECK(verify(f).empty());
    CHECK(test::run(f, arguments).elements<double>(1) == std::vector<double>{85344, 605536});
  }
  SECTION("products") {
    const auto at = [](int64_t n) { return std::sin(static_cast<double>(n)); };
    std::vector<double> a(64 * 20);
    std::vector<double> b(20 * 32);
    for (size_t n = 0; n < a.size(); ++n) a[n] = at(static_cast<int64_t>(n));
    for (size_t n = 0; n < b.size(); ++n) b[n] = at(static_cast<int64_t>(n) + 7);
    std::vector<double> wanted(64 * 32);
    for (size_t i = 0; i < 64; ++i) {
      for (size_t j = 0; j < 32; ++j) {
        for (size_t k = 0; k < 20; ++k)
          wanted[i * 32 + j] = std::fma(a[i * 20 + k], b[k * 32 + j], wanted[i * 32 + j]);
      }
    }
    test::Arguments arguments;
    arguments.array<double>(ScalarType::Float64, {64, 20}, a)
        .array<double>(ScalarType::Float64, {20, 32}, b)
        .array<double>(ScalarType::Float64, {64, 32}, std::vector<double>(64 * 32));
    const Function f = test::matrix_unit_product();
    CHECK(verify(f) == std::vector<std::string>{});
    CHECK(test::run(f, arguments).elements<double>(2) == wanted);
  }
}

TEST_CASE("groups: text and bytes") {
  for (const Function& f : {test::warp_sums(), test::matrix_unit_product()}) {
    CHECK(print(deserialize(serialize(f))) == print(f));
  }
  const std::string text = print(test::matrix_unit_product());
  CHECK_THAT(text, Contains("for rows in group(c.shape[0] // 32, threads=64):"));
  CHECK_THAT(text, Contains("local a_tile: float64[3, 32, 4]") && Contains("item sum: float64[2, 2, 16, 8]"));
  CHECK_THAT(text, Contains("ahead=2):") && Contains("for m in matrix(16):"));
}
