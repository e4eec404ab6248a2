#include "support/hash.h"

#include <catch2/catch.hpp>
#include <set>

using unpython::hash_bytes;

TEST_CASE("hash: published vectors of MurmurHash3 x64 128") {
  CHECK(hash_bytes("").hex() == "00000000000000000000000000000000");
  CHECK(hash_bytes("The quick brown fox jumps over the lazy dog").hex() ==
        "e34bbc7bbc071b6c7a433ca9c49a9347");
}

TEST_CASE("hash: every length, every flipped bit and every alignment count") {
  std::set<std::string> seen;
  const std::string text = "xabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ";
  for (size_t length = 0; length < text.size(); ++length) {
    seen.insert(hash_bytes(std::string_view(text).substr(1, length)).hex());
    CHECK(hash_bytes(std::string_view(text).substr(1, length)) == hash_bytes(text.substr(1, length)));
  }
  for (size_t bit = 0; bit < 8 * 33; ++bit) {
    std::string changed = text.substr(1, 33);
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
    seen.insert(hash_bytes(changed).hex());
  }
  CHECK(seen.size() == text.size() - 1 + 1 + 8 * 33);
  seen.insert(hash_bytes(std::string(1, '\0')).hex());
  seen.insert(hash_bytes(std::string(2, '\0')).hex());
  CHECK(seen.size() == text.size() + 2 + 8 * 33);
}
