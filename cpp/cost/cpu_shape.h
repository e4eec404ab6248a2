// Which code the processor would run for each nest of a function: asked by the cost model, before any is
// made.
#pragma once
#include <vector>

#include "analysis/text/nest_notes.h"
#include "ir/function.h"
#include "unpython/export.h"

namespace unpython::cost {

/// Rows of a nest are cut so that threads have so many items to take from: that keeps 16 of them evenly busy.
inline constexpr int64_t kEnoughItems = 64;
/// Of a loop in order that is written out, where its length is in the text.
inline constexpr int64_t kMostWrittenOut = 8;
/// Rows that run side by side where each element of a row waits for the one before.
inline constexpr int64_t kJammedRows = 4;

enum class CpuCode : uint8_t {
  Scalar,  ///< one iteration after the other
  Vector,
  Tiled,  ///< in tiles with packed operands, as products of matrices
};

struct CpuShape {
  struct Nest {
    SourceRange range;
    bool is_tiled = false;
    std::vector<SourceRange> vector_loops{};  ///< loops of the text that run as vectors
    std::vector<SourceRange> jammed{};        ///< loops over rows, of which kJammedRows run at a time
  };
  std::vector<Nest> nests;  ///< in the order of the text

  /// The nest that holds a line; null: none does.
  [[nodiscard]] const Nest* at(const SourceRange& where) const;
};

[[nodiscard]] UNPYTHON_API CpuShape cpu_shape(const ir::Function& scheduled,
                                              const std::vector<analysis::NestNotes>& nests);

}  // namespace unpython::cost
