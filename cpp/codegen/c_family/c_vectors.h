// Vector loops inside Item nests as C: wide loads in front, wide stores behind, the lanes unrolled in between.
#pragma once
#include <functional>
#include <string>

#include "codegen/c_family/c_groups.h"
#include "kernel/wide_accesses.h"

namespace unpython::codegen {

class CVectors : private GroupPrinting {
 public:
  CVectors(const GroupPrinting& printing, CGroups& groups) : GroupPrinting(printing), groups_(groups) {}

  /// `body` prints the statements of one lane.
  void loop(const ir::For& node, const std::function<void(const ir::Block&)>& body);
  /// Where a store of the loop at hand goes: the name of its element in a register; empty: to memory.
  [[nodiscard]] std::string target(ir::StmtId store) const;

 private:
  void at_first_lane(const ir::For& node, const std::function<void()>& print);
  /// The wide element at an address, as something that can be read and assigned.
  [[nodiscard]] std::string wide(ir::ArrayId array, const std::vector<ir::ExprId>& indices, int width, bool stored);
  [[nodiscard]] bool copies_wide(const ir::For& node, const kernel::WideAccesses& found);

  CGroups& groups_;
  std::map<ir::StmtId, std::string> targets_;
};

}  // namespace unpython::codegen
