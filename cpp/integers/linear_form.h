// Linear forms with numbers for everything but the unknowns of one loop nest (analysis/call/nest.h):
//   constant + sum coefficient * unknown
//
// Forms describe mathematical integers. Arithmetic is checked: a result that leaves 64 bits, or that has more
// than kMaxTerms terms, is "no form", never a wrong one. Storage is inline, so copies allocate nothing.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace unpython::integers {

/// Index of an unknown in the table of its nest.
using UnknownIndex = int32_t;

/// The integers from `low` to `high`, both included; none if low > high.
struct IntegerRange {
  int64_t low = INT64_MIN;
  int64_t high = INT64_MAX;
  [[nodiscard]] bool is_empty() const { return low > high; }
  [[nodiscard]] bool contains(int64_t value) const { return low <= value && value <= high; }
  bool operator==(const IntegerRange&) const = default;
};

class LinearForm {
 public:
  static constexpr int kMaxTerms = 8;
  struct Term {
    int64_t coefficient = 0;  ///< not 0
    UnknownIndex unknown = 0;
    bool operator==(const Term&) const = default;
  };

  LinearForm() = default;
  explicit LinearForm(int64_t constant) : constant_(constant) {}
  /// coefficient * unknown.
  [[nodiscard]] static LinearForm of(UnknownIndex unknown, int64_t coefficient = 1);

  [[nodiscard]] int64_t constant() const { return constant_; }
  /// Ascending unknowns, each once.
  [[nodiscard]] std::span<const Term> terms() const { return {terms_.data(), static_cast<size_t>(count_)}; }
  [[nodiscard]] bool is_constant() const { return count_ == 0; }
  /// 0 if the unknown does not occur.
  [[nodiscard]] int64_t coefficient_of(UnknownIndex unknown) const;
  /// The form without the term of an unknown.
  [[nodiscard]] LinearForm without(UnknownIndex unknown) const;
  [[nodiscard]] bool operator==(const LinearForm& other) const;

  /// a + factor * b.
  [[nodiscard]] static std::optional<LinearForm> add_scaled(const LinearForm& a, const LinearForm& b,
                                                            int64_t factor);
  [[nodiscard]] std::optional<LinearForm> plus(const LinearForm& b) const { return add_scaled(*this, b, 1); }
  [[nodiscard]] std::optional<LinearForm> minus(const LinearForm& b) const {
    return add_scaled(*this, b, -1);
  }
  [[nodiscard]] std::optional<LinearForm> plus(int64_t value) const;
  [[nodiscard]] std::optional<LinearForm> times(int64_t factor) const;

  /// The value at a point: one number for each unknown of the nest.
  [[nodiscard]] std::optional<int64_t> at(std::span<const int64_t> point) const;
  /// Least and greatest value over a box: one range for each unknown of the nest, none of them empty. Nothing
  /// if a bound leaves 64 bits.
  [[nodiscard]] std::optional<IntegerRange> over(std::span<const IntegerRange> box) const;

 private:
  int64_t constant_ = 0;
  std::array<Term, kMaxTerms> terms_;  // the first count_ are set
  int32_t count_ = 0;
};

}  // namespace unpython::integers
