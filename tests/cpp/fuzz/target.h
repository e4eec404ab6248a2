// A format that comes from outside: what reads it, and texts to start from. Each target is linked either with
// libFuzzer
// (-DUNPYTHON_FUZZERS=ON) or with mutate_main.cpp, which any compiler takes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// Reads the bytes. It may refuse them, with the exception that belongs to the format; it ends the process
/// for a defect.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

/// Right inputs, which mutations start from.
std::vector<std::string> seeds();
