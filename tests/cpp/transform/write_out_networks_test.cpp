#include "transform/source/write_out_networks.h"

#include <catch2/catch.hpp>

#include "count_statements.h"
#include "ir/write/print.h"
#include "ir_programs.h"
#include "run_program.h"

using namespace unpython;
using namespace unpython::ir;
using test::Program;
using transform::write_out_networks;

namespace {

/// for r in range(a.shape[0]): v = the first `n` elements of row r; v in order by exchanges of neighbours; row r = v.
/// `among`: exchanges begin at element k % among.
Function sorted_rows(int64_t n, int64_t among) {
  Program p("sorted_rows");
  Builder& b = p.b;
  p.f.disjoint_arguments = true;
  const ArrayId a = p.array("a", ScalarType::Int64, 2);
  const ArrayId v = b.heap_array("v", ScalarType::Int64, 1);
  const VarId r = p.counter("r");
  const VarId in = p.counter("in");
  const VarId out = p.counter("out");
  const VarId turn = p.counter("turn");
  const VarId k = p.counter("k");
  const VarId low = b.variable("low", ScalarType::Int64);
  const VarId high = b.variable("high", ScalarType::Int64);
  const ExprId at = among > 0 ? b.binary(BinaryOp::Modulo, b.load(a, {b.read(r), b.int64(0)}), b.int64(among)) : b.read(k);
  const ExprId next = b.add(at, b.int64(1));
  const Block exchange = {b.assign(low, b.load(v, {b.read(k)})), b.assign(high, b.load(v, {next})),
                          b.store(v, {b.read(k)}, b.min(b.read(low), b.read(high))),
                          b.store(v, {next}, b.max(b.read(low), b.read(high)))};
  const StmtId pass = b.loop(k, b.sub(b.int64(n - 1), b.read(turn)), LoopMark::Sequential, exchange);
  p.f.body = {b.loop(
      r, b.extent(a, 0), LoopMark::Sequential,
      {b.statement(Allocate{v, {b.int64(n)}}),
       b.loop(in, b.int64(n), LoopMark::Sequential, {b.store(v, {b.read(in)}, b.load(a, {b.read(r), b.read(in)}))}),
       b.loop(turn, b.int64(n - 1), LoopMark::Sequential, {pass}),
       b.loop(out, b.int64(n), LoopMark::Sequential, {b.store(a, {b.read(r), b.read(out)}, b.load(v, {b.read(out)}))})})};
  return std::move(p.f);
}

}  // namespace

TEST_CASE("exchanges and copies of few elements are written out, whichever extents depend on outer counters") {
  const std::vector<int64_t> numbers = {7, 3, 9, 1, 5, 2, 2, 8, 0, 4, 6, 1};
  for (const int64_t n : {2, 3, 6}) {
    const Function f = sorted_rows(n, 0);
    const Function written = write_out_networks(f);
    CHECK(test::count_of<For, While>(written) == 1);
    test::Arguments arguments;
    arguments.array(ScalarType::Int64, {12 / n, n}, numbers);
    test::check_same(test::run(f, arguments), test::run(written, arguments));
  }
}

TEST_CASE("loops over more elements, and arrays with a subscript of data, are left alone") {
  CHECK(test::count_of<For, While>(write_out_networks(sorted_rows(17, 0))) == 5);
  CHECK(test::count_of<For, While>(write_out_networks(sorted_rows(4, 3))) == 5);
}
