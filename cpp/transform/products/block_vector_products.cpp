#include "transform/products/block_vector_products.h"

#include "ir/rewrite.h"
#include "transform/products/name_sums.h"
#include "transform/products/vector_product_code.h"

namespace unpython::transform {
namespace {

using namespace ir;

class BlockVectorProducts : public StatementRewriter {
 public:
  BlockVectorProducts(Function& f, const abi::TargetInfo& target)
      : StatementRewriter(f), live_(f), vector_bytes_(target.vector_bytes) {}

  Block stmt(StmtId id) override {
    const auto* loop = std::get_if<For>(&function_[id].node);
    // Tiles and trees have their own order of reading.
    if (loop != nullptr && loop->mark != LoopMark::Sequential && loop->mark != LoopMark::Parallel)
      return {id};
    const bool parallel = loop != nullptr && loop->mark == LoopMark::Parallel;
    if (loop != nullptr) {
      const bool threads = parallel && !inside_parallel_;
      if (const auto product = find_vector_product(function_, live_, id)) return code(*product, id, threads);
      if (Block blocked = with_named_sums(id, threads); !blocked.empty()) return blocked;
    }
    const bool outside = inside_parallel_;
    inside_parallel_ = inside_parallel_ || parallel;
    const StmtId rebuilt = rebuild(id);
    inside_parallel_ = outside;
    return {rebuilt};
  }

 private:
  Block code(const VectorProduct& product, StmtId id, bool threads) {
    const auto write = product.along == Along::Results ? add_rows : add_squares;
    return write(function_, product, function_[id].range, vector_bytes_, threads);
  }

  /// The product whose sums are elements of arrays, if its neighbours are depths: else lanes of vectors hold such sums already.
  Block with_named_sums(StmtId id, bool threads) {
    const auto named = name_sums(function_, id);
    if (!named) return {};
    live_.inherit(named->loop, id);
    const auto product = find_vector_product(function_, live_, named->loop);
    if (!product || product->along == Along::Results) return {};
    Block blocked = code(*product, id, threads);
    if (!named->depths.valid()) return blocked;
    const ExprId some = build_.compare(CompareOp::Less, build_.int64(0), named->depths);
    return {build_.if_then(some, std::move(blocked), {id}, function_[id].range)};
  }

  analysis::Liveness live_;
  int vector_bytes_;
  bool inside_parallel_ = false;
};

}  // namespace

Function block_vector_products(const Function& function, const abi::TargetInfo& target) {
  if (!function.disjoint_arguments) return function;
  return rewritten<BlockVectorProducts>(function, target);
}

}  // namespace unpython::transform
