// Arithmetic of two doubles is that of T. J. Dekker (1971) with fused multiply-adds.
#include "codegen/llvm/math/vector_function.h"

#include <iterator>

namespace unpython::codegen {

VectorFunction::VectorFunction(llvm::Function* function)
    : function_(function),
      b_(&function->getEntryBlock()),
      type_(function->getReturnType()),
      bits_(llvm::VectorType::getInteger(llvm::cast<llvm::VectorType>(type_))) {}

llvm::BasicBlock* VectorFunction::block(const char* name) {
  return llvm::BasicBlock::Create(b_.getContext(), name, function_);
}

llvm::AllocaInst* VectorFunction::slot() {
  llvm::BasicBlock& entry = function_->getEntryBlock();
  return llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type_);
}

llvm::Value* VectorFunction::polynomial(V x, std::initializer_list<double> coefficients) {
  V sum = nullptr;
  for (auto it = std::rbegin(coefficients); it != std::rend(coefficients); ++it)
    sum = sum == nullptr ? number(*it) : fma(sum, x, number(*it));
  return sum;
}

llvm::Value* VectorFunction::polynomial_in_halves(V x, std::initializer_list<double> coefficients) {
  V square = mul(x, x);
  const size_t count = coefficients.size();
  V sums[2] = {nullptr, nullptr};
  for (size_t i = count; i-- > 0;) {
    V next = number(std::data(coefficients)[i]);
    V& sum = sums[i % 2];
    sum = sum == nullptr ? next : fma(sum, square, next);
  }
  return fma(sums[1], x, sums[0]);
}

llvm::Value* VectorFunction::power_of_two(V n) {
  V known = select(b_.CreateFCmpUNO(n, n), number(0), n);
  V biased = b_.CreateAdd(b_.CreateFPToSI(known, bits_), integer(1023));
  return as_number(b_.CreateShl(biased, integer(52)));
}

llvm::Value* VectorFunction::scaled(V number_of, V power) {
  V half = rounded(mul(power, number(0.5)));
  return mul(mul(number_of, power_of_two(half)), power_of_two(sub(power, half)));
}

llvm::Value* VectorFunction::scaled_down(V number_of, V power) {
  V subnormal = less(power, -1000);
  V known = select(b_.CreateFCmpOGT(power, number(-2000)), power, number(0));
  V n = b_.CreateAdd(b_.CreateFPToSI(known, bits_), select(subnormal, integer(512), integer(0)));
  V moved = as_number(b_.CreateAdd(as_bits(number_of), b_.CreateShl(n, integer(52))));
  return mul(moved, select(subnormal, number(0x1p-512), number(1)));
}

VectorFunction::Long VectorFunction::sum_of(V larger, V smaller) {
  V sum = add(larger, smaller);
  return {sum, add(sub(larger, sum), smaller)};
}

VectorFunction::Long VectorFunction::sum_of_any(V a, V b) {
  V sum = add(a, b);
  V of_b = sub(sum, a);
  return {sum, add(sub(a, sub(sum, of_b)), sub(b, of_b))};
}

VectorFunction::Long VectorFunction::product_of(V a, V b) {
  V product = mul(a, b);
  return {product, fma(a, b, negative(product))};
}

VectorFunction::Long VectorFunction::add(Long larger, Long smaller) {
  const Long sum = sum_of(larger.value, smaller.value);
  return {sum.value, add(sum.rest, add(larger.rest, smaller.rest))};
}

VectorFunction::Long VectorFunction::mul(Long a, V b) {
  const Long product = product_of(a.value, b);
  return {product.value, fma(a.rest, b, product.rest)};
}

VectorFunction::Long VectorFunction::mul(Long a, Long b) {
  const Long product = mul(a, b.value);
  return {product.value, fma(a.value, b.rest, product.rest)};
}

VectorFunction::Long VectorFunction::step(Long first, V x, V factor) {
  V value = fma(x, factor, first.value);
  return {value, add(fma(x, factor, sub(first.value, value)), first.rest)};
}

VectorFunction::Long VectorFunction::div(Long a, Long b) {
  V inverse = div(number(1), b.value);
  V quotient = mul(a.value, inverse);
  V left = add(fma(negative(quotient), b.value, a.value), fma(negative(quotient), b.rest, a.rest));
  return {quotient, mul(left, inverse)};
}

VectorFunction::Scaled VectorFunction::exponential(Long x) {
  V n = rounded(mul(x.value, number(0x1.71547652b82fep+0)));
  V high = fma(n, number(-0x1.62e42fefa39efp-1), x.value);
  V tail = mul(n, number(-0x1.abc9e3b39803fp-56));
  if (x.rest != nullptr) tail = add(tail, x.rest);
  const Long r = sum_of(high, tail);
  V q =
      polynomial(r.value, {0.5, 1.0 / 6, 1.0 / 24, 1.0 / 120, 1.0 / 720, 1.0 / 5040, 1.0 / 40320,
                           1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600, 1.0 / 6227020800.0});
  V part = fma(mul(r.value, r.value), q, fma(r.rest, r.value, r.rest));
  V sum = add(r.value, part);
  V value = add(number(1), sum);
  V below = add(add(sub(number(1), value), sum), add(sub(r.value, sum), part));
  return {{value, below}, n};
}

/// log(2**k (1 + f)) = k log(2) + 2 atanh(s), s = f / (2 + f), sqrt(1/2) <= 1 + f < sqrt(2); as two doubles where
/// that counts.
VectorFunction::Long VectorFunction::logarithm(Long x) {
  V tiny = less(x.value, 0x1p-1022);
  V scale = select(tiny, number(0x1p54), number(1));
  V normal = mul(x.value, scale);
  V shifted = b_.CreateSub(as_bits(normal), integer(0x3fe6a09e667f3bcd));
  V exponent = b_.CreateAShr(shifted, integer(52));
  V bits_of_exponent = b_.CreateShl(exponent, integer(52));
  V mantissa = as_number(b_.CreateSub(as_bits(normal), bits_of_exponent));
  V k = b_.CreateSIToFP(b_.CreateSub(exponent, select(tiny, integer(54), integer(0))), type_);
  V f = sub(mantissa, number(1));
  Long below = sum_of(number(2), f);
  V f_rest = number(0);
  if (x.rest != nullptr) {
    V back = as_number(b_.CreateSub(integer(0x3ff0000000000000), bits_of_exponent));
    f_rest = mul(mul(x.rest, scale), back);
    below.rest = add(below.rest, f_rest);
  }
  const Long s = div({f, f_rest}, below);
  Long z = product_of(s.value, s.value);
  z.rest = fma(add(s.value, s.value), s.rest, z.rest);
  // mpmath.chebyfit((atanh(s) / s - 1 - z / 3) / z**2, z = s**2 from 0 to (3 - 2 sqrt(2))**2)
  V far =
      mul(z.value, polynomial_in_halves(z.value, {0.2, 0.14285714285714282, 0.11111111111114212, 0.09090909089829123,
                                        0.07692307880488732, 0.06666648274786181, 0.058834062330574734,
                                        0.052281709727126424, 0.05381145709314322}));
  const Long factor = add(constant(0x1.5555555555555p-2, 0x1.5555555555555p-56), Long{far, number(0)});
  const Long twice{add(s.value, s.value), add(s.rest, s.rest)};
  const Long part = mul(twice, mul(z, factor));
  // log(2) in two doubles, the first of 42 bits so that k times it is exact.
  const Long first = sum_of(mul(k, number(0.6931471805598903)), twice.value);
  const Long second = sum_of(first.value, part.value);
  V rest = add(add(first.rest, second.rest),
               add(add(part.rest, twice.rest), mul(k, number(5.497923018708371e-14))));
  const Long result = sum_of(second.value, rest);
  V zero = b_.CreateFCmpOEQ(x.value, number(0));
  return {select(zero, number(-kInfinity), result.value), select(zero, number(0), result.rest)};
}

/// f (pi + z (c1 + z (...))), z = f**2.
VectorFunction::Long VectorFunction::sine_of_pi_times(V f) {
  const Long z = product_of(f, f);
  // mpmath.chebyfit((sin(pi f) / f - pi + pi**3 / 6 z) / z**2, z from 0 to 1/4)
  V far = mul(z.value, polynomial(z.value, {2.5501640398773455, -0.599264529320792, 0.08214588661111763,
                                            -0.00737043094537522, 0.0004663028004350345, -2.1915307895467e-05,
                                            7.949896639037021e-07, -2.2415360824714544e-08}));
  const Long second = add(constant(-0x1.4abbce625be53p+2, 0x1.05511c68476a8p-52), Long{far, number(0)});
  return mul(add(constant(0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53), mul(z, second)), f);
}

}  // namespace unpython::codegen
