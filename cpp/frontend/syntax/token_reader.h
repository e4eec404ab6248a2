// The tokens of the text that a program is handed over in: words, numbers, positions, strings and lists.
// Private to reader.cpp.
#pragma once
#include <charconv>
#include <string>
#include <string_view>
#include <vector>

#include "unpython/error.h"

namespace unpython::frontend {

class TokenReader {
 protected:
  explicit TokenReader(std::string_view text) : text_(text) {}

  [[noreturn]] void fail(const std::string& what) const {
    throw InternalError("reading the program", what + " at byte " + std::to_string(at_));
  }

  /// The next character that is not blank; NUL at the end (the writer escapes NUL).
  char peek() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  void expect(char c) {
    if (!accept(c)) fail(std::string("expected '") + c + "'");
  }

  std::string_view word() {
    skip_blanks();
    const size_t start = at_;
    while (at_ < text_.size() && std::string_view(" \n()[]\"").find(text_[at_]) == std::string_view::npos)
      ++at_;
    if (at_ == start) fail("expected a word");
    return text_.substr(start, at_ - start);
  }

  void expect_word(std::string_view expected) {
    if (word() != expected) fail("expected '" + std::string(expected) + "'");
  }

  /// A lone '-' stands for an absent part.
  bool accept_absent() {
    if (peek() != '-') return false;
    ++at_;
    return true;
  }

  template <class T>
  T number(std::string_view digits) const {
    T value{};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (end != digits.data() + digits.size() || error == std::errc::invalid_argument) {
      fail("'" + std::string(digits) + "' is not a number");
    }
    return value;
  }

  template <class T>
  T number() {
    return number<T>(word());
  }

  SourceRange range() {
    skip_blanks();
    SourceRange result;
    result.file = file_;
    result.line = digits();
    position_sign(':');
    result.column = digits();
    if (at_ < text_.size() && text_[at_] == '+') {
      ++at_;
      result.end_line = result.line;
      result.end_column = result.column + digits();
      return result;
    }
    position_sign('-');
    result.end_line = digits();
    position_sign(':');
    result.end_column = digits();
    return result;
  }

  std::string string() {
    expect('"');
    std::string result;
    for (;;) {
      const size_t stop = text_.find_first_of("\"\\", at_);
      if (stop == std::string_view::npos) fail("unterminated string");
      result.append(text_.substr(at_, stop - at_));
      at_ = stop + 1;
      if (text_[stop] == '"') return result;
      escape(result);
    }
  }

  template <class Item>
  auto list(Item item) -> std::vector<decltype(item())> {
    std::vector<decltype(item())> items;
    expect('[');
    while (!accept(']')) items.push_back(item());
    return items;
  }

  void set_file(int file) { file_ = file; }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }

  /// A run of digits inside a position.
  int digits() {
    int value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc()) fail("expected a position");
    at_ = static_cast<size_t>(end - text_.data());
    return value;
  }

  void position_sign(char c) {
    if (at_ >= text_.size() || text_[at_] != c) fail("malformed position");
    ++at_;
  }

  void escape(std::string& result) {
    if (at_ >= text_.size()) fail("unterminated string");
    const char c = text_[at_++];
    if (c == 'n') {
      result += '\n';
    } else if (c == 'u') {
      if (text_.size() - at_ < 4) fail("unterminated string");
      // Only NUL and lone surrogates are written so; UTF-8 has no form for the latter.
      result += text_.substr(at_, 4) == "0000" ? std::string(1, '\0') : std::string("\xEF\xBF\xBD");
      at_ += 4;
    } else if (c == '\\' || c == '"') {
      result += c;
    } else {
      fail("unknown escape");
    }
  }

  std::string_view text_;
  size_t at_ = 0;
  int file_ = 0;
};

}  // namespace unpython::frontend
