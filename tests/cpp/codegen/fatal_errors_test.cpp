// LLVM's fatal errors end a compilation, not the process.
#include "codegen/llvm/fatal_errors.h"

#include <llvm/Support/ErrorHandling.h>

#include <catch2/catch.hpp>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

namespace unpython::test {

TEST_CASE("a fatal error of LLVM becomes a text, and again the next time") {
  // The jump leaves LLVM's own copy of the text behind: a few bytes for an error that otherwise ends the
  // process.
#ifdef __SANITIZE_ADDRESS__
  const __lsan::ScopedDisabler kept;
#endif
  for (const char* reason : {"no register left", "no register left, again"}) {
    std::string error;
    bool done = codegen::survive_fatal_errors(error, [&]() -> bool { llvm::report_fatal_error(reason); });
    CHECK_FALSE(done);
    CHECK(error == std::string("LLVM: ") + reason);
  }
  std::string error;
  CHECK(codegen::survive_fatal_errors(error, [] { return true; }));
  CHECK(error.empty());
}

}  // namespace unpython::test
