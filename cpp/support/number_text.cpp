// Numbers as texts and texts as numbers (number_text.h). std::to_chars, std::from_chars and Python all round what a number is exactly,
// half to even, and write as few digits as read back the same.
#include "support/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace unpython {
namespace {

constexpr size_t kMostDigits = 100;  // of a precision; Python knows longer ones
constexpr size_t kMostWidth = 1000;

/// [[fill]align][sign][0][width][,][.precision][type]
struct Spec {
  char32_t fill = U' ';
  char32_t align = U'>';
  char32_t sign = U'-';
  bool groups = false;
  size_t width = 0;
  std::optional<size_t> precision;
  char32_t type = 0;
};

bool is_align(char32_t c) { return c == U'<' || c == U'>' || c == U'^'; }

/// A number of digits, taken from the front.
size_t take_number(std::u32string_view& text) {
  size_t number = 0;
  for (; !text.empty() && text[0] >= U'0' && text[0] <= U'9'; text.remove_prefix(1))
    number = std::min<size_t>(10 * number + (text[0] - U'0'), 1'000'000);
  return number;
}

std::optional<Spec> parse(std::u32string_view text) {
  Spec spec;
  const auto take = [&](bool (*is_wanted)(char32_t)) -> char32_t {
    if (text.empty() || !is_wanted(text[0])) return 0;
    const char32_t found = text[0];
    text.remove_prefix(1);
    return found;
  };
  const bool has_fill = text.size() > 1 && is_align(text[1]);
  if (has_fill) {
    spec.fill = text[0];
    text.remove_prefix(1);
  }
  const char32_t align = take(is_align);
  if (align != 0) spec.align = align;
  if (const char32_t sign = take([](char32_t c) { return c == U'+' || c == U'-' || c == U' '; })) spec.sign = sign;
  if (!has_fill && !text.empty() && text[0] == U'0') {
    spec.fill = U'0';
    if (align == 0) spec.align = U'=';  // between sign and digits
  }
  const bool has_zeros = spec.align == U'=';
  spec.width = take_number(text);
  spec.groups = take([](char32_t c) { return c == U','; }) != 0;
  if (take([](char32_t c) { return c == U'.'; }) != 0) {
    if (text.empty() || text[0] < U'0' || text[0] > U'9') return std::nullopt;
    spec.precision = take_number(text);
  }
  spec.type = take([](char32_t) { return true; });
  const bool is_long = spec.width > kMostWidth || spec.precision.value_or(0) > kMostDigits;
  if (!text.empty() || is_long || (has_zeros && spec.groups)) return std::nullopt;
  return spec;
}

std::string written(double value, std::chars_format format, size_t precision) {
  std::array<char, 512> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, format, static_cast<int>(precision));
  return {digits.data(), end.ptr};
}

/// The fewest digits, with an exponent where Python has one.
std::string shortest(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  std::array<char, 32> digits;
  auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::scientific).ptr;
  const std::string_view scientific(digits.data(), end);
  const size_t at = scientific.find('e');
  int exponent = 0;
  const char* const sign = scientific.data() + at + 1;
  std::from_chars(sign + (*sign == '+' ? 1 : 0), scientific.data() + scientific.size(), exponent);
  if (exponent < -4 || exponent >= 16) return std::string(scientific);
  std::array<char, 64> fixed;
  end = std::to_chars(fixed.data(), fixed.data() + fixed.size(), value, std::chars_format::fixed).ptr;
  std::string text(fixed.data(), end);
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

void put_groups(std::string& digits) {
  const size_t point = digits.find_first_not_of("0123456789");
  for (size_t at = point == std::string::npos ? digits.size() : point; at > 3;) digits.insert(at -= 3, ",");
}

std::string encoded(char32_t c, size_t count) { return std::string(count, static_cast<char>(c)); }

std::string placed(const Spec& spec, bool is_negative, std::string digits) {
  if (spec.groups) put_groups(digits);
  std::string sign = is_negative ? "-" : spec.sign == U'-' ? "" : encoded(spec.sign, 1);
  const size_t size = sign.size() + digits.size();
  const size_t missing = spec.width > size ? spec.width - size : 0;
  if (spec.align == U'=') return sign + encoded(spec.fill, missing) + digits;
  const size_t before = spec.align == U'>' ? missing : spec.align == U'^' ? missing / 2 : 0;
  return encoded(spec.fill, before) + sign + digits + encoded(spec.fill, missing - before);
}

std::optional<std::string> digits_of(double value, const Spec& spec) {
  switch (spec.type) {
    case 0:
      if (spec.precision) return std::nullopt;
      return shortest(value);
    case U'f':
    case U'F':
      return written(value, std::chars_format::fixed, spec.precision.value_or(6));
    case U'e':
      return written(value, std::chars_format::scientific, spec.precision.value_or(6));
    case U'g': {
      const size_t precision = spec.precision.value_or(6);
      return written(value, std::chars_format::general, precision == 0 ? 1 : precision);
    }
    case U'%':
      return std::isfinite(100.0 * value)
                 ? std::optional(written(100.0 * value, std::chars_format::fixed, spec.precision.value_or(6)) + "%")
                 : std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<std::string> format_number(PlainNumber value, std::u32string_view text) {
  const std::optional<Spec> spec = parse(text);
  if (!spec || spec->fill >= 128) return std::nullopt;
  if (const auto* integer = std::get_if<int64_t>(&value)) {
    if (spec->type == 0 || spec->type == U'd') {
      if (spec->precision) return std::nullopt;
      std::string digits = std::to_string(*integer);
      return placed(*spec, *integer < 0, *integer < 0 ? digits.substr(1) : std::move(digits));
    }
    value = static_cast<double>(*integer);
  }
  const double number = std::get<double>(value);
  if (!std::isfinite(number)) return std::nullopt;
  std::optional<std::string> digits = digits_of(std::fabs(number), *spec);
  return digits ? std::optional(placed(*spec, std::signbit(number), std::move(*digits))) : std::nullopt;
}

std::string number_text(PlainNumber value) {
  if (const auto* integer = std::get_if<int64_t>(&value)) return std::to_string(*integer);
  return shortest(std::get<double>(value));
}

std::optional<double> number_of_text(std::span<const int64_t> codes) {
  std::array<char, 64> text;
  const bool has_plus = !codes.empty() && codes[0] == '+';
  if (has_plus) codes = codes.subspan(1);
  if (codes.size() > text.size()) return std::nullopt;
  for (size_t i = 0; i < codes.size(); ++i) {
    const int64_t c = codes[i];
    if (!(c >= '0' && c <= '9') && c != '.' && c != 'e' && c != 'E' && c != '-' && c != '+') return std::nullopt;
    text[i] = static_cast<char>(c);
  }
  if (has_plus && !codes.empty() && codes[0] == '-') return std::nullopt;
  double value = 0;
  const char* const end = text.data() + codes.size();
  const auto [read, error] = std::from_chars(text.data(), end, value);
  return error == std::errc() && read == end ? std::optional(value) : std::nullopt;
}

}  // namespace unpython
