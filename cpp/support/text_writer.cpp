// Indentation and locale-free numbers.
#include "support/text_writer.h"

#include <array>
#include <charconv>
#include <cmath>

namespace unpython {
namespace {

template <class T>
std::string shortest(T value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::array<char, 40> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  std::string text(digits.data(), end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

TextWriter& TextWriter::operator<<(std::string_view text) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view piece = text.substr(0, end);
    if (!piece.empty()) {
      if (at_line_start_) text_.append(static_cast<size_t>(level_ * spaces_per_level_), ' ');
      text_ += piece;
      at_line_start_ = false;
    }
    if (end == std::string_view::npos) break;
    text_ += '\n';
    at_line_start_ = true;
    text.remove_prefix(end + 1);
  }
  return *this;
}

TextWriter& TextWriter::operator<<(double value) { return *this << std::string_view(shortest(value)); }
TextWriter& TextWriter::operator<<(float value) { return *this << std::string_view(shortest(value)); }

std::string TextWriter::take() {
  at_line_start_ = true;
  return std::exchange(text_, {});
}

}  // namespace unpython
