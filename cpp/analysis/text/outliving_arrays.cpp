#include "analysis/text/outliving_arrays.h"

#include <algorithm>
#include <vector>

#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::analysis {
namespace {

using namespace ir;

bool is_returned(const Function& f, ArrayId array) {
  return std::ranges::any_of(f.results, [&](const Result& result) {
    return result.is_array && result.parameter < 0 && result.array == array;
  });
}

/// The statement itself, without what is in its blocks.
bool statement_uses(const Function& f, StmtId id, ArrayId array) {
  bool used = std::holds_alternative<Return>(f[id].node) && is_returned(f, array);
  walk_uses(f, id, [&](ArrayId other) { used |= other == array; });
  return used;
}

/// Whether a block uses the array where none was allocated in it. What the loop `without` allocates does not
/// count.
class FirstUse {
 public:
  FirstUse(const Function& f, ArrayId array, StmtId without = {}) : f_(f), array_(array), without_(without) {}

  /// `made`: there is one already. Returns whether there is one behind the block; true where nothing comes
  /// behind.
  bool block(const Block& block, bool made) {
    for (const StmtId id : block) {
      if (!made && statement_uses(f_, id, array_)) early_ = true;
      const StmtNode& node = f_[id].node;
      if (id == without_) {
        made = false;
        continue;
      }
      if (const auto* branch = std::get_if<If>(&node)) {
        const bool first = this->block(branch->then_body, made);
        const bool second = this->block(branch->else_body, made);
        made = first && second;
      } else if (const auto* loop = std::get_if<While>(&node)) {
        made = this->block(loop->head, made && !reaches(loop->body) && !reaches(loop->head));
        const bool behind = this->block(loop->body, made);
        made = made && (behind || !reaches(loop->body));
      } else if (const auto* counted = std::get_if<For>(&node)) {
        const bool behind = this->block(counted->body, made && !reaches(counted->body));
        made = made && (behind || !reaches(counted->body));
      } else if (const auto* allocation = as_new_memory(f_[id])) {
        made |= allocation->array == array_;
      } else if (is_one_of<Raise, Return, Continue>(node)) {
        return true;
      }
    }
    return made;
  }

  [[nodiscard]] bool early() const { return early_; }

 private:
  /// What the loop left out leaves comes round again.
  [[nodiscard]] bool reaches(const Block& block) const {
    return without_.valid() && holds(f_, block, without_);
  }

  const Function& f_;
  const ArrayId array_;
  const StmtId without_;
  bool early_ = false;
};

}  // namespace

std::optional<OutlivingArray> outliving_array(const Function& f, StmtId loop) {
  const Block& body = std::get<For>(f[loop].node).body;
  std::vector<ArrayId> made;
  walk_stmts(f, body, [&](StmtId id) {
    const auto* allocation = std::get_if<Allocate>(&f[id].node);
    if (allocation != nullptr && std::ranges::find(made, allocation->array) == made.end())
      made.push_back(allocation->array);
    return true;
  });
  for (const ArrayId array : made) {
    FirstUse outside(f, array, loop);
    (void)outside.block(f.body, false);
    if (outside.early()) return {{array, true}};
    FirstUse inside(f, array);
    (void)inside.block(body, false);
    if (inside.early()) return {{array, false}};
  }
  return std::nullopt;
}

}  // namespace unpython::analysis
