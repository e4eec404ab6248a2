#include "analysis/call/call_facts.h"

#include <catch2/catch.hpp>

#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;

namespace {

/// for i in range(n): [check a[i]]; if i > 3: [raise | a[i] = 1; raise]; a[i] = 2
struct Checked {
  test::Program p{"f"};
  StmtId check;
  StmtId branch;
  StmtId nest;

  explicit Checked(bool raise_alone) {
    Builder& b = p.b;
    const ArrayId a = p.array("a", ScalarType::Float64, 1);
    const VarId i = p.counter("i");
    const ErrorId index = b.error(ErrorKind::IndexError, "index {0}", {});
    const ErrorId value = b.error(ErrorKind::ValueError, "too large", {});
    check = b.statement(CheckIndex{a, 0, b.read(i), index});
    Block body;
    if (!raise_alone) body.push_back(b.store(a, {b.read(i)}, b.float64(1)));
    body.push_back(b.raise(value, {}));
    branch = b.if_then(b.compare(CompareOp::Greater, b.read(i), b.int64(3)), body);
    nest =
        b.loop(i, b.extent(a, 0), LoopMark::Parallel, {check, branch, b.store(a, {b.read(i)}, b.float64(2))});
  }
  bool may_raise(std::vector<StmtId> silent) const {
    analysis::CallFacts facts;
    facts.judged = true;
    facts.silent = std::move(silent);
    return analysis::may_raise(p.f, {nest}, facts);
  }
};

}  // namespace

TEST_CASE("a nest may raise until every check and raise is known to be silent") {
  const Checked alone(true);
  CHECK(alone.may_raise({}));
  CHECK(alone.may_raise({alone.check}));
  CHECK(alone.may_raise({alone.branch}));
  CHECK_FALSE(alone.may_raise({alone.check, alone.branch}));
}

TEST_CASE("a raise after a store in the same branch counts") {
  const Checked after_store(false);
  CHECK(after_store.may_raise({after_store.check}));
}
