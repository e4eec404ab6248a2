// Kernels of groups as they run: random ones and those of the golden texts, on every device, to the bit as interpreted.
#include <catch2/catch.hpp>

#include "group_programs.h"
#include "random_groups.h"
#include "run_groups.h"
#include "test_devices.h"

using namespace unpython;

namespace {

const codegen::Dialect& dialect_of(const runtime::Device& device) {
  return device.properties().language == abi::SourceLanguage::CudaC ? codegen::cuda_dialect()
                                                                    : codegen::opencl_dialect();
}

void check_on_devices(const ir::Function& f, const test::Arguments& arguments) {
  INFO(ir::print(f));
  const test::Run expected = test::run(f, arguments);
  for (const char* name : {"cuda", "opencl"}) {
    runtime::Device* device = test::device(name);
    if (device != nullptr) test::check_same(expected, test::run_on(*device, dialect_of(*device), f, arguments));
  }
}

std::vector<double> numbers(size_t count) {
  std::vector<double> result(count);
  for (size_t n = 0; n < count; ++n) result[n] = 1.0 / static_cast<double>(n + 3) - 0.01;
  return result;
}

}  // namespace

TEST_CASE("groups: random kernels mean what they mean as plain loops") {
  test::for_random_instances(
      [](test::Random& random) {
        test::RandomGroups program(random);
        INFO(ir::print(program.function()));
        REQUIRE(ir::verify(program.function()) == std::vector<std::string>{});
        const test::Arguments arguments = program.arguments();
        test::check_same(test::run(program.plain(), arguments), test::run(program.function(), arguments));
      },
      300);
}

TEST_CASE("groups: random kernels on devices") {
  test::for_random_instances(
      [](test::Random& random) {
        test::RandomGroups program(random, false);
        check_on_devices(program.function(), program.arguments());
      },
      40);
}

TEST_CASE("groups: exchanges, products by tiles and wide accesses on devices") {
  test::Arguments sums;
  sums.array<double>(ScalarType::Float64, {192}, numbers(192)).array<double>(ScalarType::Float64, {3}, numbers(3));
  check_on_devices(test::warp_sums(), sums);

  test::Arguments product;
  product.array<double>(ScalarType::Float64, {64, 20}, numbers(64 * 20))
      .array<double>(ScalarType::Float64, {20, 32}, numbers(20 * 32))
      .array<double>(ScalarType::Float64, {64, 32}, numbers(64 * 32));
  check_on_devices(test::matrix_unit_product(), product);

  test::Arguments wide;
  const std::vector<float> rows(200 * 128, 0.75F);
  wide.array<float>(ScalarType::Float32, {200, 128}, rows).array<float>(ScalarType::Float32, {200, 128}, rows);
  check_on_devices(test::wide_copies(), wide);
}
