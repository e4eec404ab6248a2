#include "codegen/c_family/c_names.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace unpython::codegen {
namespace {

/// Keywords, types and functions of both languages that a user may well have chosen as a name. Vector types
/// (float4) are refused by their form.
constexpr auto kReserved = std::to_array<std::string_view>({
    "abs",       "acos",       "acosh",    "alignas",   "alignof",   "and",       "asin",      "asinh",
    "asm",       "assert",     "atan",     "atan2",     "atanh",     "auto",      "bitand",    "bitor",
    "bool",      "break",      "case",     "cbrt",      "ceil",      "char",      "class",     "compl",
    "complex",   "const",      "constant", "continue",  "copysign",  "cos",       "cosh",      "decltype",
    "default",   "delete",     "do",       "double",    "dynamic",   "else",      "enum",      "erf",
    "erfc",      "event_t",    "exp",      "exp2",      "explicit",  "expm1",     "export",    "extern",
    "fabs",      "false",      "float",    "floor",     "fma",       "fmod",      "for",       "friend",
    "generic",   "global",     "goto",     "half",      "hypot",     "if",        "image1d_t", "image2d_t",
    "image3d_t", "inline",     "int",      "kernel",    "lgamma",    "local",     "log",       "log10",
    "log1p",     "log2",       "long",     "mutable",   "namespace", "new",       "nextafter", "not",
    "operator",  "or",         "pipe",     "pow",       "private",   "protected", "public",    "quad",
    "read_only", "register",   "restrict", "return",    "rint",      "sampler_t", "short",     "signed",
    "sin",       "sinh",       "size_t",   "sizeof",    "sqrt",      "static",    "struct",    "switch",
    "tan",       "tanh",       "template", "tgamma",    "this",      "throw",     "true",      "trunc",
    "try",       "typedef",    "typename", "typeof",    "uchar",     "uint",      "ulong",     "uniform",
    "union",     "unsigned",   "ushort",   "using",     "virtual",   "void",      "volatile",  "wchar_t",
    "while",     "write_only", "xor",      "ErrorCell", "asinf",     "sinf",      "cosf",      "expf",
    "logf",      "powf",       "sqrtf",    "fabsf",     "floorf",    "ceilf",     "tanf",      "fmaf",
    "blockIdx",  "blockDim",   "gridDim",  "threadIdx", "warpSize",  "iteration", "error",     "before",
    "clock",     "printf",     "malloc",   "free",      "memcpy",    "memset",    "min",       "max",
    "clamp",     "read_write", "bits",     "sincos",    "sincosf",
});

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool all_of(std::string_view text, bool (*predicate)(char)) {
  return std::all_of(text.begin(), text.end(), predicate);
}

/// Macros are written in capitals; types of vectors and of this text end in a digit.
bool may_mean_something(const std::string& name) {
  const bool macro = name.size() > 2 && all_of(name, [](char c) { return !(c >= 'a' && c <= 'z'); });
  const size_t digits = name.find_first_of("0123456789");
  const std::string stem = name.substr(0, digits);
  const bool typed =
      digits != std::string::npos && all_of(std::string_view(name).substr(digits), is_digit) &&
      (stem.size() == 1 || std::find(kReserved.begin(), kReserved.end(), stem) != kReserved.end());
  const bool short_type = typed && (stem == "i" || stem == "u" || stem == "f" || stem == "c");
  return macro || short_type || (typed && stem.size() > 1) || name.find("__") != std::string::npos ||
         std::find(kReserved.begin(), kReserved.end(), name) != kReserved.end();
}

std::string plain(const std::string& name) {
  std::string result;
  for (const char c : name) result += is_letter(c) || is_digit(c) || c == '_' ? c : '_';
  if (result.empty() || is_digit(result[0]) || result[0] == '_') result = "v" + result;
  return may_mean_something(result) ? result + "_" : result;
}

}  // namespace

CNames::CNames(const ir::Function& function, const kernel::Kernel& kernel) : function_(function) {
  for (ir::StmtId id : kernel.grid) {
    const ir::VarId counter = std::get<ir::For>(function[id].node).counter;
    variables_[counter] = with_parameters(function[counter].name, {"_first", "_end", "_extent"});
  }
  std::set<std::string> of_arrays{"_memory", "_at"};
  for (const char* kind : {"_s", "_r", "_n"})
    for (int dimension = 0; dimension < kMaxRank; ++dimension)
      of_arrays.insert(kind + std::to_string(dimension));
  for (const kernel::KernelArray& array : kernel.arrays)
    arrays_[array.array] = with_parameters(function[array.array].name, of_arrays);
  for (ir::VarId scalar : kernel.scalars)
    if (!variables_.contains(scalar)) variables_[scalar] = with_parameters(function[scalar].name, {"_given"});
}

std::string CNames::with_parameters(const std::string& wish, const std::set<std::string>& suffixes) {
  std::string name = fresh(wish);
  while (std::any_of(suffixes.begin(), suffixes.end(),
                     [&](const std::string& suffix) { return taken_.contains(name + suffix); }))
    name = fresh(wish);
  for (const std::string& suffix : suffixes) taken_.insert(name + suffix);
  return name;
}

std::string CNames::fresh(const std::string& wish) {
  const std::string base = plain(wish);
  std::string name = base;
  for (int number = 2; !taken_.insert(name).second; ++number) {
    name = base + "_" + std::to_string(number);
  }
  return name;
}

const std::string& CNames::of(ir::VarId variable) {
  std::string& name = variables_[variable];
  if (name.empty()) name = fresh(function_[variable].name);
  return name;
}

const std::string& CNames::of(ir::ArrayId array) {
  std::string& name = arrays_[array];
  if (name.empty()) name = fresh(function_[array].name);
  return name;
}

}  // namespace unpython::codegen
