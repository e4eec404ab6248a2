// The scalars that decide are found by walking backwards from bounds, subscripts and conditions through the
// assignments of the function, in whatever order these stand.
#include "driver/plan/plan_key.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"
#include "ir/scalar_slot.h"
#include "support/match.h"

namespace unpython::driver {
namespace {

using namespace ir;

/// Variables whose value may reach what the analysis looks at.
class Deciding {
 public:
  explicit Deciding(const Function& function) : f_(function) {
    walk_stmts(f_, f_.body, [&](StmtId id) {
      has_loops |= std::holds_alternative<For>(f_[id].node);
      start(id);
      return true;
    });
    while (grow()) {
    }
  }

  const Function& f_;
  analysis::VarSet found;
  bool has_loops = false;

 private:
  void start(StmtId id) {
    match(
        f_[id].node, [&](const For& loop) { add(loop.extent); },
        [&](const CheckIndex& check) { add(check.index); },
        [&](const If& branch) { add_condition(branch.condition); },
        [&](const While& loop) { add_condition(loop.condition); },
        [&](const Store& store) { add(store.indices); },
        [&](const AtomicUpdate& update) { add(update.indices); },
        [&](const Allocate& allocate) { add(allocate.extents); }, [](const Assign&) {}, [](const Break&) {},
        [](const Continue&) {}, [](const Return&) {}, [](const Raise&) {},
        [](const CallHost&) {});
    for (const ExprId root : expressions(f_[id])) {
      walk_exprs(f_, root, [&](ExprId expr) {
        if (const auto* load = std::get_if<Load>(&f_[expr].node)) add(load->indices);
        if (const auto* wrap = std::get_if<WrapIndex>(&f_[expr].node)) add(wrap->index);
      });
    }
  }

  /// The variables that decide one that was found already; true if there were new ones.
  bool grow() {
    const analysis::VarSet before = found;
    walk_stmts(f_, f_.body, [&](StmtId id) {
      const auto* assign = std::get_if<Assign>(&f_[id].node);
      if (assign != nullptr && found.contains(assign->variable)) add(assign->value);
      return true;
    });
    return !(found == before);
  }

  /// Comparisons of floats and with elements tell the analysis nothing.
  void add_condition(ExprId id) {
    const ExprNode& node = f_[id].node;
    if (const auto* compare = std::get_if<Compare>(&node)) {
      const ScalarType type = f_[compare->left].type;
      if (is_float(type) || is_complex(type) || has_load(f_, id)) return;
      add(id);
    } else if (const auto* both = std::get_if<Binary>(&node)) {
      add_condition(both->left);
      add_condition(both->right);
    } else if (const auto* negated = std::get_if<Unary>(&node)) {
      add_condition(negated->operand);
    } else {
      add(id);
    }
  }

  void add(const std::vector<ExprId>& roots) {
    for (const ExprId root : roots) add(root);
  }

  void add(ExprId root) {
    walk_exprs(f_, root, [&](ExprId id) {
      if (const auto* read = std::get_if<Read>(&f_[id].node)) found.insert(read->variable);
    });
  }
};

int64_t alignment_class(const abi::ArrayArgument& array, int64_t item_bytes) {
  const auto address = reinterpret_cast<uintptr_t>(array.data);
  if (address % 16 == 0) return 2;
  return address % static_cast<uintptr_t>(item_bytes) == 0 ? 1 : 0;
}

bool meet(const ByteRange& a, const ByteRange& b) { return a.begin < b.end && b.begin < a.end; }

/// For each array the first one whose memory it is connected to by ranges that meet, and how far behind that
/// one it starts.
int64_t* write_offsets(const CallArguments& call, int64_t* next) {
  std::vector<size_t> first(call.arrays.size());
  for (size_t i = 0; i < first.size(); ++i) {
    first[i] = i;
    for (size_t j = 0; j < i; ++j) {
      if (first[j] == first[i] || !meet(call.ranges[i], call.ranges[j])) continue;
      const size_t low = std::min(first[i], first[j]);
      const size_t high = std::max(first[i], first[j]);
      std::replace(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(i) + 1, high, low);
    }
  }
  for (size_t i = 0; i < first.size(); ++i) {
    *next++ = static_cast<int64_t>(first[i]);
    *next++ = static_cast<int64_t>(reinterpret_cast<uintptr_t>(call.arrays[i].data) -
                                   reinterpret_cast<uintptr_t>(call.arrays[first[i]].data));
  }
  return next;
}

}  // namespace

KeyLayout key_layout(const ir::Function& function) {
  const Deciding deciding(function);
  KeyLayout layout;
  layout.has_loops = deciding.has_loops;
  int scalar = 0;
  for (const Parameter& parameter : function.parameters) {
    if (parameter.is_array) {
      const Array& array = function[parameter.array];
      layout.arrays.push_back({array.rank, size_of(array.type)});
      layout.most_integers += static_cast<size_t>(2 * array.rank) + 2;
      continue;
    }
    const ScalarType type = function[parameter.variable].type;
    if ((is_integer(type) || type == ScalarType::Bool) && deciding.found.contains(parameter.variable))
      layout.scalars.push_back(scalar);
    ++scalar;
  }
  layout.most_integers += layout.scalars.size() + layout.arrays.size() / KeyLayout::kArraysPerWord + 1;
  return layout;
}

size_t write_key(const KeyLayout& layout, const CallArguments& call, int64_t* key) {
  if (!layout.has_loops) return 0;
  int64_t* next = key;
  int64_t alignment = 0;
  for (size_t i = 0; i < layout.arrays.size(); ++i) {
    const abi::ArrayArgument& array = call.arrays[i];
    for (int d = 0; d < layout.arrays[i].rank; ++d) {
      *next++ = array.extents[d];
      *next++ = array.stride_bytes[d];
    }
    alignment = alignment << 2 | alignment_class(array, layout.arrays[i].item_bytes);
    if (KeyLayout::closes_word(i)) {
      *next++ = alignment;
      alignment = 0;
    }
  }
  *next++ = alignment;
  for (const int scalar : layout.scalars) *next++ = bytes_as<int64_t>(call.scalars[static_cast<size_t>(scalar)]);
  if (call.meeting) next = write_offsets(call, next);
  return static_cast<size_t>(next - key);
}

}  // namespace unpython::driver
