// A function from vectors of doubles to such a vector that is being emitted: instructions, numbers of two doubles,
// and exp and log of such numbers, of which the functions of own_math.h are made.
#pragma once
#include <llvm/IR/IRBuilder.h>

#include <initializer_list>
#include <limits>

namespace unpython::codegen {

class VectorFunction {
 public:
  using V = llvm::Value*;

 protected:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

  /// A number of more than 53 bits: `rest` is far below the last place of `value`.
  struct Long {
    V value;
    V rest;
  };
  /// number * 2**power
  struct Scaled {
    Long number;
    V power;
  };

  /// `function` has one block, which is empty.
  explicit VectorFunction(llvm::Function* function);

  V number(double value) { return llvm::ConstantFP::get(type_, value); }
  V integer(int64_t value) { return llvm::ConstantInt::get(bits_, static_cast<uint64_t>(value), true); }
  V add(V a, V b) { return b_.CreateFAdd(a, b); }
  V sub(V a, V b) { return b_.CreateFSub(a, b); }
  V mul(V a, V b) { return b_.CreateFMul(a, b); }
  V div(V a, V b) { return b_.CreateFDiv(a, b); }
  V fma(V a, V b, V c) { return b_.CreateIntrinsic(llvm::Intrinsic::fma, {type_}, {a, b, c}); }
  V rounded(V x) { return b_.CreateUnaryIntrinsic(llvm::Intrinsic::roundeven, x); }
  V magnitude(V x) { return b_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, x); }
  V negative(V x) { return b_.CreateFNeg(x); }
  V as_bits(V x) { return b_.CreateBitCast(x, bits_); }
  V as_number(V x) { return b_.CreateBitCast(x, type_); }
  V select(V condition, V if_true, V if_false) { return b_.CreateSelect(condition, if_true, if_false); }
  Long select(V condition, Long if_true, Long if_false) {
    return {select(condition, if_true.value, if_false.value), select(condition, if_true.rest, if_false.rest)};
  }
  V less(V x, double bound) { return b_.CreateFCmpOLT(x, number(bound)); }
  V greater(V x, double bound) { return b_.CreateFCmpOGT(x, number(bound)); }
  /// x, or `bound` where x is larger. NaN stays.
  V at_most(V x, double bound) { return select(greater(x, bound), number(bound), x); }
  V at_least(V x, double bound) { return select(less(x, bound), number(bound), x); }
  /// c0 + x (c1 + x (c2 + ...))
  V polynomial(V x, std::initializer_list<double> coefficients);
  /// The same with half the latency: even and odd powers side by side.
  V polynomial_in_halves(V x, std::initializer_list<double> coefficients);
  /// 2**n for whole numbers n in [-1022, 1023]; 1 for NaN, which must not become an integer.
  V power_of_two(V n);
  /// number * 2**power, rounded once where the result is below the smallest normal number; -2044 <= power <= 2046.
  V scaled(V number, V power);
  /// number * 2**power, cheaper: 1/4 <= |number| < 4, -1200 <= power <= 1.
  V scaled_down(V number, V power);

  Long constant(double value, double rest) { return {number(value), number(rest)}; }
  Long negative(Long x) { return {negative(x.value), negative(x.rest)}; }
  /// a + b, of which |a| is the larger one or 0 is.
  Long sum_of(V larger, V smaller);
  /// a + b of any sizes.
  Long sum_of_any(V a, V b);
  Long product_of(V a, V b);
  Long add(Long larger, Long smaller);
  Long mul(Long a, Long b);
  Long mul(Long a, V b);
  /// With one division.
  Long div(Long a, Long b);
  /// first + x * factor, |first| the larger one.
  Long step(Long first, V x, Long factor) { return add(first, mul(factor, x)); }
  Long step(Long first, V x, V factor);
  V nearest(Long x) { return add(x.value, x.rest); }

  /// exp(x) = 2**n exp(r), |r| <= log(2) / 2; |x| < 1400. Off by 2**-56.
  Scaled exponential(Long x);
  /// log of positive numbers and of 0: off by 2**-66, and relatively by 2**-60. rest: null if it is 0.
  Long logarithm(Long x);
  /// sin(pi f), |f| <= 1/2. Relatively off by 2**-57.
  Long sine_of_pi_times(V f);

  llvm::BasicBlock* block(const char* name);
  /// Memory of one vector.
  llvm::AllocaInst* slot();
  /// Emits `make` where some lane of `lanes` is set; elsewhere the result is `otherwise`.
  template <class Make>
  V where_any(V lanes, V otherwise, const Make& make) {
    llvm::BasicBlock* before = b_.GetInsertBlock();
    llvm::BasicBlock* taken = block("some");
    llvm::BasicBlock* after = block("joined");
    b_.CreateCondBr(b_.CreateOrReduce(lanes), taken, after);
    b_.SetInsertPoint(taken);
    V made = make();
    llvm::BasicBlock* end = b_.GetInsertBlock();
    b_.CreateBr(after);
    b_.SetInsertPoint(after);
    llvm::PHINode* result = b_.CreatePHI(type_, 2);
    result->addIncoming(otherwise, before);
    result->addIncoming(made, end);
    return result;
  }
  void finish(V result) { b_.CreateRet(result); }

  llvm::Function* function_;
  llvm::IRBuilder<> b_;
  llvm::Type* type_;
  llvm::Type* bits_;
};

}  // namespace unpython::codegen
