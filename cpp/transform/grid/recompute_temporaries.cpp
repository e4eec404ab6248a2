#include "transform/grid/recompute_temporaries.h"

#include <algorithm>
#include <optional>
#include <set>

#include "analysis/text/variables.h"
#include "ir/elements.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int kMostReads = 3;           // of an element
constexpr int64_t kBytesWithCalls = 4;  // of an element: functions of wider numbers take longer than the memory

/// How the one loop that fills a temporary does so.
struct Filled {
  size_t place = 0;                ///< of the loop among the statements of the function
  std::vector<ExprId> indices{};   ///< counters of loops over all elements, or 0
  ExprId value{};
};

class Recompute {
 public:
  explicit Recompute(Function& function) : f_(function), assigned_(count_assignments(function, function.body)) {}

  bool run() {
    bool any = false;
    const std::vector<ArrayId> returned = f_.returned_arrays();
    const int arrays = f_.arrays.size();
    for (int a = 0; a < arrays; ++a) {
      const ArrayId array{a};
      if (f_[array].space != AddressSpace::Heap || std::ranges::find(returned, array) != returned.end()) continue;
      const std::optional<Filled> filled = filled_once(array);
      if (!filled || !is_cheap(array, *filled) || !keeps_operands(array, *filled) || !is_read_once(array, *filled)) continue;
      replace(array, *filled);
      any = true;
    }
    return any;
  }

 private:
  using Loops = std::vector<const For*>;

  std::optional<Filled> filled_once(ArrayId array) const {
    std::optional<Filled> found;
    const Allocate* allocation = nullptr;
    for (size_t place = 0; place < f_.body.size(); ++place) {
      const StmtId id = f_.body[place];
      if (const auto* allocate = std::get_if<Allocate>(&f_[id].node); allocate != nullptr && allocate->array == array) {
        if (allocation != nullptr || allocate->keeps) return std::nullopt;
        allocation = allocate;
      } else if (stores_to(f_, {id}, array)) {
        if (found || allocation == nullptr) return std::nullopt;
        found = filled_by(id, *allocation);
        if (!found) return std::nullopt;
        found->place = place;
      }
    }
    return found;
  }

  /// A nest of loops over all elements that stores to each of them once.
  std::optional<Filled> filled_by(StmtId nest, const Allocate& allocation) const {
    std::optional<Filled> found;
    bool sound = true;
    const auto visit = [&](const auto& self, const Block& block, Loops& around) -> void {
      for (const StmtId id : block) {
        const StmtNode& node = f_[id].node;
        if (const auto* loop = std::get_if<For>(&node)) {
          around.push_back(loop);
          self(self, loop->body, around);
          around.pop_back();
        } else if (const auto* store = std::get_if<Store>(&node); store != nullptr && store->array == allocation.array) {
          sound = sound && !found && fills(*store, allocation, around);
          found = Filled{.place = 0, .indices = store->indices, .value = store->value};
        } else {
          sound = sound && !stores_to(f_, {id}, allocation.array);
        }
      }
    };
    Loops around;
    visit(visit, {nest}, around);
    return sound ? found : std::nullopt;
  }

  bool fills(const Store& store, const Allocate& allocation, const Loops& around) const {
    size_t counters = 0;
    for (size_t d = 0; d < store.indices.size(); ++d) {
      const Constant* number = constant(store.indices[d]);
      const Constant* extent = constant(allocation.extents[d]);
      if (number != nullptr && number->integer == 0 && extent != nullptr && extent->integer == 1) continue;
      const auto* read = std::get_if<Read>(&f_[store.indices[d]].node);
      const auto loop = std::ranges::find_if(around, [&](const For* one) { return read != nullptr && one->counter == read->variable; });
      if (loop == around.end() || !same_value(f_, (*loop)->extent, allocation.extents[d])) return false;
      ++counters;
    }
    return counters == around.size() && counters > 0;
  }

  /// Its operands take no more bytes than it does, and what is done with them is soon done. A product is rounded where it is stored,
  /// and would not be where it is added to something.
  bool is_cheap(ArrayId array, const Filled& filled) const {
    const auto* product = std::get_if<Binary>(&f_[filled.value].node);
    if (product != nullptr && product->op == BinaryOp::Multiply) return false;
    const int64_t width = size_of(f_[array].type);
    int64_t bytes = 0;
    int calls = 0;
    bool sound = true;
    walk_exprs(f_, filled.value, [&](ExprId id) {
      const ExprNode& node = f_[id].node;
      calls += is_one_of<Call>(node) || is_division(node) ? 1 : 0;
      if (const auto* read = std::get_if<Read>(&node)) sound = sound && is_counter_or_fixed(read->variable, filled);
      const auto* load = std::get_if<Load>(&node);
      if (load == nullptr) return;
      const bool whole = std::ranges::all_of(filled.indices, [&](ExprId index) {
        const auto* counter = std::get_if<Read>(&f_[index].node);
        return counter == nullptr || std::ranges::any_of(load->indices, [&](ExprId own) {
                 return analysis::reads_variable(f_, own, counter->variable);
               });
      });
      if (whole) bytes += size_of(f_[load->array].type);
    });
    return sound && bytes <= width && (calls == 0 || (calls == 1 && width <= kBytesWithCalls));
  }

  bool is_counter_or_fixed(VarId variable, const Filled& filled) const {
    const bool is_counter = std::ranges::any_of(filled.indices, [&](ExprId index) {
      const auto* read = std::get_if<Read>(&f_[index].node);
      return read != nullptr && read->variable == variable;
    });
    return is_counter || !assigned_.contains(variable);
  }

  /// Nothing stores to what its value is made of, from the loop that fills it on.
  bool keeps_operands(ArrayId array, const Filled& filled) const {
    std::set<ArrayId> operands;
    walk_exprs(f_, filled.value, [&](ExprId id) {
      if (const auto* load = std::get_if<Load>(&f_[id].node)) operands.insert(load->array);
    });
    if (operands.contains(array)) return false;
    for (size_t place = filled.place; place < f_.body.size(); ++place) {
      const Block one{f_.body[place]};
      const std::set<ArrayId> stored = stored_arrays(f_, one);
      if (std::ranges::any_of(operands, [&](ArrayId operand) { return stored.contains(operand); })) return false;
      if (place != filled.place && any_stmt(f_, one, [&](StmtId id) {
            const auto* allocate = std::get_if<Allocate>(&f_[id].node);
            return allocate != nullptr && operands.contains(allocate->array);
          }))
        return false;
    }
    return true;
  }

  /// Later loops read each element once; the loop that fills it where it does so; and nobody asks for its extents.
  bool is_read_once(ArrayId array, const Filled& filled) const {
    int reads = 0;
    bool sound = true;
    const auto visit = [&](const auto& self, const Block& block, Loops& around, bool fills) -> void {
      for (const StmtId id : block) {
        const Stmt& stmt = f_[id];
        for (const ExprId root : expressions(stmt)) {
          walk_exprs(f_, root, [&](ExprId expr) {
            const auto* extent = std::get_if<Extent>(&f_[expr].node);
            sound = sound && (extent == nullptr || extent->array != array);
            const auto* load = std::get_if<Load>(&f_[expr].node);
            if (load == nullptr || load->array != array) return;
            reads += fills ? 0 : 1;
            sound = sound && (fills ? std::ranges::equal(load->indices, filled.indices,
                                                         [&](ExprId a, ExprId b) { return same_value(f_, a, b); })
                                    : goes_through(load->indices, around));
          });
        }
        const auto* loop = std::get_if<For>(&stmt.node);
        if (loop != nullptr) around.push_back(loop);
        for (const Block* inner : blocks(stmt)) self(self, *inner, around, fills);
        if (loop != nullptr) around.pop_back();
      }
    };
    for (size_t place = 0; place < f_.body.size(); ++place) {
      Loops around;
      const int before = reads;
      visit(visit, {f_.body[place]}, around, place == filled.place);
      sound = sound && (place > filled.place || reads == before);
    }
    return sound && reads > 0 && reads <= kMostReads;
  }

  /// The subscripts are 0 or counters of the loops around, of all of them.
  bool goes_through(const std::vector<ExprId>& indices, const Loops& around) const {
    std::set<VarId> counters;
    for (const ExprId index : indices) {
      const Constant* number = constant(index);
      if (number != nullptr && number->integer == 0) continue;
      const auto* read = std::get_if<Read>(&f_[index].node);
      if (read == nullptr) return false;
      counters.insert(read->variable);
    }
    return counters.size() == around.size() &&
           std::ranges::all_of(around, [&](const For* loop) { return counters.contains(loop->counter); });
  }

  void replace(ArrayId array, const Filled& filled) {
    class Values : public Rewriter {
     public:
      Values(Function& f, ArrayId array, const Filled& filled) : Rewriter(f), array_(array), filled_(filled) {}
      ExprId expr(ExprId id) override {
        const ExprId rebuilt = rebuild(id);
        const ExprNode node = function_[rebuilt].node;
        const auto* load = std::get_if<Load>(&node);
        if (load == nullptr || load->array != array_) return rebuilt;
        Substitution at(function_);
        for (size_t d = 0; d < filled_.indices.size(); ++d)
          if (const auto* counter = std::get_if<Read>(&function_[filled_.indices[d]].node)) at.replace(counter->variable, load->indices[d]);
        return at.expr(filled_.value);
      }

     private:
      ArrayId array_;
      const Filled& filled_;
    };
    Values values(f_, array, filled);
    const auto later = f_.body.begin() + static_cast<std::ptrdiff_t>(filled.place) + 1;
    Block rest = values.block(Block(later, f_.body.end()));
    f_.body.resize(filled.place + 1);
    f_.body.insert(f_.body.end(), rest.begin(), rest.end());
  }

  const Constant* constant(ExprId id) const {
    const auto* number = std::get_if<Const>(&f_[id].node);
    return number == nullptr ? nullptr : &number->value;
  }

  Function& f_;
  const std::unordered_map<VarId, int> assigned_;
};

}  // namespace

Function recompute_temporaries(const Function& function) {
  Function result = function;
  return function.disjoint_arguments && Recompute(result).run() ? result : function;
}

}  // namespace unpython::transform
