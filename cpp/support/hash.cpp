// MurmurHash3 x64 128 of Austin Appleby (public domain), written for byte strings of any alignment.
#include "support/hash.h"

#include <bit>
#include <cstddef>

namespace unpython {
namespace {

constexpr uint64_t kMixer1 = 0x87c37b91114253d5;
constexpr uint64_t kMixer2 = 0x4cf5ad432745937f;
constexpr size_t kBlockBytes = 16;

/// Up to eight bytes as a little-endian number, whatever the machine's order.
uint64_t load_bytes(const char* from, size_t count) {
  uint64_t value = 0;
  for (size_t i = 0; i < count; ++i) {
    value |= uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
  }
  return value;
}

uint64_t mix_low(uint64_t k) { return std::rotl(k * kMixer1, 31) * kMixer2; }
uint64_t mix_high(uint64_t k) { return std::rotl(k * kMixer2, 33) * kMixer1; }

uint64_t avalanche(uint64_t k) {
  k = (k ^ (k >> 33)) * 0xff51afd7ed558ccd;
  k = (k ^ (k >> 33)) * 0xc4ceb9fe1a85ec53;
  return k ^ (k >> 33);
}

}  // namespace

std::string Hash128::hex() const {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const uint64_t half : {high, low}) {
    for (int shift = 60; shift >= 0; shift -= 4) text += kDigits[(half >> shift) & 15];
  }
  return text;
}

Hash128 hash_bytes(std::string_view bytes) {
  uint64_t h1 = 0;
  uint64_t h2 = 0;
  const char* at = bytes.data();
  size_t left = bytes.size();
  for (; left >= kBlockBytes; at += kBlockBytes, left -= kBlockBytes) {
    h1 = (std::rotl(h1 ^ mix_low(load_bytes(at, 8)), 27) + h2) * 5 + 0x52dce729;
    h2 = (std::rotl(h2 ^ mix_high(load_bytes(at + 8, 8)), 31) + h1) * 5 + 0x38495ab5;
  }
  if (left > 8) h2 ^= mix_high(load_bytes(at + 8, left - 8));
  if (left > 0) h1 ^= mix_low(load_bytes(at, left < 8 ? left : 8));
  h1 ^= bytes.size();
  h2 ^= bytes.size();
  h1 += h2;
  h2 += h1;
  h1 = avalanche(h1);
  h2 = avalanche(h2);
  h1 += h2;
  h2 += h1;
  return {.low = h2, .high = h1};
}

}  // namespace unpython
