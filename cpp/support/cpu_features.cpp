// The instruction cpuid, and xgetbv for the registers that the system saves.
#include "support/cpu_features.h"

#include <cpuid.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace unpython {
namespace {

enum class Word : uint8_t { Ebx, Ecx, Edx, Eax };
enum class Saved : uint8_t { Nothing, Avx, Avx512 };  // registers that the system has to save

struct Feature {
  std::string_view name;
  unsigned leaf;
  unsigned part;  ///< of the leaf
  Word word;
  int bit;
  Saved saved = Saved::Nothing;
};

/// All that LLVM makes use of by itself. `evex512` is LLVM's word for AVX-512 with registers of full width.
constexpr Feature kFeatures[] = {
    {"cx16", 1, 0, Word::Ecx, 13},
    {"sse3", 1, 0, Word::Ecx, 0},
    {"ssse3", 1, 0, Word::Ecx, 9},
    {"sse4.1", 1, 0, Word::Ecx, 19},
    {"sse4.2", 1, 0, Word::Ecx, 20},
    {"movbe", 1, 0, Word::Ecx, 22},
    {"popcnt", 1, 0, Word::Ecx, 23},
    {"aes", 1, 0, Word::Ecx, 25},
    {"pclmul", 1, 0, Word::Ecx, 1},
    {"lzcnt", 0x80000001, 0, Word::Ecx, 5},
    {"bmi", 7, 0, Word::Ebx, 3},
    {"bmi2", 7, 0, Word::Ebx, 8},
    {"avx", 1, 0, Word::Ecx, 28, Saved::Avx},
    {"f16c", 1, 0, Word::Ecx, 29, Saved::Avx},
    {"fma", 1, 0, Word::Ecx, 12, Saved::Avx},
    {"avx2", 7, 0, Word::Ebx, 5, Saved::Avx},
    {"gfni", 7, 0, Word::Ecx, 8},
    {"vaes", 7, 0, Word::Ecx, 9, Saved::Avx},
    {"vpclmulqdq", 7, 0, Word::Ecx, 10, Saved::Avx},
    {"avxvnni", 7, 1, Word::Eax, 4, Saved::Avx},
    {"avx512f", 7, 0, Word::Ebx, 16, Saved::Avx512},
    {"evex512", 7, 0, Word::Ebx, 16, Saved::Avx512},
    {"avx512dq", 7, 0, Word::Ebx, 17, Saved::Avx512},
    {"avx512ifma", 7, 0, Word::Ebx, 21, Saved::Avx512},
    {"avx512cd", 7, 0, Word::Ebx, 28, Saved::Avx512},
    {"avx512bw", 7, 0, Word::Ebx, 30, Saved::Avx512},
    {"avx512vl", 7, 0, Word::Ebx, 31, Saved::Avx512},
    {"avx512vbmi", 7, 0, Word::Ecx, 1, Saved::Avx512},
    {"avx512vbmi2", 7, 0, Word::Ecx, 6, Saved::Avx512},
    {"avx512vnni", 7, 0, Word::Ecx, 11, Saved::Avx512},
    {"avx512bitalg", 7, 0, Word::Ecx, 12, Saved::Avx512},
    {"avx512vpopcntdq", 7, 0, Word::Ecx, 14, Saved::Avx512},
    {"avx512bf16", 7, 1, Word::Eax, 5, Saved::Avx512},
    {"avx512fp16", 7, 0, Word::Edx, 23, Saved::Avx512},
};

/// What every processor of 64 bits has.
constexpr std::array<std::string_view, 8> kAlways = {"64bit", "cmov", "cx8", "fxsr", "mmx", "sse", "sse2", "x87"};

const Feature* find(std::string_view name) {
  const auto* found = std::find_if(std::begin(kFeatures), std::end(kFeatures),
                                   [&](const Feature& feature) { return feature.name == name; });
  return found == std::end(kFeatures) ? nullptr : found;
}

/// The system saves these registers when it switches between threads.
bool is_saved(Saved registers) {
  if (registers == Saved::Nothing) return true;
  unsigned eax = 0;
  unsigned ebx = 0;
  unsigned ecx = 0;
  unsigned edx = 0;
  constexpr unsigned kHasXgetbv = 1U << 27;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0 || (ecx & kHasXgetbv) == 0) return false;
  unsigned low = 0;
  unsigned high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  const unsigned wanted = registers == Saved::Avx ? 0x6 : 0xe6;
  return (low & wanted) == wanted;
}

bool is_here(const Feature& feature) {
  unsigned words[4] = {};
  if (__get_cpuid_count(feature.leaf, feature.part, &words[3], &words[0], &words[1], &words[2]) == 0) return false;
  return (words[static_cast<size_t>(feature.word)] >> feature.bit & 1U) != 0 && is_saved(feature.saved);
}

}  // namespace

bool is_always_there(std::string_view feature) {
  return std::find(kAlways.begin(), kAlways.end(), feature) != kAlways.end();
}

bool can_look_for(std::string_view feature) { return is_always_there(feature) || find(feature) != nullptr; }

std::string missing_feature(std::string_view features) {
  while (!features.empty()) {
    const size_t end = std::min(features.find(','), features.size());
    const std::string_view each = features.substr(0, end);
    features.remove_prefix(std::min(end + 1, features.size()));
    if (each.empty() || each.front() != '+') continue;
    const std::string_view name = each.substr(1);
    if (is_always_there(name)) continue;
    const Feature* feature = find(name);
    if (feature == nullptr || !is_here(*feature)) return std::string(name);
  }
  return {};
}

}  // namespace unpython
