// Whether a small system of linear inequalities has no solution in integers.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace unpython::integers {

inline constexpr int kMostColumns = 12;

/// sum coefficients[c] * x_c + constant >= 0.
struct Inequality {
  std::array<int64_t, kMostColumns> coefficients{};
  int64_t constant = 0;
};

/// True: no integers x satisfy all rows. False: not known. Eliminates one unknown after the other (Fourier
/// and Motzkin), each row divided by the common divisor of its coefficients with its constant rounded down.
[[nodiscard]] bool has_no_solution(std::vector<Inequality> rows, int columns);

}  // namespace unpython::integers
