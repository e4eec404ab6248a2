#include "transform/reductions/scatter_updates.h"

#include <algorithm>

#include "ir/rewrite.h"
#include "transform/reductions/reduction_checks.h"
#include "transform/reductions/reduction_parts.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Accumulation;
using analysis::Reduction;
using analysis::ScatterUpdate;

constexpr int64_t kMostCopies = 2048;      // a device runs each on one work item
constexpr int64_t kUpdatesPerElement = 8;  // fewer than this and a copy costs more than it saves
constexpr int64_t kLeastCopies = 4;        // fewer than this keep too few threads busy

bool is_update(const ScatterUpdate& scatter, StmtId id) {
  return std::find(scatter.updates.begin(), scatter.updates.end(), id) != scatter.updates.end();
}

class Atomic : public StatementRewriter {
 public:
  Atomic(Function& f, const ScatterUpdate& scatter) : StatementRewriter(f), scatter_(scatter) {}

  Block stmt(StmtId id) override {
    if (!is_update(scatter_, id)) return {rebuild(id)};
    const Stmt before = function_[id];
    const auto& store = std::get<Store>(before.node);
    const auto& sum = std::get<Binary>(function_[store.value].node);
    const auto* load = std::get_if<Load>(&function_[sum.left].node);
    const bool left = load != nullptr && load->array == scatter_.array;
    const ExprId value = left ? sum.right : sum.left;
    return {build_.statement(AtomicUpdate{store.array, store.indices, scatter_.op, value}, before.range)};
  }

 private:
  const ScatterUpdate& scatter_;
};

/// One array with its private copies, which have the number of the copy as an additional first dimension.
struct Copied {
  ArrayId array;
  ArrayId copies;
  Reduction reduction;  ///< gives identity and combination
};

class ToCopies : public Rewriter {
 public:
  ToCopies(Function& f, const std::vector<Copied>& arrays, ExprId copy)
      : Rewriter(f), arrays_(arrays), copy_(copy) {}

  Block stmt(StmtId id) override {
    const StmtId rebuilt = rebuild(id);
    const Stmt stmt = function_[rebuilt];
    const auto* store = std::get_if<Store>(&stmt.node);
    const Copied* copied = store == nullptr ? nullptr : find(store->array);
    if (copied == nullptr) return {rebuilt};
    return {build_.store(copied->copies, place(store->indices), store->value, stmt.range)};
  }
  ExprId expr(ExprId id) override {
    const ExprId rebuilt = rebuild(id);
    const ExprNode node = function_[rebuilt].node;
    const auto* load = std::get_if<Load>(&node);
    const Copied* copied = load == nullptr ? nullptr : find(load->array);
    return copied == nullptr ? rebuilt : build_.load(copied->copies, place(load->indices));
  }

 private:
  const Copied* find(ArrayId array) const {
    for (const Copied& c : arrays_) {
      if (c.array == array) return &c;
    }
    return nullptr;
  }
  std::vector<ExprId> place(const std::vector<ExprId>& indices) const {
    std::vector<ExprId> result{copy_};
    result.insert(result.end(), indices.begin(), indices.end());
    return result;
  }

  const std::vector<Copied>& arrays_;
  ExprId copy_;
};

/// Where an iteration raises, it notes that its copy is of no use and ends the copy's loop.
class NoteFailures : public StatementRewriter {
 public:
  NoteFailures(Function& f, ArrayId failed, ExprId copy) : StatementRewriter(f), failed_(failed), copy_(copy) {}

  Block stmt(StmtId id) override {
    const Stmt stmt = function_[id];
    if (!may_raise(stmt.node)) return {rebuild(id)};
    Block ends{build_.store(failed_, {copy_}, build_.boolean(true), stmt.range),
               build_.statement(Break{}, stmt.range)};
    const auto* check = std::get_if<CheckIndex>(&stmt.node);
    if (check == nullptr) return ends;
    return {build_.if_then(is_outside(build_, *check), std::move(ends), {}, stmt.range)};
  }

 private:
  ArrayId failed_;
  ExprId copy_;
};

class PrivateCopies {
 public:
  PrivateCopies(Function& f, const For& loop) : f_(f), build_(f), loop_(loop) {}

  Block run(const std::vector<ScatterUpdate>& scatters) {
    for (const ScatterUpdate& scatter : scatters) copy_of(scatter);
    const ExprId extent = named("extent", build_.max(build_.int64(0), loop_.extent));
    ExprId size = build_.int64(1);
    for (const Copied& c : arrays_) size = build_.max(size, elements(c.array));
    const ExprId fitting = build_.floor_div(extent, build_.mul(size, build_.int64(kUpdatesPerElement)));
    const ExprId copies =
        named("copies", build_.max(build_.int64(1), build_.min(build_.int64(kMostCopies), fitting)));
    const ExprId share =
        named("share", build_.floor_div(build_.add(extent, build_.sub(copies, build_.int64(1))), copies));
    for (const Copied& c : arrays_) allocate(c, copies);

    const VarId copy = build_.variable("copy", ScalarType::Int64);
    const VarId step = build_.variable("step", ScalarType::Int64);
    const ExprId first = build_.mul(build_.read(copy), share);
    Substitution at(f_);
    at.replace(loop_.counter, build_.add(first, build_.read(step)));
    const bool fails = may_raise(f_, loop_.body);
    const ArrayId failed = fails ? build_.heap_array("failed", ScalarType::Bool, 1) : ArrayId{};
    Block own = ToCopies(f_, arrays_, build_.read(copy)).block(loop_.body);
    Block item;
    if (fails) {
      result_.push_back(build_.statement(Allocate{failed, {copies}}));
      own = NoteFailures(f_, failed, build_.read(copy)).block(own);
      item.push_back(build_.store(failed, {build_.read(copy)}, build_.boolean(false)));
    }
    Block body = at.block(own);
    const ExprId count = build_.min(share, build_.sub(extent, first));
    for (const Copied& c : arrays_) clear(c, build_.read(copy), item);
    item.push_back(build_.loop(step, count, LoopMark::Sequential, std::move(body)));
    result_.push_back(
        build_.loop(copy, copies, LoopMark::Parallel, std::move(item), f_[loop_.counter].range));
    Block sums;
    for (const Copied& c : arrays_) add_up(c, copies, sums);
    if (fails) {
      sums = {unless_failed(failed, copies, std::move(sums))};
    }
    result_.insert(result_.end(), sums.begin(), sums.end());
    return std::move(result_);
  }

 private:
  ExprId named(const char* name, ExprId value) {
    const VarId variable = build_.variable(name, ScalarType::Int64);
    result_.push_back(build_.assign(variable, value));
    return build_.read(variable);
  }

  void copy_of(const ScatterUpdate& scatter) {
    const Array original = f_[scatter.array];
    Reduction reduction{.accumulator = {}, .kind = Accumulation::Sum, .type = original.type};
    if (scatter.op == BinaryOp::Multiply) reduction.kind = Accumulation::Product;
    if (scatter.best) reduction = *scatter.best;
    arrays_.push_back({scatter.array,
                       build_.heap_array(original.name + ".copies", original.type, original.rank + 1),
                       reduction});
  }

  ExprId elements(ArrayId array) {
    ExprId size = build_.int64(1);
    for (int d = 0; d < f_[array].rank; ++d) size = build_.mul(size, build_.extent(array, d));
    return size;
  }

  void allocate(const Copied& c, ExprId copies) {
    std::vector<ExprId> extents{copies};
    for (int d = 0; d < f_[c.array].rank; ++d) extents.push_back(build_.extent(c.array, d));
    result_.push_back(build_.statement(Allocate{c.copies, std::move(extents)}));
  }

  /// Loops over all elements of the original array around `body(indices)`.
  template <class Body>
  Block over_elements(const Copied& c, LoopMark outermost, const Body& body) {
    std::vector<VarId> counters;
    std::vector<ExprId> indices;
    for (int d = 0; d < f_[c.array].rank; ++d) {
      counters.push_back(build_.variable("e", ScalarType::Int64));
      indices.push_back(build_.read(counters.back()));
    }
    Block inner = body(indices);
    for (size_t d = counters.size(); d-- > 0;) {
      const LoopMark mark = d == 0 ? outermost : LoopMark::Sequential;
      inner = {build_.loop(counters[d], build_.extent(c.array, static_cast<int>(d)), mark, std::move(inner))};
    }
    return inner;
  }

  static std::vector<ExprId> behind(ExprId copy, const std::vector<ExprId>& indices) {
    std::vector<ExprId> result{copy};
    result.insert(result.end(), indices.begin(), indices.end());
    return result;
  }

  void clear(const Copied& c, ExprId copy, Block& into) {
    const Block loops = over_elements(c, LoopMark::Sequential, [&](const std::vector<ExprId>& indices) {
      return Block{build_.store(c.copies, behind(copy, indices), identity(build_, c.reduction))};
    });
    into.insert(into.end(), loops.begin(), loops.end());
  }

  /// The copies are dropped where an iteration raises; in order, the loop raises after the updates before it.
  StmtId unless_failed(ArrayId failed, ExprId copies, Block sums) {
    const VarId any = build_.variable("any_failed", ScalarType::Bool);
    const VarId copy = build_.variable("copy", ScalarType::Int64);
    const ExprId one = build_.load(failed, {build_.read(copy)});
    result_.push_back(build_.assign(any, build_.boolean(false)));
    result_.push_back(build_.loop(copy, copies, LoopMark::Sequential,
                                  {build_.assign(any, build_.logical_or(build_.read(any), one))}));
    For again = loop_;
    again.mark = LoopMark::Sequential;
    const SourceRange range = f_[loop_.counter].range;
    return build_.if_then(build_.read(any), {build_.statement(std::move(again), range)}, std::move(sums),
                          range);
  }

  /// Two elements of an argument may be one place in memory.
  void add_up(const Copied& c, ExprId copies, Block& into) {
    const bool apart = f_.disjoint_arguments || f_[c.array].space != AddressSpace::Argument;
    const Block loops = over_elements(c, apart ? LoopMark::Parallel : LoopMark::Sequential, [&](const std::vector<ExprId>& indices) {
      const VarId total = build_.variable("total", c.reduction.type);
      const VarId copy = build_.variable("copy", ScalarType::Int64);
      const ExprId part = build_.load(c.copies, behind(build_.read(copy), indices));
      const ExprId sum = combine(build_, c.reduction, build_.read(total), part);
      return Block{build_.assign(total, build_.load(c.array, indices)),
                   build_.loop(copy, copies, LoopMark::Sequential, {build_.assign(total, sum)}),
                   build_.store(c.array, indices, build_.read(total))};
    });
    into.insert(into.end(), loops.begin(), loops.end());
  }

  Function& f_;
  Builder build_;
  const For& loop_;
  std::vector<Copied> arrays_;
  Block result_;
};

}  // namespace

Block with_atomic_updates(Function& function, const Block& body, const ScatterUpdate& scatter) {
  return Atomic(function, scatter).block(body);
}

std::string why_not_again(const Function& f, const Block& body, const std::vector<ScatterUpdate>& scatters) {
  if (!may_raise(f, body)) return {};
  std::string why;
  walk_stmts(f, body, [&](StmtId id) {
    const StmtNode& node = f[id].node;
    const bool is_loop = is_one_of<For, While>(node);
    const bool updates = std::any_of(scatters.begin(), scatters.end(),
                                     [&](const ScatterUpdate& scatter) { return is_update(scatter, id); });
    const bool stores = is_one_of<Store, AtomicUpdate>(node);
    for (const Block* nested : blocks(f[id])) {
      if (is_loop && may_raise(f, *nested))
        why = " in an inner loop that may raise: add the row in one statement, h[k] += row";
    }
    if (stores && !updates)
      why = " beside other stores, which cannot be undone where one raises: add in a loop of its own";
    return why.empty();
  });
  return why;
}

Block with_private_copies(Function& function, const For& loop, const std::vector<ScatterUpdate>& scatters) {
  return PrivateCopies(function, loop).run(scatters);
}

ExprId are_copies_worth_it(Function& function, const For& loop, const std::vector<ScatterUpdate>& scatters) {
  Builder build(function);
  ExprId size = build.int64(1);
  for (const ScatterUpdate& scatter : scatters) {
    ExprId elements = build.int64(1);
    for (int d = 0; d < function[scatter.array].rank; ++d)
      elements = build.mul(elements, build.extent(scatter.array, d));
    size = build.max(size, elements);
  }
  return build.compare(CompareOp::GreaterEqual, loop.extent,
                       build.mul(size, build.int64(kLeastCopies * kUpdatesPerElement)));
}

}  // namespace unpython::transform
