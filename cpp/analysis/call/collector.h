// Inside of collect: walks a function once, in program order, and knows at each point what the numbers of the
// call make of its variables.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "analysis/call/nest.h"
#include "analysis/call/nest_domain.h"
#include "analysis/text/whole_slices.h"

namespace unpython::analysis {

/// What is known of a scalar.
struct Value {
  enum class Kind : uint8_t {
    Nothing,
    Form,    ///< an integer (not Bool). Int64: as the program computes it modulo 2^64, else exactly
    Number,  ///< a float, complex or Bool
  };
  Kind kind = Kind::Nothing;
  int loop = -1;  ///< Nothing: index of the innermost loop around the definition
  integers::LinearForm form;
  ir::Constant number;

  [[nodiscard]] static Value of(integers::LinearForm form) { return {Kind::Form, -1, std::move(form), {}}; }
  [[nodiscard]] static Value of(const ir::Constant& number);
  [[nodiscard]] bool operator==(const Value& other) const;
};

/// A condition as alternatives: it holds only where all relations of one way hold.
struct Ways {
  std::vector<std::vector<Relation>> ways;
  bool exact = true;  ///< it holds wherever one way does
};

struct Condition {
  Ways yes;
  Ways no;
  std::optional<bool> known;  ///< the same at every point
};

class Collector {
 public:
  /// `varies`: by ArrayId, the local arrays that are known to be made with several extents.
  Collector(const ir::Function& function, const CallValues& call, std::vector<bool> varies);
  [[nodiscard]] Nests run();
  /// Local arrays whose extents were taken for constants, and are not: the walk counts only if this is what it began with.
  [[nodiscard]] const std::vector<bool>& varies() const { return varies_; }
  [[nodiscard]] bool is_wrong() const { return is_wrong_; }

 private:
  /// How a list of statements may end other than by its last one.
  struct Flow {
    bool leaves = false;      ///< always
    bool raises = false;      ///< leaves by an exception of the program only
    bool may_skip = false;    ///< sometimes by continue: the rest of this iteration
    bool may_break = false;   ///< sometimes by break: the rest of the loop
    bool may_return = false;  ///< sometimes by return: everything
    bool guarded = false;     ///< guards already say when the rest of this block runs
    void join(const Flow& other);
  };

  /// Values that are equal wherever their operands are.
  struct Numbered {
    enum class Kind : uint8_t {
      Wrapped,
      Product,
      Quotient,
      Remainder,
      Minimum,
      Maximum,
      Other,
      Subscript,
      Turn,   ///< -1 for a subscript that is negative, 0 for another one
      Place,  ///< where such a subscript leads
      Element
    };
    Kind kind;
    int32_t detail;  ///< operator, type or array
    integers::LinearForm first;
    integers::LinearForm second;
    integers::UnknownIndex symbol;
    int guard;  ///< under which its definition is known; -1: nothing to know
  };

  // collect.cpp: statements
  void scan(const ir::Block& block);
  Flow block(const ir::Block& block);
  Flow statement(ir::StmtId id);
  Flow branch(ir::StmtId id, const ir::If& node);
  Flow raise_check(ir::StmtId id, const ir::If& node);
  Flow loop(ir::StmtId id, const ir::For& node);
  Flow loop(ir::StmtId id, const ir::While& node);
  void forget_assigned(ir::StmtId id, int loop);
  [[nodiscard]] std::vector<Value> assigned_values(ir::StmtId id) const;
  void restore(ir::StmtId id, const std::vector<Value>& values);
  void merge(ir::StmtId id, const std::vector<Value>& other);
  void assume(const Ways& ways);
  void push_guard(const integers::LinearForm& form, bool nonzero = false);

  // collect_nest.cpp
  void start_nest(ir::StmtId root);
  static void give_back_spare(Nest& nest);
  void finish_nest();
  void settle_determined();
  void enter(ir::StmtId id, const ir::For& node);

  // collect_values.cpp: expressions. Evaluating one records the elements it reads.
  Value value(ir::ExprId id);
  Value value_of_node(ir::ExprId id);
  void note_slice_end(ir::ExprId id, const Value& value);
  /// An integer as the program computes it; a symbol where nothing is known. Nothing outside nests.
  std::optional<integers::LinearForm> integer(ir::ExprId id);
  std::optional<integers::LinearForm> settled(const Value& value, ScalarType type);
  Value read(ir::VarId variable, ScalarType type);
  Value binary(ScalarType type, const ir::Binary& node);
  Value integer_binary(ScalarType type, ir::BinaryOp op, const Value& left, const Value& right);
  Value divided(const integers::LinearForm& dividend, int64_t divisor, bool remainder);
  struct PartKinds {
    Numbered::Kind quotient;
    Numbered::Kind rest;
  };
  struct Parts {
    Value quotient;
    Value rest;
  };
  Parts parts_of(const integers::LinearForm& dividend, int64_t divisor, PartKinds kinds,
                 integers::IntegerRange quotients);
  Value cast(ScalarType to, ir::ExprId operand);
  Value call(ScalarType type, const ir::Call& node);
  Value magnitude(ScalarType type, const integers::LinearForm& a);
  Value select(ScalarType type, const ir::Select& node);
  Value extremum(bool minimum, const integers::LinearForm& a, const integers::LinearForm& b);
  Value numbered(Numbered::Kind kind, int32_t detail, const integers::LinearForm& first,
                 const integers::LinearForm& second, integers::IntegerRange range, bool* created = nullptr);
  const Numbered* definition_of(integers::UnknownIndex symbol) const;
  integers::LinearForm symbol(integers::IntegerRange range, int loop);
  [[nodiscard]] int loop_of(const integers::LinearForm& form) const;
  [[nodiscard]] bool fits(const integers::LinearForm& form, ScalarType type) const;
  [[nodiscard]] bool in_nest() const { return nest_ != nullptr; }

  // collect_conditions.cpp
  Condition condition(ir::ExprId id);
  Condition compare(const ir::Compare& node);
  Condition at_least_zero(const std::optional<integers::LinearForm>& form);
  Condition is_nonzero(const std::optional<integers::LinearForm>& form);

  // collect_accesses.cpp: memories, subscripts, accesses
  void place_arguments();
  void place_local(ir::ArrayId array, std::span<const ir::ExprId> extents);
  void keep_locals();
  void allocate(const ir::Allocate& node);
  /// Where the arrays lie that a statement makes, and what is known of their extents.
  struct Made {
    ArrayPlace place;
    std::vector<integers::LinearForm> extents;
    int version;
  };
  [[nodiscard]] std::vector<Made> made_by(ir::StmtId id) const;
  void restore_made(ir::StmtId id, const std::vector<Made>& made);
  void merge_made(ir::StmtId id, const std::vector<Made>& other);
  void forget_made(ir::StmtId id);
  void forget_extents(ir::ArrayId array);
  ArrayPlace& place(ir::ArrayId array);
  std::optional<integers::LinearForm> extent(ir::ArrayId array, int dimension);
  std::optional<SubscriptCheck> subscript(ir::ArrayId array, int dimension, ir::ExprId written);
  Value wrapped(ir::ExprId id, const ir::WrapIndex& node);
  void check(ir::StmtId id, const ir::CheckIndex& node);
  Value element(ir::ExprId id, const ir::Load& node);
  void store(ir::ArrayId array, const std::vector<ir::ExprId>& indices, ir::ExprId value, bool atomic);
  integers::LinearForm within_axis(const integers::LinearForm& subscript, ir::ArrayId array, int dimension);
  int record(ir::ArrayId array, const std::vector<ir::ExprId>& indices, ir::ExprId expr, bool write);

  const ir::Function& f_;
  const CallValues& call_;
  WholeSlices slices_;
  Nests result_;
  Nest* nest_ = nullptr;  ///< the one under construction
  std::optional<NestDomain> domain_;
  int loop_ = -1;
  int guard_ = -1;
  bool conditional_ = false;
  int dead_ = 0;  ///< branches around, outside nests, that the numbers refute
  ir::StmtId statement_;
  std::vector<Value> values_;      ///< by VarId
  std::vector<int> parameter_of_;  ///< by ArrayId: index into ir::Function::parameters; -1: local
  std::vector<std::vector<integers::LinearForm>> local_extents_;  ///< by ArrayId
  std::vector<int> version_;         ///< by ArrayId: its extents are the same where the version is
  int versions_ = 0;
  std::vector<std::optional<ArrayPlace>> first_;  ///< by ArrayId: as it was made first
  std::vector<bool> varies_;         ///< by ArrayId: its extents are no constants, or not the same ones wherever it is made
  bool is_wrong_ = false;            ///< varies_ has one more than the walk began with
  std::vector<ir::ArrayId> made_;    ///< in the order of the walk
  std::vector<std::pair<int, int>> made_span_;  ///< by StmtId: its part of made_
  std::vector<bool> resized_;        ///< by ArrayId: its extent changes while it keeps its elements
  std::vector<bool> written_;        ///< by ArrayId: the function stores to it, or to one that overlaps it
  std::vector<ir::VarId> assigned_;  ///< in the order of the walk
  std::vector<std::pair<int, int>> span_;  ///< by StmtId: its part of assigned_
  std::vector<Numbered> numbered_;
  std::vector<ir::VarId> named_;  ///< variables of the code around the nest that got a symbol in it
};

/// Values of an integer type, as far as 64 signed bits hold them.
[[nodiscard]] integers::IntegerRange range_of(ScalarType type);

}  // namespace unpython::analysis
