#include "transform/loops/split_at_shared_element.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <vector>

#include "analysis/text/affine.h"
#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int64_t kFewInParts = 32;  // of a row: not worth three loops
// Of what the row begins with, whose sum with a count of iterations does not overflow then.
constexpr int64_t kMostFirst = int64_t{1} << 40;

/// An element that all iterations read, and the one in which the loop, which stores at counter + first, stores to it: element - first.
struct SharedElement {
  ExprId element{};
  int64_t first = 0;
};

class SplitAtSharedElement : public StatementRewriter {
 public:
  using StatementRewriter::StatementRewriter;

  Block stmt(StmtId id) override {
    const Stmt given = function_[id];
    const auto* loop = std::get_if<For>(&given.node);
    const bool plain = loop != nullptr && loop->mark == LoopMark::Sequential && !holds_any<For, While, Break>(function_, loop->body);
    const std::optional<SharedElement> shared = plain ? only_shared(*loop) : std::nullopt;
    return shared ? in_parts(*loop, *shared, given.range) : Block{rebuild(id)};
  }

 private:
  [[nodiscard]] std::optional<SharedElement> only_shared(const For& loop) const {
    const auto* extent = std::get_if<Const>(&function_[loop.extent].node);
    if (extent != nullptr && extent->value.integer < kFewInParts) return std::nullopt;
    const analysis::VarSet changing = analysis::changing_in(function_, loop);
    std::vector<SharedElement> found;
    const auto visit = [&](ExprId id) {
      const auto* load = std::get_if<Load>(&function_[id].node);
      if (load == nullptr || load->indices.empty()) return;
      walk_stores(function_, loop.body, [&](ArrayId array, const std::vector<ExprId>& stored) {
        if (array != load->array || !same_row(stored, load->indices)) return;
        const auto along = analysis::affine_form(function_, stored.back());
        const bool walks = along && along->terms.size() == 1 && analysis::coefficient_of(function_, *along, loop.counter) == 1;
        if (!walks || std::abs(along->constant) > kMostFirst || !is_simple(load->indices.back(), changing)) return;
        found.push_back({load->indices.back(), along->constant});
      });
    };
    for (const StmtId id : loop.body)  // what stands under conditions may read variables that have no value elsewhere
      for (const ExprId root : expressions(function_[id])) walk_exprs(function_, root, visit);
    const bool one = !found.empty() && std::ranges::all_of(found, [&](const SharedElement& other) {
      return other.first == found[0].first && same_value(function_, other.element, found[0].element);
    });
    return one ? std::optional(found[0]) : std::nullopt;
  }
  [[nodiscard]] bool same_row(const std::vector<ExprId>& a, const std::vector<ExprId>& b) const {
    return std::equal(a.begin(), a.end() - 1, b.begin(), b.end() - 1, [&](ExprId x, ExprId y) { return same_value(function_, x, y); });
  }
  /// The same in all iterations, and a sum of variables and extents: computed before the loop without effort, and without an exception.
  [[nodiscard]] bool is_simple(ExprId subscript, const analysis::VarSet& changing) const {
    const auto form = analysis::affine_form(function_, subscript);
    return form && std::ranges::all_of(form->terms, [&](const analysis::Term& term) {
      const auto* read = std::get_if<Read>(&function_[term.atom].node);
      return std::holds_alternative<Extent>(function_[term.atom].node) || (read != nullptr && !changing.contains(read->variable));
    });
  }
  Block in_parts(const For& loop, const SharedElement& shared, SourceRange range) {
    const VarId count = build_.variable("count", ScalarType::Int64);
    const VarId at = build_.variable("at", ScalarType::Int64);
    const VarId part = build_.variable("part", ScalarType::Int64);
    const VarId first = build_.variable("first", ScalarType::Int64);
    const VarId end = build_.variable("end", ScalarType::Int64);
    const ExprId all = build_.read(count);
    const ExprId start = build_.int64(shared.first);
    const ExprId within = build_.sub(build_.max(build_.min(shared.element, build_.add(all, start)), start), start);
    const ExprId few = build_.compare(CompareOp::Less, all, build_.int64(kFewInParts));
    const ExprId behind = build_.min(build_.add(build_.read(at), build_.int64(1)), all);
    const auto is = [&](int64_t number) { return build_.compare(CompareOp::Equal, build_.read(part), build_.int64(number)); };
    const auto by_part = [&](ExprId before, ExprId element, ExprId rest) {
      return build_.select(is(0), before, build_.select(is(1), element, rest));
    };
    For copy = loop;
    const Variable known = function_[loop.counter];
    copy.counter = build_.variable(known.name, known.type, known.range);
    copy.extent = build_.sub(build_.read(end), build_.read(first));
    Substitution moved(function_);
    moved.replace(loop.counter, build_.add(build_.read(first), build_.read(copy.counter)));
    copy.body = moved.block(loop.body);
    Block parts{build_.assign(first, by_part(build_.int64(0), build_.read(at), behind), range),
                build_.assign(end, by_part(build_.read(at), behind, all), range), build_.statement(std::move(copy), range)};
    return {build_.assign(count, trips_of(function_, loop.extent), range),
            build_.assign(at, build_.select(few, all, within), range),
            build_.loop(part, build_.int64(3), LoopMark::Sequential, std::move(parts), range)};
  }
};

}  // namespace

Function split_at_shared_element(const Function& function) { return rewritten<SplitAtSharedElement>(function); }

}  // namespace unpython::transform
