// What holds at all points of an iteration domain: the counters of the loops around a place in a nest,
// bounded by their (possibly triangular) extents, and the guards in force there.
#pragma once
#include <optional>

#include "analysis/call/nest.h"
#include "integers/elimination.h"

namespace unpython::analysis {

/// Questions about one nest, which may still grow between them. Borrowed: the nest outlives it.
class NestDomain {
 public:
  explicit NestDomain(const Nest& nest) : nest_(nest) {}

  /// Encloses the values of a form in loop `loop` (-1: at the entry of the nest): exact over loops whose
  /// extents are affine, guards not looked at. Nothing if a bound leaves 64 bits.
  [[nodiscard]] std::optional<integers::IntegerRange> range(const integers::LinearForm& form, int loop) const;
  /// True: form >= 0 wherever the program is in `loop` under `guard`. False: not, or not known.
  [[nodiscard]] bool never_negative(const integers::LinearForm& form, int loop, int guard) const;
  /// True: the program is never in `loop` under `guard`.
  [[nodiscard]] bool is_empty(int loop, int guard) const;

 private:
  [[nodiscard]] integers::IntegerRange values_of(integers::UnknownIndex unknown) const;
  [[nodiscard]] std::optional<int64_t> extreme(const integers::LinearForm& form, int loop, bool high) const;
  [[nodiscard]] std::optional<integers::LinearForm> last_of(const NestLoop& loop) const;
  [[nodiscard]] bool contradicts(const integers::LinearForm* form, int loop, int guard) const;

  const Nest& nest_;
};

}  // namespace unpython::analysis
