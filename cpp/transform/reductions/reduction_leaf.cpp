#include "transform/reductions/reduction_leaf.h"

#include <algorithm>

#include "analysis/text/reduction_forms.h"
#include "ir/rewrite.h"
#include "transform/reductions/privatize.h"
#include "transform/reductions/reduction_checks.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::Accumulation;

constexpr int kSmallBody =
    120;  // expressions: below it the last iterations get a copy of the body under a condition

bool touches_arrays(const Function& f, const Block& block) { return has_load(f, block) || holds_any<Store>(f, block); }

bool may_be_vector(const Function& f, const Block& body, const std::vector<Part>& parts) {
  if (holds_checks(f, body) && !checks_may_come_first(f, body, parts)) return false;
  return !any_stmt(f, body, [&](StmtId id) {
    const StmtNode& node = f[id].node;
    if (const auto* store = std::get_if<Store>(&node)) return f[store->array].space != AddressSpace::Argument;
    // Loops over rows are better left to their own unit stride.
    if (const auto* loop = std::get_if<For>(&node)) return touches_arrays(f, loop->body);
    return is_one_of<Raise, Allocate, AtomicUpdate>(node);
  });
}

class Leaf {
 public:
  Leaf(Function& f, const For& loop, std::vector<Part>& parts, LeafForm form, ExprId first, ExprId extent)
      : f_(f),
        build_(f),
        loop_(loop),
        body_(loop.body),
        parts_(parts),
        first_(first),
        extent_(extent),
        vector_(form == LeafForm::Vector) {}

  /// A leaf of at most `lanes` iterations.
  Block run_few(int64_t lanes) {
    lanes_ = lanes;
    for (Part& part : parts_) prepare(part);
    const VarId lane = counter("lane");
    Block own = iteration(build_.add(first_, build_.read(lane)), build_.read(lane));
    own = {build_.if_then(build_.compare(CompareOp::Less, build_.read(lane), build_.sub(extent_, first_)), std::move(own))};
    result_.push_back(lanes_loop(lane, lanes_, std::move(own)));
    for (const Part& part : parts_) fold(part);
    return std::move(result_);
  }

  Block run(int64_t length) {
    const ExprId count = build_.min(build_.int64(length), build_.sub(extent_, first_));
    if (vector_ && holds_checks(f_, loop_.body)) check_first(count);
    for (Part& part : parts_) prepare(part);
    if (vector_) {
      vector_blocks(count);
    } else {
      const VarId step = counter("step");
      const ExprId index = build_.add(first_, build_.read(step));
      const ExprId lane = build_.binary(BinaryOp::BitAnd, build_.read(step), build_.int64(kLanes - 1));
      result_.push_back(build_.loop(step, count, LoopMark::Sequential, iteration(index, lane), range()));
    }
    for (const Part& part : parts_) {
      if (part.lanes.valid()) fold(part);
    }
    return std::move(result_);
  }

 private:
  SourceRange range() const { return f_[loop_.counter].range; }
  VarId counter(const char* name) { return build_.variable(name, ScalarType::Int64); }

  void check_first(ExprId count) {
    const VarId lane = counter("lane");
    Substitution at(f_);
    at.replace(loop_.counter, build_.add(first_, build_.read(lane)));
    const Block checks = at.block(only_checks(f_, loop_.body));
    result_.push_back(build_.vector_loop(lane, count, static_cast<int>(kLanes), checks, range()));
    body_ = without_checks(f_, loop_.body);
  }

  void prepare(Part& part) {
    if (vector_ || needs_tree(part.reduction)) {
      part.lanes = build_.local_array(f_[part.value].name + "s", part.reduction.type,
                                      vector_ ? AddressSpace::Register : AddressSpace::Private, {lanes_});
      part.direct = is_direct(f_, body_, part);
      const VarId lane = counter("lane");
      const Block body{build_.store(part.lanes, {build_.read(lane)}, identity(build_, part.reduction))};
      result_.push_back(lanes_loop(lane, lanes_, body));
    } else {
      result_.push_back(build_.assign(part.value, identity(build_, part.reduction)));
    }
    for (VarId flag : {part.updated, part.reset}) {
      if (flag.valid()) result_.push_back(build_.assign(flag, build_.boolean(false)));
    }
    for (VarId companion : part.companions) {
      result_.push_back(build_.assign(companion, build_.number(f_[companion].type, 0)));
    }
  }

  StmtId lanes_loop(VarId lane, int64_t width, Block body) {
    if (!vector_)
      return build_.loop(lane, build_.int64(width), LoopMark::Sequential, std::move(body), range());
    return build_.vector_loop(lane, build_.int64(width), static_cast<int>(width), std::move(body), range());
  }

  /// One iteration: items start from the identity and are added to their lane at its end.
  Block iteration(ExprId index, ExprId lane) {
    Block body;
    for (const Part& part : parts_) {
      if (part.lanes.valid() && !part.direct) {
        body.push_back(build_.assign(part.value, identity(build_, part.reduction)));
      }
    }
    const Block own = Privatize(f_, parts_, lane).block(body_);
    Substitution at(f_);
    at.replace(loop_.counter, index);
    const Block placed = at.block(own);
    body.insert(body.end(), placed.begin(), placed.end());
    for (const Part& part : parts_) {
      if (!part.lanes.valid() || part.direct) continue;
      const ExprId sum =
          combine(build_, part.reduction, build_.load(part.lanes, {lane}), build_.read(part.value));
      body.push_back(build_.store(part.lanes, {lane}, sum));
    }
    return body;
  }

  /// Whole blocks of kLanes iterations without a condition, the rest under one.
  void vector_blocks(ExprId count) {
    const bool small = count_exprs(f_, body_) <= kSmallBody;
    const ExprId lanes = build_.int64(kLanes);
    const ExprId full = build_.floor_div(count, lanes);
    const VarId block = counter("block");
    const VarId lane = counter("lane");
    const ExprId done = build_.mul(build_.read(block), lanes);
    const ExprId place = build_.add(done, build_.read(lane));
    const ExprId index = build_.add(build_.add(first_, done), build_.read(lane));
    Block body = iteration(index, build_.read(lane));
    if (!small) body = {build_.if_then(build_.compare(CompareOp::Less, place, count), std::move(body))};
    const ExprId blocks = small ? full : build_.floor_div(build_.add(count, build_.int64(kLanes - 1)), lanes);
    result_.push_back(build_.loop(block, blocks, LoopMark::Sequential,
                                  {lanes_loop(lane, kLanes, std::move(body))}, range()));
    if (!small) return;
    const VarId last_lane = counter("lane");
    const ExprId whole = build_.mul(full, lanes);
    const ExprId last_place = build_.add(whole, build_.read(last_lane));
    Block rest =
        iteration(build_.add(build_.add(first_, whole), build_.read(last_lane)), build_.read(last_lane));
    rest = {build_.if_then(build_.compare(CompareOp::Less, last_place, count), std::move(rest))};
    result_.push_back(build_.if_then(build_.compare(CompareOp::Less, whole, count),
                                     {lanes_loop(last_lane, kLanes, std::move(rest))}));
  }

  /// lanes[l] = lanes[l] op lanes[l + width] for width = 16, 8, 4, 2, 1, from half of the lanes on.
  void fold(const Part& part) {
    for (int64_t width = lanes_ / 2; width >= 1; width /= 2) {
      const VarId lane = counter("lane");
      const ExprId left = build_.load(part.lanes, {build_.read(lane)});
      const ExprId right = build_.load(part.lanes, {build_.add(build_.read(lane), build_.int64(width))});
      const Block body{
          build_.store(part.lanes, {build_.read(lane)}, combine(build_, part.reduction, left, right))};
      result_.push_back(lanes_loop(lane, width, body));
    }
    result_.push_back(build_.assign(part.value, build_.load(part.lanes, {build_.int64(0)})));
  }

  Function& f_;
  Builder build_;
  const For& loop_;
  Block body_;  ///< of the loop, without what runs before it
  std::vector<Part>& parts_;
  ExprId first_;
  ExprId extent_;
  bool vector_;
  int64_t lanes_ = kLanes;
  Block result_;
};

}  // namespace

bool is_direct(const Function& f, const Block& body, const Part& part) {
  if (part.reduction.updates.size() != 1 || part.updated.valid()) return false;
  const StmtNode& node = f[part.reduction.updates[0]].node;
  ExprId value;
  if (const auto* assign = std::get_if<Assign>(&node)) value = assign->value;
  if (const auto* store = std::get_if<Store>(&node)) value = store->value;
  if (!value.valid()) return false;
  const auto* binary = std::get_if<Binary>(&f[value].node);
  const analysis::UpdateForms forms(f, part.reduction.accumulator);
  const bool one_term = binary != nullptr && (forms.is_read(binary->left) || forms.is_read(binary->right));
  if (!one_term && part.reduction.kind != Accumulation::Extremum) return false;
  bool in_loop = false;
  walk_stmts(f, body, [&](StmtId id) {
    if (!is_loop(f, id)) return true;
    in_loop |= holds(f, {id}, part.reduction.updates[0]);
    return false;
  });
  return !in_loop;
}

LeafForm leaf_form(const Function& f, const Block& body, const std::vector<Part>& parts) {
  const bool interleave = std::all_of(parts.begin(), parts.end(), [&](const Part& part) {
    return may_interleave(part.reduction) && !(zeros_show_order(part.reduction) && holds_any<Store>(f, body));
  });
  return interleave && may_be_vector(f, body, parts) ? LeafForm::Vector : LeafForm::Ordered;
}

Block build_leaf(Function& f, const For& loop, std::vector<Part>& parts, LeafForm form, ExprId first,
                 ExprId extent, int64_t length) {
  std::vector<Part> in_order = parts;
  Block result = Leaf(f, loop, parts, form, first, extent).run(length);
  if (form == LeafForm::Ordered) return result;
  Builder build(f);
  ExprId unclear = build.boolean(false);
  for (const Part& part : parts) {
    if (!zeros_show_order(part.reduction)) continue;
    const ExprId zero = build.number(part.reduction.type, 0);
    unclear = build.logical_or(unclear, build.compare(CompareOp::Equal, build.read(part.value), zero));
  }
  if (build.as_constant(unclear) != nullptr) return result;
  For again = loop;
  again.body = without_checks(f, loop.body);
  Block repeated = Leaf(f, again, in_order, LeafForm::Ordered, first, extent).run(length);
  result.push_back(build.if_then(unclear, std::move(repeated)));
  return result;
}

std::optional<Block> build_few(Function& f, const For& loop, std::vector<Part>& parts, ExprId extent, int64_t lanes) {
  if (leaf_form(f, loop.body, parts) != LeafForm::Vector || holds_checks(f, loop.body)) return std::nullopt;
  if (!std::all_of(parts.begin(), parts.end(), [](const Part& part) { return needs_tree(part.reduction); })) return std::nullopt;
  return Leaf(f, loop, parts, LeafForm::Vector, Builder(f).int64(0), extent).run_few(lanes);
}

Block privatized(Function& f, const Block& body, const std::vector<Part>& parts) {
  return Privatize(f, parts, ExprId{}).block(body);
}

}  // namespace unpython::transform
