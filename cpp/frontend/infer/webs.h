// Webs: definitions of a local that reach a common use belong together and get one type and one variable.
// Also which uses may come before any definition, and which statements can be reached at all.
#pragma once
#include <cstdint>
#include <set>
#include <vector>

#include "frontend/expand/resolved.h"
#include "frontend/infer/definition_sets.h"
#include "frontend/types/signature.h"

namespace unpython::frontend {

enum class Bound : uint8_t { Always, Sometimes, Never };

struct Webs {
  int count = 0;
  std::vector<int> of_definition;  ///< by DefinitionId
  std::vector<int> of_read;        ///< by ExprId of a ReadLocal; -1 where nothing reaches
  std::vector<Bound> bound;        ///< by ExprId of a ReadLocal
  std::vector<bool> reached;       ///< by StmtId
  std::vector<std::vector<resolved::DefinitionId>> definitions;  ///< by web, in program order
  DefinitionSets sets;
  std::vector<int> reaching;  ///< by ExprId of a ReadLocal: a set; -1 in it: none yet

  [[nodiscard]] int web(resolved::DefinitionId id) const {
    return of_definition[static_cast<size_t>(id.value)];
  }
  [[nodiscard]] int web(resolved::ExprId id) const { return of_read[static_cast<size_t>(id.value)]; }
  [[nodiscard]] bool is_reached(resolved::StmtId id) const { return reached[static_cast<size_t>(id.value)]; }
};

/// Branches that `x is None` rules out, for what `signature` and the calls of helpers leave out, count as not
/// there: what they define reaches nothing. `in_place`: definitions by `name op= x` that belong to the web of
/// the name they read, for an array keeps its memory.
[[nodiscard]] Webs build_webs(const resolved::Function& function, const Signature& signature,
                              const std::set<resolved::DefinitionId>& in_place = {});

}  // namespace unpython::frontend
