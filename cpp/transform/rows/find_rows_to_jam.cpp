#include "transform/rows/find_rows_to_jam.h"

#include <algorithm>

#include "analysis/text/affine.h"
#include "analysis/text/effects.h"
#include "analysis/text/reductions.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Affine;
using analysis::VarSet;

constexpr int64_t kMostWritten = 1000;  // expressions of all copies of a row: one for each of the four, for the ends and for rows left
constexpr int64_t kMostSkew = 4;       // columns: the ends grow with them
constexpr int64_t kLargest = 1 << 20;  // distance of subscripts; larger ones are not compared

/// An access of a part of a row.
struct PartAccess {
  size_t part;
  VarId column;  ///< the counter of its loop; invalid outside
  Element element;
  bool write;
};

/// How far apart two iterations must be to meet in an element: the second's counters minus the first's, where that is known.
struct Meeting {
  std::optional<int64_t> rows;
  std::optional<int64_t> columns;
};

class FindRowsToJam {
 public:
  FindRowsToJam(const Function& f, const analysis::Liveness& live, StmtId loop)
      : f_(f), live_(live), loop_(loop), rows_(std::get<For>(f[loop].node)), changing_(analysis::changing_in(f, rows_)) {
  }

  std::optional<RowsToJam> run() {
    if (!f_.disjoint_arguments || rows_.mark != LoopMark::Sequential) return std::nullopt;
    const int64_t written = count_exprs(f_, rows_.body);
    if ((kJammedRows + 1) * written > kMostWritten || !take_apart() || !finds_own()) return std::nullopt;
    for (const PartAccess& first : accesses_) {
      for (const PartAccess& second : accesses_) {
        if (!keeps_order(first, second)) return std::nullopt;
      }
    }
    const bool has_ends = std::ranges::any_of(result_.parts, [](const RowPart& part) { return part.skew > 0; });
    const int64_t copies = kJammedRows + 1 + (has_ends ? 2 * (kJammedRows - 1) : 0);
    if (copies * written > kMostWritten) return std::nullopt;
    bool chained = false;
    for (RowPart& part : result_.parts) chained = (part.is_loop && has_chain(part)) || chained;
    return chained ? std::optional(std::move(result_)) : std::nullopt;
  }

 private:
  bool take_apart() {
    for (const StmtId id : rows_.body) {
      const auto* loop = std::get_if<For>(&f_[id].node);
      if (loop == nullptr) {
        if (!analysis::runs_straight(f_, {id})) return false;
        if (result_.parts.empty() || result_.parts.back().is_loop) result_.parts.push_back({});
        result_.parts.back().statements.push_back(id);
        collect({id}, {});
        continue;
      }
      const bool fixed = analysis::is_fixed(f_, loop->extent, changing_);
      if (loop->mark != LoopMark::Sequential || !fixed || !analysis::runs_straight(f_, loop->body)) return false;
      result_.parts.push_back({.statements = {id}, .is_loop = true});
      collect(loop->body, loop->counter);
    }
    return std::ranges::any_of(result_.parts, &RowPart::is_loop);
  }
  void collect(const Block& block, VarId column) {
    const size_t part = result_.parts.size() - 1;
    walk_stmts(f_, block, [&](StmtId id) {
      if (const auto* store = std::get_if<Store>(&f_[id].node)) accesses_.push_back({part, column, {store->array, store->indices}, true});
      return true;
    });
    walk_all_exprs(f_, block, [&](ExprId id) {
      if (const auto* load = std::get_if<Load>(&f_[id].node)) accesses_.push_back({part, column, {load->array, load->indices}, false});
    });
  }

  /// Variables that a row takes from the one before are accumulations of whole numbers, whose order does not matter.
  bool finds_own() {
    const VarSet carried = analysis::exposed_variables(f_, rows_.body);
    const analysis::LoopAccumulations found = analysis::accumulations(f_, live_, loop_);
    if (found.blocker) return false;
    for (const VarId variable : analysis::assigned_variables(f_, rows_.body).members()) {
      const bool kept = carried.contains(variable) || live_.live_after(loop_, variable);
      if (!kept) {
        result_.own.push_back(variable);
        continue;
      }
      const bool exact = std::ranges::any_of(found.reductions, [&](const analysis::Reduction& reduction) {
        return reduction.accumulator.variable == variable && !reduction.accumulator.is_element() && !is_float(reduction.type) &&
               !is_complex(reduction.type) && reduction.kind != analysis::Accumulation::LastValue && reduction.companions.empty() &&
               !reduction.guards_raise;
      });
      if (!exact) return false;
    }
    return true;
  }

  /// None where the two never meet. The columns are those of one loop.
  std::optional<Meeting> meeting(const PartAccess& first, const PartAccess& second) const {
    Meeting result;
    const auto know = [](std::optional<int64_t>& known, int64_t distance, int64_t factor) {
      const bool never = distance % factor != 0 || (known && *known != distance / factor);
      known = distance / factor;
      return !never;
    };
    for (size_t d = 0; d < first.element.indices.size(); ++d) {
      const auto p = analysis::affine_form(f_, first.element.indices[d]);
      const auto q = analysis::affine_form(f_, second.element.indices[d]);
      const auto difference = p && q ? analysis::add_scaled(f_, *p, *q, -1) : std::nullopt;
      if (!difference || !difference->is_constant() || std::abs(difference->constant) > kLargest) continue;
      const int64_t by_row = analysis::coefficient_of(f_, *p, rows_.counter);
      const int64_t by_column = first.column.valid() ? analysis::coefficient_of(f_, *p, first.column) : 0;
      if (std::abs(by_row) > 1 || std::abs(by_column) > 1 || changes(*p, first.column)) continue;
      if (by_row == 0 && by_column == 0 && difference->constant != 0) return std::nullopt;
      if (by_row != 0 && by_column == 0 && !know(result.rows, difference->constant, by_row)) return std::nullopt;
      if (by_row == 0 && by_column != 0 && !know(result.columns, difference->constant, by_column)) return std::nullopt;
    }
    return result;
  }
  /// A subscript depends on more than the two counters.
  bool changes(const Affine& form, VarId column) const {
    return std::ranges::any_of(form.terms, [&](const analysis::Term& term) {
      const auto* read = std::get_if<Read>(&f_[term.atom].node);
      if (read != nullptr && (read->variable == rows_.counter || read->variable == column)) return false;
      return !analysis::is_fixed(f_, term.atom, changing_);
    });
  }

  /// Where `first` belongs to a row before that of `second`, and both to the same four: may its part run as that one's does?
  bool keeps_order(const PartAccess& first, const PartAccess& second) {
    if (first.element.array != second.element.array || (!first.write && !second.write)) return true;
    const std::optional<Meeting> met = meeting(first, second);
    if (!met || (met->rows && (*met->rows < 1 || *met->rows >= kJammedRows))) return true;
    RowPart& part = result_.parts[first.part];
    if (first.part != second.part) return first.part < second.part;
    if (!part.is_loop) return true;
    if (!met->columns) return false;
    // Column j of row u comes in turn j + u * skew; what is read was stored in a turn before.
    const int64_t rows = met->rows.value_or(1);
    const int64_t behind = -*met->columns + (first.write && !second.write ? 1 : 0);
    if (behind > 0) part.skew = std::max(part.skew, (behind + rows - 1) / rows);
    return part.skew <= kMostSkew;
  }

  /// A column waits for the one before: by a variable of floats, or by an element.
  bool has_chain(RowPart& part) {
    const For& loop = std::get<For>(f_[part.statements.front()].node);
    const bool stored = finds_stored(part, loop);
    const VarSet carried = analysis::exposed_variables(f_, loop.body);
    const auto assigned = analysis::assigned_variables(f_, loop.body).members();
    return stored || std::ranges::any_of(assigned, [&](VarId v) { return carried.contains(v) && is_float(f_[v].type); });
  }
  /// A column loads what the column before it stored, in each of its iterations.
  bool rereads(const Element& stored, const Element& loaded, VarId column) const {
    for (size_t d = 0; d < stored.indices.size(); ++d) {
      const auto p = analysis::affine_form(f_, stored.indices[d]);
      const auto q = analysis::affine_form(f_, loaded.indices[d]);
      const auto apart = p && q ? analysis::add_scaled(f_, *q, *p, -1) : std::nullopt;
      if (!apart || !apart->is_constant() || changes(*p, column) || changes(*q, column)) return false;
      if (apart->constant != -analysis::coefficient_of(f_, *q, column)) return false;
    }
    return true;
  }
  /// The only store to an array, at another place in each row, that the next column loads before it stores.
  bool finds_stored(RowPart& part, const For& loop) const {
    for (size_t n = 0; n < loop.body.size(); ++n) {
      const auto* store = std::get_if<Store>(&f_[loop.body[n]].node);
      if (store == nullptr) continue;
      const PartAccess write{0, loop.counter, {store->array, store->indices}, true};
      const auto stores = std::ranges::count_if(accesses_, [&](const PartAccess& access) {
        return access.write && access.column == loop.counter && access.element.array == store->array;
      });
      const std::optional<Meeting> own = meeting(write, write);
      if (stores != 1 || !own || own->rows != 0) continue;
      Block until(loop.body.begin(), loop.body.begin() + static_cast<std::ptrdiff_t>(n) + 1);
      std::erase_if(until, [&](StmtId id) { return std::holds_alternative<If>(f_[id].node); });
      const Block after(loop.body.begin() + static_cast<std::ptrdiff_t>(n) + 1, loop.body.end());
      for (const Element& element : elements_of(f_, until, store->array)) {
        const bool alone = std::ranges::none_of(elements_of(f_, after, store->array),
                                                [&](const Element& other) { return same_element(f_, element, other); });
        if (!rereads(write.element, element, loop.counter) || !alone) continue;
        part.stored_by = loop.body[n];
        part.reread = element;
        return true;
      }
    }
    return false;
  }

  const Function& f_;
  const analysis::Liveness& live_;
  StmtId loop_;
  const For& rows_;
  VarSet changing_;  ///< in a row, and from row to row
  std::vector<PartAccess> accesses_;
  RowsToJam result_;
};

}  // namespace

std::optional<RowsToJam> find_rows_to_jam(const Function& function, const analysis::Liveness& live, StmtId loop) {
  return FindRowsToJam(function, live, loop).run();
}

}  // namespace unpython::transform
