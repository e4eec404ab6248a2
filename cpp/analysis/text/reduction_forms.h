// The spellings of one update of an accumulator.
#pragma once
#include <optional>

#include "analysis/text/reductions.h"

namespace unpython::analysis {

/// Recognises single statements that update one accumulator.
class UpdateForms {
 public:
  UpdateForms(const ir::Function& function, const Accumulator& accumulator)
      : f_(function), accumulator_(accumulator) {}

  /// The accumulator itself, read.
  [[nodiscard]] bool is_read(ir::ExprId expr) const;
  /// The accumulator, or for an element one that may be the same, is read in `expr`.
  [[nodiscard]] bool mentions(ir::ExprId expr) const;
  /// Subscripts that lead to another element of the accumulator's array for certain.
  [[nodiscard]] bool is_other_element(const std::vector<ir::ExprId>& indices) const;
  /// The value that a statement gives the accumulator, or an invalid id.
  [[nodiscard]] ir::ExprId assigned_value(ir::StmtId stmt) const;

  /// acc = acc op e, ...: the kind, if `value` is one.
  [[nodiscard]] std::optional<Accumulation> accumulating(ir::ExprId value) const;
  /// min and max as an expression.
  [[nodiscard]] std::optional<Reduction> extremum(ir::ExprId value) const;
  /// `if e < acc: acc = e; companions`.
  [[nodiscard]] std::optional<Reduction> extremum_branch(const ir::If& branch) const;
  /// `if acc: acc = e` (And) and `if not acc: acc = e` (Or).
  [[nodiscard]] std::optional<Reduction> logical_branch(const ir::If& branch) const;
  /// acc = e if c else acc.
  [[nodiscard]] bool conditional_assignment(ir::ExprId value) const;

 private:
  [[nodiscard]] std::optional<Accumulation> select_kind(const ir::Select& select) const;
  struct Comparison {
    ir::CompareOp compare;  ///< value `compare` accumulator
    ir::ExprId value;
  };
  [[nodiscard]] std::optional<Comparison> comparison(ir::ExprId condition) const;
  [[nodiscard]] bool plain_body(const ir::Block& body, ir::ExprId* value, Reduction& result) const;

  const ir::Function& f_;
  Accumulator accumulator_;
};

}  // namespace unpython::analysis
