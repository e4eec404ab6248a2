// exp, log, sin, cos, tanh and hypot of vectors of doubles; the others have files of their own.
//
// Problem: libmvec is up to 3.5 units in the last place off, the C library takes one number at a time.
// Choice:  the algorithms of FreeBSD's msun (below one unit) on vectors: arguments are reduced in two parts
//          with fused multiply-adds, and special values are selected away. Lanes that leave the range of the
//          reduction go to the C library, which is rare.
#include "codegen/llvm/math/own_math.h"

#include <llvm/IR/Module.h>

#include <vector>

#include "codegen/llvm/math/math_library.h"
#include "codegen/llvm/math/own_functions.h"
#include "codegen/llvm/math/vector_function.h"

namespace unpython::codegen {

namespace {

using ir::Intrinsic;

class ElementaryFunction : public VectorFunction {
 public:
  ElementaryFunction(llvm::Function* function, Intrinsic which) : VectorFunction(function), which_(which) {}

  void emit() {
    V x = function_->getArg(0);
    switch (which_) {
      case Intrinsic::Exp:
        return finish(exponential(x));
      case Intrinsic::Log:
        return finish(logarithm(x));
      case Intrinsic::Tanh:
        return finish(hyperbolic_tangent(x));
      case Intrinsic::Hypot:
        return finish(hypotenuse(x, function_->getArg(1)));
      default:
        return sine_or_cosine(x);
    }
  }

 private:
  V exponential(V x) {
    // Beyond these the result is 0 or infinity anyway; NaN passes through both. n is as low as -1076.
    const Scaled e = VectorFunction::exponential({at_least(at_most(x, 710), -746), nullptr});
    return scaled(e.number.value, e.power);
  }

  /// log(2**k (1 + f)) = k log(2) + log1p(f), sqrt(1/2) <= 1 + f < sqrt(2), as msun's e_log.c.
  V logarithm(V x) {
    V tiny = b_.CreateFCmpOLT(x, number(0x1p-1022));
    V normal = select(tiny, mul(x, number(0x1p54)), x);
    // Exponent and mantissa such that the mantissa is in [sqrt(1/2), sqrt(2)).
    V shifted = b_.CreateSub(as_bits(normal), integer(0x3fe6a09e667f3bcd));
    V exponent = b_.CreateAShr(shifted, integer(52));
    V mantissa = as_number(b_.CreateSub(as_bits(normal), b_.CreateShl(exponent, integer(52))));
    V k = b_.CreateSIToFP(b_.CreateSub(exponent, select(tiny, integer(54), integer(0))), type_);
    V f = sub(mantissa, number(1));
    V s = b_.CreateFDiv(f, add(number(2), f));
    V z = mul(s, s);
    V r = mul(z, polynomial(z, {6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01,
                                2.222219843214978396e-01, 1.818357216161805012e-01, 1.531383769920937332e-01,
                                1.479819860511658591e-01}));
    // f - f**2 / 2 in two parts, so that what follows is far below the last place.
    V square = mul(mul(number(0.5), f), f);
    V square_rest = fma(mul(number(0.5), f), f, negative(square));
    V high = sub(f, square);
    V high_rest = sub(sub(sub(f, high), square), square_rest);
    V low = add(fma(s, add(square, r), mul(k, number(1.90821492927058770002e-10))), high_rest);
    V base = mul(k, number(6.93147180369123816490e-01));  // exact
    V sum = add(base, high);
    // Where k is not 0, base is the larger one.
    V sum_rest = add(sub(base, sum), high);
    V result = add(sum, add(low, sum_rest));
    result = select(b_.CreateFCmpOEQ(x, number(kInfinity)), x, result);
    result = select(b_.CreateFCmpOEQ(x, number(0)), number(-kInfinity), result);
    V nothing = number(kNaN);
    return select(b_.CreateFCmpULT(x, number(0)), nothing, result);
  }

  /// 1 - 2 / (exp(2 x) + 1), below 0.625 x + x**3 P(x**2) / Q(x**2) of Cephes.
  V hyperbolic_tangent(V x) {
    V size = magnitude(x);
    V held = at_most(size, 22);  // 1 from there
    const Scaled e = VectorFunction::exponential({add(held, held), nullptr});
    V scale = power_of_two(e.power);
    V power = mul(e.number.value, scale);
    V below = add(power, number(1));
    V below_rest = fma(e.number.rest, scale, sub(number(1), sub(below, power)));
    V quotient = b_.CreateFDiv(number(2), below);
    V error = sub(fma(negative(quotient), below, number(2)), mul(quotient, below_rest));
    V far = sub(number(1), fma(error, mul(quotient, number(0.5)), quotient));
    V z = mul(x, x);
    V above =
        polynomial(z, {-1.61468768441708447952e3, -9.92877231001918586564e1, -9.64399179425052238628e-1});
    V under =
        polynomial(z, {4.84406305325125486048e3, 2.23548839060100448583e3, 1.12811678491632931402e2, 1});
    V near = fma(mul(size, z), b_.CreateFDiv(above, under), size);
    V value = select(b_.CreateFCmpOLT(size, number(0.625)), near, far);
    return b_.CreateCopySign(value, x);
  }

  /// sqrt(x**2 + y**2) with the error of the root taken back, as in C. Borges, "An Improved Algorithm for
  /// hypot(a,b)" (2019).
  V hypotenuse(V x, V y) {
    V a = magnitude(x);
    V b = magnitude(y);
    V swaps = b_.CreateFCmpOGT(b, a);
    V larger = select(swaps, b, a);
    V smaller = select(swaps, a, b);
    V huge = b_.CreateFCmpOGT(larger, number(0x1p511));
    V tiny = b_.CreateFCmpOLT(smaller, number(0x1p-459));
    V scale = select(huge, number(0x1p-600), select(tiny, number(0x1p600), number(1)));
    V back = select(huge, number(0x1p600), select(tiny, number(0x1p-600), number(1)));
    // A smaller one that is far below the larger one's last place need not be scaled up: the sum is the larger one.
    V apart = b_.CreateFCmpOLE(smaller, mul(larger, number(0x1p-60)));
    V p = mul(larger, scale);
    V q = mul(smaller, scale);
    V pp = mul(p, p);
    V pp_rest = fma(p, p, negative(pp));
    V qq = mul(q, q);
    V qq_rest = fma(q, q, negative(qq));
    V sum = add(pp, qq);
    V sum_rest = add(sub(pp, sum), qq);
    V root = b_.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, sum);
    V error = add(fma(negative(root), root, sum), add(sum_rest, add(pp_rest, qq_rest)));
    V exact = mul(add(root, b_.CreateFDiv(error, add(root, root))), back);
    V result = select(apart, add(larger, smaller), exact);
    V infinite = b_.CreateOr(b_.CreateFCmpOEQ(a, number(kInfinity)), b_.CreateFCmpOEQ(b, number(kInfinity)));
    V unknown = b_.CreateFCmpUNO(a, b);
    return select(infinite, number(kInfinity), select(unknown, add(a, b), result));
  }

  /// As msun's e_rem_pio2.c, k_sin.c and k_cos.c, with pi/2 in three parts.
  void sine_or_cosine(V x) {
    constexpr double kFar = 0x1p20;  // beyond it more of pi is needed
    V far = b_.CreateFCmpUGE(magnitude(x), number(kFar));
    llvm::BasicBlock* near = llvm::BasicBlock::Create(b_.getContext(), "near", function_);
    llvm::BasicBlock* somewhere_far = llvm::BasicBlock::Create(b_.getContext(), "far", function_);
    b_.CreateCondBr(b_.CreateOrReduce(far), somewhere_far, near);
    b_.SetInsertPoint(somewhere_far);
    finish(lane_by_lane(x));
    b_.SetInsertPoint(near);
    V n = rounded(mul(x, number(0x1.45f306dc9c883p-1)));
    V first = fma(n, number(-0x1.921fb54442d18p+0), x);
    V p = mul(n, number(0x1.1a62633145c07p-54));
    V p_rest = fma(n, number(0x1.1a62633145c07p-54), negative(p));
    V r = sub(first, p);
    V from = sub(r, first);
    V rest = sub(sub(first, sub(r, from)), add(p, from));
    rest = fma(n, number(0x1.f1976b7ed8fbcp-110), sub(rest, p_rest));
    V quadrant = b_.CreateFPToSI(n, bits_);
    if (which_ == Intrinsic::Cos) quadrant = b_.CreateAdd(quadrant, integer(1));
    V is_odd = b_.CreateICmpNE(b_.CreateAnd(quadrant, integer(1)), integer(0));
    V turns = b_.CreateAnd(quadrant, integer(2));
    V z = mul(r, r);
    V value = select(is_odd, cosine(r, z, rest), sine(r, z, rest));
    value = as_number(b_.CreateXor(as_bits(value), b_.CreateShl(turns, integer(62))));
    if (which_ == Intrinsic::Sin) value = select(b_.CreateFCmpOEQ(x, number(0)), x, value);
    finish(value);
  }

  V sine(V r, V z, V rest) {
    V cube = mul(z, r);
    V p = polynomial(z, {8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
                         -2.50507602534068634195e-08, 1.58969099521155010221e-10});
    V inner = sub(mul(number(0.5), rest), mul(cube, p));
    V back = sub(fma(z, inner, negative(rest)), mul(cube, number(-1.66666666666666324348e-01)));
    return sub(r, back);
  }

  V cosine(V r, V z, V rest) {
    V p = mul(z, polynomial(z, {4.16666666666666019037e-02, -1.38888888888741095749e-03,
                                2.48015872894767294178e-05, -2.75573143513906633035e-07,
                                2.08757232129817482790e-09, -1.13596475577881948265e-11}));
    V half = mul(number(0.5), z);
    V w = sub(number(1), half);
    return add(w, add(sub(sub(number(1), w), half), sub(mul(z, p), mul(r, rest))));
  }

  V lane_by_lane(V x) {
    auto* type = llvm::FunctionType::get(b_.getDoubleTy(), {b_.getDoubleTy()}, false);
    llvm::FunctionCallee callee =
        function_->getParent()->getOrInsertFunction(std::string(libm_name(which_)), type);
    auto* called = llvm::cast<llvm::Function>(callee.getCallee());
    called->setDoesNotThrow();
    called->setDoesNotAccessMemory();
    called->setWillReturn();
    V result = llvm::PoisonValue::get(type_);
    for (uint64_t at = 0; at < llvm::cast<llvm::FixedVectorType>(type_)->getNumElements(); ++at) {
      llvm::CallInst* value = b_.CreateCall(callee, {b_.CreateExtractElement(x, at)});
      value->addFnAttr(llvm::Attribute::NoBuiltin);
      result = b_.CreateInsertElement(result, value, at);
    }
    return result;
  }

  Intrinsic which_;
};

bool is_own(Intrinsic function) {
  switch (function) {
    case Intrinsic::Exp:
    case Intrinsic::Log:
    case Intrinsic::Sin:
    case Intrinsic::Cos:
    case Intrinsic::Tanh:
    case Intrinsic::Hypot:
    case Intrinsic::Erfc:
    case Intrinsic::Gamma:
    case Intrinsic::LogGamma:
      return true;
    default:
      return false;
  }
}

/// Of one empty block.
llvm::Function* declared(llvm::Module& module, const std::string& name, Intrinsic function, int width,
                         const abi::TargetInfo& target) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* type =
      llvm::FixedVectorType::get(llvm::Type::getDoubleTy(context), static_cast<unsigned>(width));
  const std::vector<llvm::Type*> parameters(function == Intrinsic::Hypot ? 2 : 1, type);
  auto* made = llvm::Function::Create(llvm::FunctionType::get(type, parameters, false),
                                      llvm::Function::InternalLinkage, name, module);
  made->setDoesNotThrow();
  made->setDoesNotAccessMemory();
  made->setWillReturn();
  if (target.vector_bytes == 64) made->addFnAttr("prefer-vector-width", "512");
  llvm::BasicBlock::Create(context, "entry", made);
  return made;
}

void emit_body(llvm::Function* made, Intrinsic function) {
  switch (function) {
    case Intrinsic::Erfc:
      return emit_complement_of_error(made);
    case Intrinsic::Gamma:
      return emit_gamma(made);
    case Intrinsic::LogGamma:
      return emit_log_gamma(made);
    default:
      return ElementaryFunction(made, function).emit();
  }
}

}  // namespace

std::string own_vector_function(llvm::Module& module, Intrinsic function, int width,
                                const abi::TargetInfo& target) {
  if (!is_own(function) || !target.fma) return {};
  std::string name = "unpython." + std::string(libm_name(function)) + "." + std::to_string(width);
  if (module.getFunction(name) == nullptr)
    emit_body(declared(module, name, function, width, target), function);
  return name;
}

}  // namespace unpython::codegen
