#include "frontend/infer/flow_walk.h"

#include <catch2/catch.hpp>
#include <set>

using namespace unpython::frontend;

namespace {

struct Seen {
  bool reachable = false;
  std::set<int> definitions{};
  bool merge(const Seen& other) {
    if (!other.reachable) return false;
    const size_t before = definitions.size();
    const bool is_first = !reachable;
    reachable = true;
    definitions.insert(other.definitions.begin(), other.definitions.end());
    return is_first || definitions.size() > before;
  }
};

/// Counts the statements it comes to.
class Counting final : public FlowWalk<Seen> {
 public:
  using FlowWalk::FlowWalk;
  Seen run() {
    body(f_.body);
    return state_;
  }
  int statements = 0;

 private:
  void reach(resolved::StmtId) override { ++statements; }
  void define(const resolved::LocalTarget& target) override {
    state_.definitions.insert(target.definition.value);
  }
  void read(resolved::ExprId, const resolved::ReadLocal&) override {}
};

/// for i in range(n): for i in range(n): ...
resolved::Function nested_loops(int depth) {
  resolved::Function function;
  resolved::Body body;
  for (int i = 0; i < depth; ++i) {
    const resolved::LocalId local = function.locals.push({"i", false, false});
    const resolved::DefinitionId definition = function.definitions.push({local, {}});
    const resolved::ExprId end = function.exprs.push({resolved::Argument{0}, {}, false});
    resolved::For loop{
        {resolved::LocalTarget{definition}, {}}, resolved::RangeLoop{{end}, false}, std::move(body), {}};
    body = {function.stmts.push({std::move(loop), {}})};
  }
  function.body = std::move(body);
  return function;
}

}  // namespace

TEST_CASE("Loops in loops are walked a few times each, whatever their depth") {
  const resolved::Function function = nested_loops(16);
  Counting walk(function);
  CHECK(walk.run().definitions.size() == 16);
  CHECK(walk.statements < 16 * 16);
}
