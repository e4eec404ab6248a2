// Conflicts between iterations as errors.
#include "driver/races.h"

#include "driver/reasons.h"
#include "frontend/diagnostics.h"
#include "unpython/error.h"

namespace unpython::driver {

void refuse_races(const frontend::syntax::Program& program, const std::vector<transform::NestReport>& nests,
                  const Options& options) {
  if (options.races != RaceMode::Error && !(options.strict && options.races == RaceMode::Ordered)) return;
  std::vector<Diagnostic> diagnostics;
  for (const transform::NestReport& nest : nests) {
    if (nest.verdict != "conflict") continue;
    diagnostics.push_back({.code = "RACE",
                           .message = "iterations of this parallel loop conflict: " + nest.reason,
                           .advice = std::string(advice_for("RACE")),
                           .range = nest.range});
  }
  if (diagnostics.empty()) return;
  const std::string text = frontend::render(program, diagnostics);
  throw RaceError(std::move(diagnostics), text);
}

}  // namespace unpython::driver
