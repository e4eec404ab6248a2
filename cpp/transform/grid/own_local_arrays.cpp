#include "transform/grid/own_local_arrays.h"

#include <map>
#include <optional>
#include <vector>

#include "analysis/text/heap_uses.h"
#include "ir/elements.h"
#include "ir/rewrite.h"
#include "support/checked_int.h"

namespace unpython::transform {
namespace {

using namespace ir;

/// What all work items that a device has at once can have for themselves, with room to spare.
constexpr int64_t kMostBytes = 1024;

/// How often the statements of a block touch each array.
std::map<ArrayId, int> uses_in(const Function& f, const Block& block) {
  std::map<ArrayId, int> uses;
  walk_stmts(f, block, [&](StmtId id) {
    walk_uses(f, id, [&](ArrayId array) { ++uses[array]; });
    if (const Allocate* allocation = as_new_memory(f[id])) ++uses[allocation->array];
    return true;
  });
  return uses;
}

/// The extents as numbers, if they are, and few elements.
std::optional<std::vector<int64_t>> small_extents(const Function& f, const Allocate& allocation) {
  auto extents = analysis::known_extents(f, allocation);
  if (!extents) return std::nullopt;
  std::optional<int64_t> bytes = size_of(f[allocation.array].type);
  for (const int64_t extent : *extents)
    if (bytes) bytes = checked_mul(*bytes, extent);
  if (!bytes || *bytes > kMostBytes) return std::nullopt;
  return extents;
}

class OwnLocalArrays : public StatementRewriter {
 public:
  explicit OwnLocalArrays(Function& function)
      : StatementRewriter(function), all_uses_(uses_in(function, function.body)) {}

  Block stmt(StmtId id) override {
    const Stmt before = function_[id];
    if (const auto* allocation = std::get_if<Allocate>(&before.node)) {
      if (own_.contains(allocation->array)) return {};
    }
    const auto* loop = std::get_if<For>(&before.node);
    if (loop != nullptr && loop->mark == LoopMark::Parallel && own_.empty()) {
      own_ = own_arrays(loop->body);
      const StmtId rebuilt = own_.empty() ? id : rebuild(id);
      settle();
      return {rebuilt};
    }
    return {rebuild(id)};
  }

 private:
  using Extents = std::map<ArrayId, std::optional<std::vector<int64_t>>>;

  Extents own_arrays(const Block& body) const {
    Extents found;
    walk_stmts(function_, body, [&](StmtId id) {
      const auto* allocation = std::get_if<Allocate>(&function_[id].node);
      if (allocation == nullptr) return true;
      const auto extents = small_extents(function_, *allocation);
      const auto [known, fresh] = found.emplace(allocation->array, extents);
      if (!fresh && known->second != extents) known->second.reset();
      return true;
    });
    walk_stmts(function_, body, [&](StmtId id) {
      const auto* update = std::get_if<AtomicUpdate>(&function_[id].node);
      if (update != nullptr) found.erase(update->array);
      return true;
    });
    const std::map<ArrayId, int> inside = uses_in(function_, body);
    std::erase_if(found, [&](const auto& each) {
      return !each.second || inside.at(each.first) != all_uses_.at(each.first);
    });
    return found;
  }

  void settle() {
    for (const auto& [id, extents] : own_) {
      Array& array = function_.arrays[id];
      array.space = AddressSpace::Private;
      array.extents = *extents;
    }
    own_.clear();
  }

  const std::map<ArrayId, int> all_uses_;
  Extents own_;  ///< of the loop that is being rebuilt
};

}  // namespace

Function own_local_arrays(const Function& function) {
  return rewritten<OwnLocalArrays>(function);
}

}  // namespace unpython::transform
