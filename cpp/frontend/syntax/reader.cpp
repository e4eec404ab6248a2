// One pass over the text by recursive descent: the format is prefix notation, so a node is known by its first
// token.
#include "frontend/syntax/reader.h"

#include <optional>
#include <string>
#include <utility>

#include "frontend/syntax/diagnostics.h"
#include "frontend/syntax/reasons.h"
#include "frontend/syntax/token_reader.h"
#include "support/large_stack.h"

namespace unpython::frontend {
namespace {

using namespace syntax;

/// What the stages make of one node of a program is at most so deep, with few exceptions and some room.
constexpr int kLevelsOfNode = 2;

/// Finds the value that belongs to a word of the format.
template <class T, size_t N>
std::optional<T> look_up(const std::pair<std::string_view, T> (&table)[N], std::string_view word) {
  for (const auto& [key, value] : table) {
    if (key == word) return value;
  }
  return std::nullopt;
}

constexpr std::pair<std::string_view, UnaryOperator> kUnaryOperators[] = {{"-", UnaryOperator::Minus},
                                                                          {"not", UnaryOperator::Not},
                                                                          {"+", UnaryOperator::Plus},
                                                                          {"~", UnaryOperator::Invert}};

constexpr std::pair<std::string_view, BinaryOperator> kBinaryOperators[] = {
    {"+", BinaryOperator::Add},    {"-", BinaryOperator::Sub},       {"*", BinaryOperator::Mult},
    {"/", BinaryOperator::Div},    {"//", BinaryOperator::FloorDiv}, {"%", BinaryOperator::Mod},
    {"**", BinaryOperator::Pow},   {"@", BinaryOperator::MatMult},   {"&", BinaryOperator::BitAnd},
    {"|", BinaryOperator::BitOr},  {"^", BinaryOperator::BitXor},    {"<<", BinaryOperator::LShift},
    {">>", BinaryOperator::RShift}};

constexpr std::pair<std::string_view, CompareOperator> kCompareOperators[] = {
    {"<", CompareOperator::Lt},        {"<=", CompareOperator::LtE},       {">", CompareOperator::Gt},
    {">=", CompareOperator::GtE},      {"==", CompareOperator::Eq},        {"!=", CompareOperator::NotEq},
    {"is", CompareOperator::Is},       {"is-not", CompareOperator::IsNot}, {"in", CompareOperator::In},
    {"not-in", CompareOperator::NotIn}};

constexpr std::pair<std::string_view, BindingKind> kBindingKinds[] = {
    {"library", BindingKind::Library},         {"function", BindingKind::Function},
    {"numpy", BindingKind::NumpyFunction},     {"class", BindingKind::Class},
    {"hidden", BindingKind::Hidden},           {"host", BindingKind::Host},
    {"unsupported", BindingKind::Unsupported}, {"missing", BindingKind::Missing}};

constexpr std::pair<std::string_view, RecordClass::Kind> kRecordKinds[] = {
    {"object", RecordClass::Kind::Object},
    {"tuple", RecordClass::Kind::NamedTuple},
    {"dict", RecordClass::Kind::Dict}};

class Reader : TokenReader {
 public:
  explicit Reader(std::string_view text) : TokenReader(text) {}

  Program read() {
    expect_word("unpython");
    expect_word("1");
    while (peek() == '(') program_.functions.push_back(function());
    if (program_.functions.empty()) fail("a program without a function");
    expect_word("hidden");
    program_.hidden = list([&] { return string(); });
    if (peek() == 'p') {
      expect_word("python");
      program_.python = number<int>();
    }
    if (peek() != '\0') {
      expect_word("classes");
      program_.classes = list([&] { return record_class(); });
    }
    if (peek() != '\0') fail("text after the end of the program");
    return std::move(program_);
  }

 private:
  // Functions.

  Function function() {
    Function result;
    expect('(');
    expect_word("function");
    result.name = std::string(word());
    result.file = static_cast<int>(program_.files.size());
    set_file(result.file);
    SourceFile file;
    file.name = string();
    file.first_line = number<int>();
    file.lines = list([&] { return string(); });
    program_.files.push_back(std::move(file));
    result.range = range();
    result.parameters = list([&] { return parameter(); });
    if (!result.parameters.empty() && result.parameters.back().name.starts_with('*')) {
      result.rest = result.parameters.back().name.substr(1);
      result.parameters.pop_back();
    }
    result.keyword_only = list([&] { return parameter(); });
    result.bindings = list([&] { return binding(); });
    result.unknown_names = list([&] { return std::string(word()); });
    result.body = body();
    result.named = std::move(named_);
    named_.clear();
    expect(')');
    return result;
  }

  Parameter parameter() {
    Parameter result;
    expect('(');
    result.name = std::string(word());
    result.range = range();
    result.default_value = optional_expression();
    expect(')');
    return result;
  }

  Binding binding() {
    Binding result;
    expect('(');
    result.path = std::string(word());
    const std::string_view kind = word();
    const auto found = look_up(kBindingKinds, kind);
    if (!found) fail("unknown binding '" + std::string(kind) + "'");
    result.kind = *found;
    if (*found == BindingKind::Function || *found == BindingKind::NumpyFunction ||
        *found == BindingKind::Class || *found == BindingKind::Hidden) {
      result.index = number<int>();
    } else {
      if (*found == BindingKind::Host) result.index = number<int>();
      result.target = string();
    }
    expect(')');
    return result;
  }

  RecordClass record_class() {
    RecordClass result;
    expect('(');
    result.name = std::string(word());
    const std::string_view kind = word();
    const auto found = look_up(kRecordKinds, kind);
    if (!found) fail("unknown class of objects '" + std::string(kind) + "'");
    result.kind = *found;
    result.is_frozen = number<int>() != 0;
    result.initialize = number<int>();
    result.fields = list([&] { return string(); });
    result.methods = list([&] { return binding(); });
    result.properties = list([&] { return binding(); });
    expect(')');
    return result;
  }

  // Statements.

  Body body() {
    return list([&] { return statement(); });
  }

  StmtId statement() {
    enter();
    expect('(');
    const std::string_view tag = word();
    const SourceRange where = range();
    StmtNode node = statement_node(tag);
    expect(')');
    --depth_;
    return program_.stmts.push({std::move(node), where});
  }

  StmtNode statement_node(std::string_view tag) {
    if (tag == "assign") {
      Assign node{.targets = list([&] { return expression(); }), .value = {}};
      node.value = expression();
      return node;
    }
    if (tag == "aug") {
      AugAssign node;
      node.target = expression();
      node.op = operation(kBinaryOperators);
      node.value = expression();
      return node;
    }
    if (tag == "for") {
      For node;
      node.target = expression();
      node.iterable = expression();
      node.body = body();
      node.otherwise = body();
      return node;
    }
    if (tag == "while") return conditional_statement<While>();
    if (tag == "if") return conditional_statement<If>();
    if (tag == "break") return Break{};
    if (tag == "continue") return Continue{};
    if (tag == "pass") return Pass{};
    if (tag == "return") return Return{optional_expression()};
    if (tag == "assert") {
      Assert node;
      node.condition = expression();
      node.message = optional_expression();
      return node;
    }
    if (tag == "raise") return Raise{expression()};
    if (tag == "expr") return ExprStatement{expression()};
    if (tag == "del") return Delete{expressions()};
    if (tag == "nonlocal") return Nonlocal{list([&] { return std::string(word()); })};
    if (tag == "unsupported") return UnsupportedStmt{std::string(word())};
    fail("unknown statement '" + std::string(tag) + "'");
  }

  template <class Node>
  Node conditional_statement() {
    Node node;
    node.condition = expression();
    node.body = body();
    node.otherwise = body();
    return node;
  }

  // Expressions.

  ExprId optional_expression() { return accept_absent() ? ExprId{} : expression(); }

  ExprId expression() {
    enter();
    expect('(');
    const std::string_view tag = word();
    const SourceRange where = range();
    ExprNode node = expression_node(tag);
    expect(')');
    --depth_;
    return program_.exprs.push({std::move(node), where});
  }

  std::vector<ExprId> expressions() {
    return list([&] { return expression(); });
  }

  ExprNode expression_node(std::string_view tag) {
    if (tag == "name") return Name{std::string(word())};
    if (tag == "binary") return binary();
    if (tag == "sub") {
      Subscript node;
      node.value = expression();
      node.index = expression();
      return node;
    }
    if (tag == "tuple") return Tuple{expressions()};
    if (tag == "call") return call();
    if (tag == "attr") {
      Attribute node{.value = expression(), .name = {}};
      node.name = std::string(word());
      return node;
    }
    if (tag == "compare") return compare();
    if (tag == "unary") {
      const UnaryOperator op = operation(kUnaryOperators);
      return Unary{op, expression()};
    }
    if (tag == "and") return Bool{BoolOperator::And, expressions()};
    if (tag == "or") return Bool{BoolOperator::Or, expressions()};
    if (tag == "select") {
      Conditional node;
      node.condition = expression();
      node.if_true = expression();
      node.if_false = expression();
      return node;
    }
    if (tag == "slice") {
      Slice node;
      node.lower = optional_expression();
      node.upper = optional_expression();
      node.step = optional_expression();
      return node;
    }
    if (tag == "list") return List{expressions()};
    if (tag == "listed") return comprehension(true);
    if (tag == "generated") return comprehension(false);
    if (tag == "named") {
      named_.emplace_back(word());
      Named node{.id = named_.back(), .value = {}};
      node.value = expression();
      return node;
    }
    if (tag == "function") return FunctionLiteral{number<int>()};
    if (tag == "record" || tag == "given") {
      RecordLiteral node{.index = number<int>(), .is_given = tag == "given", .fields = {}};
      node.fields = expressions();
      return node;
    }
    if (tag == "unsupported") return UnsupportedExpr{std::string(word())};
    return literal(tag);
  }

  ExprNode literal(std::string_view tag) {
    if (tag == "int") {
      const std::string_view digits = word();
      if (digits == "big") return IntLiteral{.too_large = true};
      constexpr std::string_view kFirstUnsigned = "9223372036854775808";
      const bool is_unsigned = digits.size() > kFirstUnsigned.size() ||
                               (digits.size() == kFirstUnsigned.size() && digits >= kFirstUnsigned);
      if (is_unsigned && digits[0] != '-')
        return IntLiteral{.value = static_cast<int64_t>(number<uint64_t>(digits)), .is_unsigned = true};
      return IntLiteral{.value = number<int64_t>(digits)};
    }
    if (tag == "float") return FloatLiteral{number<double>()};
    if (tag == "complex") return ComplexLiteral{number<double>()};
    if (tag == "true") return BoolLiteral{true};
    if (tag == "false") return BoolLiteral{false};
    if (tag == "none") return NoneLiteral{};
    if (tag == "ellipsis") return Ellipsis{};
    if (tag == "unset") return Unset{};
    if (tag == "str") return StringLiteral{string()};
    fail("unknown expression '" + std::string(tag) + "'");
  }

  Comprehension comprehension(bool is_list) {
    Comprehension node{.element = {}, .clauses = {}, .is_list = is_list};
    node.clauses = list([&] {
      Clause clause;
      expect('(');
      clause.target = expression();
      clause.iterable = expression();
      clause.conditions = expressions();
      expect(')');
      return clause;
    });
    node.element = expression();
    return node;
  }

  Binary binary() {
    Binary node;
    node.op = operation(kBinaryOperators);
    node.left = expression();
    node.right = expression();
    return node;
  }

  Compare compare() {
    Compare node;
    node.left = expression();
    node.ops = list([&] { return operation(kCompareOperators); });
    node.comparators = expressions();
    return node;
  }

  Call call() {
    Call node;
    node.function = expression();
    node.arguments = expressions();
    node.keywords = list([&] { return keyword(); });
    return node;
  }

  Keyword keyword() {
    Keyword result;
    expect('(');
    const std::string_view name = word();
    if (name != "**") result.name = std::string(name);
    result.range = range();
    result.value = expression();
    expect(')');
    return result;
  }

  template <class T, size_t N>
  T operation(const std::pair<std::string_view, T> (&table)[N]) {
    const std::string_view sign = word();
    const auto found = look_up(table, sign);
    if (!found) fail("unknown operator '" + std::string(sign) + "'");
    return *found;
  }

  void enter() {
    if (++depth_ <= kDeepestProgram / kLevelsOfNode) return;
    const std::vector<Diagnostic> mistake{{std::string(reasons::kTooLarge.code),
                                           "the function is nested too deeply", "cut it into several",
                                           last_}};
    throw CompileError(mistake, render(program_, mistake));
  }

  SourceRange range() { return last_ = TokenReader::range(); }

  int depth_ = 0;
  SourceRange last_;                // the last one read
  std::vector<std::string> named_;  // by `:=`, of the function that is read
  Program program_;
};

}  // namespace

Program read_program(std::string_view text) { return Reader(text).read(); }

}  // namespace unpython::frontend
