// What types and options tell about how a program must be expanded; the front end expands it again with what types tell.
#pragma once
#include <set>

#include "unpython/error.h"

namespace unpython::frontend {

/// Problem:  a name may be a number before the first iteration of a loop and an array after it (s = 0, then s = s + a[i]), and
///           `a, b = b, a` in a loop makes each name stand for two arrays in turn. A web has one type and one memory.
/// Choice:   the loop is expanded again: with its first iteration apart, or with its body once for each meaning of the names,
///           chosen by a counter of turns. Memory, analyses and back ends then see each array by itself.
/// Rejected: arrays as values with a pointer (each analysis would have to treat both as one); two iterations in a row (an odd
///           count, `break` and `while` need the turns all the same).
struct Hints {
  std::set<SourceRange> peeled;     ///< loops whose first iteration stands apart
  std::set<SourceRange> of_integers;  ///< such loops if all else is refused: before them a name is an integer, after them another number
  std::set<SourceRange> exchanges;  ///< statements `a, b = b, a` that give names another meaning
  bool adds_in_order = false;       ///< the order in which floats are added is part of what the program means
  bool reassociates = false;        ///< floats may be added in any order, so that what rounding lost is not told
  bool one_thread = false;          ///< parallel loops run in order
  bool for_device = false;          ///< loops should have iterations for a whole device
  bool arrays_apart = false;        ///< no two arguments share memory
  bool has_numpy = false;           ///< NumPy may be called

  /// The program is refused: what would make fewer of its numbers be of several types.
  void peel_for_numbers() { peeled.insert(of_integers.begin(), of_integers.end()); }

  bool lists = false;  ///< a list that is written out has memory, for its length or its items change

  /// Adds others; whether one of them is new.
  bool add(const Hints& other) {
    const size_t before = peeled.size() + exchanges.size() + (lists ? 1 : 0);
    lists = lists || other.lists;
    peeled.insert(other.peeled.begin(), other.peeled.end());
    exchanges.insert(other.exchanges.begin(), other.exchanges.end());
    return peeled.size() + exchanges.size() + (lists ? 1 : 0) > before;
  }
};

}  // namespace unpython::frontend
