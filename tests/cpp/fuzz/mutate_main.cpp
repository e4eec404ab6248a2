// Gives mutations of right inputs to a target: `fuzz_reader [SECONDS [SEED]]`. An input that ends the process
// is written to fuzz_crash.bin. `fuzz_reader --write FOLDER` writes the right inputs.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <random>

#include "write_seeds.h"

namespace {

using Random = std::mt19937_64;

std::string current;  // the input that is read

void write_current(int number) {
  const int file = open("fuzz_crash.bin", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file >= 0 && write(file, current.data(), current.size()) >= 0) close(file);
  std::signal(number, SIG_DFL);
  std::raise(number);
}

size_t below(Random& random, size_t count) { return count == 0 ? 0 : static_cast<size_t>(random() % count); }

/// One change: of a bit, a byte, a number, a piece that goes, comes twice, or comes from another input.
void mutate(std::string& text, const std::vector<std::string>& all, Random& random) {
  const size_t at = below(random, text.size() + 1);
  const size_t length = below(random, std::min<size_t>(text.size() - at, 40) + 1);
  switch (below(random, 7)) {
    case 0:
      if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(random, 8)));
      break;
    case 1:
      if (at < text.size()) text[at] = static_cast<char>(random());
      break;
    case 2:
      text.erase(at, length);
      break;
    case 3:
      text.insert(at, text.substr(at, length));
      break;
    case 4: {
      constexpr const char* kNumbers[] = {"-1",
                                          "0",
                                          "4294967296",
                                          "9223372036854775807",
                                          "-9223372036854775808",
                                          "99999999999999999999",
                                          "nan",
                                          "1e999",
                                          "\xff\xff\xff\xff\x0f"};
      text.insert(at, kNumbers[below(random, std::size(kNumbers))]);
      break;
    }
    case 5: {
      const std::string& other = all[below(random, all.size())];
      text.insert(at, other.substr(below(random, other.size()), length));
      break;
    }
    default:
      text.resize(at);
  }
}

}  // namespace

int main(int count, char** given) {
  if (count == 3 && std::string(given[1]) == "--write") {
    write_seeds(given[2]);
    return 0;
  }
  const double seconds = count > 1 ? std::strtod(given[1], nullptr) : 1;
  const uint64_t seed = count > 2 ? std::strtoull(given[2], nullptr, 10) : std::random_device()();
  std::cout << "seed " << seed << std::endl;
  Random random(seed);
  const std::vector<std::string> all = seeds();
  for (const int number : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE}) std::signal(number, write_current);
  for (const std::string& text : all) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size());
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  long runs = 0;
  for (; std::chrono::steady_clock::now() < end; ++runs) {
    current = all[below(random, all.size())];
    for (size_t changes = 1 + below(random, 4); changes > 0; --changes) mutate(current, all, random);
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(current.data()), current.size());
  }
  std::cout << runs << " mutations" << std::endl;
  return 0;
}
