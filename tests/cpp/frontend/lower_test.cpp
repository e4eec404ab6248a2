// Golden IR of the programs in tests/golden/lower: NAME.py names the types of the arguments in its first
// line, NAME.txt is what Python makes of it (tests/python/test_source.py keeps it fresh), NAME.ir is what
// lowering makes of that.
#include "frontend/lower/lower.h"

#include <filesystem>

#include "frontend/syntax/reader.h"
#include "golden.h"
#include "ir/verify/verify.h"
#include "ir/write/print.h"
#include "lowered_programs.h"

using namespace unpython;
using namespace unpython::frontend;

namespace {

/// The printed IR, or the mistakes that are found.
std::string lowered_text(const syntax::Program& program, const Signature& signature) {
  try {
    const ir::Function function = lower(program, signature, Options{});
    CHECK(ir::verify(function) == std::vector<std::string>{});
    return ir::print(function);
  } catch (const CompileError& error) {
    return std::string(error.what()) + "\n";
  }
}

}  // namespace

TEST_CASE("lowered programs") {
  const std::filesystem::path folder = UNPYTHON_TEST_DATA "/golden/lower";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".py") continue;
    const std::string name = entry.path().stem().string();
    INFO("program " << name);
    const syntax::Program program = read_program(test::read_file(folder / (name + ".txt")));
    test::check_golden(lowered_text(program, test::signature_in(test::read_file(entry.path()))), "lower/" + name + ".ir");
  }
}
