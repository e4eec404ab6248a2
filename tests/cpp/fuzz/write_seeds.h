// Right inputs of a target as files.
#pragma once
#include <filesystem>
#include <fstream>

#include "target.h"

inline void write_seeds(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  int number = 0;
  for (const std::string& text : seeds())
    std::ofstream(folder / ("right_" + std::to_string(number++)), std::ios::binary) << text;
}
