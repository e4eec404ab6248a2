// Right inputs that another build of the target wrote: `fuzz_ir --write FOLDER`.
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "lowered_programs.h"
#include "target.h"

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(UNPYTHON_FUZZ_SEEDS, failed))
    texts.push_back(unpython::test::read_file(entry.path()));
  if (texts.empty()) {
    std::cerr << "no right inputs in " UNPYTHON_FUZZ_SEEDS << std::endl;
    std::exit(1);
  }
  return texts;
}
