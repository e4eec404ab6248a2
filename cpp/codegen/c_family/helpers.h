// Small functions that a kernel's text calls where C has no operator with Python's and NumPy's meaning. Only
// those that are used are written, each before its users.
#pragma once
#include <set>
#include <string>
#include <string_view>

#include "codegen/c_family/dialect.h"
#include "unpython/error_arguments.h"

namespace unpython::codegen {

inline constexpr size_t kFewErrorArguments = 4;  ///< of nearly all exceptions: each takes an instruction

class Helpers {
 public:
  explicit Helpers(const Dialect& dialect) : dialect_(dialect) {}

  /// Name of the function `operation` for operands of `type` ("floor_divide_i64"), which is now part of the
  /// text. Operations are those of the tables in helpers.cpp; another one throws InternalError.
  std::string use(std::string_view operation, ScalarType type);
  /// The same for a conversion: "f64_to_i32".
  std::string use_conversion(ScalarType from, ScalarType to);
  /// Makes sure that the struct of a complex type is defined.
  void use_type(ScalarType type);
  /// The struct of an error record.
  void use_error_cell();
  /// Name of a function that keeps an error of this many values if it is that of the lowest iteration; the struct too.
  std::string use_raise(size_t arguments);
  /// `void update_OP_TYPE(memory TYPE* array, i64 offset, TYPE value)`: an element in one indivisible step. `in_local`:
  /// of an array in local memory. `of_constant`: the value is the same for all.
  std::string use_update(ir::BinaryOp op, ScalarType type, const std::string& combined, bool in_local, bool of_constant);

  /// Definitions of a language, once.
  void use_text(std::string_view text) {
    if (!text.empty() && first_use(std::string(text))) text_ += text;
  }
  /// The struct of `width` elements that are loaded and stored at once: "f32x4".
  std::string use_vector(ScalarType type, int64_t width);

  /// All definitions, in order.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string expand(std::string_view pattern, ScalarType type);
  void write_raise(const std::string& name, size_t arguments);
  bool first_use(const std::string& name) { return known_.insert(name).second; }

  const Dialect& dialect_;
  std::set<std::string> known_;
  std::string text_;
};

}  // namespace unpython::codegen
