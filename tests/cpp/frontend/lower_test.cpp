// Golden IR of the programs in tests/golden/lower: NAME.py names the types of the arguments in its first
// line, NAME.txt is what Python makes of it (tests/python/test_source.py keeps it fresh), NAME.ir is what
// lowering makes of that.
#include "frontend/lower/lower.h"

#include <filesystem>

#include "frontend/syntax/reader.h"
#include "golden.h"
#include "ir/print.h"
#include "ir/verify/verify.h"

using namespace unpython;
using namespace unpython::frontend;

namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

ScalarType scalar_type(const std::string& name) {
  for (int i = 0; i < kScalarTypeCount; ++i)
    if (name_of(static_cast<ScalarType>(i)) == name) return static_cast<ScalarType>(i);
  FAIL("unknown type " << name);
  return ScalarType::Bool;
}

/// "float64[2]", "float32", or "int", "float", "complex" for Python numbers.
ArgumentType argument_type(const std::string& word) {
  ArgumentType result;
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

Signature signature_in(const std::string& source) {
  const std::string mark = "# signature:";
  REQUIRE(source.starts_with(mark));
  std::istringstream words(source.substr(mark.size(), source.find('\n') - mark.size()));
  Signature signature;
  for (std::string word; words >> word;) signature.arguments.push_back(argument_type(word));
  return signature;
}

/// The printed IR, or the mistakes that are found.
std::string lowered_text(const syntax::Program& program, const Signature& signature) {
  try {
    const ir::Function function = lower(program, signature, Options{});
    CHECK(ir::verify(function) == std::vector<std::string>{});
    return ir::print(function);
  } catch (const CompileError& error) {
    return std::string(error.what()) + "\n";
  }
}

}  // namespace

TEST_CASE("lowered programs") {
  const std::filesystem::path folder = UNPYTHON_TEST_DATA "/golden/lower";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".py") continue;
    const std::string name = entry.path().stem().string();
    INFO("program " << name);
    const syntax::Program program = read_program(read_file(folder / (name + ".txt")));
    test::check_golden(lowered_text(program, signature_in(read_file(entry.path()))), "lower/" + name + ".ir");
  }
}
