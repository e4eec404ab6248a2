// Integer expressions as linear forms: constant + sum coefficient * atom.
//
// An atom is an Int64 expression that is not itself a sum or a multiple: a variable (loop counters among
// them), an extent, or anything else, taken as it is. Forms describe the value modulo 2^64, as the IR
// computes it; who draws conclusions about order must know that no atom is large (see hoist_checks).
// Coefficients that overflow: no form. Expects simplified IR, where uses of single-assignment variables have
// been replaced by their affine values.
#pragma once
#include <optional>
#include <vector>

#include "analysis/text/variables.h"
#include "ir/builder.h"

namespace unpython::analysis {

struct Term {
  ir::ExprId atom;
  int64_t coefficient = 0;
};

struct Affine {
  std::vector<Term> terms;  ///< distinct atoms, coefficients not 0
  int64_t constant = 0;
  [[nodiscard]] bool is_constant() const { return terms.empty(); }
};

/// The form of an Int64 expression; always found unless a coefficient overflows. WrapIndex is an atom.
[[nodiscard]] std::optional<Affine> affine_form(const ir::Function& function, ir::ExprId expr);
/// a + factor * b.
[[nodiscard]] std::optional<Affine> add_scaled(const ir::Function& function, const Affine& a, const Affine& b,
                                               int64_t factor);
/// The coefficient of a variable, 0 if it occurs only inside other atoms or not at all.
[[nodiscard]] int64_t coefficient_of(const ir::Function& function, const Affine& form, ir::VarId variable);
/// The form without the term of a variable.
[[nodiscard]] Affine without(const ir::Function& function, Affine form, ir::VarId variable);
/// All atoms of the form are fixed (variables.h).
[[nodiscard]] bool is_fixed(const ir::Function& function, const Affine& form, const VarSet& changing);
/// The subscript under a WrapIndex, or the expression itself.
[[nodiscard]] ir::ExprId unwrapped(const ir::Function& function, ir::ExprId index);
/// The form as an expression.
[[nodiscard]] ir::ExprId to_expr(ir::Builder& build, const Affine& form);

}  // namespace unpython::analysis
