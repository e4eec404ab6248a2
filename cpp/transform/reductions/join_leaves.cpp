#include "transform/reductions/join_leaves.h"

#include <algorithm>
#include <bit>

#include "cost/cost.h"
#include "ir/rewrite.h"
#include "transform/reductions/around_leaves.h"
#include "transform/reductions/reduction_leaf.h"
#include "transform/reductions/reduction_tree.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Accumulation;
using analysis::Contest;
using analysis::Reduction;

constexpr int64_t kMostInPlace = 16;

bool holds_loop(const Function& f, const Block& body) {
  return holds_any<For, While>(f, body);
}

/// Leaves of a body without loops that are not worth a second thread.
int64_t leaves_in_place(const Function& f, const Block& body, int64_t length) {
  return std::clamp<int64_t>(2 * cost::kChunkWork / (length * cost::own_operations(f, body)), 1, kMostInPlace);
}

/// Integers come out the same in any order: where an iteration does little, leaves are longer, since each joins its lanes once.
int64_t length_of_leaf(const Function& f, const Block& body, const std::vector<Reduction>& reductions) {
  constexpr int64_t kLongest = 4096;
  const bool in_any_order = std::all_of(reductions.begin(), reductions.end(), [](const Reduction& r) {
    return may_interleave(r) && (is_integer(r.type) || r.type == ScalarType::Bool);
  });
  if (!in_any_order || holds_loop(f, body)) return kLeaf;
  const int64_t cheap = cost::kChunkWork / std::max<int64_t>(1, cost::own_operations(f, body));
  return static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(std::clamp(cheap, kLeaf, kLongest))));
}

/// Where leaves keep their partial results, and who runs them.
struct Place {
  int64_t slots = 0;  ///< of Private arrays; 0: Heap arrays, for any number of leaves on all threads
};

/// Partial results of all leaves: one array for each variable that a leaf leaves behind.
struct Partials {
  ArrayId value;
  ArrayId updated;
  ArrayId reset;
  std::vector<ArrayId> companions;
};

class Leaves : public AroundLeaves {
 public:
  Leaves(Function& f, const For& loop, const SourceRange& range, TreeForm form, int64_t length)
      : AroundLeaves(f, loop, range, length), form_(form), length_(length) {}

  Block run(const For& loop, const std::vector<Reduction>& reductions, bool repeated) {
    if (!repeated || holds_loop(f_, loop.body)) {
      append(result_, all_leaves(loop, parts_for(f_, reductions), {}));
      return std::move(result_);
    }
    const Place stack{leaves_in_place(f_, loop.body, length_)};
    const ExprId few = build_.compare(CompareOp::LessEqual, leaves_, build_.int64(stack.slots));
    Block in_place = all_leaves(loop, parts_for(f_, reductions), stack);
    Block on_threads = all_leaves(loop, parts_for(f_, reductions), {});
    result_.push_back(build_.if_then(few, std::move(in_place), std::move(on_threads), range_));
    return std::move(result_);
  }

 private:
  Block all_leaves(const For& loop, std::vector<Part> parts, Place place) {
    const LeafForm form = leaf_form(f_, loop.body, parts);
    Block result;
    std::vector<Partials> partials;
    for (const Part& part : parts) partials.push_back(allocate(part, place, result));
    const VarId leaf = build_.variable("leaf", ScalarType::Int64, range_);
    const ExprId first = build_.mul(build_.read(leaf), build_.int64(length_));
    Block body = build_leaf(f_, loop, parts, form, first, extent_, length_);
    for (size_t i = 0; i < parts.size(); ++i) keep(parts[i], partials[i], build_.read(leaf), body);
    const LoopMark mark = place.slots == 0 ? LoopMark::Parallel : LoopMark::Sequential;
    result.push_back(build_.loop(leaf, leaves_, mark, std::move(body), range_));
    Block combination;
    for (size_t i = 0; i < parts.size(); ++i)
      append(combination, with_result(parts[i], join(parts[i], partials[i])));
    const ExprId any = build_.compare(CompareOp::Greater, leaves_, build_.int64(0));
    result.push_back(build_.if_then(any, std::move(combination), {}, range_));
    return result;
  }

  ArrayId partial_array(VarId like, Place place, Block& into) {
    const Variable variable = f_[like];
    const std::string name = variable.name + "s";
    if (place.slots != 0)
      return build_.local_array(name, variable.type, AddressSpace::Private, {place.slots});
    const ArrayId array = build_.heap_array(name, variable.type, 1);
    const ExprId slots = build_.max(build_.int64(1), leaves_);
    into.push_back(build_.statement(Allocate{array, {slots}}, range_));
    return array;
  }

  Partials allocate(const Part& part, Place place, Block& into) {
    const auto array = [&](VarId like) { return partial_array(like, place, into); };
    Partials result;
    result.value = array(part.value);
    if (part.updated.valid()) result.updated = array(part.updated);
    if (part.reset.valid()) result.reset = array(part.reset);
    for (VarId companion : part.companions) result.companions.push_back(array(companion));
    return result;
  }

  void keep(const Part& part, const Partials& partials, ExprId leaf, Block& body) {
    const auto store = [&](ArrayId array, VarId value) {
      body.push_back(build_.store(array, {leaf}, build_.read(value), range_));
    };
    store(partials.value, part.value);
    if (part.updated.valid()) store(partials.updated, part.updated);
    if (part.reset.valid()) store(partials.reset, part.reset);
    for (size_t i = 0; i < part.companions.size(); ++i) store(partials.companions[i], part.companions[i]);
  }

  Block join(const Part& part, const Partials& partials) {
    if (needs_tree(part.reduction)) {
      Block block = pair_tree(f_, part.reduction, partials.value, leaves_, form_);
      block.push_back(accumulate(part, build_.load(partials.value, {build_.int64(0)})));
      return block;
    }
    if (part.reduction.kind == Accumulation::LastValue && part.reduction.always) {
      const ExprId last = build_.sub(leaves_, build_.int64(1));
      return {build_.assign(part.result, build_.load(partials.value, {last}), range_)};
    }
    const VarId leaf = build_.variable("leaf", ScalarType::Int64, range_);
    Block body = part.updated.valid()
                     ? join_updated(part, partials, build_.read(leaf))
                     : Block{accumulate(part, build_.load(partials.value, {build_.read(leaf)}))};
    return {build_.loop(leaf, leaves_, LoopMark::Sequential, std::move(body), range_)};
  }

  /// A leaf that has not assigned its part takes no part; an Extremum must also win against the leaves
  /// before.
  Block join_updated(const Part& part, const Partials& partials, ExprId leaf) {
    const ExprId best = build_.read(part.result);
    const ExprId value = build_.load(partials.value, {leaf});
    ExprId wins = build_.load(partials.updated, {leaf});
    Block body;
    if (part.reset.valid()) {
      const ExprId joined = combine(build_, part.reduction, best, value);
      body.push_back(build_.assign(
          part.result, build_.select(build_.load(partials.reset, {leaf}), value, joined), range_));
    } else {
      if (part.reduction.kind == Accumulation::Extremum) {
        wins = build_.logical_and(wins, build_.compare(part.reduction.compare, value, best));
      }
      body.push_back(build_.assign(part.result, value, range_));
      for (size_t i = 0; i < partials.companions.size(); ++i) {
        body.push_back(
            build_.assign(part.reduction.companions[i], build_.load(partials.companions[i], {leaf}), range_));
      }
    }
    return {build_.if_then(wins, std::move(body), {}, range_)};
  }

  TreeForm form_;
  int64_t length_;
};

class InOrder : public AroundLeaves {
 public:
  using AroundLeaves::AroundLeaves;

  Block run(const For& loop, std::vector<Part> parts, bool alone) {
    const LeafForm form = alone ? leaf_form(f_, loop.body, parts) : LeafForm::Ordered;
    std::vector<PairStack> stacks;
    for (const Part& part : parts) stacks.push_back(make_pair_stack(f_, part.reduction));
    const VarId leaf = build_.variable("leaf", ScalarType::Int64, range_);
    const ExprId first = build_.mul(build_.read(leaf), build_.int64(kLeaf));
    Block body = build_leaf(f_, loop, parts, form, first, extent_);
    for (size_t i = 0; i < parts.size(); ++i) {
      append(body,
             push_leaf(f_, parts[i].reduction, stacks[i], build_.read(leaf), build_.read(parts[i].value)));
    }
    result_.push_back(build_.loop(leaf, leaves_, LoopMark::Sequential, std::move(body), range_));
    Block combination;
    for (size_t i = 0; i < parts.size(); ++i) {
      Block block = finish(f_, parts[i].reduction, stacks[i], leaves_);
      block.push_back(accumulate(parts[i], build_.read(stacks[i].root)));
      append(combination, with_result(parts[i], block));
    }
    const ExprId any = build_.compare(CompareOp::Greater, leaves_, build_.int64(0));
    result_.push_back(build_.if_then(any, std::move(combination), {}, range_));
    return std::move(result_);
  }
};

class Few : public AroundLeaves {
 public:
  using AroundLeaves::AroundLeaves;

  std::optional<Block> run(const For& loop, std::vector<Part> parts, int64_t lanes) {
    std::optional<Block> leaf = build_few(f_, loop, parts, extent_, lanes);
    if (!leaf) return std::nullopt;
    append(result_, *leaf);
    Block combination;
    for (const Part& part : parts) append(combination, with_result(part, {accumulate(part, build_.read(part.value))}));
    const ExprId any = build_.compare(CompareOp::Greater, extent_, build_.int64(0));
    result_.push_back(build_.if_then(any, std::move(combination), {}, range_));
    return std::move(result_);
  }
};

}  // namespace

Block join_leaves(Function& f, const For& loop, const std::vector<Reduction>& reductions,
                  const SourceRange& range, TreeForm form, bool repeated) {
  const int64_t length = length_of_leaf(f, loop.body, reductions);
  return Leaves(f, loop, range, form, length).run(loop, reductions, repeated);
}

Block sum_in_order(Function& f, const For& loop, const std::vector<Reduction>& sums, bool alone,
                   const SourceRange& range) {
  return InOrder(f, loop, range).run(loop, parts_for(f, sums), alone);
}

std::optional<Block> sum_few(Function& f, const For& loop, const std::vector<Reduction>& sums, int64_t lanes,
                             const SourceRange& range) {
  return Few(f, loop, range).run(loop, parts_for(f, sums), lanes);
}

Block store_last_values(Function& f, const For& loop, const std::vector<Reduction>& values,
                        const SourceRange& range) {
  Builder build(f);
  const std::vector<Part> parts = parts_for(f, values);
  const VarId extent = build.variable("extent", ScalarType::Int64, range);
  Block result{build.assign(extent, loop.extent, range)};
  For own = loop;
  own.extent = build.read(extent);
  own.body = privatized(f, loop.body, parts);
  const ExprId zero = build.int64(0);
  Block kept;
  Block taken;
  for (const Part& part : parts) {
    const ArrayId last = build.heap_array(f[part.result].name + ".last", part.reduction.type, 1);
    result.push_back(build.statement(Allocate{last, {build.int64(1)}}, range));
    kept.push_back(build.store(last, {zero}, build.read(part.value), range));
    taken.push_back(build.assign(part.result, build.load(last, {zero}), range));
  }
  const ExprId at_end =
      build.compare(CompareOp::Equal, build.read(own.counter), build.sub(own.extent, build.int64(1)));
  own.body.push_back(build.if_then(at_end, std::move(kept), {}, range));
  const ExprId any = build.compare(CompareOp::Greater, own.extent, zero);
  result.push_back(build.statement(std::move(own), range));
  result.push_back(build.if_then(any, std::move(taken), {}, range));
  return result;
}

}  // namespace unpython::transform
