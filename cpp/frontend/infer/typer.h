// The worker behind infer_types(): one round types everything from the webs' types of the round before.
// Private to the files of this folder.
#pragma once
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/infer/infer_types.h"
#include "frontend/types/alternatives.h"
#include "frontend/types/array_call.h"
#include "frontend/types/operations.h"
#include "frontend/infer/reaching_types.h"

namespace unpython::frontend {

/// The type in words beside another one whose words may be the same: "another string".
[[nodiscard]] std::string describe_beside(const Type& type, const Type& other);

class Typer {
 public:
  Typer(const resolved::Function& function, const Webs& webs, const Signature& signature,
        const std::set<int>& owners, Mistakes& mistakes);
  Types run();

 private:
  // infer_types.cpp
  void round();
  [[nodiscard]] int changed_by_round();
  void report_rounds();
  void forget_excluded();
  void body(const resolved::Body& statements);
  void statement(resolved::StmtId id);
  /// Types what may not run, and gives whether nothing behind it is reached.
  template <class Part>
  bool leaves(const Part& part);
  template <class Part>
  bool leaves_if(bool is_decided, const Part& part);
  void target(const resolved::Target& to, const Type& type);
  void unpacked(const std::vector<resolved::Target>& targets, const Type& array);
  Type owned(const Type& given, int web, int& part, bool in_tuple);
  void define(resolved::DefinitionId id, const Type& given);
  void element_target(const resolved::ElementTarget& to, const Type& value, const SourceRange& range);
  void update_element(const resolved::UpdateElement& node);
  void for_loop(const resolved::For& node);
  Type updated(const resolved::Assign& node);
  void output(const resolved::Assign& node, const Type& value, const SourceRange& range);
  void shown(const Type& type, bool text_only, const SourceRange& range);
  void argument_of_exception(const Type& type, const SourceRange& range);
  void list_target(const Type& list, const Type& item, const Type& value, const SourceRange& range);
  void returned(resolved::ExprId value, const SourceRange& range);
  [[nodiscard]] Type seen_by_caller(Type type) const;
  void join_web(int web);
  [[nodiscard]] bool changes_nothing(int web, const Type& before, const Type& now);
  [[nodiscard]] static bool are_alike(const Type& a, const Type& b);
  Type join_definitions(int web, const Type& a, const Type& b);
  [[nodiscard]] std::optional<Type> fixed_type(int web) const;
  // report.cpp
  void report_joins();
  void report_join(int web);
  void report_depends_on_itself(int web);
  void report_too_many(const std::string& who, const std::vector<resolved::DefinitionId>& ids);
  void note_hints(resolved::DefinitionId first, resolved::DefinitionId second);
  void note_numbers(resolved::DefinitionId first, resolved::DefinitionId second);
  void check_result();
  [[nodiscard]] std::string problem_of_lists(const Type& type) const;
  [[nodiscard]] std::string problem_of_lists(const Type& type, std::set<int>& known) const;
  static Type join_results(const Type& a, const Type& b);
  static std::string described_result(const Type& type);
  void check_declared_result(const SourceRange& range);
  void check_locals();
  [[nodiscard]] std::string name_of_web(int web) const;

  // expressions.cpp
  Type expr(resolved::ExprId id);
  Type compute(resolved::ExprId id);
  std::vector<Type> exprs(const std::vector<resolved::ExprId>& ids);
  /// What is subscripted with, or counted by.
  std::vector<Type> integers(const std::vector<resolved::ExprId>& ids);
  Type read(resolved::ExprId id, const resolved::ReadLocal& node);
  Type attribute(const resolved::Attribute& node, const SourceRange& range);
  Type attribute_of(const Type& value, const resolved::Attribute& node, const SourceRange& range);
  Type unary(const resolved::Unary& node, const SourceRange& range);
  Type beside(syntax::BinaryOperator op, resolved::ExprId operand, const Type& other, bool is_left);
  Type binary(syntax::BinaryOperator op, const Type& left, const Type& right, const SourceRange& range);
  Type compare(const resolved::Compare& node, const SourceRange& range);
  Type compare_pair(syntax::CompareOperator op, const Type& left, const Type& right,
                    const SourceRange& range);
  std::optional<Type> among_elements(const Type& left, const Type& right, const SourceRange& range);
  Type joined(const Type& a, const Type& b, const SourceRange& range);
  bool refuse_large(const Type& left, const Type& right, const SourceRange& range);
  Type condition(resolved::ExprId id);
  Type truth(const Type& type, const SourceRange& range);

  // decided_flow.cpp
  Type logical(const resolved::Logical& node, const SourceRange& range);
  Type conditional(const resolved::Conditional& node, const SourceRange& range);
  Type inlined(resolved::ExprId id, const resolved::Inlined& node);

  // lists.cpp
  Type new_list(const resolved::NewList& node, const SourceRange& range);
  Type list_of(const resolved::ListOf& node, const SourceRange& range);
  void append(const resolved::Append& node, const SourceRange& range);
  void truncate(const resolved::Truncate& node, const SourceRange& range);
  bool changes_length(const Type& list, std::string_view method, const SourceRange& range);
  bool takes_item(const Type& list, const Type& item, const SourceRange& range);
  void note_unknown(const Type& list, const Type& given);
  void extend(const Type& list, const Type& more, const SourceRange& range);
  Type closed(Type list, int web);
  bool close_lists();
  std::optional<Type> list_operation(syntax::BinaryOperator op, const Type& left, const Type& right);
  Type list_element(const Type& list, const std::vector<Type>& indices, const SourceRange& range);
  static std::string described_items(const Type& item);
  Type refuse_key(const Type& key, const SourceRange& range);
  Type refuse_list(const Type& list, const SourceRange& range);
  Type call_of_open_list(const Type& list, const SourceRange& range);
  std::string name_kept_in(const Type& list) const;
  Type refuse_mixture(const Type& left, const Type& right, const SourceRange& range);
  Type refuse_several_types(const Type& item, const SourceRange& range, const Type& list = {});
  [[nodiscard]] bool is_item_of_list(const Type& view) const;
  void note_permutation(const resolved::Assign& node, const SourceRange& range);

  // subscripts.cpp
  Type slice(const resolved::Slice& node);
  Type subscript(const resolved::Subscript& node, const SourceRange& range);
  Type item_of(const Type& tuple, const SourceRange& range);
  Type tuple_subscript(const Type& base, const std::vector<Type>& indices, const SourceRange& range);
  Type element(const Type& array, const std::vector<resolved::ExprId>& ids, const std::vector<Type>& indices,
               const SourceRange& range);
  Type advanced_element(const Type& array, const std::vector<resolved::ExprId>& ids,
                        const std::vector<Type>& indices, const SourceRange& range);
  static Type stored_place(const Type& array, const Type& selected);
  Type limited_rank(const Type& result, const SourceRange& range);

  // arrays.cpp
  Type shape_of(const Type& array);
  Type array_attribute(const Type& array, const std::string& name, const SourceRange& range);
  Type array_method(const Type& array, const resolved::CallMethod& node, const SourceRange& range);
  // array_calls.cpp
  Type array_call(const ArrayFunction& f, const std::vector<resolved::ExprId>& ids,
                  const LibraryFunction* inner, const SourceRange& range);
  Type from_values(const ArrayCall& call, const SourceRange& range);
  Type reduction(const ArrayCall& call, const SourceRange& range);
  Type product(const Type& left, const Type& right, bool is_dot, const SourceRange& range);
  // index_maps.cpp
  static Type index_map(const ArrayCall& call, std::string& problem);
  static Type joined_arrays(const ArrayCall& call, std::string& problem);

  void array_store(const Type& place, const Type& value, const SourceRange& range);
  void array_update(const Type& place, const Type& result, const SourceRange& range);
  /// a @= b whose product has fewer dimensions than a.
  bool refuse_lower_product(syntax::BinaryOperator op, const Type& place, const Type& result, const SourceRange& range);
  /// What `on_elements` gives for the elements of the operands, as an array if one of them is.
  static Type elementwise(const std::vector<Type>& operands,
                          const std::function<Type(const std::vector<Type>&)>& on_elements);

  // times.cpp
  Type refuse_times(const std::string& what, const std::vector<Type>& given, const SourceRange& range);
  [[nodiscard]] static bool makes_time(ScalarType to, const Type& from);
  bool refuses_text(const resolved::Inlined& node, size_t before, const SourceRange& range);
  bool refuses_axes(const resolved::Inlined& node, const SourceRange& range);
  bool takes_times(const resolved::Inlined& node, size_t before, const SourceRange& range);
  Type time_call(const LibraryFunction& f, const std::vector<Type>& arguments, const SourceRange& range);
  std::optional<Type> time_array_call(const ArrayCall& call, const SourceRange& range);
  bool refuse_time_store(ScalarType place, const Type& value, const SourceRange& range);

  // calls.cpp
  Type library_call(resolved::ExprId id, const resolved::CallLibrary& node, const SourceRange& range);
  Type python_call(const LibraryFunction& f, const std::vector<Type>& arguments, const SourceRange& range);
  Type numpy_call(const LibraryFunction& f, const std::vector<Type>& arguments, const SourceRange& range);
  Type host_call(const resolved::CallHost& node, const SourceRange& range);
  Type array_query(const LibraryFunction& f, const Type& argument, const SourceRange& range);
  Type convert(ScalarType to, const Type& from, const SourceRange& range);
  Type method(const resolved::CallMethod& node, const SourceRange& range);

  Type wrong(const Reason& reason, const SourceRange& range, const std::string& message,
             std::string advice = {}, std::optional<MixedList> mixed_list = {});
  /// What is said of a list that would hold such items; nothing where there are others among them.
  [[nodiscard]] std::optional<MixedList> list_of_several(const Type& list, const std::vector<Type>& items) const;

  const resolved::Function& f_;
  const Webs& webs_;
  const Signature& signature_;
  Mistakes& mistakes_;
  bool reporting_ = false;
  int read_differs_ = -1;  ///< a web of which a definition has another type than before, which reads may see
  int loops_ = 0;    ///< around, for and while
  std::string not_of_half_{};  ///< the function of ours around, if it does not give NumPy's float16
  int helpers_ = 0;               ///< functions around
  int in_library_ = 0;            ///< those of them that are this package's own
  int undecided_ = 0;             ///< conditions and loops around within our own function, of which types decide nothing
  bool refused_ = false;          ///< that function refuses what it is given, whatever the values are
  bool may_have_left_ = false;    ///< that function may have ended before, by such a condition
  bool left_ = false;             ///< what is typed next is not reached, by what is known of conditions
  std::vector<bool> exits_left_;  ///< by ExitId: there is a way to it in this round
  Types types_;
  std::vector<bool> defined_;      ///< by DefinitionId: reached in this round
  std::vector<Type> definitions_;  ///< type each definition gives, by DefinitionId
  ReachingTypes reaching_types_{webs_.sets, definitions_};
  std::vector<std::pair<Type, SourceRange>> returns_;
  const std::set<int>& owners_;  ///< webs that keep a copy of what they would see
  std::map<resolved::DefinitionId, SourceRange>
      permutations_;            ///< definitions by a statement like `a, b = b, a`
  std::set<int> never_filled_;  ///< webs of lists that stay empty
  std::set<int> unknown_items_;  ///< and of lists that are given mistakes
  std::map<int, Type> items_;  ///< by web of a list that starts empty: what was appended, in the round before
  std::map<int, Type> items_now_;  ///< and in this one
  bool closes_lists_ = false;      ///< lists to which nothing is appended hold integers
  bool lacks_items_ = false;       ///< there is a new list of items that have no type in this round
  std::vector<std::set<int>>
      given_inside_;               ///< by parallel loop around: webs that its iterations give values
  std::vector<int> gone_through_;  ///< webs of lists that loops around take items of by number
  std::set<int> copied_;        ///< webs that own copies of arrays that others own too
};

template <class Part>
bool Typer::leaves(const Part& part) {
  const bool before = std::exchange(left_, false);
  part();
  return std::exchange(left_, before);
}

/// As leaves(); `is_decided`: a part that is gone through once, whatever the values are.
template <class Part>
bool Typer::leaves_if(bool is_decided, const Part& part) {
  undecided_ += is_decided ? 0 : 1;
  const bool left = leaves(part);
  undecided_ -= is_decided ? 0 : 1;
  return left;
}

}  // namespace unpython::frontend
