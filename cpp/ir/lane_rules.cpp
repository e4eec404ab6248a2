#include "ir/lane_rules.h"

#include "ir/rewrite.h"

namespace unpython::ir {
namespace {

/// One iteration in program order.
class Order {
 public:
  explicit Order(const Function& function) : function_(function) {}

  bool follow(const Block& body, bool under_if) {
    for (StmtId id : body) {
      const StmtNode& node = function_[id].node;
      stored_ |= is_one_of<Store, AtomicUpdate>(node);
      if (std::holds_alternative<CallHost>(node)) return false;
      const bool raise = std::holds_alternative<Raise>(node);
      if (raise && !under_if) return false;
      if (stored_ && (raise || std::holds_alternative<CheckIndex>(node))) return false;
      const bool loop = is_one_of<For, While>(node);
      for (const Block* nested : blocks(function_[id])) {
        // What stands last in a loop comes before what stands first in it.
        if (loop && may_raise(function_, *nested) && holds_any<Store, AtomicUpdate>(function_, body_of_loop(id))) return false;
        if (!follow(*nested, std::holds_alternative<If>(node))) return false;
      }
    }
    return true;
  }

 private:
  Block body_of_loop(StmtId id) const {
    Block all;
    for (const Block* nested : blocks(function_[id])) all.insert(all.end(), nested->begin(), nested->end());
    return all;
  }

  const Function& function_;
  bool stored_ = false;
};

}  // namespace

bool raises_before_it_stores(const Function& function, const Block& body) {
  return Order(function).follow(body, false);
}

}  // namespace unpython::ir
