// Loops that are written out as C, with wide accesses (kernel/wide_accesses.h): a load in front of the turns that share it, a store behind.
#pragma once
#include <functional>
#include <map>
#include <string>

#include "codegen/c_family/c_groups.h"
#include "kernel/wide_accesses.h"

namespace unpython::codegen {

class CVectors : private GroupPrinting {
 public:
  /// `groups`: null in a kernel of Grid loops.
  CVectors(const GroupPrinting& printing, CGroups* groups) : GroupPrinting(printing), groups_(groups) {}

  /// Prints a Vector loop, or another one with wide accesses; false: it has none. `lanes` prints the loop written out, with a text at the
  /// start of each turn.
  [[nodiscard]] bool loop(const ir::For& node, const std::function<void(const std::function<void()>&)>& lanes);
  /// Several turns of the loop have one load.
  [[nodiscard]] bool loads_wide(const ir::For& node) const;
  /// Where a store of the loop at hand goes: the name of its element in a register; empty: to memory.
  [[nodiscard]] std::string target(ir::StmtId store) const;

 private:
  struct Register {
    std::string name;
    std::string type;
    std::string element;  ///< of a turn
  };
  [[nodiscard]] Register declare(ScalarType type, ir::ArrayId array, int64_t width, const std::string& lane);
  void at_first_lane(const ir::For& node, const std::function<void()>& print);
  /// The wide element at an address, as something that can be read and assigned.
  [[nodiscard]] std::string wide(ir::ArrayId array, const std::vector<ir::ExprId>& indices, const std::string& type, bool stored);
  [[nodiscard]] bool copies_wide(const ir::For& node, const kernel::WideAccesses& found);

  CGroups* groups_;
  std::map<ir::StmtId, std::string> targets_;
};

}  // namespace unpython::codegen
