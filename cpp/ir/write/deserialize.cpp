// The reader of what serialize.cpp writes: every number is checked against the table it points into.
#include <limits>
#include <utility>

#include "ir/constant.h"
#include "ir/rewrite.h"
#include "ir/typing.h"
#include "ir/write/byte_stream.h"
#include "ir/write/serialize.h"

namespace unpython::ir {

namespace {

constexpr uint64_t kLevels = 3;
constexpr uint64_t kSpaces = 6;
constexpr uint64_t kStrideClasses = 3;
constexpr uint64_t kErrorKinds = 21;
constexpr uint64_t kResultObjects = 4;
constexpr uint64_t kUnaryOps = 3;
constexpr uint64_t kBinaryOps = 13;
constexpr uint64_t kCompareOps = 6;
constexpr auto kIntrinsics = static_cast<uint64_t>(Intrinsic::RootWithin);  // what follows is for devices alone
constexpr uint64_t kLibraries = 4;
constexpr uint64_t kLoopMarks = 9;
constexpr uint64_t kMaxWidth = 1 << 16;

class Deserializer {
 public:
  explicit Deserializer(std::string_view bytes) : in_(bytes) {}

  Function run() {
    keep_ = in_.below(2) == 1;
    f_.name = in_.text();
    f_.level = in_.enumerator<Level>(kLevels);
    f_.disjoint_arguments = in_.below(2) == 1;
    repeat([&] { f_.variables.push(variable()); });
    repeat([&] { f_.arrays.push(array()); });
    repeat([&] { f_.errors.push(error()); });
    repeat([&] { f_.exprs.push(expr()); });
    repeat([&] { f_.stmts.push(statement()); });
    signature();
    f_.body = block();
    if (!in_.at_end()) ByteReader::malformed("bytes after the end");
    return std::move(f_);
  }

 private:
  template <class Read>
  void repeat(Read read) {
    for (uint64_t count = in_.number(); count > 0; --count) read();
  }
  template <class IdType, class Table>
  IdType id(const Table& table) {
    return IdType{static_cast<int32_t>(in_.below(static_cast<uint64_t>(table.size())))};
  }
  VarId variable_id() { return id<VarId>(f_.variables); }
  ArrayId array_id() { return id<ArrayId>(f_.arrays); }
  ErrorId error_id() { return id<ErrorId>(f_.errors); }
  ScalarType type() { return in_.enumerator<ScalarType>(kScalarTypeCount); }

  ScalarType result_type() {
    const uint64_t number = in_.below(uint64_t{1} << 16);
    const auto type = static_cast<ScalarType>(number);
    if (number >= static_cast<uint64_t>(kScalarTypeCount) && !is_time(type)) ByteReader::malformed("a type of a result");
    return type;
  }

  SourceRange position() {
    SourceRange range;
    if (!keep_) return range;
    for (int* part : {&range.line, &range.column, &range.end_line, &range.end_column, &range.file}) {
      *part = static_cast<int>(in_.signed_number());
    }
    return range;
  }
  // Members are read in the order in which they stand; braces guarantee it.
  Variable variable() { return Variable{in_.text(), type(), position()}; }
  Array array() {
    Array result{.name = in_.text(), .type = type(), .rank = static_cast<int>(in_.below(kMaxRank + 1))};
    result.space = in_.enumerator<AddressSpace>(kSpaces);
    repeat([&] { result.strides.push_back(in_.enumerator<StrideClass>(kStrideClasses)); });
    repeat([&] { result.extents.push_back(in_.signed_number()); });
    repeat([&] { result.steps.push_back(in_.signed_number()); });
    result.writeable = in_.below(2) == 1;
    result.range = position();
    return result;
  }
  ErrorSite error() { return ErrorSite{in_.enumerator<ErrorKind>(kErrorKinds), in_.text(), position()}; }

  void signature() {
    repeat([&] {
      uint64_t flags = in_.below(4);
      Parameter parameter{
          .is_array = (flags & 1) != 0, .variable = {}, .array = {}, .hidden = (flags & 2) != 0};
      if (parameter.is_array) {
        parameter.array = array_id();
      } else {
        parameter.variable = variable_id();
      }
      f_.parameters.push_back(parameter);
    });
    repeat([&] {
      uint64_t flags = in_.below(16);
      Result result{.is_array = (flags & 1) != 0, .type = result_type(), .weak = (flags & 2) != 0};
      result.parameter = array_parameter();
      result.lists = static_cast<int>(in_.signed_number());
      result.read_only = (flags & 8) != 0;
      result.object.kind = in_.enumerator<ResultObject::Kind>(kResultObjects);
      result.object.earlier = between(-1, static_cast<int>(f_.results.size()) - 1);
      if ((flags & 4) != 0) result.array = array_id();
      repeat([&] { result.axes.push_back(dimension()); });
      repeat([&] { result.seen.push_back(seen_argument()); });
      f_.results.push_back(result);
    });
    f_.returns_tuple = in_.below(2) == 1;
    repeat([&] { f_.tuples.push_back(static_cast<int>(in_.signed_number())); });
  }

  /// -1, or the number of a parameter that is an array.
  int array_parameter() {
    const int64_t number = in_.signed_number();
    const auto index = static_cast<size_t>(number);
    if (number != -1 && (index >= f_.parameters.size() || !f_.parameters[index].is_array))
      ByteReader::malformed("a result that sees no array");
    return static_cast<int>(number);
  }
  int between(int low, int high) {
    const int64_t number = in_.signed_number();
    if (number < low || number > high) ByteReader::malformed("a number out of range");
    return static_cast<int>(number);
  }
  /// -1: none.
  int dimension() { return between(-1, kMaxRank - 1); }
  SeenArgument seen_argument() {
    SeenArgument seen{.parameter = array_parameter()};
    repeat([&] {
      ViewStep step{.kind = in_.enumerator<ViewStep::Kind>(5)};
      repeat([&] { step.along.push_back(dimension()); });
      step.rank = between(0, kMaxRank);
      step.read_only = in_.below(2) == 1;
      step.expression = between(0, std::numeric_limits<int>::max());
      seen.steps.push_back(std::move(step));
    });
    return seen;
  }

  std::vector<ExprId> expr_ids() {
    std::vector<ExprId> ids;
    repeat([&] { ids.push_back(id<ExprId>(f_.exprs)); });
    return ids;
  }
  Expr expr() {
    uint64_t kind = in_.below(std::variant_size_v<ExprNode>);
    Expr result{.type = type(), .node = {}};
    result.node = expr_head(kind, result.type);
    std::vector<ExprId> below = expr_ids();
    // Load and Call take any number of operands; the others need as many as their node has.
    bool open = is_one_of<Load, Call>(result.node);
    if (!open && below.size() != operands(result).size())
      ByteReader::malformed("a node with missing operands");
    result.node = with_operands(result.node, below);
    if (std::string problem = type_problem(f_, result); !problem.empty()) ByteReader::malformed(problem);
    return result;
  }
  ExprNode expr_head(uint64_t kind, ScalarType type) {
    switch (kind) {
      case 0:
        return Const{constant(type)};
      case 1:
        return Read{variable_id()};
      case 2:
        return Load{array_id(), {}};
      case 3:
        return axis<Extent>();
      case 4:
        return axis<WrapIndex>();
      case 5:
        return Unary{in_.enumerator<UnaryOp>(kUnaryOps), {}};
      case 6:
        return Binary{in_.enumerator<BinaryOp>(kBinaryOps), {}, {}};
      case 7:
        return Compare{in_.enumerator<CompareOp>(kCompareOps), {}, {}};
      case 8:
        return Select{};
      case 9:
        return Cast{};
      default: {
        const auto function = in_.enumerator<Intrinsic>(kIntrinsics);
        return Call{function, {}, in_.enumerator<Library>(kLibraries)};
      }
    }
  }
  Constant constant(ScalarType type) {
    int64_t integer = in_.signed_number();
    if (!is_float(type) && !is_complex(type)) return make_constant(type, integer);
    double real = in_.real();
    return make_constant(type, std::complex<double>(real, in_.real()));
  }
  template <class Node>
  Node axis() {
    Node node;
    node.array = array_id();
    node.dimension = static_cast<int>(in_.below(kMaxRank));
    return node;
  }

  Block block() {
    Block result;
    repeat([&] { result.push_back(id<StmtId>(f_.stmts)); });
    return result;
  }
  Stmt statement() {
    uint64_t kind = in_.below(std::variant_size_v<StmtNode>);
    Stmt result{.node = Break{}, .range = position()};
    result.node = statement_head(kind);
    std::vector<ExprId> held = expr_ids();
    if (held.size() < least_expressions(result)) ByteReader::malformed("a statement with missing parts");
    if (auto* loop = std::get_if<For>(&result.node); loop != nullptr && held.size() > 1)
      loop->grain = held[1];
    std::vector<Block> nested;
    for (size_t count = blocks(result).size(); count > 0; --count) nested.push_back(block());
    result.node = with_parts(result.node, held, std::move(nested));
    return result;
  }
  static size_t least_expressions(const Stmt& stmt) {
    bool open = is_one_of<Return, Raise, Allocate, CallHost>(stmt.node);
    return open ? 0 : expressions(stmt).size();
  }
  StmtNode statement_head(uint64_t kind) {
    switch (kind) {
      case 0:
        return Assign{variable_id(), {}};
      case 1:
        return Store{array_id(), {}, {}};
      case 2: {
        ArrayId array = array_id();
        return AtomicUpdate{array, {}, in_.enumerator<BinaryOp>(kBinaryOps), {}};
      }
      case 3: {
        auto check = axis<CheckIndex>();
        check.error = error_id();
        return check;
      }
      case 4:
        return If{};
      case 5: {
        For loop{.counter = variable_id(), .extent = {}};
        loop.mark = in_.enumerator<LoopMark>(kLoopMarks);
        loop.width = static_cast<int>(in_.below(kMaxWidth));
        loop.ahead = static_cast<int>(in_.below(kMaxWidth)) - 1;
        loop.joins = in_.below(2) != 0;
        return loop;
      }
      case 6:
        return While{};
      case 7:
        return Break{};
      case 8:
        return Continue{};
      case 9:
        return Return{};
      case 10:
        return Raise{error_id(), {}};
      case 11: {
        const ArrayId array = array_id();
        return Allocate{array, {}, in_.below(2) != 0};
      }
      default:
        return host_call();
    }
  }
  CallHost host_call() {
    CallHost call{.function = static_cast<int>(in_.below(kMaxWidth)), .arguments = {}, .values = {}};
    call.is_native = in_.below(2) != 0;
    repeat([&] {
      const uint64_t marks = in_.below(8);
      const ArrayId array = (marks & 1U) != 0 ? array_id() : ArrayId{};
      call.arguments.push_back({array, (marks & 2U) != 0, (marks & 4U) != 0});
    });
    return call;
  }

  ByteReader in_;
  Function f_;
  bool keep_ = false;
};

}  // namespace

Function deserialize(std::string_view bytes) { return Deserializer(bytes).run(); }

}  // namespace unpython::ir
