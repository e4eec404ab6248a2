// Words of lines -> a declaration.
#include "driver/declaration.h"

#include <sstream>
#include <stdexcept>

#include "driver/compile/compile.h"

namespace unpython::driver {
namespace {

[[noreturn]] void refuse(const std::string& line) {
  throw std::invalid_argument("no line of a declaration: " + line);
}

ScalarType type_in(const std::string& line, const std::string& name) {
  if (const auto type = type_named(name)) return *type;
  refuse(line);
}

Options options_of(std::istringstream& words) {
  Options options;
  int fp = 0, overflow = 0, races = 0;
  words >> fp >> overflow >> races >> options.auto_parallel >> options.check_bounds >> options.strict >>
      options.threads;
  options.fp = static_cast<FloatMode>(fp);
  options.overflow = static_cast<OverflowMode>(overflow);
  options.races = static_cast<RaceMode>(races);
  return options;
}

Scalar hidden_value(std::istringstream& words, const std::string& line) {
  std::string type, weak, real, imaginary;
  words >> type >> weak >> real >> imaginary;
  Scalar value{.type = type_in(line, type), .weak = weak == "weak"};
  if (value.type == ScalarType::UInt64) {
    value.integer = static_cast<int64_t>(std::stoull(real));
  } else if (is_whole_number(value.type)) {
    value.integer = std::stoll(real);
  } else {
    value.real = {std::stod(real), std::stod(imaginary)};
  }
  return value;
}

frontend::DeclaredResult result_of(std::istringstream& words, const std::string& line) {
  std::string type;
  words >> type;
  if (type == "none") return {.declared = true, .none = true};
  int rank = kNumber;
  words >> rank;
  return {.declared = true,
          .is_array = rank != kNumber,
          .type = type_in(line, type),
          .rank = rank == kNumber ? 0 : rank};
}

void read_line(const std::string& line, Declaration& declaration) {
  std::istringstream words(line);
  std::string kind, name, type;
  words >> kind;
  if (kind == "options") {
    declaration.options = options_of(words);
  } else if (kind == "parameter") {
    DeclaredParameter parameter;
    words >> type >> parameter.rank;
    parameter.type = type_in(line, type);
    declaration.parameters.push_back(parameter);
  } else if (kind == "hidden") {
    declaration.hidden.push_back(hidden_value(words, line));
  } else if (kind == "local") {
    words >> name >> type;
    declaration.locals.push_back({name, type_in(line, type)});
  } else if (kind == "result") {
    declaration.result = result_of(words, line);
  } else {
    refuse(line);
  }
  if (words.fail()) refuse(line);
}

}  // namespace

std::optional<ScalarType> type_named(std::string_view name) {
  for (int i = 0; i < kScalarTypeCount; ++i) {
    if (name_of(static_cast<ScalarType>(i)) == name) return static_cast<ScalarType>(i);
  }
  return std::nullopt;
}

Declaration read_declaration(std::string_view text) {
  Declaration declaration;
  while (true) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) throw std::invalid_argument("a declaration without a program");
    const std::string line(text.substr(0, end));
    text.remove_prefix(end + 1);
    if (line == "program") break;
    read_line(line, declaration);
  }
  declaration.program = std::make_shared<const frontend::syntax::Program>(read_program(text));
  return declaration;
}

std::string options_line(const Options& options) {
  std::ostringstream line;
  line << "options " << static_cast<int>(options.fp) << ' ' << static_cast<int>(options.overflow) << ' '
       << static_cast<int>(options.races) << ' ' << options.auto_parallel << ' ' << options.check_bounds
       << ' ' << options.strict << ' ' << options.threads << '\n';
  return line.str();
}

}  // namespace unpython::driver
