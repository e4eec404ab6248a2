// The analysis of one call: what its code depends on, what people are told, what is to be looked at before
// each run.
#pragma once
#include <string>
#include <vector>

#include "analysis/call/call_facts.h"
#include "analysis/call/nest.h"
#include "analysis/call/triangle.h"
#include "analysis/text/loop_facts.h"
#include "analysis/text/loop_forms.h"
#include "cost/loop_work.h"
#include "driver/compile/compile.h"
#include "driver/plan/plan_key.h"
#include "unpython/export.h"

namespace unpython::driver {

/// One loop of a nest, with what becomes of it in the calls of a plan.
struct JudgedLoop {
  ir::StmtId stmt;
  SourceRange where;
  bool marked = false;    ///< the user asked for it to run in parallel
  bool unasked = false;   ///< nobody asked, but it is proven and worth it
  bool parallel = false;  ///< it does (an Inspected one: if the inspection says so)
  analysis::LoopFacts facts;
};

struct JudgedNest {
  std::vector<JudgedLoop> loops;  ///< the outermost first
  int proven = 0;                 ///< subscripts that are in bounds for certain, as far as they are checked
  int checked = 0;                ///< those that the loop looks at
  std::vector<std::string> obstacles;  ///< why loops are not in the order that memory asks for
};

/// A question to the data of a call; see analysis::Inspection.
struct IndexQuestion {
  analysis::Inspection inspection;
  size_t array = 0;  ///< position of the index array among the array arguments
  ScalarType type = ScalarType::Int64;
};

/// Immutable once made.
struct CallJudgement {
  analysis::CallFacts facts;  ///< where all questions are answered by yes
  /// Where one is not: inspected loops run in order. Only if there are questions.
  analysis::CallFacts ordered;
  std::vector<IndexQuestion> questions;
  std::vector<JudgedNest> nests;
  analysis::Nests collected;  ///< what it was judged by; the same nests in the same order
  int64_t work = 0;           ///< of all nests, in the unit of cost/cost.h
};

/// What is made once per specialization for the analysis of its calls.
class CallJudge {
 public:
  /// `specialization` must live as long.
  explicit CallJudge(const Specialization& specialization);

  /// Looks at nothing but what the key holds (see driver/plan/plan_key.h). Throws RaceError where the options ask
  /// for it.
  [[nodiscard]] CallJudgement judge(const KeyLayout& layout, const CallArguments& call) const;

 private:
  const Specialization& specialization_;
  analysis::LoopForms forms_;
  analysis::Triangles triangles_;
  cost::LoopWork work_;
};

/// RaceError for a loop whose iterations conflict, with the user's text.
[[noreturn]] UNPYTHON_API void raise_race(const Specialization& specialization,
                                          const analysis::LoopFacts& facts);

}  // namespace unpython::driver
