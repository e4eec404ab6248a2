// The programs in tests/golden/lower: NAME.py names the types of the arguments in its first line, NAME.txt is what Python makes
// of it.
#pragma once
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "frontend/types/signature.h"

namespace unpython::test {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline ScalarType scalar_type(const std::string& name) {
  for (int i = 0; i < kScalarTypeCount; ++i)
    if (name_of(static_cast<ScalarType>(i)) == name) return static_cast<ScalarType>(i);
  throw std::invalid_argument("unknown type " + name);
}

/// "float64[2]", "float32", or "int", "float", "complex" for Python numbers.
inline frontend::ArgumentType argument_type(const std::string& word) {
  frontend::ArgumentType result;
  const size_t bracket = word.find('[');
  if (word == "int" || word == "float" || word == "complex") {
    result.weak = true;
    result.type = word == "int"     ? ScalarType::Int64
                  : word == "float" ? ScalarType::Float64
                                    : ScalarType::Complex128;
    return result;
  }
  result.type = scalar_type(word.substr(0, bracket));
  result.is_array = bracket != std::string::npos;
  if (result.is_array)
    result.strides.assign(static_cast<size_t>(std::stoi(word.substr(bracket + 1))), ir::StrideClass::Other);
  return result;
}

inline frontend::Signature signature_in(const std::string& source) {
  const std::string mark = "# signature:";
  if (!source.starts_with(mark)) throw std::invalid_argument("no signature");
  std::istringstream words(source.substr(mark.size(), source.find('\n') - mark.size()));
  frontend::Signature signature;
  for (std::string word; words >> word;) signature.arguments.push_back(argument_type(word));
  return signature;
}

}  // namespace unpython::test
