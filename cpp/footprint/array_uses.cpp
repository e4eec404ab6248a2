#include "footprint/array_uses.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/text/variables.h"
#include "footprint/counter_limits.h"
#include "footprint/counter_values.h"
#include "footprint/reference_boxes.h"
#include "ir/rewrite.h"
#include "support/match.h"

namespace unpython::footprint {
namespace {

using namespace ir;
using kernel::Kernel;

/// Counters and variables of the kernel, and scalars that do not decide: callers keep what uses() gives for all their values.
std::set<VarId> own_variables(const Function& f, const Kernel& kernel) {
  std::set<VarId> own(kernel.scalars.begin(), kernel.scalars.end());
  for (const size_t scalar : kernel.deciding) own.erase(kernel.scalars[scalar]);
  for (StmtId id : kernel.grid) own.insert(std::get<For>(f[id].node).counter);
  const Block& body = std::get<For>(f[kernel.grid.back()].node).body;
  for (VarId variable : analysis::assigned_variables(f, body).members()) own.insert(variable);
  return own;
}

/// Follows the body with the form, or the range, of each counter and of each variable that is assigned once.
class Uses {
 public:
  Uses(const Function& f, const Kernel& kernel, std::span<const IterationRange> ranges,
       const LaunchNumbers& numbers, size_t most_boxes)
      : f_(f),
        kernel_(kernel),
        numbers_(numbers),
        most_boxes_(most_boxes),
        touched_(kernel.arrays.size()),
        body_(std::get<For>(f[kernel.grid.back()].node).body),
        values_(f, numbers, own_variables(f, kernel)),
        limits_(f, values_) {
    for (size_t n = 0; n < kernel.grid.size(); ++n) {
      const auto& loop = std::get<For>(f[kernel.grid[n]].node);
      const std::optional<IterationRange> range = n < ranges.size() ? ranges[n] : all_of(loop);
      if (!range) {
        ++uncounted_;
        continue;
      }
      enter({loop.counter, {Form{range->first, {}}}, {Form{range->end, {}}}}, {range->first, range->end - 1});
    }
  }

  std::vector<ArrayUse> run() {
    block(body_, true);
    std::vector<ArrayUse> uses;
    for (TouchedBoxes& touched : touched_) uses.push_back(std::move(touched).use());
    return uses;
  }

 private:
  /// A store that statements behind it in its block come after.
  struct Written {
    ArrayId array;
    const std::vector<ExprId>* indices;
    std::optional<std::vector<LoopAround>> where{};  ///< by the iterations of these loops alone; none: by each that comes there
  };

  using Conditions = std::vector<std::pair<ExprId, bool>>;  ///< and whether each holds

  void enter(LoopAround loop, IntegerRange range) {
    values_.set(loop.counter, range, Form{0, {{loop.counter, 1}}});
    loops_.push_back(std::move(loop));
  }

  [[nodiscard]] std::optional<IterationRange> all_of(const For& loop) const {
    const std::optional<int64_t> extent = numbers_.value(loop.extent);
    return extent ? std::optional(IterationRange{0, *extent}) : std::nullopt;
  }

  void block(const Block& statements, bool always) {
    for (StmtId id : statements) {
      const Stmt& stmt = f_[id];
      for (ExprId held : expressions(stmt)) loads(held);
      match(
          stmt.node, [&](const Assign& node) { assign(node); },
          [&](const Store& node) { store(node.array, node.indices, always); },
          [&](const AtomicUpdate& node) {
            load(node.array, node.indices);
            store(node.array, node.indices, false);
          },
          [&](const If& node) { branch(node, always); }, [&](const For& node) { loop(node, always); },
          [&](const While& node) {
            repeated(node.head, false);
            repeated(node.body, false);
          },
          [&](const CheckIndex&) { always = false; }, [&](const Raise&) { always = false; },
          [](const Break&) {}, [](const Continue&) {}, [](const Return&) {}, [](const Allocate&) {},
          [](const CallHost&) {});
      if (may_raise(f_, {id}) || may_leave(f_, {id})) always = false;
    }
  }

  /// The body of a loop: what it stores in one turn says nothing of the next one.
  void repeated(const Block& statements, bool always) {
    const size_t before = written_.size();
    block(statements, always);
    written_.resize(before);
  }

  void assign(const Assign& node) {
    if (f_[node.variable].type != ScalarType::Int64 || assignments_[node.variable] != 1) return;
    KnownForm form = values_.form(node.value);
    if (!form) {
      limits_.assign(node.variable, node.value);
      form = Form{0, {{node.variable, 1}}};
    }
    values_.set(node.variable, values_.range(node.value), form);
  }

  /// `if j < i + 1:` in loops over i and j ends the loop over j there, `else:` begins it there.
  void branch(const If& node, bool always) {
    under(node.condition, true, node.then_body, always);
    under(node.condition, false, node.else_body, always);
  }

  /// A block that runs where the condition holds, or where it does not.
  void under(ExprId condition, bool holds, const Block& statements, bool always) {
    if (statements.empty()) return;
    Conditions parts;
    conditions(condition, holds, parts);
    const auto choice = std::find_if(parts.begin(), parts.end(), [&](const auto& part) { return choices(part).size() > 1; });
    if (choice == parts.end() || chooses_) return under(parts, statements, always);
    const Conditions ways = choices(*choice);
    chooses_ = true;
    for (const auto& [way, wish] : ways) {
      Conditions chosen(parts.begin(), choice);
      chosen.insert(chosen.end(), choice + 1, parts.end());
      conditions(way, wish, chosen);
      under(chosen, statements, false);
      for (VarId variable : analysis::assigned_variables(f_, statements).members()) values_.set(variable, {}, {});
    }
    chooses_ = false;
  }
  void under(const Conditions& parts, const Block& statements, bool always) {
    const std::vector<LoopAround> loops = loops_;
    const CounterLimits::All limits = limits_.all();
    bool all = true;
    for (const auto& [part, wish] : parts) {
      all = cut_under(part, wish) && all;
      limits_.hold(part, wish);
    }
    const size_t before = written_.size();
    block(statements, always && all);
    if (!all) written_.resize(before);
    for (size_t n = before; n < written_.size(); ++n)
      if (!written_[n].where) written_[n].where = loops_;
    loops_ = loops;
    limits_.put_back(limits);
  }

  /// The conditions that hold where `a and b` holds, or where `a or b` does not.
  void conditions(ExprId id, bool holds, Conditions& parts) const { take_apart(id, holds, true, parts); }
  /// Of which one holds: `a or b` where that holds, `a and b` where that does not.
  [[nodiscard]] Conditions choices(const std::pair<ExprId, bool>& condition) const {
    Conditions parts;
    take_apart(condition.first, condition.second, false, parts);
    return parts;
  }
  void take_apart(ExprId id, bool holds, bool all, Conditions& parts) const {
    const bool truth = f_[id].type == ScalarType::Bool;
    const auto* turned = std::get_if<Unary>(&f_[id].node);
    if (turned != nullptr && turned->op == UnaryOp::LogicalNot)
      return take_apart(turned->operand, !holds, all, parts);
    const auto* joined = std::get_if<Binary>(&f_[id].node);
    const bool both =
        joined != nullptr && truth && (joined->op == BinaryOp::BitAnd || joined->op == BinaryOp::LogicalAnd);
    const bool either =
        joined != nullptr && truth && (joined->op == BinaryOp::BitOr || joined->op == BinaryOp::LogicalOr);
    if (holds == all ? both : either) {
      take_apart(joined->left, holds, all, parts);
      take_apart(joined->right, holds, all, parts);
    } else {
      parts.emplace_back(id, holds);
    }
  }

  /// Takes the condition as a line at which the loop of a counter begins, or ends. False: the condition is no such line.
  bool cut_under(ExprId condition, bool holds) {
    const auto* compare = std::get_if<Compare>(&f_[condition].node);
    if (compare == nullptr) return false;
    const CompareOp op = holds ? compare->op : opposite(compare->op);
    return cut_at(compare->left, op, compare->right) || cut_at(compare->right, mirrored(op), compare->left);
  }

  bool cut_at(ExprId left, CompareOp op, ExprId right) {
    const auto* read = std::get_if<Read>(&f_[left].node);
    const bool ends = op == CompareOp::Less || op == CompareOp::LessEqual;
    const bool begins = op == CompareOp::GreaterEqual || op == CompareOp::Greater;
    if (read == nullptr || !(ends || begins)) return false;
    const auto found = std::find_if(loops_.begin(), loops_.end(),
                                    [&](const LoopAround& loop) { return loop.counter == read->variable; });
    if (found == loops_.end()) return false;
    // The counter is below the line, or not below the line.
    const int64_t beyond = op == CompareOp::LessEqual || op == CompareOp::Greater ? 1 : 0;
    const KnownForm line = sum(values_.form(right), Form{beyond, {}});
    const bool outside = line && std::all_of(line->terms.begin(), line->terms.end(), [&](const auto& term) {
                           return std::any_of(loops_.begin(), found, [&](const LoopAround& loop) {
                             return loop.counter == term.first;
                           });
                         });
    if (!outside) return false;
    (ends ? found->ends : found->begins).push_back(*line);
    return true;
  }

  void loop(const For& node, bool always) {
    const Known extent = values_.range(node.extent);
    if (extent && extent->high <= 0) return;
    KnownForm count = values_.form(node.extent);
    if (count && !is_around(*count)) count.reset();
    const bool counted = count || extent;
    const IntegerRange range{0, extent ? extent->high - 1 : INT64_MAX};
    if (counted) {
      enter({node.counter, {Form{}}, {count ? *count : Form{extent->high, {}}}, count.has_value()}, range);
    } else {
      values_.set(node.counter, range, Form{0, {{node.counter, 1}}});
      ++uncounted_;
    }
    limits_.enter(node.counter, node.extent);
    // An extent that the data decides may be 0.
    repeated(node.body, always && count.has_value() && !may_end_early(f_, node.body));
    if (counted) loops_.pop_back();
    else --uncounted_;
  }

  void loads(ExprId root) {
    walk_exprs(f_, root, [&](ExprId id) {
      if (const auto* node = std::get_if<Load>(&f_[id].node)) load(node->array, node->indices);
    });
  }

  /// A box around everything that the reference may touch.
  Box enclosing(const std::vector<Subscript>& subscripts, const std::vector<ExprId>& indices,
                const std::vector<int64_t>& extents) {
    Box result;
    for (size_t d = 0; d < subscripts.size(); ++d) {
      const int64_t last = extents[d] - 1;
      const Known known = subscripts[d].form ? values_.range(indices[d]) : subscripts[d].range;
      const int64_t low = known ? std::clamp<int64_t>(known->low, 0, std::max<int64_t>(last, 0)) : 0;
      result.set(d, low, known ? std::min(known->high, last) : last);
    }
    return result;
  }

  /// Adds the elements of a reference. False: some of them may not be touched.
  bool reach(ArrayId array, const std::vector<ExprId>& indices, std::vector<Box>& boxes) {
    std::vector<Subscript> subscripts;
    std::vector<int64_t> extents;
    bool exact = true;
    for (size_t d = 0; d < indices.size(); ++d) {
      extents.push_back(numbers_.extent(array, static_cast<int>(d)));
      Subscript subscript{values_.form(indices[d]), {}};
      if (subscript.form && !is_around(*subscript.form)) subscript.form.reset();
      if (!subscript.form) subscript.range = values_.range(indices[d]);
      exact = exact && subscript.form.has_value();
      subscripts.push_back(std::move(subscript));
    }
    for (const LoopAround& loop : loops_) exact = exact && loop.exact;
    const auto found = reference_boxes(loops_, subscripts, extents, most_boxes_);
    add_within_limits(indices, found ? *found : std::vector<Box>{enclosing(subscripts, indices, extents)}, boxes);
    return found && exact;
  }
  void add_within_limits(const std::vector<ExprId>& indices, const std::vector<Box>& found, std::vector<Box>& boxes) const {
    std::vector<CounterLimits::Bounds> bounds(indices.size());
    for (size_t d = 0; d < indices.size() && limits_.say_more(); ++d) {
      if (const KnownForm form = values_.form(indices[d])) bounds[d] = limits_.of(*form);
    }
    for (Box box : found) {
      for (size_t d = 0; d < indices.size() && !is_empty(box); ++d) {
        const int64_t least = std::min(std::max(bounds[d].low.value_or(box.low[d]), box.low[d]), box.high[d] + 1);
        const int64_t low = box.low[d] + (least - box.low[d] + box.step[d] - 1) / box.step[d] * box.step[d];
        box.set(d, low, std::min(box.high[d], bounds[d].high.value_or(box.high[d])), box.step[d]);
      }
      if (!is_empty(box)) boxes.push_back(box);
    }
  }

  /// All counters of a form are those of loops around the statement.
  bool is_around(const Form& form) const {
    return std::all_of(form.terms.begin(), form.terms.end(), [&](const auto& term) {
      return std::any_of(loops_.begin(), loops_.end(),
                         [&](const LoopAround& loop) { return loop.counter == term.first; });
    });
  }

  TouchedBoxes* touched_of(ArrayId array) {
    for (size_t i = 0; i < kernel_.arrays.size(); ++i) {
      if (kernel_.arrays[i].array == array) return &touched_[i];
    }
    return nullptr;
  }
  void load(ArrayId array, const std::vector<ExprId>& indices) {
    TouchedBoxes* touched = touched_of(array);
    if (touched == nullptr || is_written(array, indices)) return;
    std::vector<Box> boxes;
    reach(array, indices, boxes);
    if (is_own(indices)) boxes = without_written(array, indices, std::move(boxes));
    touched->loaded.insert(touched->loaded.end(), boxes.begin(), boxes.end());
  }
  /// Elements of a load without those that the same iteration has stored to under a condition.
  std::vector<Box> without_written(ArrayId array, const std::vector<ExprId>& indices, std::vector<Box> boxes) {
    for (Written& store : written_) {
      if (!store.where || !is_same_element(store, array, indices)) continue;
      std::vector<Box> stored;
      std::swap(loops_, *store.where);
      const bool exact = reach(array, indices, stored);
      std::swap(loops_, *store.where);
      if (exact) boxes = Footprint(std::move(boxes)).without(Footprint(std::move(stored))).boxes();
    }
    return boxes;
  }
  /// No two iterations have one element: each counter has a subscript to itself.
  bool is_own(const std::vector<ExprId>& indices) {
    return uncounted_ == 0 && std::all_of(loops_.begin(), loops_.end(), [&](const LoopAround& loop) {
      return std::any_of(indices.begin(), indices.end(), [&](ExprId index) {
        const KnownForm form = values_.form(index);
        return form && form->terms.size() == 1 && form->terms.begin()->first == loop.counter && form->terms.begin()->second != 0;
      });
    });
  }
  void store(ArrayId array, const std::vector<ExprId>& indices, bool always) {
    TouchedBoxes* touched = touched_of(array);
    if (touched == nullptr) return;
    std::vector<Box> boxes;
    const bool exact = reach(array, indices, boxes);
    std::vector<Box>& into = always && exact ? touched->certain : touched->maybe;
    into.insert(into.end(), boxes.begin(), boxes.end());
    written_.push_back({array, &indices});
  }
  /// This iteration has stored to the element before.
  bool is_written(ArrayId array, const std::vector<ExprId>& indices) const {
    return std::any_of(written_.begin(), written_.end(),
                       [&](const Written& store) { return !store.where && is_same_element(store, array, indices); });
  }
  bool is_same_element(const Written& store, ArrayId array, const std::vector<ExprId>& indices) const {
    if (store.array != array) return false;
    for (size_t d = 0; d < indices.size(); ++d) {
      if (!is_fixed(indices[d]) || !same_value(f_, indices[d], (*store.indices)[d])) return false;
    }
    return true;
  }
  /// All that an expression reads is assigned at most once.
  bool is_fixed(ExprId root) const {
    return !any_expr(f_, root, [&](ExprId id) {
      const auto* read = std::get_if<Read>(&f_[id].node);
      const auto times = read == nullptr ? assignments_.end() : assignments_.find(read->variable);
      return std::holds_alternative<Load>(f_[id].node) || (times != assignments_.end() && times->second != 1);
    });
  }

  const Function& f_;
  const Kernel& kernel_;
  const LaunchNumbers& numbers_;
  const size_t most_boxes_;
  std::vector<TouchedBoxes> touched_;  ///< by array of the kernel
  const Block& body_;
  CounterValues values_;
  CounterLimits limits_;
  bool chooses_ = false;  ///< the block is looked at for each part of a condition
  std::unordered_map<VarId, int> assignments_ = count_assignments(f_, body_);
  std::vector<LoopAround> loops_;  ///< around the statement, outermost first
  std::vector<Written> written_;
  int uncounted_ = 0;  ///< loops around the statement that are not among these: nobody knows how often they turn
};

}  // namespace

ArrayUse TouchedBoxes::use() && {
  ArrayUse result{Footprint(std::move(loaded)), {}, Footprint(std::move(certain))};
  result.stored = result.certain;
  if (!maybe.empty()) result.stored.add(Footprint(std::move(maybe)));
  return result;
}

Footprint ArrayUse::touched() const {
  Footprint all = loaded;
  all.add(stored);
  return all;
}

Footprint ArrayUse::needed() const {
  Footprint old = stored.without(certain);
  old.add(loaded);
  return old;
}

std::vector<ArrayUse> uses(const Function& function, const Kernel& kernel,
                           std::span<const IterationRange> ranges, const LaunchNumbers& numbers,
                           size_t most_boxes) {
  return Uses(function, kernel, ranges, numbers, most_boxes).run();
}

}  // namespace unpython::footprint
