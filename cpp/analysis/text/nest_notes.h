// What the passes note of each loop nest of a text, and in which nest a place of the text lies.
#pragma once
#include <string>
#include <vector>

#include "unpython/error.h"

namespace unpython::analysis {

/// What became of one loop nest: for explain().
struct NestNotes {
  SourceRange range;    ///< the outermost loop
  std::string verdict;  ///< proven, reduction, conflict, trusted, sequential
  std::string reason;
  std::string schedule;  ///< one line for people: "parallel over i, vectors over j, tiles 8 x 24 x 256"
  std::string order{};   ///< of loops that changed places, for people; empty: none did
  std::vector<SourceRange> jammed{};  ///< loops over rows whose rows run several at a time (transform/rows/jam_rows.h)
};

/// Position of the notes of the nest that a place of the text lies in; nests.size(): in none.
[[nodiscard]] size_t notes_at(const std::vector<NestNotes>& nests, const SourceRange& range);

/// From where one piece of the text begins to where the later one of two ends.
[[nodiscard]] SourceRange from_to(const SourceRange& first, const SourceRange& second);

}  // namespace unpython::analysis
