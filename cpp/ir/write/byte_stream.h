// Numbers and texts as bytes: variable-length integers, seven bits at a time, small ones first.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace unpython::ir {

class ByteWriter {
 public:
  void number(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>(value | 0x80));
    bytes_.push_back(static_cast<char>(value));
  }
  /// Small negative numbers stay short.
  void signed_number(int64_t value) {
    number((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63));
  }
  void real(double value);
  void text(std::string_view value) {
    number(value.size());
    bytes_ += value;
  }
  void append(std::string_view bytes) { bytes_ += bytes; }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Throws InternalError where the bytes end too early or a number is out of range.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  uint64_t number();
  /// A number below `end`.
  uint64_t below(uint64_t end);
  int64_t signed_number();
  double real();
  std::string text();
  /// An enumerator below `count`.
  template <class Enum>
  Enum enumerator(uint64_t count) {
    return static_cast<Enum>(below(count));
  }
  [[nodiscard]] bool at_end() const { return position_ == bytes_.size(); }
  /// Throws InternalError naming `what`.
  [[noreturn]] static void malformed(const std::string& what);

 private:
  std::string_view bytes_;
  size_t position_ = 0;
};

}  // namespace unpython::ir
