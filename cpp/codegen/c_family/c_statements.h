// Statements of a kernel's body as C.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "codegen/c_family/c_declarations.h"
#include "codegen/c_family/c_expressions.h"
#include "codegen/c_family/c_vectors.h"
#include "kernel/common_angles.h"
#include "support/text_writer.h"

namespace unpython::codegen {

class CStatements {
 public:
  CStatements(const ir::Function& function, const Dialect& dialect, CExpressions& expressions,
              Helpers& helpers, CNames& names, const Declarations& declarations, CVectors& vectors, TextWriter& out)
      : function_(function),
        dialect_(dialect),
        expressions_(expressions),
        helpers_(helpers),
        names_(names),
        declarations_(declarations),
        vectors_(vectors),
        out_(out) {}

  void block(const ir::Block& statements);
  /// Loops that run less than 2^31 times. Narrow signed counters tell the compiler that offsets go on without a break: loads of
  /// several turns then have one address, and their steps stand in the instructions.
  void count_narrowly(std::vector<ir::StmtId> loops) { narrow_ = std::move(loops); }
  /// From now on the statements are those of a kernel of groups.
  void run_groups(CGroups* groups) { groups_ = groups; }

 private:
  [[nodiscard]] std::string end_of(const ir::For& node);
  [[nodiscard]] int64_t turns_at_once(const ir::For& node) const;
  [[nodiscard]] bool is_branch(const ir::For& node) const;
  [[nodiscard]] bool is_whole(const ir::Block& block) const;
  [[nodiscard]] bool loads_near(const ir::Block& body) const;
  void branch_of(const ir::For& node);
  /// `whole`: its turns are written out.
  void open_loop(const ir::For& node, bool narrow, bool whole);
  void close_loop();
  /// `continue`: outside of the loops of the kernel it ends the work item.
  void next_iteration();
  void statement(ir::StmtId id);
  /// Computes sine and cosine of an angle for the statements that follow, until forget().
  void turn(const kernel::CommonAngle& angle);
  void forget(const kernel::CommonAngle& angle);
  void assign(ir::StmtId id, const ir::Assign& node);
  void store(ir::StmtId id, const ir::Store& node);
  void update(const ir::AtomicUpdate& node);
  void check(const ir::CheckIndex& node);
  void branch(const ir::If& node);
  void loop(ir::StmtId id, const ir::For& node);
  void items(ir::StmtId id);
  [[nodiscard]] bool wide_loop(const ir::For& node);
  [[nodiscard]] std::string asked(ir::ExprId condition);
  void repeat(const ir::While& node);
  void raise(const ir::Raise& node);
  void raise_error(ir::ErrorId error, const std::vector<std::string>& arguments);
  void share(const std::vector<ir::ExprId>& roots);
  void open(const std::string& head);
  void close();
  /// Names the line of the program, where it is another than before.
  void place(const SourceRange& range);

  const ir::Function& function_;
  const Dialect& dialect_;
  CExpressions& expressions_;
  Helpers& helpers_;
  CNames& names_;
  const Declarations& declarations_;
  CVectors& vectors_;
  TextWriter& out_;
  CGroups* groups_ = nullptr;
  std::vector<ir::StmtId> narrow_;
  bool in_items_ = false;
  bool at_edge_ = false;
  int loops_ = 0;  ///< C loops around the statement, inside the loop over items where there is one.
  int line_ = 0;
};

}  // namespace unpython::codegen
