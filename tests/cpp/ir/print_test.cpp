#include "ir/write/print.h"

#include "golden.h"
#include "ir_programs.h"

using namespace unpython;
using namespace unpython::ir;

TEST_CASE("printed matrix product") {
  test::check_golden(print(test::matrix_product(ScalarType::Float64)), "ir/matrix_product.txt");
}

TEST_CASE("printed statements and marks") {
  test::check_golden(print(test::every_statement()), "ir/statements.txt");
}

TEST_CASE("printed constants read back") {
  Function f;
  Builder b(f);
  CHECK(print(f, b.number(ScalarType::UInt8, 200)) == "uint8(200)");
  CHECK(print(f, b.number(ScalarType::UInt64, -1)) == "uint64(18446744073709551615)");
  CHECK(print(f, b.float64(0.1)) == "0.1");
  CHECK(print(f, b.float64(-0.0)) == "-0.0");
  CHECK(print(f, b.number(ScalarType::Float32, 3)) == "float32(3.0)");
  CHECK(print(f, b.number(ScalarType::Complex128, 2)) == "complex128(2.0, 0.0)");
}
