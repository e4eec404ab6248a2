// The nest that a place of the text lies in.
#include "analysis/text/nest_notes.h"

#include <algorithm>

namespace unpython::analysis {

size_t notes_at(const std::vector<NestNotes>& nests, const SourceRange& range) {
  const auto found = std::find_if(nests.begin(), nests.end(), [&](const NestNotes& nest) {
    const int last = std::max(nest.range.line, nest.range.end_line);
    return nest.range.file == range.file && nest.range.line <= range.line && range.line <= last;
  });
  return static_cast<size_t>(found - nests.begin());
}

SourceRange from_to(const SourceRange& first, const SourceRange& second) {
  SourceRange result = first;
  const int last_line = std::max(second.line, second.end_line);
  if (first.file == second.file && last_line > std::max(first.line, first.end_line)) {
    result.end_line = last_line;
    result.end_column = second.end_column;
  }
  return result;
}

}  // namespace unpython::analysis
