#include "footprint/array_uses.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "support/checked_int.h"
#include "support/floor_div.h"
#include "support/match.h"

namespace unpython::kernel {
namespace {

using namespace ir;

struct Interval {
  int64_t low;
  int64_t high;
};
using Known = std::optional<Interval>;  ///< none: any number

Known add(const Known& a, const Known& b) {
  if (!a || !b) return std::nullopt;
  const auto low = checked_add(a->low, b->low);
  const auto high = checked_add(a->high, b->high);
  return low && high ? Known(Interval{*low, *high}) : std::nullopt;
}

Known negated(const Known& a) {
  if (!a || a->low == INT64_MIN) return std::nullopt;
  return Interval{-a->high, -a->low};
}

Known multiply(const Known& a, const Known& b) {
  if (!a || !b) return std::nullopt;
  Interval result{INT64_MAX, INT64_MIN};
  for (const int64_t x : {a->low, a->high}) {
    for (const int64_t y : {b->low, b->high}) {
      const auto product = checked_mul(x, y);
      if (!product) return std::nullopt;
      result.low = std::min(result.low, *product);
      result.high = std::max(result.high, *product);
    }
  }
  return result;
}

/// A sum of multiples of counters.
struct Form {
  int64_t constant = 0;
  std::map<VarId, int64_t> terms{};
};
using Affine = std::optional<Form>;

Affine scaled(const Affine& form, int64_t factor) {
  if (!form) return std::nullopt;
  Form result;
  const auto constant = checked_mul(form->constant, factor);
  if (!constant) return std::nullopt;
  result.constant = *constant;
  for (const auto& [counter, coefficient] : form->terms) {
    const auto product = checked_mul(coefficient, factor);
    if (!product) return std::nullopt;
    if (*product != 0) result.terms[counter] = *product;
  }
  return result;
}

Affine sum(const Affine& a, const Affine& b) {
  if (!a || !b) return std::nullopt;
  Form result = *a;
  const auto constant = checked_add(a->constant, b->constant);
  if (!constant) return std::nullopt;
  result.constant = *constant;
  for (const auto& [counter, coefficient] : b->terms) {
    const auto both = checked_add(result.terms[counter], coefficient);
    if (!both) return std::nullopt;
    result.terms[counter] = *both;
    if (*both == 0) result.terms.erase(counter);
  }
  return result;
}

/// A loop around a statement: its counter runs from `first` on, `extent` times.
struct Loop {
  VarId counter;
  int64_t first = 0;
  Affine extent;      ///< of counters outside of it; none: not known
  int64_t most = 0;   ///< iterations at most, where it is not known
  bool exact = true;  ///< the extent is known
};

/// One subscript.
struct Subscript {
  Affine form;
  Known range;  ///< where there is no form
};

/// The elements that one reference touches, by enumeration of the counters that tie dimensions, or loops, to
/// each other; the others give a row with a step along each dimension.
class ReferenceBoxes {
 public:
  ReferenceBoxes(const std::vector<Loop>& loops, const std::vector<Subscript>& subscripts,
                 const std::vector<int64_t>& extents, size_t most_boxes)
      : loops_(loops), subscripts_(subscripts), extents_(extents), most_(most_boxes) {
    std::map<VarId, int> dimensions;
    for (const Subscript& subscript : subscripts) {
      if (!subscript.form) continue;
      for (const auto& [counter, coefficient] : subscript.form->terms) ++dimensions[counter];
    }
    for (size_t n = loops.size(); n-- > 0;) {
      const bool moves = dimensions.contains(loops[n].counter) || tied_.contains(loops[n].counter);
      const bool bounded = loops[n].extent && !loops[n].extent->terms.empty();
      if (!moves && !bounded) continue;
      if (!loops[n].extent) continue;
      for (const auto& [counter, coefficient] : loops[n].extent->terms) tied_.insert(counter);
    }
    for (const auto& [counter, times] : dimensions) {
      if (times > 1) tied_.insert(counter);
    }
  }

  /// None: they are more boxes than asked for.
  std::optional<std::vector<Box>> run() {
    fix(0);
    if (too_many_) return std::nullopt;
    return std::move(boxes_);
  }

 private:
  [[nodiscard]] std::optional<int64_t> value(const Form& form) const {
    std::optional<int64_t> result = form.constant;
    for (const auto& [counter, coefficient] : form.terms) {
      const auto term = checked_mul(coefficient, fixed_.at(counter));
      result = result && term ? checked_add(*result, *term) : std::nullopt;
    }
    return result;
  }
  [[nodiscard]] int64_t extent(const Loop& loop) const {
    if (!loop.extent) return loop.most;
    return value(*loop.extent).value_or(0);
  }

  /// The loops from number n on, those before are fixed or free.
  void fix(size_t n) {
    if (too_many_) return;
    if (n == loops_.size()) return box();
    const Loop& loop = loops_[n];
    const int64_t count = extent(loop);
    if (count <= 0) return;
    if (!tied_.contains(loop.counter)) {
      free_[loop.counter] = {loop.first, count};
      fix(n + 1);
      free_.erase(loop.counter);
      return;
    }
    for (int64_t i = 0; i < count && !too_many_; ++i) {
      if (++steps_ > most_) too_many_ = true;
      fixed_[loop.counter] = loop.first + i;
      fix(n + 1);
    }
    fixed_.erase(loop.counter);
  }

  struct Free {
    int64_t first = 0;
    int64_t count = 1;
  };
  struct Row {
    int64_t low = 0;
    int64_t step = 1;
    int64_t count = 1;
  };

  void box() {
    Box made;
    for (size_t d = 0; d < subscripts_.size(); ++d) {
      const int64_t last = extents_[d] - 1;
      if (!subscripts_[d].form) {
        const Known& range = subscripts_[d].range;
        made.set(d, range ? std::max<int64_t>(range->low, 0) : 0, range ? std::min(range->high, last) : last);
        continue;
      }
      VarId widest;
      const std::optional<Row> row = row_of(*subscripts_[d].form, widest);
      if (!row) return widest.valid() ? enumerate(widest) : void(too_many_ = true);
      set_within(made, d, *row, last);
    }
    if (boxes_.size() >= most_) too_many_ = true;
    if (!is_empty(made)) boxes_.push_back(made);
  }
  /// Checks stand before every access: what lies outside of the axis is not reached.
  static void set_within(Box& box, size_t d, const Row& row, int64_t last) {
    int64_t low = row.low;
    if (low < 0) low += (-low + row.step - 1) / row.step * row.step;
    box.set(d, low, std::min(last, row.low + (row.count - 1) * row.step), row.step);
  }
  /// A counter that leaves gaps between what the others reach.
  void enumerate(VarId counter) {
    const Free range = free_.at(counter);
    free_.erase(counter);
    for (int64_t i = 0; i < range.count && !too_many_; ++i) {
      if (++steps_ > most_) too_many_ = true;
      fixed_[counter] = range.first + i;
      box();
    }
    fixed_.erase(counter);
    free_[counter] = range;
  }
  /// None: one row is not enough (`widest`: the counter that is to be enumerated), or numbers leave 64 bits.
  std::optional<Row> row_of(const Form& form, VarId& widest) const {
    std::optional<int64_t> low = form.constant;
    std::vector<std::pair<int64_t, VarId>> moving;
    for (const auto& [counter, coefficient] : form.terms) {
      const auto fixed = fixed_.find(counter);
      const Free range = fixed != fixed_.end() ? Free{fixed->second, 1} : free_.at(counter);
      const int64_t at = coefficient < 0 ? range.first + range.count - 1 : range.first;
      const auto term = checked_mul(coefficient, at);
      low = low && term ? checked_add(*low, *term) : std::nullopt;
      if (range.count > 1) moving.emplace_back(coefficient < 0 ? -coefficient : coefficient, counter);
    }
    if (!low) return std::nullopt;
    Row row{*low, 1, 1};
    std::sort(moving.begin(), moving.end());
    for (const auto& [coefficient, counter] : moving) {
      const int64_t count = free_.at(counter).count;
      if (row.count == 1) {
        row.step = coefficient;
        row.count = count;
        continue;
      }
      if (coefficient % row.step != 0 || coefficient / row.step > row.count) {
        widest = counter;
        return std::nullopt;
      }
      const auto more = checked_mul(coefficient / row.step, count - 1);
      if (!more) return std::nullopt;
      row.count += *more;
    }
    const auto span = checked_mul(row.step, row.count - 1);
    if (!span || !checked_add(row.low, *span)) return std::nullopt;
    return row;
  }

  const std::vector<Loop>& loops_;
  const std::vector<Subscript>& subscripts_;
  const std::vector<int64_t>& extents_;
  const size_t most_;
  std::set<VarId> tied_;
  std::map<VarId, int64_t> fixed_;
  std::map<VarId, Free> free_;
  std::vector<Box> boxes_;
  size_t steps_ = 0;
  bool too_many_ = false;
};

/// Follows the body with the form, or the range, of each counter and of each variable that is assigned once.
class Uses {
 public:
  Uses(const Function& f, const Kernel& kernel, std::span<const IterationRange> ranges,
       const LaunchNumbers& numbers, size_t most_boxes)
      : f_(f), kernel_(kernel), numbers_(numbers), most_boxes_(most_boxes), touched_(kernel.arrays.size()) {
    for (size_t n = 0; n < kernel.grid.size(); ++n) {
      const auto& loop = std::get<For>(f[kernel.grid[n]].node);
      own_.insert(loop.counter);
      const std::optional<IterationRange> range = n < ranges.size() ? ranges[n] : all_of(loop);
      if (!range) continue;
      ranges_[loop.counter] = Interval{range->first, range->end - 1};
      forms_[loop.counter] = Form{0, {{loop.counter, 1}}};
      loops_.push_back({loop.counter, range->first, Form{range->end - range->first, {}}});
    }
    body_ = &std::get<For>(f[kernel.grid.back()].node).body;
    for (VarId variable : analysis::assigned_variables(f, *body_).members()) own_.insert(variable);
    walk_stmts(f, *body_, [&](StmtId id) {
      if (const auto* assign = std::get_if<Assign>(&f[id].node)) ++assignments_[assign->variable];
      return true;
    });
  }

  std::vector<ArrayUse> run() {
    block(*body_, true);
    std::vector<ArrayUse> uses;
    for (Touched& touched : touched_) {
      uses.push_back({Footprint(std::move(touched.loaded)), {}, Footprint(std::move(touched.certain))});
      uses.back().stored = uses.back().certain;
      if (!touched.maybe.empty()) uses.back().stored.add(Footprint(std::move(touched.maybe)));
    }
    return uses;
  }

 private:
  struct Touched {
    std::vector<Box> loaded;
    std::vector<Box> certain;
    std::vector<Box> maybe;
  };
  /// A store that statements behind it in its block come after.
  struct Written {
    ArrayId array;
    const std::vector<ExprId>* indices;
  };

  [[nodiscard]] std::optional<IterationRange> all_of(const For& loop) const {
    const std::optional<int64_t> extent = numbers_.value(loop.extent);
    return extent ? std::optional(IterationRange{0, *extent}) : std::nullopt;
  }

  void block(const Block& statements, bool always) {
    const size_t before = written_.size();
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
          [&](const If& node) { branch(node, always); },
          [&](const For& node) { loop(node, always); },
          [&](const While& node) {
            block(node.head, false);
            block(node.body, false);
          },
          [&](const CheckIndex&) { always = false; }, [&](const Raise&) { always = false; },
          [](const Break&) {}, [](const Continue&) {}, [](const Return&) {}, [](const Allocate&) {});
      if (may_leave(id)) always = false;
    }
    written_.resize(before);
  }

  /// What follows may not run in every iteration.
  bool may_leave(StmtId id) const {
    bool leaves = false;
    walk_stmts(f_, {id}, [&](StmtId inner) {
      const StmtNode& node = f_[inner].node;
      leaves |= std::holds_alternative<Break>(node) || std::holds_alternative<Continue>(node) ||
                std::holds_alternative<Raise>(node) || std::holds_alternative<CheckIndex>(node);
      return !leaves;
    });
    return leaves;
  }

  void assign(const Assign& node) {
    if (f_[node.variable].type != ScalarType::Int64 || assignments_[node.variable] != 1) return;
    ranges_[node.variable] = range(node.value);
    if (const Affine value = form(node.value)) forms_[node.variable] = *value;
  }

  /// A loop as it is under a condition of its counter.
  struct Cut {
    size_t number = 0;  ///< of the loop
    Loop loop;
    Form counter;  ///< the counter in terms of the loop's
    Interval range{};
  };

  /// `if j < i + 1:` in loops over i and j ends the loop over j there, `if j >= i:` begins it there.
  void branch(const If& node, bool always) {
    if (std::optional<Cut> cut = cut_under(node.condition)) {
      const VarId counter = cut->loop.counter;
      const auto change = [&] {
        std::swap(loops_[cut->number], cut->loop);
        std::swap(forms_[counter], cut->counter);
        std::swap(*ranges_[counter], cut->range);
      };
      change();
      block(node.then_body, always);
      change();
    } else {
      block(node.then_body, false);
    }
    block(node.else_body, false);
  }

  /// All values of a form; none where a counter may have any value.
  Known range_of(const Form& form) const {
    Interval result{form.constant, form.constant};
    for (const auto& [counter, coefficient] : form.terms) {
      const auto known = ranges_.find(counter);
      if (known == ranges_.end() || !known->second) return std::nullopt;
      const auto a = checked_mul(coefficient, known->second->low);
      const auto b = checked_mul(coefficient, known->second->high);
      const auto low = a && b ? checked_add(result.low, std::min(*a, *b)) : std::nullopt;
      const auto high = a && b ? checked_add(result.high, std::max(*a, *b)) : std::nullopt;
      if (!low || !high) return std::nullopt;
      result = {*low, *high};
    }
    return result;
  }

  /// The counter of a loop is below a line in the counters outside, or not below one.
  std::optional<Cut> cut_under(ExprId condition) {
    const auto* compare = std::get_if<Compare>(&f_[condition].node);
    const auto* read = compare != nullptr ? std::get_if<Read>(&f_[compare->left].node) : nullptr;
    const bool ends = compare != nullptr && compare->op == CompareOp::Less;
    if (read == nullptr || !(ends || compare->op == CompareOp::GreaterEqual)) return std::nullopt;
    const auto found = std::find_if(loops_.begin(), loops_.end(),
                                    [&](const Loop& loop) { return loop.counter == read->variable; });
    if (found == loops_.end() || !found->extent || !found->extent->terms.empty()) return std::nullopt;
    const Affine line = form(compare->right);
    const Known lines = line ? range_of(*line) : std::nullopt;
    const bool outside = line && std::all_of(line->terms.begin(), line->terms.end(), [&](const auto& term) {
      return std::any_of(loops_.begin(), found, [&](const Loop& loop) { return loop.counter == term.first; });
    });
    if (!lines || !outside || !ranges_[read->variable]) return std::nullopt;
    const VarId counter = read->variable;
    const int64_t end = found->first + found->extent->constant;
    Cut cut{static_cast<size_t>(found - loops_.begin()), *found, forms_[counter], *ranges_[counter]};
    if (ends ? lines->low >= end : lines->high <= found->first) return cut;
    if (ends ? lines->high > end : lines->low < found->first) return std::nullopt;
    if (ends) {
      cut.loop.extent = sum(line, Form{-found->first, {}});
    } else {
      cut.loop = {counter, 0, sum(Form{end, {}}, scaled(line, -1))};
      const Affine moved = sum(line, Form{0, {{counter, 1}}});
      if (!moved) return std::nullopt;
      cut.counter = *moved;
      cut.range = {0, end - 1 - lines->low};
    }
    return cut.loop.extent ? std::optional(std::move(cut)) : std::nullopt;
  }

  void loop(const For& node, bool always) {
    const Known extent = range(node.extent);
    if (extent && extent->high <= 0) return;
    ranges_[node.counter] = extent ? Known(Interval{0, extent->high - 1}) : Known(Interval{0, INT64_MAX});
    forms_.erase(node.counter);
    Affine count = form(node.extent);
    if (count && !is_around(*count)) count.reset();
    if (count || extent) {
      forms_[node.counter] = Form{0, {{node.counter, 1}}};
      loops_.push_back({node.counter, 0, count, extent ? extent->high : 0, count.has_value()});
    }
    // An extent that the data decides may be 0.
    block(node.body, always && count.has_value());
    if (count || extent) loops_.pop_back();
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
      const Known known = subscripts[d].form ? range(indices[d]) : subscripts[d].range;
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
      Subscript subscript{form(indices[d]), {}};
      if (subscript.form && !is_around(*subscript.form)) subscript.form.reset();
      if (!subscript.form) subscript.range = range(indices[d]);
      exact = exact && subscript.form.has_value();
      subscripts.push_back(std::move(subscript));
    }
    for (const Loop& loop : loops_) exact = exact && loop.exact;
    const auto found = ReferenceBoxes(loops_, subscripts, extents, most_boxes_).run();
    if (!found) {
      boxes.push_back(enclosing(subscripts, indices, extents));
      return false;
    }
    boxes.insert(boxes.end(), found->begin(), found->end());
    return exact;
  }

  /// All counters of a form are those of loops around the statement.
  bool is_around(const Form& form) const {
    return std::all_of(form.terms.begin(), form.terms.end(), [&](const auto& term) {
      return std::any_of(loops_.begin(), loops_.end(),
                         [&](const Loop& loop) { return loop.counter == term.first; });
    });
  }

  Touched* touched_of(ArrayId array) {
    for (size_t i = 0; i < kernel_.arrays.size(); ++i) {
      if (kernel_.arrays[i].array == array) return &touched_[i];
    }
    return nullptr;
  }
  void load(ArrayId array, const std::vector<ExprId>& indices) {
    Touched* touched = touched_of(array);
    if (touched != nullptr && !is_written(array, indices)) reach(array, indices, touched->loaded);
  }
  void store(ArrayId array, const std::vector<ExprId>& indices, bool always) {
    Touched* touched = touched_of(array);
    if (touched == nullptr) return;
    std::vector<Box> boxes;
    const bool exact = reach(array, indices, boxes);
    std::vector<Box>& into = always && exact ? touched->certain : touched->maybe;
    into.insert(into.end(), boxes.begin(), boxes.end());
    written_.push_back({array, &indices});
  }
  /// This iteration has stored to the element before.
  bool is_written(ArrayId array, const std::vector<ExprId>& indices) const {
    return std::any_of(written_.begin(), written_.end(), [&](const Written& store) {
      if (store.array != array) return false;
      for (size_t d = 0; d < indices.size(); ++d) {
        if (!is_fixed(indices[d]) || !same_value(f_, indices[d], (*store.indices)[d])) return false;
      }
      return true;
    });
  }
  /// All that an expression reads is assigned at most once.
  bool is_fixed(ExprId root) const {
    bool fixed = true;
    walk_exprs(f_, root, [&](ExprId id) {
      fixed = fixed && !std::holds_alternative<Load>(f_[id].node);
      const auto* read = std::get_if<Read>(&f_[id].node);
      const auto times = read == nullptr ? assignments_.end() : assignments_.find(read->variable);
      fixed = fixed && (times == assignments_.end() || times->second == 1);
    });
    return fixed;
  }

  Affine form(ExprId id) {
    if (f_[id].type != ScalarType::Int64) return std::nullopt;
    if (!depends_on_iteration(id)) {
      const std::optional<int64_t> value = numbers_.value(id);
      return value ? Affine(Form{*value, {}}) : std::nullopt;
    }
    if (const auto* read = std::get_if<Read>(&f_[id].node)) {
      const auto found = forms_.find(read->variable);
      return found == forms_.end() ? Affine() : found->second;
    }
    if (const auto* wrap = std::get_if<WrapIndex>(&f_[id].node)) {
      const Known index = range(wrap->index);
      if (index && index->low >= 0) return form(wrap->index);
      if (!index || index->high >= 0) return std::nullopt;
      return sum(form(wrap->index), Form{numbers_.extent(wrap->array, wrap->dimension), {}});
    }
    const auto* node = std::get_if<Binary>(&f_[id].node);
    if (node == nullptr) return std::nullopt;
    if (node->op == BinaryOp::Add) return sum(form(node->left), form(node->right));
    if (node->op == BinaryOp::Subtract) return sum(form(node->left), scaled(form(node->right), -1));
    if (node->op != BinaryOp::Multiply) return std::nullopt;
    const Affine left = form(node->left);
    const Affine right = form(node->right);
    if (!left || !right) return std::nullopt;
    if (right->terms.empty()) return scaled(left, right->constant);
    return left->terms.empty() ? scaled(right, left->constant) : Affine();
  }

  bool depends_on_iteration(ExprId root) const {
    bool found = false;
    walk_exprs(f_, root, [&](ExprId id) {
      const auto* read = std::get_if<Read>(&f_[id].node);
      found |=
          (read != nullptr && own_.contains(read->variable)) || std::holds_alternative<Load>(f_[id].node);
    });
    return found;
  }

  Known range(ExprId id) {
    if (f_[id].type != ScalarType::Int64) return std::nullopt;
    if (!depends_on_iteration(id)) {
      const std::optional<int64_t> value = numbers_.value(id);
      return value ? Known(Interval{*value, *value}) : std::nullopt;
    }
    return match(
        f_[id].node,
        [](const Const& node) {
          return Known(Interval{node.value.integer, node.value.integer});
        },
        [&](const Read& node) {
          const auto found = ranges_.find(node.variable);
          return found == ranges_.end() ? Known() : found->second;
        },
        [&](const WrapIndex& node) { return wrapped(range(node.index), node); },
        [&](const Binary& node) { return binary(node); }, [&](const Call& node) { return call(node); },
        [&](const Select& node) { return either(range(node.if_true), range(node.if_false)); },
        [](const Load&) { return Known(); }, [](const Extent&) { return Known(); },
        [](const Unary&) { return Known(); }, [](const Compare&) { return Known(); },
        [](const Cast&) { return Known(); });
  }

  Known wrapped(const Known& index, const WrapIndex& node) {
    if (!index) return std::nullopt;
    const int64_t extent = numbers_.extent(node.array, node.dimension);
    if (index->low >= 0) return index;
    if (index->high < 0) return add(index, Interval{extent, extent});
    return Interval{0, std::max<int64_t>(extent - 1, 0)};
  }

  Known binary(const Binary& node) {
    const Known left = range(node.left);
    const Known right = range(node.right);
    switch (node.op) {
      case BinaryOp::Add:
        return add(left, right);
      case BinaryOp::Subtract:
        return add(left, negated(right));
      case BinaryOp::Multiply:
        return multiply(left, right);
      case BinaryOp::FloorDivide:
        if (!left || !right || right->low != right->high || right->low <= 0) return std::nullopt;
        return Interval{floor_div(left->low, right->low), floor_div(left->high, right->low)};
      case BinaryOp::Modulo:
        if (!right || right->low != right->high || right->low <= 0) return std::nullopt;
        if (left && floor_div(left->low, right->low) == floor_div(left->high, right->low)) {
          const int64_t whole = floor_div(left->low, right->low) * right->low;
          return Interval{left->low - whole, left->high - whole};
        }
        return Interval{0, right->low - 1};
      default:
        return std::nullopt;
    }
  }

  Known call(const Call& node) {
    if (node.function != Intrinsic::Minimum && node.function != Intrinsic::Maximum) return std::nullopt;
    const Known a = range(node.arguments[0]);
    const Known b = range(node.arguments[1]);
    const bool least = node.function == Intrinsic::Minimum;
    if (!a || !b) return std::nullopt;
    return least ? Interval{std::min(a->low, b->low), std::min(a->high, b->high)}
                 : Interval{std::max(a->low, b->low), std::max(a->high, b->high)};
  }

  static Known either(const Known& a, const Known& b) {
    if (!a || !b) return std::nullopt;
    return Interval{std::min(a->low, b->low), std::max(a->high, b->high)};
  }

  const Function& f_;
  const Kernel& kernel_;
  const LaunchNumbers& numbers_;
  const size_t most_boxes_;
  std::vector<Touched> touched_;  ///< by array of the kernel
  const Block* body_ = nullptr;
  std::map<VarId, Known> ranges_;
  std::map<VarId, int> assignments_;
  std::set<VarId> own_;      ///< counters and variables of the kernel
  std::vector<Loop> loops_;  ///< around the statement, outermost first
  std::map<VarId, Form> forms_;
  std::vector<Written> written_;
};

}  // namespace

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

/// Subscripts, extents of loops, and integers that may stand in them.
std::vector<size_t> deciding_scalars(const Function& function, const Kernel& kernel) {
  std::set<VarId> read;
  const auto add = [&](ExprId root) {
    walk_exprs(function, root, [&](ExprId id) {
      if (const auto* node = std::get_if<Read>(&function[id].node)) read.insert(node->variable);
    });
  };
  const auto add_all = [&](const std::vector<ExprId>& roots) {
    for (ExprId root : roots) add(root);
  };
  walk_stmts(function, {kernel.root}, [&](StmtId id) {
    const StmtNode& node = function[id].node;
    if (const auto* loop = std::get_if<For>(&node)) add(loop->extent);
    if (const auto* store = std::get_if<Store>(&node)) add_all(store->indices);
    if (const auto* update = std::get_if<AtomicUpdate>(&node)) add_all(update->indices);
    if (const auto* assign = std::get_if<Assign>(&node)) {
      if (function[assign->variable].type == ScalarType::Int64) add(assign->value);
    }
    return true;
  });
  walk_all_exprs(function, {kernel.root}, [&](ExprId id) {
    if (const auto* load = std::get_if<Load>(&function[id].node)) add_all(load->indices);
  });
  std::vector<size_t> deciding;
  for (size_t n = 0; n < kernel.scalars.size(); ++n) {
    if (read.contains(kernel.scalars[n])) deciding.push_back(n);
  }
  return deciding;
}

std::vector<ArrayUse> uses(const Function& function, const Kernel& kernel,
                           std::span<const IterationRange> ranges, const LaunchNumbers& numbers,
                           size_t most_boxes) {
  return Uses(function, kernel, ranges, numbers, most_boxes).run();
}

}  // namespace unpython::kernel
