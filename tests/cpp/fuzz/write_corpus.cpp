// libFuzzer does not ask a target for inputs to start from: `fuzz_ir FOLDER -runs=1000000` writes the right ones to the first
// folder that it is given, unless it holds files already.
#include "write_seeds.h"

extern "C" int LLVMFuzzerInitialize(int* count, char*** given);

int LLVMFuzzerInitialize(int* count, char*** given) {
  namespace fs = std::filesystem;
  for (int i = 1; i < *count; ++i) {
    const fs::path folder = (*given)[i];
    if ((*given)[i][0] == '-' || fs::is_regular_file(folder)) continue;
    if (!fs::exists(folder) || fs::is_empty(folder)) write_seeds(folder);
    return 0;
  }
  return 0;
}
