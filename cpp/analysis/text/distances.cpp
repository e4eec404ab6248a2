#include "analysis/text/distances.h"

#include "analysis/text/affine.h"

namespace unpython::analysis {

using namespace ir;

std::optional<Distances> distances(const Function& f, const std::vector<VarId>& counters, const std::vector<ExprId>& indices) {
  Distances result;
  if (indices.size() != counters.size()) return std::nullopt;
  for (size_t d = 0; d < indices.size(); ++d) {
    const auto form = affine_form(f, indices[d]);
    if (!form || form->terms.size() != 1 || form->terms[0].coefficient != 1) return std::nullopt;
    const auto* read = std::get_if<Read>(&f[form->terms[0].atom].node);
    if (read == nullptr || read->variable != counters[d]) return std::nullopt;
    result.push_back(form->constant);
  }
  return result;
}

}  // namespace unpython::analysis
