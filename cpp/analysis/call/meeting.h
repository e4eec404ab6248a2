// Do two iterations of a loop touch one byte with two accesses? Exact, from the numbers of one call.
//
// For accesses a and b and a loop p around both: counters and symbols outside p are equal, p's own counters
// differ, and everything inside p is independent. The elements are one if all subscripts are equal (accesses
// of one array whose strides keep its elements apart), or if the bytes overlap:
//   -(width of a - 1) <= address of a - address of b <= width of b - 1.
// Together with the iteration domains and guards of both this is an IntegerSystem, in which counters inside p
// stand as k and k + e, so that equal coefficients leave only the difference e.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/call/nest.h"
#include "integers/integer_system.h"
#include "integers/sharing.h"

namespace unpython::analysis {

struct Meeting {
  integers::Sharing sharing = integers::Sharing::Unknown;
  int64_t first = 0;   ///< Certain, Possible: a's iteration of the loop
  int64_t second = 0;  ///< b's
};

/// The elements of an array lie apart: equal addresses mean equal subscripts.
[[nodiscard]] bool keeps_elements_apart(const ArrayView& view);

/// Answers questions about one nest; keeps its memory between them.
class Meetings {
 public:
  /// `apart[a]`: keeps_elements_apart for array a of the function. Both must outlive this object.
  Meetings(const Nest& nest, const std::vector<bool>& apart);

  /// a and b touch one memory inside loop `p`; a may be b.
  [[nodiscard]] Meeting find(int p, const MemoryAccess& a, const MemoryAccess& b);
  /// The last find() gave up: the numbers decide the question, but its search was cut off.
  [[nodiscard]] bool gave_up() const { return gave_up_; }
  /// find() once more, with the integer program after the search: milliseconds, for the first few questions of a nest.
  [[nodiscard]] Meeting find_far(int p, const MemoryAccess& a, const MemoryAccess& b);
  /// The other question: does one iteration of `p` touch one byte with both? Asked of loops that run once
  /// too.
  [[nodiscard]] integers::Sharing within_iteration(int p, const MemoryAccess& a, const MemoryAccess& b);
  /// Do a, in one iteration of `p`, and b, in a later one, touch one byte where first + second >= 0, the one of a's unknowns, the other
  /// of b's? Asks the integer program too.
  [[nodiscard]] integers::Sharing later_where(int p, const MemoryAccess& a, const MemoryAccess& b,
                                              const integers::LinearForm& first, const integers::LinearForm& second);
  /// After Certain or Possible: the values of all unknowns where a touches the element.
  [[nodiscard]] std::vector<int64_t> point() const;
  /// True if a and b touch one element wherever they stand, in the same iterations.
  [[nodiscard]] bool same_forms(const MemoryAccess& a, const MemoryAccess& b) const;
  /// Iterations of a loop, at most; nothing if that is not known.
  [[nodiscard]] std::optional<int64_t> trips(int loop) const;

 private:
  enum class Side : uint8_t { First, Second };
  /// b's iteration of the loop, seen from a's.
  enum class Order : uint8_t { Later, Earlier, Same };
  /// How the values of an unknown for a and for b relate.
  enum class Relation : uint8_t {
    Same,    ///< defined outside p
    Offset,  ///< b's is a's plus a difference: the counter of p, and of loops inside it around both
    Own,     ///< independent
  };
  /// A variable of the system: an unknown as a sees it, its difference, or as b sees it.
  enum class Part : uint8_t { First, Difference, Second };
  struct Key {
    integers::UnknownIndex unknown = 0;
    Part part = Part::First;
    bool operator==(const Key&) const = default;
  };
  struct KeyTerm {
    Key key;
    int64_t coefficient = 0;
  };
  struct Variables {  ///< of one unknown in the system; -1: not there
    int first = -1;
    int difference = -1;
    int second = -1;
  };

  /// first + second >= 0.
  struct Where {
    const integers::LinearForm& first;
    const integers::LinearForm& second;
  };

  Meeting find_ordered(int p, const MemoryAccess& a, const MemoryAccess& b, Order order, const Where* where = nullptr);
  void begin(int p, const MemoryAccess& a, const MemoryAccess& b, Order order);
  [[nodiscard]] bool always_happens(const MemoryAccess& access) const;
  [[nodiscard]] bool ever_happens(const MemoryAccess& access) const;
  [[nodiscard]] Relation relation(integers::UnknownIndex unknown) const;
  [[nodiscard]] int64_t value_of(integers::UnknownIndex unknown) const;
  void place_rows(const MemoryAccess& a, const MemoryAccess& b);
  void domain_rows(const MemoryAccess& access, Side side);
  void join_rows();
  void start_row();
  void add(const integers::LinearForm& form, Side side, int64_t factor);
  void add_term(Key key, int64_t coefficient);
  void finish_row(int64_t low, int64_t high);
  void finish_disequation();
  std::span<const integers::IntegerSystem::Term> terms();
  int variable(Key key);
  [[nodiscard]] integers::IntegerRange range_of(Key key) const;

  const Nest& nest_;
  const std::vector<bool>& apart_;
  integers::IntegerSystem system_;
  std::vector<Variables> variables_;
  std::vector<KeyTerm> row_;
  std::vector<integers::IntegerSystem::Term> terms_;
  int64_t constant_ = 0;
  bool overflow_ = false;
  int p_ = 0;
  int first_loop_ = 0;
  int second_loop_ = 0;
  Order order_ = Order::Later;
  int nodes_left_ = 20000;  ///< for hard questions; a number of steps, so that answers do not depend on load
  int far_left_ = 8;        ///< questions to the integer program
  bool far_ = false;        ///< it is asked where the search gives up
  bool gave_up_ = false;
  bool symbols_ = false;    ///< symbols stand in the rows of the system
};

}  // namespace unpython::analysis
