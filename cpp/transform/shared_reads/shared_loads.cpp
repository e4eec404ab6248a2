#include "transform/shared_reads/shared_loads.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "analysis/text/affine.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr double kTurns = 16;  // of a loop, where nobody knows

/// Atoms and their coefficients in the subscript of each dimension.
using Terms = std::vector<std::vector<std::pair<int32_t, int64_t>>>;
/// An element: its array, what its subscripts vary with, and their constants.
using Key = std::pair<std::pair<int32_t, Terms>, std::vector<int64_t>>;

class CountLoads {
 public:
  CountLoads(const Function& f, VarId counter, int64_t copies, int64_t step)
      : f_(f), counter_(counter), copies_(copies), step_(step) {}

  double run(const Block& statements) {
    block(statements, 1);
    return count_;
  }

 private:
  /// Loads of one block are made side by side, those of a loop in each of its turns.
  void block(const Block& statements, double turns) {
    std::set<Key> places;
    collect(statements, turns, places);
    count_ += turns * static_cast<double>(places.size());
  }
  void collect(const Block& statements, double turns, std::set<Key>& places) {
    for (StmtId id : statements) {
      const Stmt& stmt = f_[id];
      for (ExprId held : expressions(stmt))
        walk_exprs(f_, held, [&](ExprId part) {
          if (const auto* load = std::get_if<Load>(&f_[part].node)) note(*load, turns, places);
        });
      const auto* loop = std::get_if<For>(&stmt.node);
      if (loop != nullptr && loop->mark == LoopMark::Unrolled) {
        const int64_t count = std::get<Const>(f_[loop->extent].node).value.integer;
        for (int64_t turn = 0; turn < count; ++turn) {
          fixed_[loop->counter] = turn;
          collect(loop->body, turns, places);
        }
      } else if (loop != nullptr) {
        block(loop->body, turns * kTurns);
      } else {
        for (const Block* nested : blocks(stmt)) collect(*nested, turns, places);
      }
    }
  }

  void note(const Load& load, double turns, std::set<Key>& places) {
    Terms terms;
    std::vector<int64_t> constants;
    std::vector<int64_t> steps;
    for (ExprId index : load.indices) {
      const auto form = analysis::affine_form(f_, analysis::unwrapped(f_, index));
      if (!form) return void(count_ += turns * static_cast<double>(copies_));
      steps.push_back(analysis::coefficient_of(f_, *form, counter_));
      constants.push_back(form->constant);
      terms.emplace_back();
      for (const analysis::Term& term : analysis::without(f_, *form, counter_).terms) {
        const auto* read = std::get_if<Read>(&f_[term.atom].node);
        const auto fixed = read != nullptr ? fixed_.find(read->variable) : fixed_.end();
        if (fixed != fixed_.end()) {
          constants.back() += term.coefficient * fixed->second;
        } else {
          terms.back().emplace_back(number_of(term.atom), term.coefficient);
        }
      }
    }
    for (int64_t copy = 0; copy < copies_; ++copy) {
      std::vector<int64_t> at;
      for (size_t d = 0; d < steps.size(); ++d) at.push_back(constants[d] + copy * step_ * steps[d]);
      places.insert({{load.array.value, terms}, std::move(at)});
    }
  }
  /// Atoms that are built alike have one number.
  int32_t number_of(ExprId atom) {
    for (size_t n = 0; n < atoms_.size(); ++n) {
      if (same_value(f_, atoms_[n], atom)) return static_cast<int32_t>(n);
    }
    atoms_.push_back(atom);
    return static_cast<int32_t>(atoms_.size() - 1);
  }

  const Function& f_;
  const VarId counter_;
  const int64_t copies_;
  const int64_t step_;
  double count_ = 0;
  std::map<VarId, int64_t> fixed_;  ///< counters of unrolled loops, in this turn
  std::vector<ExprId> atoms_;
};

}  // namespace

double count_loads(const Function& function, const Block& statements, VarId counter, int64_t copies, int64_t step) {
  return CountLoads(function, counter, copies, step).run(statements);
}

}  // namespace unpython::transform
