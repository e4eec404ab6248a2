// Which shape of groups launches of a product of matrices run in.
#include "transform/groups/choose_group.h"

#include <catch2/catch.hpp>
#include <string_view>

#include "ir_programs.h"
#include "scheduled_kernel.h"

using namespace unpython;
using namespace unpython::ir;

namespace {

struct Choice {
  test::ScheduledKernel s;
  transform::GroupChoice groups;

  explicit Choice(const Function& source)
      : s(test::only_kernel(source)), groups(s.function, s.kernel, s.layout, test::large_device()) {}
  std::string_view of(int64_t n, bool for_tests = false) {
    transform::LaunchFacts launch{.extents = {n, n, 1}, .value = [n](ExprId) { return n; }, .extent = {}};
    launch.tiles_few_steps = for_tests;
    const int number = groups.choose(&launch);
    return number == 0 ? "none" : transform::group_shapes()[static_cast<size_t>(number - 1)].name;
  }
};

Function product() {
  Function result = test::matrix_product(ScalarType::Float64);
  result.disjoint_arguments = true;
  return result;
}

}  // namespace

TEST_CASE("choose_group: each launch gets the first shape that pays, whichever others were made before") {
  Choice choice(product());
  CHECK(choice.of(64) == "none");  // takes longer to compile than to run
  CHECK(choice.of(4096) == "multiply_tiles_large");
  CHECK(choice.of(8192) == "multiply_tiles_broad");
  CHECK(choice.of(4096) == "multiply_tiles_large");
  CHECK(choice.of(64) == "none");
  CHECK(choice.of(64, true) == "multiply_tiles_smallest");
}

TEST_CASE("choose_group: any launch takes the first shape that the kernel has") {
  Choice choice(product());
  CHECK(choice.groups.choose(nullptr) == 1);
  const transform::GroupedKernel* made = choice.groups.made(1);
  REQUIRE(made != nullptr);
  check(made->function, "testing choose_group");
  CHECK(choice.groups.made(1) == made);
}
