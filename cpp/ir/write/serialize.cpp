#include "ir/write/serialize.h"

#include <map>

#include "ir/rewrite.h"
#include "ir/write/byte_stream.h"
#include "support/match.h"

namespace unpython::ir {

namespace {

/// New numbers in order of first use.
template <class IdType>
class Numbering {
 public:
  uint64_t of(IdType id) {
    auto [entry, is_new] = numbers_.try_emplace(id, order_.size());
    if (is_new) order_.push_back(id);
    return entry->second;
  }
  [[nodiscard]] const std::vector<IdType>& order() const { return order_; }

 private:
  std::map<IdType, uint64_t> numbers_;
  std::vector<IdType> order_;
};

/// A table of encoded entries in which equal ones are kept once.
class SharedTable {
 public:
  uint64_t add(const std::string& bytes) {
    auto [entry, is_new] = numbers_.try_emplace(bytes, numbers_.size());
    if (is_new) content_ += bytes;
    return entry->second;
  }
  [[nodiscard]] uint64_t size() const { return numbers_.size(); }
  [[nodiscard]] const std::string& content() const { return content_; }

 private:
  std::map<std::string, uint64_t> numbers_;
  std::string content_;
};

class Serializer {
 public:
  Serializer(const Function& function, Positions positions)
      : function_(function), keep_(positions == Positions::Keep) {}
  explicit Serializer(const Function& function) : function_(function), keep_(false), has_names_(false) {}

  std::string run() {
    // The signature and the body come first because they give the numbers of everything else.
    ByteWriter signature = signature_bytes();
    ByteWriter body;
    block(body, function_.body);
    ByteWriter out;
    out.number(keep_ ? 1 : 0);
    out.text(function_.name);
    out.number(static_cast<uint64_t>(function_.level));
    out.number(function_.disjoint_arguments ? 1 : 0);
    variables(out);
    arrays(out);
    errors(out);
    out.number(exprs_.size());
    out.append(exprs_.content());
    out.number(statement_count_);
    out.append(statements_.bytes());
    out.append(signature.bytes());
    out.append(body.bytes());
    return out.bytes();
  }

  Form form(const Block& statements) {
    ByteWriter body;
    block(body, statements);
    ByteWriter out;
    variables(out);
    arrays(out);
    out.number(errors_.order().size());
    out.append(exprs_.content());
    out.append(statements_.bytes());
    out.append(body.bytes());
    return {out.bytes(), variables_.order(), arrays_.order(), errors_.order()};
  }

 private:
  void position(ByteWriter& out, const SourceRange& range) const {
    if (!keep_) return;
    for (int part : {range.line, range.column, range.end_line, range.end_column, range.file})
      out.signed_number(part);
  }

  ByteWriter signature_bytes() {
    ByteWriter out;
    out.number(function_.parameters.size());
    for (const Parameter& parameter : function_.parameters) {
      out.number((parameter.is_array ? 1U : 0U) | (parameter.hidden ? 2U : 0U));
      out.number(parameter.is_array ? arrays_.of(parameter.array) : variables_.of(parameter.variable));
    }
    out.number(function_.results.size());
    for (const Result& result : function_.results) {
      const bool owns = result.array.valid();
      out.number((result.is_array ? 1U : 0U) | (result.weak ? 2U : 0U) | (owns ? 4U : 0U) | (result.read_only ? 8U : 0U));
      out.number(static_cast<uint64_t>(result.type));
      out.signed_number(result.parameter);
      out.signed_number(result.lists);
      out.number(static_cast<uint64_t>(result.object.kind));
      out.signed_number(result.object.earlier);
      if (owns) out.number(arrays_.of(result.array));
      out.number(result.axes.size());
      for (int axis : result.axes) out.signed_number(axis);
      out.number(result.seen.size());
      for (const SeenArgument& seen : result.seen) seen_argument(out, seen);
    }
    out.number(function_.returns_tuple ? 1 : 0);
    out.number(function_.tuples.size());
    for (int count : function_.tuples) out.signed_number(count);
    return out;
  }
  static void seen_argument(ByteWriter& out, const SeenArgument& seen) {
    out.signed_number(seen.parameter);
    out.number(seen.steps.size());
    for (const ViewStep& step : seen.steps) {
      out.number(static_cast<uint64_t>(step.kind));
      out.number(step.along.size());
      for (int axis : step.along) out.signed_number(axis);
      out.signed_number(step.rank);
      out.number(step.read_only ? 1 : 0);
      out.signed_number(step.expression);
    }
  }
  void variables(ByteWriter& out) const {
    out.number(variables_.order().size());
    for (VarId id : variables_.order()) {
      if (has_names_) out.text(function_[id].name);
      out.number(static_cast<uint64_t>(function_[id].type));
      position(out, function_[id].range);
    }
  }
  void arrays(ByteWriter& out) const {
    out.number(arrays_.order().size());
    for (ArrayId id : arrays_.order()) {
      const Array& array = function_[id];
      if (has_names_) out.text(array.name);
      out.number(static_cast<uint64_t>(array.type));
      out.number(static_cast<uint64_t>(array.rank));
      out.number(static_cast<uint64_t>(array.space));
      out.number(array.strides.size());
      for (StrideClass stride : array.strides) out.number(static_cast<uint64_t>(stride));
      out.number(array.extents.size());
      for (int64_t extent : array.extents) out.signed_number(extent);
      out.number(array.steps.size());
      for (int64_t step : array.steps) out.signed_number(step);
      out.number(array.writeable ? 1 : 0);
      position(out, array.range);
    }
  }
  void errors(ByteWriter& out) const {
    out.number(static_cast<uint64_t>(function_.errors.size()));
    for (const ErrorSite& site : function_.errors) {
      out.number(static_cast<uint64_t>(site.kind));
      out.text(site.message);
      position(out, site.range);
    }
  }

  uint64_t expr(ExprId id) {
    if (auto known = expr_numbers_.find(id); known != expr_numbers_.end()) return known->second;
    const Expr& node = function_[id];
    std::vector<uint64_t> below;
    for (ExprId operand : operands(node)) below.push_back(expr(operand));
    ByteWriter out;
    out.number(node.node.index());
    out.number(static_cast<uint64_t>(node.type));
    match(node.node, [&](const auto& alternative) { head(out, alternative); });
    out.number(below.size());
    for (uint64_t operand : below) out.number(operand);
    uint64_t number = exprs_.add(out.bytes());
    expr_numbers_.emplace(id, number);
    return number;
  }
  static void head(ByteWriter& out, const Const& node) {
    out.signed_number(node.value.integer);
    if (is_float(node.value.type) || is_complex(node.value.type)) {
      out.real(node.value.real.real());
      out.real(node.value.real.imag());
    }
  }
  void head(ByteWriter& out, const Read& node) { out.number(variables_.of(node.variable)); }
  void head(ByteWriter& out, const Load& node) { out.number(arrays_.of(node.array)); }
  void head(ByteWriter& out, const Extent& node) { axis(out, node.array, node.dimension); }
  void head(ByteWriter& out, const WrapIndex& node) { axis(out, node.array, node.dimension); }
  static void head(ByteWriter& out, const Unary& node) { out.number(static_cast<uint64_t>(node.op)); }
  static void head(ByteWriter& out, const Binary& node) { out.number(static_cast<uint64_t>(node.op)); }
  static void head(ByteWriter& out, const Compare& node) { out.number(static_cast<uint64_t>(node.op)); }
  static void head(ByteWriter&, const Select&) {}
  static void head(ByteWriter&, const Cast&) {}
  static void head(ByteWriter& out, const Call& node) {
    out.number(static_cast<uint64_t>(node.function));
    out.number(static_cast<uint64_t>(node.library));
  }
  void error(ByteWriter& out, ErrorId id) { out.number(has_names_ ? static_cast<uint64_t>(id.value) : errors_.of(id)); }
  void axis(ByteWriter& out, ArrayId array, int dimension) {
    out.number(arrays_.of(array));
    out.number(static_cast<uint64_t>(dimension));
  }

  void block(ByteWriter& out, const Block& block) {
    std::vector<uint64_t> numbers;
    for (StmtId id : block) numbers.push_back(statement(id));
    out.number(numbers.size());
    for (uint64_t number : numbers) out.number(number);
  }
  uint64_t statement(StmtId id) {
    const Stmt& stmt = function_[id];
    ByteWriter out;
    out.number(stmt.node.index());
    position(out, stmt.range);
    match(stmt.node, [&](const auto& alternative) { head(out, alternative); });
    std::vector<uint64_t> held;
    for (ExprId held_expr : expressions(stmt)) held.push_back(expr(held_expr));
    out.number(held.size());
    for (uint64_t number : held) out.number(number);
    for (const Block* nested : blocks(stmt)) block(out, *nested);
    statements_.append(out.bytes());
    return statement_count_++;
  }
  void head(ByteWriter& out, const Assign& node) { out.number(variables_.of(node.variable)); }
  void head(ByteWriter& out, const Store& node) { out.number(arrays_.of(node.array)); }
  void head(ByteWriter& out, const AtomicUpdate& node) {
    out.number(arrays_.of(node.array));
    out.number(static_cast<uint64_t>(node.op));
  }
  void head(ByteWriter& out, const CheckIndex& node) {
    axis(out, node.array, node.dimension);
    error(out, node.error);
  }
  static void head(ByteWriter&, const If&) {}
  void head(ByteWriter& out, const For& node) {
    out.number(variables_.of(node.counter));
    out.number(static_cast<uint64_t>(node.mark));
    out.number(static_cast<uint64_t>(node.width));
    out.number(static_cast<uint64_t>(node.ahead + 1));
    out.number(node.joins ? 1 : 0);
  }
  static void head(ByteWriter&, const While&) {}
  static void head(ByteWriter&, const Break&) {}
  static void head(ByteWriter&, const Continue&) {}
  static void head(ByteWriter&, const Return&) {}
  void head(ByteWriter& out, const Raise& node) { error(out, node.error); }
  void head(ByteWriter& out, const Allocate& node) {
    out.number(arrays_.of(node.array));
    out.number(node.keeps ? 1U : 0U);
  }
  void head(ByteWriter& out, const CallHost& node) {
    out.number(static_cast<uint64_t>(node.function));
    out.number(node.is_native ? 1U : 0U);
    out.number(node.arguments.size());
    for (const HostArgument& argument : node.arguments) {
      out.number((argument.array.valid() ? 1U : 0U) | (argument.stored ? 2U : 0U) | (argument.weak ? 4U : 0U));
      if (argument.array.valid()) out.number(arrays_.of(argument.array));
    }
  }

  const Function& function_;
  bool keep_;
  bool has_names_ = true;
  Numbering<VarId> variables_;
  Numbering<ArrayId> arrays_;
  Numbering<ErrorId> errors_;
  std::map<ExprId, uint64_t> expr_numbers_;
  SharedTable exprs_;
  ByteWriter statements_;
  uint64_t statement_count_ = 0;
};

}  // namespace

std::string serialize(const Function& function, Positions positions) {
  return Serializer(function, positions).run();
}

Form form_of(const Function& function, const Block& block) { return Serializer(function).form(block); }

}  // namespace unpython::ir
