#include "cost/operation_class.h"

#include "ir/intrinsics.h"
#include "ir/rewrite.h"

namespace unpython::cost {
namespace {

OperationClass class_of_call(ir::Intrinsic function) {
  switch (function) {
    case ir::Intrinsic::Sqrt:
    case ir::Intrinsic::RootWithin:
      return OperationClass::Root;
    case ir::Intrinsic::QuotientWithin:
      return OperationClass::Division;
    case ir::Intrinsic::Pow:
      return OperationClass::Power;
    case ir::Intrinsic::Fmod:  // bit by bit of the quotient
      return OperationClass::Function;
    default:
      return ir::row_of(function).has(ir::kLibrary) ? OperationClass::Function : OperationClass::Simple;
  }
}

}  // namespace

OperationClass class_of(const ir::ExprNode& node) {
  if (is_one_of<ir::Const, ir::Read, ir::Load, ir::Extent, ir::WrapIndex>(node)) return OperationClass::None;
  if (ir::is_division(node)) return OperationClass::Division;
  const auto* call = std::get_if<ir::Call>(&node);
  return call != nullptr ? class_of_call(call->function) : OperationClass::Simple;
}

}  // namespace unpython::cost
