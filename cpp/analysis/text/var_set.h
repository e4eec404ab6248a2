// A set of the variables of one function. It keeps words of 64 neighbours, and only those that hold a member: a set of a loop
// costs what the loop mentions, not what the function has.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/function.h"

namespace unpython::analysis {

class VarSet {
 public:
  void insert(ir::VarId v);
  void erase(ir::VarId v);
  [[nodiscard]] bool contains(ir::VarId v) const;
  void unite(const VarSet& other);
  void intersect(const VarSet& other);
  /// Some variable is in both.
  [[nodiscard]] bool meets(const VarSet& other) const;
  /// The members in ascending order.
  [[nodiscard]] std::vector<ir::VarId> members() const;
  bool operator==(const VarSet&) const = default;

 private:
  struct Word {
    int32_t number = 0;
    uint64_t bits = 0;  ///< never 0
    bool operator==(const Word&) const = default;
  };

  static int32_t number_of(ir::VarId v) { return v.value / 64; }
  static uint64_t bit(ir::VarId v) { return uint64_t{1} << (v.value % 64); }
  /// The first word with this number or a higher one.
  [[nodiscard]] size_t place(int32_t number) const;
  [[nodiscard]] bool holds(size_t place, int32_t number) const {
    return place < words_.size() && words_[place].number == number;
  }

  std::vector<Word> words_;  ///< rising numbers
};

}  // namespace unpython::analysis
