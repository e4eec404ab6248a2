#include "transform/reductions/reduction_parts.h"

#include "ir/constant.h"

namespace unpython::transform {

using namespace ir;
using analysis::Accumulation;
using analysis::Contest;
using analysis::Reduction;

bool needs_tree(const Reduction& r) {
  if (r.kind != Accumulation::Sum && r.kind != Accumulation::Product) return false;
  return is_float(r.type) || is_complex(r.type);
}

bool may_interleave(const Reduction& r) {
  if (needs_tree(r)) return true;
  if (r.kind == Accumulation::LastValue) return false;
  if (r.kind != Accumulation::Extremum) return is_integer(r.type) || r.type == ScalarType::Bool;
  return r.companions.empty() && (is_integer(r.type) || (is_float(r.type) && r.contest != Contest::Keep));
}

bool first_wins(const Reduction& r) {
  return r.compare == CompareOp::Less || r.compare == CompareOp::Greater;
}

bool zeros_show_order(const Reduction& r) { return r.kind == Accumulation::Extremum && is_float(r.type); }

namespace {

bool seeks_least(const Reduction& r) {
  return r.compare == CompareOp::Less || r.compare == CompareOp::LessEqual;
}

ExprId best_of(Builder& build, const Reduction& r, ExprId left, ExprId right) {
  switch (r.contest) {
    case Contest::Replace:
      return build.select(build.compare(r.compare, right, left), right, left);
    case Contest::Keep:
      return build.select(build.compare(r.compare, left, right), left, right);
    case Contest::Propagate:
      break;
  }
  const Intrinsic function = seeks_least(r) ? Intrinsic::Minimum : Intrinsic::Maximum;
  // Of equal operands the second one is the result.
  return first_wins(r) ? build.call(function, {right, left}) : build.call(function, {left, right});
}

}  // namespace

ExprId identity(Builder& build, const Reduction& r) {
  switch (r.kind) {
    case Accumulation::Sum:
      if (is_float(r.type)) return build.constant(make_constant(r.type, -0.0));
      if (is_complex(r.type)) return build.constant(make_constant(r.type, std::complex<double>(-0.0, -0.0)));
      return build.number(r.type, 0);
    case Accumulation::Product:
      return build.number(r.type, 1);
    case Accumulation::BitAnd:
      return build.number(r.type, r.type == ScalarType::Bool ? 1 : -1);
    case Accumulation::And:
      return build.boolean(true);
    case Accumulation::Extremum:
      return build.constant(loser(r.type, seeks_least(r)));
    case Accumulation::BitOr:
    case Accumulation::BitXor:
    case Accumulation::Or:
    case Accumulation::LastValue:
      break;
  }
  return build.number(r.type, 0);
}

ExprId combine(Builder& build, const Reduction& r, ExprId left, ExprId right) {
  switch (r.kind) {
    case Accumulation::Sum:
      return build.add(left, right);
    case Accumulation::Product:
      return build.mul(left, right);
    case Accumulation::BitAnd:
      return build.binary(BinaryOp::BitAnd, left, right);
    case Accumulation::BitOr:
      return build.binary(BinaryOp::BitOr, left, right);
    case Accumulation::BitXor:
      return build.binary(BinaryOp::BitXor, left, right);
    case Accumulation::And:
      return build.logical_and(left, right);
    case Accumulation::Or:
      return build.logical_or(left, right);
    case Accumulation::Extremum:
      return best_of(build, r, left, right);
    case Accumulation::LastValue:
      break;
  }
  return right;
}

Part make_part(Function& function, const Reduction& reduction) {
  Builder build(function);
  Part part{.reduction = reduction,
            .result = {},
            .value = {},
            .lanes = {},
            .updated = {},
            .reset = {},
            .companions = {}};
  const bool element = reduction.accumulator.is_element();
  const std::string name = element ? function[reduction.accumulator.array].name + ".element"
                                   : function[reduction.accumulator.variable].name;
  part.result = element ? build.variable(name, reduction.type) : reduction.accumulator.variable;
  part.value = build.variable(name + ".part", reduction.type);
  const bool keep = reduction.kind == Accumulation::Extremum && reduction.contest == Contest::Keep &&
                    is_float(reduction.type);
  const bool last = reduction.kind == Accumulation::LastValue && !reduction.always;
  if (keep || last || !reduction.companions.empty())
    part.updated = build.variable(name + ".updated", ScalarType::Bool);
  if (keep) part.reset = build.variable(name + ".reset", ScalarType::Bool);
  for (VarId companion : reduction.companions) {
    const Variable original = function[companion];
    part.companions.push_back(build.variable(original.name + ".part", original.type));
  }
  return part;
}

}  // namespace unpython::transform
