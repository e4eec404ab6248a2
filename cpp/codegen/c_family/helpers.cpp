#include "codegen/c_family/helpers.h"

#include <algorithm>
#include <vector>

#include "codegen/c_family/c_types.h"
#include "codegen/c_family/helper_texts.h"
#include "ir/typing.h"
#include "unpython/error.h"

namespace unpython::codegen {
namespace {

std::vector<std::span<const HelperText>> tables_for(ScalarType type) {
  if (is_complex(type)) return {complex_helpers(), complex_math_helpers()};
  if (is_float(type)) return {float_helpers()};
  return {is_signed_integer(type) ? signed_helpers() : unsigned_helpers()};
}

std::string_view find_text(std::string_view operation, ScalarType type) {
  for (const std::span<const HelperText> table : tables_for(type)) {
    for (const HelperText& helper : table) {
      if (helper.operation == operation) return helper.text;
    }
  }
  throw InternalError("printing a kernel",
                      std::string(operation) + " has no meaning for " + std::string(name_of(type)));
}

bool is_name_character(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

constexpr std::string_view kErrorCell = R"(typedef struct {
  i64 iteration;
  u32 lock;
  i32 site;
  i32 argument_count;
  i32 padding;
  i64 arguments[10];
} ErrorCell;
)";
static_assert(kMostErrorArguments == 10);

}  // namespace

/// Replaces the placeholders of a text (helper_texts.h); what it calls is written first.
std::string Helpers::expand(std::string_view pattern, ScalarType type) {
  std::string result;
  const ScalarType part = real_part_type(type);
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '$') {
      result += pattern[i];
      continue;
    }
    const char kind = pattern[++i];
    if (kind == 'Q') result += dialect_.helper();
    if (kind == 'U') result += ring_type(type);
    if (kind == 'I') result += value_type(ir::result_type(ir::Intrinsic::Bits, type));
    if (kind == 'm' || kind == 'b') {
      const size_t end = pattern.find('}', i);
      const std::string_view inside = pattern.substr(i + 2, end - i - 2);
      result += kind == 'm' ? dialect_.math(inside, part) : dialect_.bits_of(type, std::string(inside));
      i = end;
    }
    if (kind != 'T' && kind != 'P') continue;
    const ScalarType meant = kind == 'T' ? type : part;
    if (i + 1 < pattern.size() && pattern[i + 1] == '_') {
      size_t end = i + 2;
      while (end < pattern.size() && is_name_character(pattern[end])) ++end;
      result += use(pattern.substr(i + 2, end - i - 2), meant);
      i = end - 1;
    } else {
      result += value_type(meant);
    }
  }
  return result;
}

std::string Helpers::use(std::string_view operation, ScalarType type) {
  if (is_complex(type)) use_type(type);
  const std::string name = std::string(value_type(type)) + "_" + std::string(operation);
  if (!first_use(name)) return name;
  std::string text(find_text(operation, type));
  for (size_t at = text.find("$f"); at != std::string::npos; at = text.find("$f")) text.replace(at, 2, name);
  const std::string expanded = expand(text, type);  // first: it may add what it calls
  text_ += expanded;
  return name;
}

std::string Helpers::use_vector(ScalarType type, int64_t width) {
  use_type(type);
  const std::string element(memory_type(type));
  const std::string name = element + "x" + std::to_string(width);
  if (first_use(name)) {
    text_ += "typedef struct __attribute__((aligned(" + std::to_string(width * size_of(type)) + "))) {\n  " + element +
             " at[" + std::to_string(width) + "];\n} " + name + ";\n";
  }
  return name;
}

std::string Helpers::use_conversion(ScalarType from, ScalarType to) {
  if (to == ScalarType::UInt64) return use("to_u64", from);
  return use(to == ScalarType::Int64 || to == ScalarType::UInt32 ? "to_i64" : "to_i32", from);
}

void Helpers::use_type(ScalarType type) {
  if (!is_complex(type)) return;
  const std::string name(value_type(type));
  if (!first_use(name)) return;
  text_ +=
      "typedef struct {\n  " + std::string(value_type(real_part_type(type))) + " re, im;\n} " + name + ";\n";
  use("of", type);
}

void Helpers::use_error_cell() {
  if (first_use("ErrorCell")) text_ += kErrorCell;
}

std::string Helpers::use_raise(size_t arguments) {
  const bool few = arguments <= kFewErrorArguments;
  const std::string name = few ? "raise_error" : "raise_error_of_many";
  if (first_use(name)) write_raise(name, few ? kFewErrorArguments : kMostErrorArguments);
  return name;
}

void Helpers::write_raise(const std::string& name, size_t arguments) {
  use_error_cell();
  const std::string head(dialect_.helper());
  const std::string global(dialect_.global());
  if (first_use("swap_u32"))
    text_ += head + " u32 swap_u32(volatile " + global + "u32* at, u32 old, u32 next) {\n  " +
             dialect_.compare_and_swap(32, false) + "\n}\n";
  std::string parameters;
  std::string stores;
  for (size_t i = 0; i < arguments; ++i) {
    const std::string number = std::to_string(i);
    parameters += ", i64 a" + number;
    stores += "        cell->arguments[" + number + "] = a" + number + ";\n";
  }
  text_ += head + " void " + name + "(volatile " + global + "ErrorCell* cell, i64 iteration, i32 site, i32 count" + parameters +
           ") {\n"
           "  bool waiting = true;\n"
           "  while (waiting) {\n"
           "    if (swap_u32(&cell->lock, 0u, 1u) == 0u) {\n"
           "      if (iteration < cell->iteration) {\n"
           "        cell->iteration = iteration;\n"
           "        cell->site = site;\n"
           "        cell->argument_count = count;\n" +
           stores +
           "      }\n"
           "      " +
           std::string(dialect_.fence()) +
           "\n"
           "      swap_u32(&cell->lock, 1u, 0u);\n"
           "      waiting = false;\n"
           "    }\n"
           "  }\n"
           "}\n";
}

std::string Helpers::use_update(ir::BinaryOp op, ScalarType type, const std::string& combined,
                                bool in_local, bool of_constant) {
  const std::string type_name(memory_type(type));
  const std::string count = of_constant && !in_local && op == ir::BinaryOp::Add && integer_bits(type) >= 32
                                ? dialect_.native_count(integer_bits(type))
                                : "";
  const std::string name = std::string(in_local ? "update_local_" : count.empty() ? "update_" : "count_") +
                           std::to_string(static_cast<int>(op)) + "_" + std::string(value_type(type));
  if (!first_use(name)) return name;
  const std::string head(dialect_.helper());
  const std::string global(in_local ? dialect_.local_pointer() : dialect_.global());
  const int bits = std::max(32, integer_bits(type));
  const std::string word = bits == 64 ? "u64" : "u32";
  const std::string update = bits == integer_bits(type) ? dialect_.native_update(op, bits, in_local) : "";
  const std::string& native = count.empty() ? update : count;
  if (!native.empty()) {
    text_ += head + " void " + name + "(" + global + type_name + "* array, i64 offset, " +
             std::string(value_type(type)) + " number) {\n  volatile " + global + word +
             "* at = (volatile " + global + word + "*)(array + offset);\n  const " + word + " value = (" +
             word + ")number;\n  " + native + "\n}\n";
    return name;
  }
  const std::string swap = (in_local ? "swap_local_" : "swap_") + word;
  if (first_use(swap)) {
    text_ += head + " " + word + " " + swap + "(volatile " + global + word + "* at, " + word + " old, " +
             word + " next) {\n  " + dialect_.compare_and_swap(bits, in_local) + "\n}\n";
  }
  text_ += head + " void " + name + "(" + global + type_name + "* array, i64 offset, " +
           std::string(value_type(type)) + " value) {\n";
  if (bits == integer_bits(type)) {
    text_ += "  volatile " + global + word + "* at = (volatile " + global + word +
             "*)(array + offset);\n"
             "  " +
             word +
             " seen = *at;\n"
             "  while (true) {\n"
             "    const " +
             type_name + " element = (" + type_name +
             ")seen;\n"
             "    const " +
             word + " before = " + swap + "(at, seen, (" + word + ")(" + combined +
             "));\n"
             "    if (before == seen) return;\n"
             "    seen = before;\n"
             "  }\n}\n";
    return name;
  }
  // Narrow elements are part of an aligned word; the memory of an array ends with a whole one. Where its first element lies in one
  // says only its address.
  text_ += "  const u64 byte = (u64)(array + offset);\n"
           "  volatile " +
           global + "u32* at = (volatile " + global + "u32*)(byte & ~(u64)3);\n"
           "  const u32 shift = (u32)(byte & 3) * 8u;\n"
           "  const u32 mask = " +
           (integer_bits(type) == 16 ? "0xffffu" : "0xffu") +
           " << shift;\n"
           "  u32 seen = *at;\n"
           "  while (true) {\n"
           "    const " +
           type_name + " element = (" + type_name +
           ")((seen & mask) >> shift);\n"
           "    const u32 next = (seen & ~mask) | (((u32)(" +
           combined +
           ") << shift) & mask);\n"
           "    const u32 before = " + swap + "(at, seen, next);\n"
           "    if (before == seen) return;\n"
           "    seen = before;\n"
           "  }\n}\n";
  return name;
}

}  // namespace unpython::codegen
