// Right inputs of ir_fuzz.cpp: functions that are made, and what the front end makes of the golden programs.
#include "frontend/lower/lower.h"
#include "frontend/syntax/reader.h"
#include "group_programs.h"
#include "ir/write/serialize.h"
#include "ir_programs.h"
#include "lowered_programs.h"
#include "target.h"
#include "unpython/error.h"

using namespace unpython;

namespace {

std::vector<ir::Function> functions() {
  std::vector<ir::Function> made = {test::matrix_product(ScalarType::Float64), test::every_statement(), test::warp_sums(),
                                    test::matrix_unit_product(), test::wide_copies()};
  for (const auto& entry : std::filesystem::directory_iterator(UNPYTHON_TEST_DATA "/golden/lower")) {
    if (entry.path().extension() != ".py") continue;
    const std::string text = test::read_file(std::filesystem::path(entry.path()).replace_extension(".txt"));
    try {
      made.push_back(frontend::lower(frontend::read_program(text),
                                     test::signature_in(test::read_file(entry.path())), Options{}));
    } catch (const CompileError&) {  // the golden program with the mistakes
    }
  }
  return made;
}

}  // namespace

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  for (const ir::Function& function : functions())
    for (const ir::Positions positions : {ir::Positions::Keep, ir::Positions::Drop})
      texts.push_back(ir::serialize(function, positions));
  return texts;
}
