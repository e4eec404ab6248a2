// Builds text line by line with indentation: what every printer writes through.
#pragma once
#include <concepts>
#include <string>
#include <string_view>

#include "unpython/export.h"

namespace unpython {

/// Appends to one string. Indentation is added when the first character of a line is written, so that empty
/// lines stay empty. Numbers are written so that reading them back gives the same value, on every machine and
/// locale.
class UNPYTHON_API TextWriter {
 public:
  explicit TextWriter(int spaces_per_level = 2) : spaces_per_level_(spaces_per_level) {}

  TextWriter& operator<<(std::string_view text);
  TextWriter& operator<<(const char* text) { return *this << std::string_view(text); }
  TextWriter& operator<<(char character) { return *this << std::string_view(&character, 1); }
  TextWriter& operator<<(bool value) { return *this << std::string_view(value ? "true" : "false"); }
  /// Shortest digits that read back as the same number, always with a point or exponent; "nan", "inf",
  /// "-inf".
  TextWriter& operator<<(double value);
  TextWriter& operator<<(float value);
  template <std::integral T>
  TextWriter& operator<<(T value) {
    return *this << std::string_view(std::to_string(value));
  }

  /// Writes all parts, then ends the line.
  template <class... Parts>
  void line(const Parts&... parts) {
    (*this << ... << parts);
    *this << '\n';
  }

  void indent() { ++level_; }
  void dedent() { --level_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  /// The text; the writer is empty afterwards.
  [[nodiscard]] std::string take();

 private:
  std::string text_;
  int spaces_per_level_;
  int level_ = 0;
  bool at_line_start_ = true;
};

/// One more level of indentation for as long as it lives.
class [[nodiscard]] Indented {
 public:
  explicit Indented(TextWriter& writer) : writer_(writer) { writer_.indent(); }
  ~Indented() { writer_.dedent(); }
  Indented(const Indented&) = delete;
  Indented& operator=(const Indented&) = delete;

 private:
  TextWriter& writer_;
};

}  // namespace unpython
