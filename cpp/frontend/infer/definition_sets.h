// Sets of definitions, each kept once: equal sets have equal numbers, so that states of a flow walk are
// copied and compared by number.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace unpython::frontend {

class DefinitionSets {
 public:
  using Members = std::vector<int>;  ///< rising
  static constexpr int kEmpty = 0;

  DefinitionSets();
  [[nodiscard]] int of(int definition);
  [[nodiscard]] int united(int a, int b);
  [[nodiscard]] const Members& members(int set) const { return sets_[static_cast<size_t>(set)]; }

 private:
  int number_of(Members members);

  std::vector<Members> sets_;
  std::map<Members, int> numbers_;
  std::unordered_map<uint64_t, int> unions_;  // by two numbers, the lower first
};

}  // namespace unpython::frontend
