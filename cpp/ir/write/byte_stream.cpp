#include "ir/write/byte_stream.h"

#include <bit>

#include "unpython/error.h"

namespace unpython::ir {

void ByteWriter::real(double value) {
  auto bits = std::bit_cast<uint64_t>(value);
  for (int i = 0; i < 8; ++i) bytes_.push_back(static_cast<char>(bits >> (8 * i)));
}

void ByteReader::malformed(const std::string& what) { throw InternalError("reading serialized IR", what); }

uint64_t ByteReader::number() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    if (at_end()) malformed("the bytes end in a number");
    auto byte = static_cast<unsigned char>(bytes_[position_++]);
    value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return value;
  }
  malformed("a number of more than 64 bits");
}

uint64_t ByteReader::below(uint64_t end) {
  uint64_t value = number();
  if (value >= end)
    malformed("number " + std::to_string(value) + " where less than " + std::to_string(end) + " fits");
  return value;
}

int64_t ByteReader::signed_number() {
  uint64_t value = number();
  return static_cast<int64_t>((value >> 1) ^ (0 - (value & 1)));
}

double ByteReader::real() {
  if (bytes_.size() - position_ < 8) malformed("the bytes end in a real number");
  uint64_t bits = 0;
  for (int i = 0; i < 8; ++i) {
    bits |= static_cast<uint64_t>(static_cast<unsigned char>(bytes_[position_++])) << (8 * i);
  }
  return std::bit_cast<double>(bits);
}

std::string ByteReader::text() {
  uint64_t size = number();
  if (size > bytes_.size() - position_) malformed("the bytes end in a text");
  std::string value(bytes_.substr(position_, size));
  position_ += size;
  return value;
}

}  // namespace unpython::ir
