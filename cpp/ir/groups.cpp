#include "ir/groups.h"

#include <algorithm>

#include "ir/rewrite.h"

namespace unpython::ir {
namespace {


const For* loop_at(const Function& f, StmtId id, LoopMark mark) {
  const auto* loop = std::get_if<For>(&f[id].node);
  return loop != nullptr && loop->mark == mark ? loop : nullptr;
}

/// Loops of one mark from `root` inwards, each the whole body of the one before.
std::vector<StmtId> nest_of(const Function& f, StmtId root, LoopMark mark) {
  std::vector<StmtId> result;
  StmtId id = root;
  while (const For* loop = loop_at(f, id, mark)) {
    result.push_back(id);
    if (loop->body.size() != 1) break;
    id = loop->body[0];
  }
  return result;
}

const Const* constant_at(const Function& f, ExprId id) { return std::get_if<Const>(&f[id].node); }

bool reads(const Function& f, ExprId root, VarId variable) {
  return any_expr(f, root, [&](ExprId id) {
    const auto* read = std::get_if<Read>(&f[id].node);
    return read != nullptr && read->variable == variable;
  });
}

bool moves_with(const Function& f, const Load& load, VarId variable) {
  return std::any_of(load.indices.begin(), load.indices.end(),
                     [&](ExprId index) { return reads(f, index, variable); });
}

}  // namespace

bool is_read_of(const Function& f, ExprId id, VarId variable) {
  const auto* read = std::get_if<Read>(&f[id].node);
  return read != nullptr && read->variable == variable;
}

int64_t ItemNest::items() const {
  int64_t product = 1;
  for (const int64_t bound : bounds) product *= bound;
  return product;
}

std::optional<int64_t> item_bound(const Function& f, ExprId extent) {
  if (const Const* number = constant_at(f, extent)) return number->value.integer;
  const auto* call = std::get_if<Call>(&f[extent].node);
  if (call == nullptr || call->function != Intrinsic::Minimum) return std::nullopt;
  for (const ExprId part : call->arguments) {
    if (const Const* number = constant_at(f, part)) return number->value.integer;
  }
  return std::nullopt;
}

ItemNest item_nest(const Function& f, StmtId root) {
  ItemNest nest;
  nest.loops = nest_of(f, root, LoopMark::Item);
  for (const StmtId id : nest.loops) {
    const auto& loop = std::get<For>(f[id].node);
    nest.counters.push_back(loop.counter);
    nest.bounds.push_back(item_bound(f, loop.extent).value_or(0));
    nest.constant = nest.constant && constant_at(f, loop.extent) != nullptr;
    nest.body = &loop.body;
  }
  return nest;
}

std::vector<StmtId> item_nests(const Function& f, const Block& block) {
  std::vector<StmtId> result;
  walk_stmts(f, block, [&](StmtId id) {
    if (loop_at(f, id, LoopMark::Item) == nullptr) return true;
    result.push_back(id);
    return false;
  });
  return result;
}

std::vector<StmtId> matrix_nest(const Function& f, StmtId root) {
  return nest_of(f, root, LoopMark::MatrixUnit);
}

std::optional<MatrixProduct> matrix_product(const Function& f, StmtId root) {
  const std::vector<StmtId> nest = matrix_nest(f, root);
  if (nest.size() != 3) return std::nullopt;
  MatrixProduct product;
  int64_t* const extents[] = {&product.m, &product.n, &product.k};
  for (size_t d = 0; d < 3; ++d) {
    const auto& loop = std::get<For>(f[nest[d]].node);
    const Const* extent = constant_at(f, loop.extent);
    if (extent == nullptr) return std::nullopt;
    *extents[d] = extent->value.integer;
    product.counters.push_back(loop.counter);
  }
  const Block& body = std::get<For>(f[nest.back()].node).body;
  const auto* store = body.size() == 1 ? std::get_if<Store>(&f[body[0]].node) : nullptr;
  const auto* fma = store != nullptr ? std::get_if<Call>(&f[store->value].node) : nullptr;
  if (fma == nullptr || fma->function != Intrinsic::Fma) return std::nullopt;
  const auto* left = std::get_if<Load>(&f[fma->arguments[0]].node);
  const auto* right = std::get_if<Load>(&f[fma->arguments[1]].node);
  const auto* sum = std::get_if<Load>(&f[fma->arguments[2]].node);
  if (left == nullptr || right == nullptr || sum == nullptr || sum->array != store->array)
    return std::nullopt;
  for (size_t d = 0; d < store->indices.size(); ++d) {
    if (!same_value(f, store->indices[d], sum->indices[d])) return std::nullopt;
  }
  const size_t rank = store->indices.size();
  const bool own = rank >= 2 && f[store->array].space == AddressSpace::Item &&
                   is_read_of(f, store->indices[rank - 2], product.counters[0]) &&
                   is_read_of(f, store->indices[rank - 1], product.counters[1]);
  if (!own || moves_with(f, *left, product.counters[1]) || moves_with(f, *right, product.counters[0]))
    return std::nullopt;
  product.sum = store->array;
  product.sum_indices = store->indices;
  product.left = fma->arguments[0];
  product.right = fma->arguments[1];
  return product;
}

bool is_exchange(const Function& f, const ItemNest& nest, const Load& load) {
  if (f[load.array].space != AddressSpace::Item || load.indices.size() < nest.counters.size()) return false;
  return !is_read_of(f, load.indices[nest.counters.size() - 1], nest.counters.back());
}

std::optional<Shuffle> shuffle_of(const Function& f, const ItemNest& nest, const Load& load) {
  const int64_t bound = nest.bounds.back();
  const size_t last = nest.counters.size() - 1;
  for (size_t d = 0; d < last; ++d) {
    if (!is_read_of(f, load.indices[d], nest.counters[d])) return std::nullopt;
  }
  const ExprId subscript = load.indices[last];
  const bool in_warp = bound > 0 && bound <= kWarp && (bound & (bound - 1)) == 0;
  const int64_t width = in_warp ? bound : kWarp;
  if (!nest.constant || nest.items() % kWarp != 0 || (!in_warp && bound % kWarp != 0)) return std::nullopt;
  const auto* flip = std::get_if<Binary>(&f[subscript].node);
  if (flip != nullptr && flip->op == BinaryOp::BitXor) {
    const Const* mask = constant_at(f, flip->right);
    const bool fits = mask != nullptr && mask->value.integer > 0 && mask->value.integer < width &&
                      is_read_of(f, flip->left, nest.counters[last]);
    if (fits) return Shuffle{.mask = mask->value.integer, .lane = {}, .width = width};
  }
  if (!in_warp) return std::nullopt;
  return Shuffle{.mask = std::nullopt, .lane = subscript, .width = width};
}

}  // namespace unpython::ir
