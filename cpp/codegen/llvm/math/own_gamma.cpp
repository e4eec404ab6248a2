// gamma and log|gamma| of vectors of doubles.
//
// Problem: the C library is up to five units in the last place off and takes one number at a time.
// Choice:  with n the whole number next to x and u = x - n, |x| < 8 has gamma(1 + u) or lgamma(2 + u) as a
//          polynomial and the factors between as a product, which are exact differences. From 8 on there is Stirling's sum with
//          a logarithm of 66 bits, and below -8 the reflection. All sums and products that count are of two
//          doubles. Next to the zeros of lgamma at negative numbers two doubles at all steps are needed: a
//          function of this library has them.
#include <llvm/IR/Module.h>

#include "codegen/llvm/math/own_functions.h"
#include "codegen/llvm/math/vector_function.h"
#include "ir/math/python_math.h"

namespace unpython::codegen {

namespace {

constexpr double kNear = 8;

class GammaFunction : public VectorFunction {
 public:
  explicit GammaFunction(llvm::Function* function) : VectorFunction(function), x_(function->getArg(0)) {
    size_ = magnitude(x_);
    is_near_ = less(size_, kNear);
    is_negative_ = less(x_, 0);
    V held = select(is_near_, x_, number(1));
    whole_ = rounded(held);
    u_ = sub(held, whole_);
  }

  void emit_gamma() {
    V far = b_.CreateNot(is_near_);
    V result = where_any(is_near_, number(1), [&] { return near_gamma(); });
    finish(where_any(far, result, [&] { return select(is_near_, result, far_gamma()); }));
  }

  void emit_log_gamma() {
    V far = b_.CreateNot(is_near_);
    V result = where_any(is_near_, number(1), [&] { return near_log_gamma(); });
    result = where_any(far, result, [&] { return select(is_near_, result, far_log_gamma()); });
    V next_to_zero =
        b_.CreateAnd(b_.CreateAnd(less(x_, -2), greater(x_, -20)), less(magnitude(result), 0.25));
    result = where_any(next_to_zero, result, [&] { return exact_near_zeros(result); });
    V pole = b_.CreateAnd(b_.CreateFCmpOLE(x_, number(0)),
                          b_.CreateFCmpOEQ(x_, b_.CreateUnaryIntrinsic(llvm::Intrinsic::floor, x_)));
    V infinite = b_.CreateOr(pole, greater(x_, 2.5563481638716906e305));
    finish(select(infinite, number(kInfinity), result));
  }

 private:
  /// first * factor * (factor + step) * ..., `count` factors.
  Long product(Long first, V factor, V step, V count) {
    llvm::BasicBlock* before = b_.GetInsertBlock();
    llvm::BasicBlock* loop = block("factors");
    llvm::BasicBlock* body = block("factor");
    llvm::BasicBlock* after = block("product");
    b_.CreateBr(loop);
    b_.SetInsertPoint(loop);
    const auto variable = [&](V start) {
      llvm::PHINode* phi = b_.CreatePHI(type_, 2);
      phi->addIncoming(start, before);
      return phi;
    };
    llvm::PHINode* value = variable(first.value);
    llvm::PHINode* rest = variable(first.rest);
    llvm::PHINode* at = variable(factor);
    llvm::PHINode* left = variable(count);
    V more = greater(left, 0);
    b_.CreateCondBr(b_.CreateOrReduce(more), body, after);
    b_.SetInsertPoint(body);
    const Long next = mul({value, rest}, select(more, at, number(1)));
    value->addIncoming(next.value, body);
    rest->addIncoming(next.rest, body);
    at->addIncoming(add(at, step), body);
    left->addIncoming(sub(left, number(1)), body);
    b_.CreateBr(loop);
    b_.SetInsertPoint(after);
    return {value, rest};
  }

  /// 1 / gamma(1 + u): the first terms of Taylor's series, and mpmath.chebyfit of what is left over u**3, u from -1/2
  /// to 1/2.
  Long inverse_gamma() {
    V far = polynomial_in_halves(
        u_, {-0.042002635034095244, 0.16653861138229148, -0.042197734555540906, -0.00962197152787727,
             0.007218943246443589, -0.001165167591840157, -0.00021524166884572468, 0.000128050281933885,
             -2.013491501976958e-05, -1.2504882822041574e-06, 1.1333808375411751e-06, -2.0566444061214808e-07,
             5.086196376733822e-09, 5.091585121801785e-09});
    const Long second = step(constant(-0x1.4fcf4026afa2ep-1, 0x1.8a3db7a90c42ap-56), u_, far);
    const Long first = step(constant(0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58), u_, second);
    return step(constant(1, 0), u_, first);
  }

  /// lgamma(2 + u), in the same way with what is left over u**2.
  Long log_gamma_next_to_two() {
    V far = polynomial_in_halves(
        u_, {-0.0673523010531981, 0.02058080842778455, -0.007385551028673429, 0.002890510330741257,
             -0.00119275391176255, 0.0005096695247713671, -0.00022315475602710603, 9.945751162260417e-05,
             -4.492628637818162e-05, 2.050723648981259e-05, -9.43891959627718e-06, 4.3745951284891045e-06,
             -2.043022895180944e-06, 9.569598111140567e-07, -4.3454173670260496e-07, 2.0504811151039471e-07,
             -1.3029870239068415e-07, 6.196070134106839e-08});
    const Long first = step(constant(0x1.4a34cc4a60fa6p-2, 0x1.1873d8912200cp-56), u_, far);
    return mul(step(constant(0x1.b0ee6072093cep-2, 0x1.6cb90701fbfabp-58), u_, first), u_);
  }

  /// gamma(n + u) = gamma(1 + u) (1 + u) ... (n - 1 + u), or gamma(1 + u) / (u (u - 1) ... (n + u)).
  V near_gamma() {
    V above = greater(whole_, 0);
    const Long factors =
        product(constant(1, 0), select(above, add(u_, number(1)), u_), select(above, number(1), number(-1)),
                select(above, sub(whole_, number(1)), sub(number(1), whole_)));
    const Long inverse = inverse_gamma();
    V result =
        nearest(div(select(above, factors, constant(1, 0)), select(above, inverse, mul(inverse, factors))));
    return select(less(size_, 0x1p-60), div(number(1), x_), result);
  }

  /// lgamma(n + u) = lgamma(2 + u) + log((2 + u) ... (n - 1 + u)), or - log|(1 + u) u ... (n + u)|.
  V near_log_gamma() {
    V above = greater(whole_, 1.5);
    const Long start = select(above, constant(1, 0), sum_of(number(1), u_));
    const Long factors =
        product(start, select(above, add(u_, number(2)), u_), select(above, number(1), number(-1)),
                select(above, sub(whole_, number(2)), sub(number(1), whole_)));
    V sign = b_.CreateFCmpOLT(factors.value, number(0));
    const Long log = logarithm(select(sign, negative(factors), factors));
    const Long base = log_gamma_next_to_two();
    const Long other = select(above, log, negative(log));
    const Long sum = sum_of_any(base.value, other.value);
    return add(sum.value, add(sum.rest, add(base.rest, other.rest)));
  }

  /// x (log(x) - 1) - log(x) / 2 + log(2 pi) / 2 + 1 / (12 x) - ..., x >= 8.
  Long stirling(V x) {
    const Long log = logarithm({x, nullptr});
    const Long less_one = sum_of(log.value, number(-1));
    const Long product = mul({less_one.value, add(less_one.rest, log.rest)}, x);
    V inverse = div(number(1), x);
    V z = mul(inverse, inverse);
    // mpmath.chebyfit of the rest times x, z = x**-2 from 0 to 1/64.
    V tail = mul(inverse, polynomial(z, {0.08333333333333333, -0.0027777777777776747, 0.0007936507935117282,
                                         -0.0005952380234291254, 0.0008417325268022405, -0.001914965912162907,
                                         0.0062081367662297935, -0.020855820837463117}));
    const Long half{mul(log.value, number(-0.5)), mul(log.rest, number(-0.5))};
    Long sum = add(add(product, half), constant(0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55));
    return sum_of(sum.value, add(sum.rest, tail));
  }

  /// gamma(-y) = -pi / (y sin(pi y) gamma(y)).
  V far_gamma() {
    // 0 or infinity beyond 190.
    V held = select(is_near_, number(kNear), at_most(size_, 190));
    const Long log = stirling(held);
    const Scaled e = exponential(select(is_negative_, negative(log), log));
    V result = scaled(nearest(e.number), e.power);
    return where_any(b_.CreateAnd(is_negative_, b_.CreateNot(is_near_)), result, [&] {
      V nearest_whole = rounded(size_);
      const Long below = mul(sine_of_pi_times(sub(size_, nearest_whole)), held);
      const Long above = mul(constant(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53), e.number);
      V half = mul(nearest_whole, number(0.5));
      V is_odd = b_.CreateFCmpONE(half, rounded(half));
      V quotient = nearest(div(above, below));
      V reflected = scaled(select(is_odd, quotient, negative(quotient)), e.power);
      return select(is_negative_, reflected, result);
    });
  }

  V far_log_gamma() {
    const Long log = stirling(select(is_near_, number(kNear), size_));
    V result = nearest(log);
    return where_any(b_.CreateAnd(is_negative_, b_.CreateNot(is_near_)), result, [&] {
      V held = at_most(select(is_near_, number(kNear + 0.5), size_), 0x1p52);
      Long sine = sine_of_pi_times(sub(held, rounded(held)));
      sine = select(less(sine.value, 0), negative(sine), sine);
      const Long other = logarithm(mul(sine, held));
      const Long sum = sum_of_any(log.value, other.value);
      const Long less_pi = sum_of_any(sum.value, number(-0x1.250d048e7a1bdp+0));
      V rest =
          add(add(less_pi.rest, number(-0x1.7abf2ad8d5088p-57)), add(sum.rest, add(log.rest, other.rest)));
      return select(is_negative_, negative(add(less_pi.value, rest)), result);
    });
  }

  V exact_near_zeros(V result) {
    llvm::AllocaInst* given = slot();
    llvm::AllocaInst* found = slot();
    b_.CreateStore(x_, given);
    b_.CreateStore(result, found);
    auto* type =
        llvm::FunctionType::get(b_.getVoidTy(), {b_.getPtrTy(), b_.getPtrTy(), b_.getInt64Ty()}, false);
    llvm::FunctionCallee callee = function_->getParent()->getOrInsertFunction(ir::kLogGammaNearZeros, type);
    llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotThrow();
    const auto lanes = llvm::cast<llvm::FixedVectorType>(type_)->getNumElements();
    b_.CreateCall(callee, {given, found, b_.getInt64(lanes)});
    return b_.CreateLoad(type_, found);
  }

  V x_;
  V size_;
  V is_near_;
  V is_negative_;
  V whole_;
  V u_;
};

}  // namespace

void emit_gamma(llvm::Function* function) { GammaFunction(function).emit_gamma(); }

void emit_log_gamma(llvm::Function* function) { GammaFunction(function).emit_log_gamma(); }

}  // namespace unpython::codegen
