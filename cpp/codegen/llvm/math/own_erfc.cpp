// erfc of vectors of doubles.
//
// Problem: libmvec is 1.4 units in the last place off, the C library 3, and takes one number at a time.
// Choice:  exp(-x**2) erfcx(x), of which the second factor is smooth: as M. Shepherd and J. Laframboise (1981), a
//          polynomial in (x - 4) / (x + 4) for (1 + 2 x) erfcx(x). The exponential and the last steps are of two
//          doubles. Next to 0 it is 1 - erf(x), so that it is 1 at 0.
#include "codegen/llvm/math/own_functions.h"
#include "codegen/llvm/math/vector_function.h"

namespace unpython::codegen {

namespace {

constexpr double kSmall = 0.6875;

class ComplementOfError : public VectorFunction {
 public:
  explicit ComplementOfError(llvm::Function* function) : VectorFunction(function) {}

  void emit() {
    V x = function_->getArg(0);
    V size = magnitude(x);
    V held = at_most(size, 28);  // 0 from there
    const Long square = product_of(held, held);
    const Scaled e = exponential(negative(square));
    const Long below = sum_of(add(held, held), number(1));
    V beside = add(held, number(4));
    V both = div(number(1), mul(beside, below.value));
    V inverse = mul(beside, both);
    V t = mul(mul(sub(held, number(4)), below.value), both);
    const Long above = mul(e.number, smooth(t));
    V quotient = mul(above.value, inverse);
    V left = add(fma(negative(quotient), below.value, above.value),
                 fma(negative(quotient), below.rest, above.rest));
    V far = scaled_down(fma(left, inverse, quotient), e.power);
    far = select(less(x, 0), sub(number(2), far), far);
    finish(select(less(size, kSmall), near_zero(x), far));
  }

 private:
  /// (1 + 2 x) erfcx(x), t = (x - 4) / (x + 4); mpmath.chebyfit of it, t from -0.707 to 3/4.
  Long smooth(V t) {
    V slope = polynomial_in_halves(
        t,
        {-0.13962111684056225,    0.01537965210262266,     0.06809705425465394,     -0.10103906603649677,
         0.09373283499996947,     -0.06633036580732311,    0.0371675155063135,      -0.01619773412054945,
         0.005031970308918359,    -0.0007577728312873678,  -0.00019925881599135845, 0.0001506196805729349,
         -2.4390642254199705e-05, -1.1216804077668075e-05, 5.687678698712216e-06,   2.8608079839507434e-07,
         -7.90158486673231e-07,   7.969376981596327e-08,   7.757368466473539e-08,   -1.7280954509305568e-08});
    return step(constant(0x1.3ba5916e9fd7fp+0, -0x1.e6d627af8822ap-55), t, slope);
  }

  /// 1 - erf(x); 2 / sqrt(pi) x and mpmath.chebyfit of what is left of erf(x) / x over x**2, |x| up to 11/16.
  V near_zero(V x) {
    V z = mul(x, x);
    V slope =
        polynomial(z, {-0.37612638903183754, 0.11283791670955079, -0.026866170645099004, 0.005223977624567424,
                       -0.0008548326902829103, 0.00012055323415224274, -1.4925187479024069e-05,
                       1.644820253734155e-06, -1.6111358212453395e-07, 1.2184043835032422e-08});
    const Long erf = mul(step(constant(0x1.20dd750429b6dp+0, 0x1.1ae3a914fed80p-56), z, slope), x);
    const Long result = sum_of(number(1), negative(erf.value));
    return add(result.value, sub(result.rest, erf.rest));
  }
};

}  // namespace

void emit_complement_of_error(llvm::Function* function) { ComplementOfError(function).emit(); }

}  // namespace unpython::codegen
