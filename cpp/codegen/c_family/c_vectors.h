// Vector loops inside Item nests as C: wide loads in front, wide stores behind, the lanes unrolled in between.
#pragma once
#include <functional>
#include <string>

#include "codegen/c_family/c_groups.h"
#include "kernel/wide_accesses.h"

namespace unpython::codegen {

class CVectors {
 public:
  CVectors(const ir::Function& function, const kernel::Kernel& kernel, const kernel::Layout& layout,
           const kernel::GroupPlan& plan, const Dialect& dialect, CExpressions& expressions, Helpers& helpers,
           CNames& names, CGroups& groups, TextWriter& out)
      : function_(function),
        kernel_(kernel),
        layout_(layout),
        plan_(plan),
        dialect_(dialect),
        expressions_(expressions),
        helpers_(helpers),
        names_(names),
        groups_(groups),
        out_(out) {}

  /// `body` prints the statements of one lane.
  void loop(const ir::For& node, const std::function<void(const ir::Block&)>& body);
  /// Where a store of the loop at hand goes: the name of its element in a register; empty: to memory.
  [[nodiscard]] std::string target(ir::StmtId store) const;

 private:
  void at_first_lane(const ir::For& node, const std::function<void()>& print);
  /// The wide element at an address, as something that can be read and assigned.
  [[nodiscard]] std::string wide(ir::ArrayId array, const std::vector<ir::ExprId>& indices, int width, bool stored);
  [[nodiscard]] bool copies_wide(const ir::For& node, const kernel::WideAccesses& found);

  const ir::Function& function_;
  const kernel::Kernel& kernel_;
  const kernel::Layout& layout_;
  const kernel::GroupPlan& plan_;
  const Dialect& dialect_;
  CExpressions& expressions_;
  Helpers& helpers_;
  CNames& names_;
  CGroups& groups_;
  TextWriter& out_;
  std::map<ir::StmtId, std::string> targets_;
};

}  // namespace unpython::codegen
