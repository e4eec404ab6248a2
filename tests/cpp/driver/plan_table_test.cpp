#include "driver/plan/plan_table.h"

#include <catch2/catch.hpp>

#include "driver/plan/plan.h"

using namespace unpython;
using driver::Plan;
using driver::PlanTable;

namespace {

std::shared_ptr<const Plan> plan(std::vector<int64_t> key) {
  auto made = std::make_shared<Plan>();
  made->key = std::move(key);
  return made;
}

bool holds(PlanTable& table, std::vector<int64_t> key) { return table.find(key) != nullptr; }

}  // namespace

TEST_CASE("a plan is found by its whole key") {
  PlanTable table;
  const auto kept = plan({1, 2, 3});
  table.insert(kept);
  CHECK(table.find(std::vector<int64_t>{1, 2, 3}) == kept);
  CHECK_FALSE(holds(table, {1, 2}));
  CHECK_FALSE(holds(table, {1, 2, 4}));
  CHECK_FALSE(holds(table, {}));
}

TEST_CASE("the plan that was not used for longest makes room") {
  PlanTable table(2);
  table.insert(plan({1}));
  table.insert(plan({2}));
  CHECK(holds(table, {1}));
  table.insert(plan({3}));
  CHECK(table.size() == 2);
  CHECK(holds(table, {1}));
  CHECK_FALSE(holds(table, {2}));
  CHECK(holds(table, {3}));
}
