// What users call the parts of the language that are refused.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace unpython::frontend {

struct Wording {
  std::string_view kind;
  std::string_view words;
};

[[nodiscard]] inline std::string words_for(std::string_view kind, std::span<const Wording> known,
                                           std::string otherwise) {
  for (const Wording& wording : known)
    if (wording.kind == kind) return std::string(wording.words);
  return otherwise;
}

}  // namespace unpython::frontend
