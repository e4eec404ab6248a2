// The byte form of a function (ir/write/serialize.h), as cache entries hold it; what is read is verified and
// printed.
#include "ir/verify/verify.h"
#include "ir/write/print.h"
#include "ir/write/serialize.h"
#include "target.h"
#include "unpython/error.h"

using namespace unpython;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    const ir::Function function = ir::deserialize({reinterpret_cast<const char*>(data), size});
    if (ir::verify(function).empty()) (void)ir::print(function);
  } catch (const InternalError&) {
  }
  return 0;
}
