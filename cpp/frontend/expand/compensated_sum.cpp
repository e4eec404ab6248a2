#include "frontend/expand/compensated_sum.h"

namespace unpython::frontend {

using resolved::Body;
using resolved::ExprId;
using resolved::LocalId;
using Op = syntax::BinaryOperator;

namespace {

constexpr int kOfAllNumbers = 14;
constexpr std::string_view kFloat = "=builtins.float";
constexpr std::string_view kInteger = "=builtins.int builtins.bool";
constexpr std::string_view kReal = "=builtins.float builtins.int builtins.bool";
constexpr std::string_view kComplex = "=builtins.complex";
constexpr std::string_view kRealPart = "number.real";
constexpr std::string_view kImaginaryPart = "number.imag";

}  // namespace

Expander::CompensatedSum::CompensatedSum(Expander& expander, LocalId total, const SourceRange& range, Body& out)
    : at_(expander), range_(range), total_(total), of_all_numbers_(expander.program_.python >= kOfAllNumbers) {
  lost_ = at_.hidden_local("lost", zero(), out);
  if (of_all_numbers_) lost_imaginary_ = at_.hidden_local("lost", zero(), out);
}

void Expander::CompensatedSum::add(ExprId given, Body& out) {
  const LocalId item = at_.hidden_local("item", given, out);
  const Fill plainly = [&](Body& to) { add_plainly(item, to); };
  const Fill of_others = [&](Body& other) {
    when(is_one_of(item, kInteger), other, [](Body&) {}, [&](Body& to) { end(to); });
    add_plainly(item, other);
  };
  const Fill of_reals = [&](Body& real) {
    const Fill to_other = [&](Body& other) {
      if (!of_all_numbers_) return add_plainly(item, other);
      when(is_one_of(total_, kComplex), other, [&](Body& to) { add_complex(item, to); }, plainly);
    };
    when(is_one_of(total_, kFloat), real, [&](Body& to) { add_floats(item, to); }, to_other);
  };
  const Fill of_no_real = [&](Body& other) {
    if (!of_all_numbers_) return of_others(other);
    const Fill of_complex = [&](Body& both) {
      when(is_one_of(total_, kComplex), both, [&](Body& to) { add_complex(item, to); }, of_others);
    };
    when(is_one_of(item, kComplex), other, of_complex, of_others);
  };
  when(is_one_of(item, of_all_numbers_ ? kReal : kFloat), out, of_reals, of_no_real);
}

void Expander::CompensatedSum::end(Body& out) {
  const Fill of_complex = [&](Body& to) {
    const LocalId real = ended(part(total_, kRealPart), lost_, to);
    const LocalId imaginary = ended(part(total_, kImaginaryPart), lost_imaginary_, to);
    at_.assign_local(total_, call("builtins.complex", {read(real), read(imaginary)}), range_, to);
  };
  const Fill of_no_float = [&](Body& other) {
    if (of_all_numbers_) when(is_one_of(total_, kComplex), other, of_complex);
  };
  const Fill of_float = [&](Body& to) {
    at_.assign_local(total_, read(ended(part(total_, kRealPart), lost_, to)), range_, to);
  };
  when(is_one_of(total_, kFloat), out, of_float, of_no_float);
}

void Expander::CompensatedSum::add_plainly(LocalId item, Body& out) {
  at_.assign_local(total_, binary(Op::Add, read(total_), read(item)), range_, out);
}

void Expander::CompensatedSum::add_floats(LocalId item, Body& out) {
  const ExprId sum = part(total_, kRealPart);
  at_.assign_local(total_, read(rounded(sum, part(item, kRealPart), lost_, out)), range_, out);
}

/// A real number changes the real part alone.
void Expander::CompensatedSum::add_complex(LocalId item, Body& out) {
  const LocalId real = rounded(part(total_, kRealPart), part(item, kRealPart), lost_, out);
  const LocalId imaginary = at_.hidden_local("imaginary", part(total_, kImaginaryPart), out);
  when(is_one_of(item, kComplex), out, [&](Body& to) {
    const LocalId both = rounded(read(imaginary), part(item, kImaginaryPart), lost_imaginary_, to);
    at_.assign_local(imaginary, read(both), range_, to);
  });
  at_.assign_local(total_, call("builtins.complex", {read(real), read(imaginary)}), range_, out);
}

/// The sum of two floats; adds to `lost` what it lost.
LocalId Expander::CompensatedSum::rounded(ExprId sum, ExprId item, LocalId lost, Body& out) {
  const LocalId high = at_.hidden_local("high", sum, out);
  const LocalId next = at_.hidden_local("next", item, out);
  const LocalId result = at_.hidden_local("sum", binary(Op::Add, read(high), read(next)), out);
  const auto error = [&](LocalId larger, LocalId smaller) {
    return binary(Op::Add, binary(Op::Sub, read(larger), read(result)), read(smaller));
  };
  const ExprId sum_is_larger =
      at_.make(resolved::Compare{call("builtins.abs", {read(high)}),
                                 {syntax::CompareOperator::GtE},
                                 {call("builtins.abs", {read(next)})}},
               range_);
  const ExprId found = at_.make(resolved::Conditional{sum_is_larger, error(high, next), error(next, high)}, range_);
  at_.assign_local(lost, binary(Op::Add, read(lost), found), range_, out);
  return result;
}

/// The sum with what it lost, which is told no more: not where that is zero, since the sum may be -0.0, and not where it is
/// not finite.
LocalId Expander::CompensatedSum::ended(ExprId sum, LocalId lost, Body& out) {
  const LocalId result = at_.hidden_local("sum", sum, out);
  const ExprId any = at_.make(
      resolved::Compare{read(lost), {syntax::CompareOperator::NotEq}, {zero()}}, range_);
  const ExprId finite = call("math.isfinite", {read(lost)});
  when(at_.make(resolved::Logical{syntax::BoolOperator::And, {any, finite}}, range_), out, [&](Body& to) {
    at_.assign_local(result, binary(Op::Add, read(result), read(lost)), range_, to);
  });
  at_.assign_local(lost, zero(), range_, out);
  return result;
}

ExprId Expander::CompensatedSum::binary(Op op, ExprId left, ExprId right) {
  return at_.make(resolved::Binary{op, left, right}, range_);
}

ExprId Expander::CompensatedSum::call(std::string_view function, std::vector<ExprId> arguments) {
  return at_.library(function, std::move(arguments), range_);
}

ExprId Expander::CompensatedSum::part(LocalId number, std::string_view which) { return call(which, {read(number)}); }

ExprId Expander::CompensatedSum::is_one_of(LocalId number, std::string_view classes) {
  return call("isinstance", {read(number), at_.make(resolved::Text{std::string(classes)}, range_)});
}

void Expander::CompensatedSum::when(ExprId condition, Body& out, const Fill& then_part, const Fill& else_part) {
  Body then_body;
  then_part(then_body);
  Body else_body;
  if (else_part) else_part(else_body);
  out.push_back(at_.push(resolved::If{condition, std::move(then_body), std::move(else_body)}, range_));
}

}  // namespace unpython::frontend
