#include "kernel/find_barriers.h"

#include <algorithm>

#include "ir/rewrite.h"

namespace unpython::kernel {
namespace {

using namespace ir;

/// Arrays that threads share, as they were touched since the threads met last.
struct Touched {
  std::set<ArrayId> loaded;
  std::set<ArrayId> stored;

  bool operator==(const Touched&) const = default;
  void add(const Touched& other) {
    loaded.insert(other.loaded.begin(), other.loaded.end());
    stored.insert(other.stored.begin(), other.stored.end());
  }
};

class FollowThreads {
 public:
  FollowThreads(const Function& f, bool disjoint, const std::set<ArrayId>& in_memory)
      : f_(f), disjoint_(disjoint), in_memory_(in_memory) {}

  std::map<StmtId, Barrier> run(const Block& body) {
    for (StmtId id : item_nests(f_, body)) {
      const int ahead = std::get<For>(f_[id].node).ahead;
      if (ahead >= 0) ahead_ = ahead_ < 0 ? ahead : std::min(ahead_, ahead);
    }
    Touched none;
    block(body, none);
    return std::move(barriers_);
  }

 private:
  [[nodiscard]] bool is_shared(ArrayId id) const {
    const AddressSpace space = f_[id].space;
    return space == AddressSpace::Local || !is_scratch(space) || in_memory_.contains(id);
  }
  [[nodiscard]] bool is_argument(ArrayId id) const { return !is_scratch(f_[id].space); }

  void loads(ExprId root, Touched& touched) const {
    walk_exprs(f_, root, [&](ExprId id) {
      const auto* load = std::get_if<Load>(&f_[id].node);
      if (load != nullptr && is_shared(load->array)) touched.loaded.insert(load->array);
    });
  }
  [[nodiscard]] Touched touched_by(StmtId nest) const {
    Touched result;
    walk_stmts(f_, {nest}, [&](StmtId id) {
      const StmtNode& node = f_[id].node;
      for (ExprId root : expressions(f_[id])) loads(root, result);
      if (const auto* store = std::get_if<Store>(&node); store != nullptr && is_shared(store->array))
        result.stored.insert(store->array);
      // Updates do not disturb each other, but whoever reads or stores the element.
      if (const auto* update = std::get_if<AtomicUpdate>(&node)) result.stored.insert(update->array);
      return true;
    });
    return result;
  }

  /// Whether two arrays may be the same memory.
  [[nodiscard]] bool same(ArrayId a, ArrayId b) const {
    return a == b || (!disjoint_ && is_argument(a) && is_argument(b));
  }
  struct Conflict {
    bool any = false;
    bool global = false;
  };
  void compare(const std::set<ArrayId>& a, const std::set<ArrayId>& b, Conflict& found) const {
    for (ArrayId x : a) {
      for (ArrayId y : b) {
        if (!same(x, y)) continue;
        found.any = true;
        found.global |= is_argument(x);
      }
    }
  }
  [[nodiscard]] Conflict conflict(const Touched& before, const Touched& now) const {
    Conflict found;
    compare(before.stored, now.loaded, found);
    compare(before.stored, now.stored, found);
    compare(before.loaded, now.stored, found);
    return found;
  }

  void meet(StmtId id, bool global, int wait, Touched& state) {
    Barrier& barrier = barriers_.try_emplace(id).first->second;
    barrier.global |= global;
    barrier.wait = wait;
    // Without a fence for them, what was done to arguments stays open.
    Touched open;
    if (!global) {
      for (ArrayId a : state.loaded)
        if (is_argument(a)) open.loaded.insert(a);
      for (ArrayId a : state.stored)
        if (is_argument(a)) open.stored.insert(a);
    }
    state = std::move(open);
  }
  void come_to(StmtId id, const Touched& touched, Touched& state) {
    const Conflict found = conflict(state, touched);
    if (found.any) meet(id, found.global, ahead_ == 0 ? 0 : -1, state);
    state.add(touched);
  }

  void block(const Block& block, Touched& state) {
    for (size_t n = 0; n < block.size(); ++n) statement(block, n, state);
  }
  [[nodiscard]] bool copies(const Block& block, size_t n) const {
    const auto* loop = n < block.size() ? std::get_if<For>(&f_[block[n]].node) : nullptr;
    return loop != nullptr && loop->ahead >= 0;
  }

  [[nodiscard]] bool joins(StmtId copy) const { return std::get<For>(f_[copy].node).joins; }

  void statement(const Block& block, size_t n, Touched& state) {
    const StmtId id = block[n];
    const StmtNode& node = f_[id].node;
    if (const auto* loop = std::get_if<For>(&node); loop != nullptr && loop->mark == LoopMark::Item) {
      if (loop->ahead >= 0) return copy(block, n, state);
      return come_to(id, touched_by(id), state);
    }
    Touched own;
    for (ExprId root : expressions(f_[id])) loads(root, own);
    if (!own.loaded.empty()) come_to(id, own, state);
    if (std::holds_alternative<For>(node)) return repeat(f_[id], state);
    // Nothing inside stores, and no nest is there (ir/groups.h).
    for (const Block* inner : blocks(f_[id])) this->block(*inner, state);
  }

  /// All copies of older batches that any batch in front may need have arrived where a batch begins.
  void copy(const Block& block, size_t n, Touched& state) {
    const StmtId id = block[n];
    Touched touched = touched_by(id);
    if (ahead_ == 0) return come_to(id, touched, state);
    const bool follows = n > 0 && copies(block, n - 1) && !joins(block[n - 1]);
    if (!joins(id) && !follows) meet(id, conflict(state, touched).global, ahead_ - 1, state);
    touched.stored.clear();
    state.add(touched);
  }

  void repeat(const Stmt& loop, Touched& state) {
    while (true) {
      Touched end = state;
      for (const Block* inner : blocks(loop)) block(*inner, end);
      end.add(state);
      if (end == state) return;
      state = std::move(end);
    }
  }

  const Function& f_;
  const bool disjoint_;
  const std::set<ArrayId>& in_memory_;
  int ahead_ = -1;  ///< least of the kernel's copies
  std::map<StmtId, Barrier> barriers_;
};

}  // namespace

std::map<StmtId, Barrier> find_barriers(const Function& function, const Block& body, bool disjoint,
                                        const std::set<ArrayId>& in_memory) {
  return FollowThreads(function, disjoint, in_memory).run(body);
}

}  // namespace unpython::kernel
