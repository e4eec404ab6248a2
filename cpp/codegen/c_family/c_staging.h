// Loops whose reads a group of work items stages through local memory (kernel/stage_rows.h), as C.
#pragma once
#include <string>
#include <vector>

#include "codegen/c_family/c_expressions.h"
#include "support/text_writer.h"

namespace unpython::codegen {

class CStaging {
 public:
  CStaging(const ir::Function& function, const kernel::Kernel& kernel, const kernel::Staging& staging,
           const Dialect& dialect, CExpressions& expressions, CNames& names, TextWriter& out);

  /// The counters of the grid and the memory of the group; all that follows runs on every work item.
  void open_kernel();
  /// Condition under which a work item has an iteration of the grid, and does not only load.
  [[nodiscard]] const std::string& active() const { return active_; }

  /// The statement is a staged loop, or a loop around one.
  [[nodiscard]] bool holds(ir::StmtId id) const;
  /// Null: not staged.
  [[nodiscard]] const kernel::StagedLoop* find(ir::StmtId id) const;

  /// The loops over pieces and, for active items, over the iterations of a piece; in between, loads read the
  /// copies.
  void open_loop(const kernel::StagedLoop& staged, const std::string& end);
  void close_loop(const kernel::StagedLoop& staged);

 private:
  /// Where the copies of one read are.
  struct Copy {
    const kernel::StagedRead* read;
    int64_t elements;  ///< of a piece
    /// Array of the group: rows of a piece and one more element, so that neighbours use different banks.
    std::string local;
    std::string next;  ///< array of the work item: its part of the next piece
  };

  [[nodiscard]] ir::VarId counter_of(int dimension) const;
  [[nodiscard]] int64_t threads() const {
    return staging_.threads[0] * staging_.threads[1] * staging_.threads[2];
  }
  [[nodiscard]] std::vector<const Copy*> copies_of(const kernel::StagedLoop& staged) const;
  void declare(Copy& copy);
  void open_parts(const Copy& copy);
  /// The elements of the piece that starts at `piece`, from memory into registers.
  void fetch(const Copy& copy, ir::VarId counter, const std::string& piece, const std::string& end);
  /// From registers into local memory.
  void keep(const Copy& copy);

  const ir::Function& function_;
  const kernel::Kernel& kernel_;
  const kernel::Staging& staging_;
  const Dialect& dialect_;
  CExpressions& expressions_;
  CNames& names_;
  TextWriter& out_;
  std::vector<Copy> copies_;
  std::string active_;
  std::string thread_;
  std::string part_;
  std::string at_;
  std::vector<std::string> items_;   ///< by dimension: index of the work item in the group
  std::vector<std::string> groups_;  ///< by dimension: the group's first iteration
};

}  // namespace unpython::codegen
