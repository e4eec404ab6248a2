// LLVM's fatal errors end a compilation, not the process.
#include "codegen/llvm/fatal_errors.h"

#include <llvm/Support/ErrorHandling.h>

#include <catch2/catch.hpp>
#include <new>
#include <string>

#include "unpython/error.h"
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

using namespace unpython;
using namespace unpython::test;

TEST_CASE("a fatal error of LLVM becomes a text, and again the next time") {
  // The jump leaves LLVM's own copy of the text behind: a few bytes for an error that otherwise ends the
  // process.
#ifdef __SANITIZE_ADDRESS__
  const __lsan::ScopedDisabler kept;
#endif
  for (const char* reason : {"no register left", "no register left, again"}) {
    CHECK_THROWS_WITH(codegen::survive_fatal_errors([&] { llvm::report_fatal_error(reason); }), std::string("LLVM: ") + reason);
  }
  bool done = false;
  codegen::survive_fatal_errors([&] { done = true; });
  CHECK(done);
}

TEST_CASE("where LLVM has no memory, nothing is thrown in its frames") {
  struct Witness {
    ~Witness() { *destroyed = true; }
    bool* destroyed;
  };
  const size_t much = size_t{1} << (8 * sizeof(size_t) - 2);
  bool destroyed = false;
  CHECK_THROWS_AS(codegen::survive_fatal_errors([&] {
                    const Witness frame_of_llvm{&destroyed};
                    ::operator delete(::operator new(much));
                  }),
                  std::bad_alloc);
  CHECK_FALSE(destroyed);
  CHECK_THROWS_AS(::operator delete(::operator new(much)), std::bad_alloc);  // not in LLVM: as ever
  CHECK_THROWS_AS(codegen::survive_fatal_errors([] { throw DeviceError("mine"); }), DeviceError);
}
