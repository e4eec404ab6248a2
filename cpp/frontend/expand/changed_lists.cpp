// Names that one list may have are put together; then it is asked what is done to the list under any of them.
#include "frontend/expand/changed_lists.h"

#include <algorithm>
#include <numeric>

#include "support/match.h"

namespace unpython::frontend {

namespace {

using resolved::ExprId;
using resolved::LocalId;

class ListNames {
 public:
  explicit ListNames(const resolved::Function& function)
      : f_(function), parent_(static_cast<size_t>(function.locals.size())), written_(parent_.size()), changed_(parent_.size()) {
    std::iota(parent_.begin(), parent_.end(), size_t{0});
    for (const resolved::Stmt& statement : function.stmts) note(statement);
  }

  [[nodiscard]] bool any_written_changes() {
    std::vector<bool> is_written(parent_.size());
    for (size_t i = 0; i < parent_.size(); ++i)
      if (written_[i]) is_written[root(i)] = true;
    for (size_t i = 0; i < parent_.size(); ++i)
      if (changed_[i] && is_written[root(i)]) return true;
    return false;
  }

 private:
  void note(const resolved::Stmt& statement) {
    match(
        statement.node,
        [&](const resolved::Assign& s) {
          for (const resolved::Target& target : s.targets) give(target, s.value);
        },
        [&](const resolved::UpdateElement& s) { change(s.target.base); }, [&](const resolved::Append& s) { change(s.list); },
        [&](const resolved::Truncate& s) { change(s.list); }, [](const auto&) {});
  }

  void give(const resolved::Target& target, ExprId value) {
    const auto* tuple = std::get_if<resolved::Tuple>(&f_[value].node);
    match(
        target.node,
        [&](const resolved::LocalTarget& t) {
          const auto name = static_cast<size_t>(f_.definitions[t.definition].local.value);
          if (tuple != nullptr && tuple->is_list) written_[name] = true;
          const LocalId other = name_of(value);
          if (other.valid()) parent_[root(name)] = root(static_cast<size_t>(other.value));
        },
        [&](const resolved::ElementTarget& t) { change(t.base); },
        [&](const std::vector<resolved::Target>& several) {
          if (tuple == nullptr || tuple->elements.size() != several.size()) return;
          for (size_t i = 0; i < several.size(); ++i) give(several[i], tuple->elements[i]);
        });
  }

  void change(ExprId list) {
    const LocalId name = name_of(list);
    if (name.valid()) changed_[static_cast<size_t>(name.value)] = true;
  }

  /// The name that is read; invalid for other values.
  [[nodiscard]] LocalId name_of(ExprId value) const {
    if (const auto* inlined = std::get_if<resolved::Inlined>(&f_[value].node)) value = inlined->value;
    const auto* read = std::get_if<resolved::ReadLocal>(&f_[value].node);
    return read != nullptr ? read->local : LocalId{};
  }

  size_t root(size_t name) {
    while (parent_[name] != name) name = parent_[name] = parent_[parent_[name]];
    return name;
  }

  const resolved::Function& f_;
  std::vector<size_t> parent_;  // by LocalId
  std::vector<bool> written_;
  std::vector<bool> changed_;
};

}  // namespace

bool changes_written_list(const resolved::Function& function) { return ListNames(function).any_written_changes(); }

}  // namespace unpython::frontend
