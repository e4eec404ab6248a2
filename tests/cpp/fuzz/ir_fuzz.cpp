// The byte form of a function (ir/serialize.h), as cache entries hold it; what is read is verified and
// printed.
#include "ir/print.h"
#include "ir/serialize.h"
#include "ir/verify/verify.h"
#include "ir_programs.h"
#include "target.h"
#include "unpython/error.h"

using namespace unpython;

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  for (const ir::Positions positions : {ir::Positions::Keep, ir::Positions::Drop}) {
    texts.push_back(ir::serialize(test::matrix_product(ScalarType::Float64), positions));
    texts.push_back(ir::serialize(test::every_statement(), positions));
  }
  return texts;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const ir::Function function = ir::deserialize({reinterpret_cast<const char*>(data), size});
    if (ir::verify(function).empty()) (void)ir::print(function);
  } catch (const InternalError&) {
  }
  return 0;
}
