#include "transform/source/eliminate_index_arrays.h"

#include <map>
#include <optional>

#include "analysis/text/heap_uses.h"
#include "analysis/text/known_equal.h"
#include "analysis/text/variables.h"
#include "ir/heap_lifetimes.h"
#include "ir/rewrite.h"

namespace unpython::transform {
namespace {

using namespace ir;
using analysis::HeapUses;

constexpr int kMostNodes = 16;

/// Elements as a function of counters.
struct IndexArray {
  std::vector<VarId> counters;
  ExprId value;
};

bool is_cheap(const Function& f, ExprId root) {
  int nodes = 0;
  bool cheap = true;
  walk_exprs(f, root, [&](ExprId id) {
    const ExprNode& node = f[id].node;
    ++nodes;
    cheap = cheap && !is_division(node) && !is_one_of<Load, Call, WrapIndex>(node);
  });
  return cheap && nodes <= kMostNodes;
}

/// The block that holds a statement.
const Block* block_of(const Function& f, const Block& block, StmtId wanted) {
  for (const StmtId id : block) {
    if (id == wanted) return &block;
    for (const Block* nested : blocks(f[id]))
      if (const Block* found = block_of(f, *nested, wanted)) return found;
  }
  return nullptr;
}

/// Loops, each the whole body of the one before, whose counters in order are the subscripts of one store that
/// reaches all elements.
std::optional<IndexArray> index_array(Function& f, const HeapUses& uses) {
  if (uses.other || uses.returned || uses.loads == 0) return {};
  if (uses.allocations.size() != 1 || uses.stores.size() != 1) return {};
  const analysis::HeapStore& only = uses.stores.front();
  const auto allocate = std::get<Allocate>(f[uses.allocations.front()].node);
  const auto store = std::get<Store>(f[only.stmt].node);
  const size_t rank = store.indices.size();
  if (only.conditional || rank == 0 || only.loops.size() < rank) return {};
  const analysis::KnownEqual nothing(f);
  IndexArray result;
  for (size_t i = 0; i < rank; ++i) {
    const StmtId id = only.loops[only.loops.size() - rank + i];
    const auto& loop = std::get<For>(f[id].node);
    const auto* index = std::get_if<Read>(&f[store.indices[i]].node);
    if (!loop.independent || loop.body.size() != 1 || index == nullptr || index->variable != loop.counter)
      return {};
    if (!nothing.equal_trips(loop.extent, allocate.extents[i])) return {};
    result.counters.push_back(loop.counter);
  }
  if (!is_cheap(f, store.value)) return {};
  result.value = store.value;

  const StmtId nest = only.loops[only.loops.size() - rank];
  const Block* around = block_of(f, f.body, nest);
  if (around == nullptr) return {};
  analysis::VarSet changing;
  bool is_behind = false;
  bool has_allocation = false;
  for (const StmtId id : *around) {
    has_allocation = has_allocation || id == uses.allocations.front();
    if (is_behind) changing.unite(analysis::assigned_variables(f, {id}));
    is_behind = is_behind || id == nest;
  }
  for (const VarId counter : result.counters) changing.erase(counter);
  if (!has_allocation || analysis::reads_any(f, store.value, changing)) return {};
  return result;
}

class ComputeElements : public Rewriter {
 public:
  using Rewriter::Rewriter;
  std::map<ArrayId, IndexArray> arrays;

  ExprId expr(ExprId id) override {
    const auto* load = std::get_if<Load>(&function_[id].node);
    const auto found = load != nullptr ? arrays.find(load->array) : arrays.end();
    if (found == arrays.end()) return rebuild(id);
    const std::vector<ExprId> indices = load->indices;
    Substitution at(function_);
    for (size_t i = 0; i < indices.size(); ++i) at.replace(found->second.counters[i], expr(indices[i]));
    return at.expr(found->second.value);
  }
};

}  // namespace

Function eliminate_index_arrays(const Function& function, FusionReport& report) {
  Function result = function;
  const std::vector<HeapUses> uses = analysis::heap_uses(function);
  const HeapLifetimes lifetimes(function);
  ComputeElements compute(result);
  for (int32_t i = 0; i < function.arrays.size(); ++i) {
    const ArrayId array{i};
    if (function[array].space != AddressSpace::Heap || !lifetimes.ends_with_block(array)) continue;
    const HeapUses& use = uses[static_cast<size_t>(i)];
    auto found = index_array(result, use);
    if (!found) continue;
    compute.arrays.emplace(array, std::move(*found));
    report.push_back({function[use.allocations.front()].range, true,
                      function[array].name + " is computed where it is read, from the index"});
  }
  if (compute.arrays.empty()) return result;
  result.body = compute.block(result.body);
  return result;
}

}  // namespace unpython::transform
