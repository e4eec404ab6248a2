// libFuzzer does not ask a target for inputs to start from: `fuzz_ir FOLDER -runs=1000000` writes the right ones to the first
// folder that it is given, unless it holds files already.
#include <filesystem>
#include <fstream>

#include "target.h"

extern "C" int LLVMFuzzerInitialize(int* count, char*** given);

int LLVMFuzzerInitialize(int* count, char*** given) {
  namespace fs = std::filesystem;
  for (int i = 1; i < *count; ++i) {
    const fs::path folder = (*given)[i];
    if ((*given)[i][0] == '-' || fs::is_regular_file(folder)) continue;
    fs::create_directories(folder);
    if (!fs::is_empty(folder)) return 0;
    int number = 0;
    for (const std::string& text : seeds())
      std::ofstream(folder / ("right_" + std::to_string(number++)), std::ios::binary) << text;
    return 0;
  }
  return 0;
}
