// The threads of a group as C: who runs which items, memory and registers, barriers (kernel/group_plan.h).
#pragma once
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "codegen/c_family/c_expressions.h"
#include "codegen/c_family/copy_cursors.h"
#include "support/text_writer.h"

namespace unpython::codegen {

/// What is known of a kernel with groups by all that prints it.
struct GroupPrinting {
  const ir::Function& function_;
  const kernel::Kernel& kernel_;
  const kernel::Layout& layout_;
  const kernel::GroupPlan& plan_;
  const Dialect& dialect_;
  CExpressions& expressions_;
  Helpers& helpers_;
  CNames& names_;
  TextWriter& out_;
};

class CGroups : private GroupPrinting {
 public:
  explicit CGroups(const GroupPrinting& printing);

  /// The thread, the counters of the Group loops, local memory and registers.
  void open_kernel();
  /// What has to happen in front of a statement.
  void before(ir::StmtId id);

  /// Prints `body` for each item of this thread. `ends`: texts of the extents.
  void items(ir::StmtId root, const std::vector<std::string>& ends, const std::function<void()>& body);
  /// The statement starts a nest of MatrixUnit loops that a warp runs together; prints it. `body` prints the body of
  /// two loops for one element.
  [[nodiscard]] bool matrix(ir::StmtId root, const std::function<void(const ir::Block&)>& body);
  /// The store is a copy that arrives later; prints it.
  [[nodiscard]] bool copy(const ir::Store& store);
  /// The same for a whole vector of `bytes`, from and to these addresses.
  void copy(int64_t bytes, const std::string& to, const std::string& from);
  [[nodiscard]] bool copies() const { return copies_; }
  /// In front of a loop of the group and behind the loop. Addresses that the copies of the loop read stay in registers; an address
  /// moves on when the variable moves that the address depends on: after_assignment().
  void enter(const ir::For& loop);
  void leave(const ir::For& loop);
  void after_assignment(ir::VarId variable);
  /// The address that such a copy reads.
  [[nodiscard]] std::string source(const ir::Load& load);
  /// What a store assigns: the value, or the part of it that the registers of a lane keep.
  [[nodiscard]] std::string stored(const ir::Store& store);

 private:
  struct Cursor {
    CopyCursor moves;
    std::string name;
  };
  void open(const std::string& head);
  void close();
  void declare_local();
  void declare_registers();
  [[nodiscard]] std::vector<std::string> counters(const kernel::NestPlan& nest, const std::string& at,
                                                  const std::string& own, const std::string& part, int64_t step);
  /// What a thread does for each of its items: the loop over them and their counters. Returns the condition of an item.
  [[nodiscard]] std::string open_items(ir::StmtId root);
  [[nodiscard]] bool copies_at_once(ir::StmtId nest) const;
  void declare_cursor(const Cursor& cursor);
  [[nodiscard]] std::string of_part(const Cursor& cursor, const std::string& part) const;
  void product(const ir::MatrixProduct& product);
  [[nodiscard]] std::string operand(ir::ExprId load, kernel::FragmentRole role, const ir::MatrixProduct& product);
  void elements(const std::vector<ir::StmtId>& nest, const std::function<void(const ir::Block&)>& body);
  [[nodiscard]] const kernel::RegisterPlan* fragment_in(const ir::Block& body) const;
  /// Row and column of element `element` of a lane, as definitions of these counters.
  void place(const kernel::RegisterPlan& plan, const std::string& element, ir::VarId row, ir::VarId column);
  /// The part of a complex value that a lane gives as an element of an operand.
  [[nodiscard]] std::string part_of(kernel::FragmentRole role, ir::ExprId value);
  /// The place of an array among the arguments of the kernel.
  [[nodiscard]] size_t number_of(ir::ArrayId array) const;

  std::string thread_;
  std::string lane_;  ///< of the warp
  bool by_warps_ = false;
  bool copies_ = false;
  ir::StmtId nest_{};  ///< that is printed
  std::string part_;   ///< of its items
  std::vector<Cursor> cursors_;
  std::set<ir::VarId> moving_;  ///< counters of the nest that copies
};

}  // namespace unpython::codegen
