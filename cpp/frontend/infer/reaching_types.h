// The types among the definitions that reach a use, without a look at each of them: a variable may have a thousand
// definitions, and a thousand uses that they reach.
#pragma once
#include <cstdint>
#include <vector>

#include "frontend/infer/definition_sets.h"
#include "frontend/types/types.h"

namespace unpython::frontend {

class ReachingTypes {
 public:
  /// `types`: by definition; must live as long, as `sets` must, which no longer grow.
  ReachingTypes(const DefinitionSets& sets, const std::vector<Type>& types) : sets_(sets), types_(types) {}
  /// The definition has another type from now on.
  void changed(int definition);
  /// Members of a set, -1 left out: the first one of each type, rising.
  [[nodiscard]] const std::vector<int>& of(int set);

 private:
  struct Known {
    std::vector<int> firsts;
    uint64_t time = 0;  ///< 0: not looked at yet
  };
  [[nodiscard]] bool is_right(int set) const;
  void look_at(int set);

  const DefinitionSets& sets_;
  const std::vector<Type>& types_;
  uint64_t time_ = 1;
  std::vector<std::vector<uint64_t>> changes_;  ///< by bits and number of an aligned range: its last change
  std::vector<Known> known_;                    ///< by set
};

}  // namespace unpython::frontend
