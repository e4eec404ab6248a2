// sum() of Python 3.12 and later, which adds at the end what rounding lost in the additions of Python's own floats.
#pragma once
#include "frontend/expand/expander.h"

namespace unpython::frontend {

/// Neumaier's sum, of Python's own floats, and since 3.14 of its integers beside floats and of its complex numbers by parts:
///   t = sum + x;  lost += (sum - t) + x  if |sum| >= |x|, else (x - t) + sum;  sum = t
/// `+` alone adds an item to an integer, and a number of NumPy to anything; behind a number of NumPy the sum is no Python float
/// any more, and `+` adds the rest. Types decide most of that when the function is compiled.
class Expander::CompensatedSum {
 public:
  /// `total`: what the sum begins with, and where it will be.
  CompensatedSum(Expander& expander, resolved::LocalId total, const SourceRange& range, resolved::Body& out);

  void add(resolved::ExprId item, resolved::Body& out);
  /// Adds what was lost.
  void end(resolved::Body& out);

 private:
  using Fill = std::function<void(resolved::Body&)>;

  void add_plainly(resolved::LocalId item, resolved::Body& out);
  void add_floats(resolved::LocalId item, resolved::Body& out);
  void add_complex(resolved::LocalId item, resolved::Body& out);
  resolved::LocalId rounded(resolved::ExprId sum, resolved::ExprId item, resolved::LocalId lost, resolved::Body& out);
  resolved::LocalId ended(resolved::ExprId sum, resolved::LocalId lost, resolved::Body& out);

  resolved::ExprId read(resolved::LocalId local) { return at_.read_local(local, range_); }
  resolved::ExprId zero() { return at_.literal({.type = ScalarType::Float64, .integer = 0, .real = 0.0}, range_); }
  resolved::ExprId binary(syntax::BinaryOperator op, resolved::ExprId left, resolved::ExprId right);
  resolved::ExprId call(std::string_view function, std::vector<resolved::ExprId> arguments);
  resolved::ExprId part(resolved::LocalId number, std::string_view which);
  resolved::ExprId is_one_of(resolved::LocalId number, std::string_view classes);
  void when(resolved::ExprId condition, resolved::Body& out, const Fill& then_part, const Fill& else_part = {});

  Expander& at_;
  SourceRange range_;
  resolved::LocalId total_, lost_, lost_imaginary_;
  bool of_all_numbers_;  ///< integers and complex numbers too, as since 3.14
};

}  // namespace unpython::frontend
