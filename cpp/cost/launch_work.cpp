// Statements times the trips of the loops around them.
#include "cost/launch_work.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "cost/unknown_trips.h"
#include "ir/rewrite.h"

namespace unpython::cost {
namespace {

using namespace ir;

constexpr double kTripsInUnknown = 8;

class Counter {
 public:
  Counter(const Function& function, StmtId root, const std::function<int64_t(ExprId)>& value)
      : f_(function), value_(value), changing_(analysis::assigned_variables(function, {root})) {
    walk_stmts(f_, {root}, [&](StmtId id) {
      if (const auto* loop = std::get_if<For>(&f_[id].node)) changing_.insert(loop->counter);
      return true;
    });
  }

  LaunchWork block(const Block& statements, bool in_unknown) {
    LaunchWork work;
    for (const StmtId id : statements) {
      const LaunchWork one = statement(id, in_unknown);
      work.statements += one.statements;
      work.in_order += one.in_order;
    }
    return work;
  }

 private:
  LaunchWork statement(StmtId id, bool in_unknown) {
    const auto* loop = std::get_if<For>(&f_[id].node);
    const bool repeats = loop != nullptr || std::holds_alternative<While>(f_[id].node);
    const bool is_known = loop != nullptr && analysis::is_fixed(f_, loop->extent, changing_);
    const double trips = !repeats      ? 1
                         : is_known    ? static_cast<double>(std::max<int64_t>(value_(loop->extent), 0))
                         : !in_unknown ? static_cast<double>(kUnknownTrips)
                                       : kTripsInUnknown;
    const bool side_by_side = loop != nullptr && !is_in_order(loop->mark);
    LaunchWork work{.statements = 1, .in_order = 1};
    for (const Block* nested : blocks(f_[id])) {
      const LaunchWork inner = block(*nested, in_unknown || (repeats && !is_known));
      work.statements += trips * inner.statements;
      work.in_order += (side_by_side ? 1 : trips) * inner.in_order;
    }
    return work;
  }

  const Function& f_;
  const std::function<int64_t(ExprId)>& value_;
  analysis::VarSet changing_;
};

}  // namespace

LaunchWork launch_work(const Function& function, StmtId root, const std::function<int64_t(ExprId)>& value) {
  return Counter(function, root, value).block({root}, false);
}

}  // namespace unpython::cost
