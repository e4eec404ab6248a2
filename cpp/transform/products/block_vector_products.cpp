#include "transform/products/block_vector_products.h"

#include "ir/rewrite.h"
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
      if (const auto product = find_vector_product(function_, live_, id)) {
        const bool threads = parallel && !inside_parallel_;
        const auto code = product->along == Along::Results ? add_rows : add_squares;
        return code(function_, *product, function_[id].range, vector_bytes_, threads);
      }
    }
    const bool outside = inside_parallel_;
    inside_parallel_ = inside_parallel_ || parallel;
    const StmtId rebuilt = rebuild(id);
    inside_parallel_ = outside;
    return {rebuilt};
  }

 private:
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
