#include "transform/groups/group_iterations.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "analysis/text/dependence.h"
#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"
#include "transform/reductions/scatter_updates.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int64_t kManyBytes = int64_t{1} << 40;
constexpr int64_t kMostOwnBytes = 256;         ///< of an item, in registers
constexpr int64_t kLeastItems = 32;  ///< as many as run in step
constexpr int64_t kMostUnrolled = 32;  ///< turns
constexpr int64_t kFewTurns = 16;      ///< of a loop that is unrolled wherever its elements are

using Extents = std::map<ArrayId, std::vector<int64_t>>;

/// The body of an iteration, taken apart.
struct GroupBody {
  Extents arrays;
  std::vector<StmtId> nests;  ///< outermost inner parallel loops
  std::set<StmtId> stores;    ///< between them, the work of one item
  std::set<ArrayId> used_between;  ///< by what stands between them
  std::map<StmtId, std::vector<analysis::ScatterUpdate>> updates;  ///< what their iterations have in common
  int64_t most_items = 0;  ///< iterations of the largest nest

  /// Work items of a group: no more than have something to do, so that others do not take their registers.
  [[nodiscard]] int threads() const {
    const int64_t rounded = (most_items + kLeastItems - 1) / kLeastItems * kLeastItems;
    return static_cast<int>(std::min<int64_t>(rounded, kGroupItems));
  }
};

class FindGroupBody {
 public:
  /// `most_bytes`: of all arrays together.
  FindGroupBody(const Function& function, const analysis::Liveness& live, int64_t most_bytes)
      : f_(function), live_(live), most_bytes_(most_bytes) {}

  std::optional<GroupBody> run(const For& loop) {
    collect(loop.body);
    if (!fits_ || found_.nests.empty() || found_.arrays.empty()) return std::nullopt;
    int64_t bytes = 0;
    bool shared = false;
    for (const auto& [array, extents] : found_.arrays) {
      const int64_t own = bytes_of(f_, array, extents);
      shared = shared || own > kMostOwnBytes;
      bytes = std::min(bytes + own, kManyBytes);
    }
    if (!shared || bytes > most_bytes_ || found_.most_items < kLeastItems) return std::nullopt;
    return found_;
  }

  /// Many where they are more than any memory of a group.
  static int64_t bytes_of(const Function& f, ArrayId array, const std::vector<int64_t>& extents) {
    int64_t bytes = size_of(f[array].type);
    for (const int64_t extent : extents) bytes = extent > kManyBytes / bytes ? kManyBytes : bytes * extent;
    return bytes;
  }

 private:
  void collect(const Block& block) {
    for (StmtId id : block) {
      const StmtNode& node = f_[id].node;
      if (const auto* allocation = std::get_if<Allocate>(&node)) {
        allocate(*allocation);
      } else if (const auto* loop = std::get_if<For>(&node)) {
        inner(id, *loop);
      } else if (const auto* store = std::get_if<Store>(&node)) {
        lone(id, *store);
      } else {
        const auto* assign = std::get_if<Assign>(&node);
        fits_ = fits_ && assign != nullptr;
        if (assign != nullptr) read(assign->value);
      }
    }
  }

  void inner(StmtId id, const For& loop) {
    read(loop.extent);
    if (loop.mark == LoopMark::Sequential) return in_order(loop.body);
    const auto* trips = std::get_if<Const>(&f_[loop.extent].node);
    fits_ = fits_ && loop.mark == LoopMark::Parallel && trips != nullptr && analysis::is_private(f_, live_, id) &&
            !may_raise(f_, loop.body);
    if (!fits_) return;
    walk_stmts(f_, loop.body, [&](StmtId inside) {
      const StmtNode& node = f_[inside].node;
      fits_ = fits_ && !is_one_of<Allocate, While>(node);
      return fits_;
    });
    if (!loop.independent) look_for_updates(id);
    found_.most_items = std::max(found_.most_items, trips->value.integer);
    found_.nests.push_back(id);
  }

  /// All items wait for one that stores: a loop of nothing but stores is better left to an item per iteration.
  void in_order(const Block& body) {
    const size_t nests = found_.nests.size();
    const size_t stores = found_.stores.size();
    collect(body);
    fits_ = fits_ && (found_.nests.size() > nests || found_.stores.size() == stores);
  }

  void lone(StmtId id, const Store& store) {
    fits_ = fits_ && !may_raise(f_, {id});
    found_.stores.insert(id);
    found_.used_between.insert(store.array);
    read(store.value);
    for (ExprId index : store.indices) read(index);
  }

  void read(ExprId value) {
    walk_exprs(f_, value, [&](ExprId id) {
      if (const auto* load = std::get_if<Load>(&f_[id].node)) found_.used_between.insert(load->array);
    });
  }

  void look_for_updates(StmtId id) {
    analysis::CommonUpdates common = analysis::common_updates(f_, live_, id);
    for (const analysis::ScatterUpdate& update : common.scatters)
      fits_ = fits_ && !update.best && is_integer(f_[update.array].type) && size_of(f_[update.array].type) >= 4;
    fits_ = fits_ && common.elements.empty();
    if (!common.scatters.empty()) found_.updates[id] = std::move(common.scatters);
  }

  void allocate(const Allocate& allocation) {
    std::vector<int64_t> extents;
    for (ExprId extent : allocation.extents) {
      const auto* number = std::get_if<Const>(&f_[extent].node);
      fits_ = fits_ && number != nullptr && number->value.integer > 0;
      if (fits_) extents.push_back(number->value.integer);
    }
    fits_ = fits_ && !allocation.keeps && !extents.empty() &&
            found_.arrays.emplace(allocation.array, std::move(extents)).second;
  }

  const Function& f_;
  const analysis::Liveness& live_;
  const int64_t most_bytes_;
  GroupBody found_;
  bool fits_ = true;
};

/// Arrays whose accesses are all of the row of the item itself.
std::set<ArrayId> rows_of_items(const Function& f, const GroupBody& body) {
  std::set<ArrayId> shared = body.used_between;
  for (StmtId nest : body.nests) {
    const auto& loop = std::get<For>(f[nest].node);
    const int64_t items = std::get<Const>(f[loop.extent].node).value.integer;
    walk_elements(f, loop.body, [&](ArrayId array, const std::vector<ExprId>& indices) {
      const auto known = body.arrays.find(array);
      if (known == body.arrays.end()) return;
      const auto* read = std::get_if<Read>(&f[indices[0]].node);
      const bool own = read != nullptr && read->variable == loop.counter && known->second[0] == items;
      if (!own) shared.insert(array);
    });
    walk_stmts(f, loop.body, [&](StmtId id) {
      if (const auto* update = std::get_if<AtomicUpdate>(&f[id].node)) shared.insert(update->array);
      return true;
    });
  }
  std::set<ArrayId> rows;
  for (const auto& [array, extents] : body.arrays) {
    const int64_t bytes = FindGroupBody::bytes_of(f, array, {extents.begin() + 1, extents.end()});
    if (!shared.contains(array) && bytes <= kMostOwnBytes) rows.insert(array);
  }
  return rows;
}

/// Marks the loops of an iteration: outermost parallel ones as items, what they hold as in order. Short loops over what an
/// item has in registers are unrolled, for registers have no addresses, and so are those of a few plain statements: their
/// elements then have one address, and the steps between them stand in the instructions.
class MarkItems : public StatementRewriter {
 public:
  MarkItems(Function& function, const GroupBody& body) : StatementRewriter(function), body_(body) {}
  Block stmt(StmtId id) override {
    if (std::holds_alternative<Allocate>(function_[id].node)) return {};
    if (const auto updates = body_.updates.find(id); updates != body_.updates.end())
      return {with_updates(id, updates->second)};
    if (body_.stores.contains(id)) return {by_one_item(id)};
    const StmtId rebuilt = rebuild(id);
    const auto* loop = std::get_if<For>(&function_[rebuilt].node);
    if (loop == nullptr) return {rebuilt};
    Stmt copy = function_[rebuilt];
    LoopMark& mark = std::get<For>(copy.node).mark;
    if (std::find(body_.nests.begin(), body_.nests.end(), id) != body_.nests.end())
      mark = LoopMark::Item;
    else if (walks_registers(*loop) || is_short(*loop))
      mark = LoopMark::Unrolled;
    else if (mark == LoopMark::Parallel)
      mark = LoopMark::Sequential;
    return {build_.statement(std::move(copy.node), copy.range)};
  }

 private:
  StmtId by_one_item(StmtId store) {
    return build_.loop(build_.variable("one", ScalarType::Int64), build_.int64(1), LoopMark::Item, {store},
                       function_[store].range);
  }
  StmtId with_updates(StmtId id, const std::vector<analysis::ScatterUpdate>& updates) {
    Stmt copy = function_[id];
    auto& loop = std::get<For>(copy.node);
    for (const analysis::ScatterUpdate& update : updates)
      loop.body = with_atomic_updates(function_, loop.body, update);
    loop.body = block(loop.body);
    loop.mark = LoopMark::Item;
    return build_.statement(std::move(copy.node), copy.range);
  }
  [[nodiscard]] bool is_short(const For& loop) const {
    const Constant* trips = build_.as_constant(loop.extent);
    return trips != nullptr && trips->integer <= kFewTurns && holds_only<Assign, Store, If>(function_, loop.body);
  }
  [[nodiscard]] bool walks_registers(const For& loop) const {
    const Constant* trips = build_.as_constant(loop.extent);
    if (trips == nullptr || trips->integer > kMostUnrolled) return false;
    analysis::VarSet counter;
    counter.insert(loop.counter);
    bool found = false;
    walk_elements(function_, loop.body, [&](ArrayId array, const std::vector<ExprId>& indices) {
      found = found || (function_[array].space == AddressSpace::Item &&
                        std::any_of(indices.begin(), indices.end(),
                                    [&](ExprId index) { return analysis::reads_any(function_, index, counter); }));
    });
    return found;
  }

  const GroupBody& body_;
};

class GroupIterations : public StatementRewriter {
 public:
  GroupIterations(Function& function, int64_t group_bytes)
      : StatementRewriter(function), live_(function), group_bytes_(group_bytes) {}
  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    const auto* loop = std::get_if<For>(&before.node);
    if (loop == nullptr || loop->mark != LoopMark::Parallel) return {rebuild(id)};
    if (!analysis::is_private(function_, live_, id)) return {id};
    const std::optional<GroupBody> body = FindGroupBody(function_, live_, 4 * group_bytes_).run(*loop);
    if (!body || !settle(*body)) return {id};
    Block inside = MarkItems(function_, *body).block(loop->body);
    return {build_.group_loop(loop->counter, loop->extent, body->threads(), std::move(inside), before.range)};
  }

 private:
  /// Gives the arrays their places; false where local memory does not hold them.
  bool settle(const GroupBody& body) {
    const std::set<ArrayId> rows = rows_of_items(function_, body);
    int64_t local = 0;
    for (const auto& [array, extents] : body.arrays)
      if (!rows.contains(array)) local += FindGroupBody::bytes_of(function_, array, extents);
    if (local > group_bytes_) return false;
    for (const auto& [id, extents] : body.arrays) {
      Array& array = function_.arrays[id];
      array.space = rows.contains(id) ? AddressSpace::Item : AddressSpace::Local;
      array.extents = extents;
    }
    return true;
  }

  analysis::Liveness live_;
  const int64_t group_bytes_;
};

}  // namespace

Function group_iterations(const Function& function, int64_t group_bytes) {
  return rewritten<GroupIterations>(function, group_bytes);
}

}  // namespace unpython::transform
