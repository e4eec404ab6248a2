// Sets of definitions, each kept once: equal sets have equal numbers, so that states of a flow walk are
// copied and compared by number.
//
// Problem:  1000 loops that add to one variable make 1000 sets, and the last ones have 1000 members.
// Choice:   a set is a tree over the numbers of definitions: a node halves a range of them at the highest bit in which its
//           members differ. Equal trees are one node, so that a set with one more member costs the few nodes above it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace unpython::frontend {

class DefinitionSets {
 public:
  using Members = std::vector<int>;  ///< rising
  static constexpr int kEmpty = 0;

  DefinitionSets();
  /// `definition`: -1 or more.
  [[nodiscard]] int of(int definition);
  [[nodiscard]] int united(int a, int b);
  [[nodiscard]] Members members(int set) const;
  [[nodiscard]] bool contains(int set, int definition) const;
  /// The lowest and the highest member of a set that is not empty.
  [[nodiscard]] int first(int set) const;
  [[nodiscard]] int last(int set) const;
  /// Two sets that make up this one, the lower first; none where it has at most one member.
  [[nodiscard]] std::pair<int, int> halves(int set) const;

  /// The aligned range of numbers that a set lies in: all with the number `high` above `bits` bits. A definition d is number d + 1.
  struct Range {
    int bits = 0;
    uint32_t high = 0;
  };
  [[nodiscard]] Range range(int set) const;
  [[nodiscard]] size_t count() const { return nodes_.size(); }

 private:
  struct Node {
    Range range;
    int lower = kEmpty;  ///< members below the middle of the range; kEmpty: a single member
    int upper = kEmpty;
  };
  [[nodiscard]] const Node& node(int set) const { return nodes_[static_cast<size_t>(set)]; }
  int branch(Range range, int lower, int upper);
  int disjoint(int a, int b);
  int inside(int wide, int narrow);

  std::vector<Node> nodes_;
  std::map<int, int> single_;                   // by definition
  std::unordered_map<uint64_t, int> branches_;  // by two halves
  std::unordered_map<uint64_t, int> unions_;    // by two numbers, the lower first
};

}  // namespace unpython::frontend
