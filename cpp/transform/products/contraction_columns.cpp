#include "transform/products/contraction_columns.h"

#include <algorithm>
#include <set>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// Sums of an Int64 expression written anew, so that i + (j - i) becomes j.
class Normalize : public Rewriter {
 public:
  using Rewriter::Rewriter;
  ExprId expr(ExprId id) override {
    const ExprId rebuilt = rebuild(id);
    const auto* binary = std::get_if<Binary>(&function_[rebuilt].node);
    if (binary == nullptr || function_[rebuilt].type != ScalarType::Int64) return rebuilt;
    const auto form = analysis::affine_form(function_, rebuilt);
    return form ? analysis::to_expr(build_, *form) : rebuilt;
  }
};

class AlignColumns {
 public:
  AlignColumns(Function& f, Contraction& contraction) : f_(f), build_(f), result_(contraction) {}

  /// Where the columns of a row depend on it: counts them from the same place in all rows.
  bool run() {
    result_.rectangular = !analysis::reads_variable(f_, result_.end_column, result_.row);
    if (result_.rectangular) return true;
    const auto form = analysis::affine_form(f_, result_.end_column);
    if (!form) return false;
    for (const analysis::Term& term : analysis::without(f_, *form, result_.row).terms) {
      if (analysis::reads_variable(f_, term.atom, result_.row)) return false;
    }
    const int64_t slope = common_slope();
    if (slope == 0) return true;
    const ExprId shift = build_.mul(build_.read(result_.row), build_.int64(slope));
    Substitution shifted(f_);
    shifted.replace(result_.column, build_.sub(build_.read(result_.column), shift));
    Normalize normal(f_);
    for (Accumulator& accumulator : result_.accumulators) {
      accumulator.start = normal.expr(shifted.expr(accumulator.start));
      accumulator.update = normal.expr(shifted.expr(accumulator.update));
    }
    result_.finish = normal.block(shifted.block(result_.finish));
    result_.first_column = shift;
    result_.end_column = normal.expr(build_.add(result_.end_column, shift));
    return true;
  }

 private:
  /// t, if all subscripts that move with j move with j + t * i; else 0.
  int64_t common_slope() {
    std::set<int64_t> slopes;
    const auto look = [&](ExprId index) {
      const auto form = analysis::affine_form(f_, analysis::unwrapped(f_, index));
      if (form && analysis::coefficient_of(f_, *form, result_.column) == 1) {
        slopes.insert(analysis::coefficient_of(f_, *form, result_.row));
      }
    };
    const auto look_below = [&](ExprId root) {
      walk_exprs(f_, root, [&](ExprId id) {
        const auto* load = std::get_if<Load>(&f_[id].node);
        if (load != nullptr) std::for_each(load->indices.begin(), load->indices.end(), look);
      });
    };
    for (const Accumulator& accumulator : result_.accumulators) {
      look_below(accumulator.start);
      look_below(accumulator.update);
    }
    walk_stmts(f_, result_.finish, [&](StmtId id) {
      if (const auto* store = std::get_if<Store>(&f_[id].node)) {
        std::for_each(store->indices.begin(), store->indices.end(), look);
      }
      for (ExprId root : expressions(f_[id])) look_below(root);
      return true;
    });
    return slopes.size() == 1 ? *slopes.begin() : 0;
  }

  Function& f_;
  Builder build_;
  Contraction& result_;
};

}  // namespace

bool align_columns(Function& function, Contraction& contraction) {
  return AlignColumns(function, contraction).run();
}

}  // namespace unpython::transform
