// Which kernels qualify: one loop, one array that is added to and not read, nothing that may raise.
#include "transform/groups/updates_of_groups.h"

#include <cstdlib>

#include "ir/elements.h"

namespace unpython::transform {

using namespace ir;
using kernel::Kernel;

namespace {

constexpr int64_t kMostStep = 1024;  ///< of updates that are counted with 32 bits

bool is_small(const Function& f, ExprId value) {
  const auto* constant = std::get_if<Const>(&f[value].node);
  return constant != nullptr && std::abs(constant->value.integer) <= kMostStep;
}

}  // namespace

std::optional<Updates> find_updates(const Function& f, const Kernel& kernel) {
  const Block& body = std::get<For>(f[kernel.grid.back()].node).body;
  // All statements of the body stay what they are but the updates.
  if (kernel.grid.size() != 1 || kernel.may_raise || !holds_only<Assign, If, AtomicUpdate, Store>(f, body)) return std::nullopt;
  std::optional<Updates> found;
  bool one = true;
  walk_stmts(f, body, [&](StmtId id) {
    const auto* update = std::get_if<AtomicUpdate>(&f[id].node);
    if (update == nullptr) return true;
    if (!found) found = Updates{.array = update->array};
    const bool adds = update->op == BinaryOp::Add || update->op == BinaryOp::Subtract;
    one = one && found->array == update->array && adds && update->indices.size() == 1;
    found->all.push_back(id);
    found->small = found->small && is_small(f, update->value);
    return true;
  });
  if (!found || !one || is_scratch(f[found->array].space)) return std::nullopt;
  const ScalarType type = f[found->array].type;
  if (!is_integer(type) || size_of(type) < 4) return std::nullopt;
  const bool is_used_otherwise = elements_of(f, body, found->array).size() > found->all.size();
  if (is_used_otherwise) return std::nullopt;
  return found;
}

UpdatesOfGroups::UpdatesOfGroups(const Function& function, const Kernel& kernel, const Updates& updates)
    : f_(function),
      build_(f_),
      updates_(updates),
      tiles_(f_, kernel, {kThreads * kRounds, 1}, whole_body(function, kernel)),
      spread_(f_),
      range_(f_[kernel.root].range) {}

UpdatesOfGroups::Turn UpdatesOfGroups::turn() {
  return {build_.variable("item", ScalarType::Int64, range_), build_.variable("round", ScalarType::Int64, range_)};
}

ExprId UpdatesOfGroups::place(const Turn& turn) {
  return build_.add(build_.mul(build_.read(turn.round), build_.int64(kThreads)), build_.read(turn.item));
}

StmtId UpdatesOfGroups::items(const Turn& turn, Block before, ExprId rounds, Block body) {
  before.push_back(build_.loop(turn.round, rounds, LoopMark::Sequential, std::move(body), range_));
  return build_.loop(turn.item, build_.int64(kThreads), LoopMark::Item, std::move(before), range_);
}

ExprId UpdatesOfGroups::rounds_for(ExprId count) {
  return build_.floor_div(build_.add(count, build_.int64(kThreads - 1)), build_.int64(kThreads));
}

ExprId UpdatesOfGroups::is_below(ExprId place, ExprId end) { return build_.compare(CompareOp::Less, place, end); }

StmtId UpdatesOfGroups::iteration(const Turn& turn, StatementRewriter& updates) {
  tiles_.place(spread_, {place(turn), build_.int64(0)});
  spread_.over({turn.item}, {build_.int64(kThreads)}, {kThreads});
  Block body = updates.block(spread_.inside(tiles_.statements()));
  const ExprId at = build_.add(tiles_.start(0), place(turn));
  return build_.if_then(is_below(at, tiles_.end(0)), std::move(body), {}, range_);
}

ArrayId UpdatesOfGroups::counters(const char* name, int64_t places) {
  const ScalarType type = updates_.small ? ScalarType::Int32 : f_[updates_.array].type;
  return build_.local_array(name, type, AddressSpace::Local, {places});
}

Block UpdateRewriter::stmt(StmtId id) {
  const Stmt before = function_[id];
  const auto* update = std::get_if<AtomicUpdate>(&before.node);
  return update != nullptr && update->array == array_ ? of_update(*update, before.range) : Block{rebuild(id)};
}

ExprId UpdateRewriter::position(ExprId index) {
  const auto* wrap = std::get_if<WrapIndex>(&function_[index].node);
  if (wrap == nullptr) return index;
  const ExprId given = wrap->index;
  const ExprId from_end = build_.add(given, build_.extent(array_, 0));
  return build_.select(build_.compare(CompareOp::Less, given, build_.int64(0)), from_end, given);
}

}  // namespace unpython::transform
