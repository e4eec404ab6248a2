// The product of a vector and a matrix whose rows are results: sums of a block wait in a local array while
// several rows of the matrix at a time are added to all of them.
#include <algorithm>

#include "transform/products/vector_product_code.h"

namespace unpython::transform {
namespace {

using namespace ir;

constexpr int64_t kBlockBytes = 4096;  // of the sums that wait: beside the rows they stay in the first cache
constexpr int64_t kEnoughBlocks = 4;   // of a product that would fit in fewer, for threads
constexpr int64_t kRowsTogether = 8;   // rows of the matrix for one pass over the sums
constexpr int64_t kLeastVectors = 8;   // of a block: shorter pieces of rows cost more to fetch

class Rows : VectorProductCode {
 public:
  using VectorProductCode::VectorProductCode;

  Block run() {
    const int64_t most = std::max(lanes_, kBlockBytes / p_.item_bytes / lanes_ * lanes_);
    make_sums(AddressSpace::Private, {most});
    Block code;
    const ExprId zero = b_.int64(0);
    const ExprId results = named("results", b_.max(zero, p_.results.extent), code);
    const ExprId depths = named("depths", b_.max(zero, p_.depths.extent), code);
    const ExprId enough =
        b_.min(b_.int64(kEnoughBlocks), b_.floor_div(results, b_.int64(kLeastVectors * lanes_)));
    const ExprId blocks = b_.max(b_.int64(1), b_.max(enough, ceiling(results, b_.int64(most))));
    const ExprId lanes = b_.int64(lanes_);
    const ExprId length =
        named("length", b_.max(lanes, b_.mul(ceiling(ceiling(results, blocks), lanes), lanes)), code);
    const VarId block = counter("block");
    Block body;
    const ExprId first = named("first", b_.mul(b_.read(block), length), body);
    const ExprId count = named("count", b_.min(length, b_.sub(results, first)), body);
    const auto each = [&](const auto& make) {
      const VarId lane = counter("lane");
      const ExprId place = b_.read(lane);
      return b_.vector_loop(lane, count, static_cast<int>(lanes_), make(b_.add(first, place), place), range_);
    };
    const auto rows = [&](ExprId depth, int64_t together) {
      return each([&](ExprId result, ExprId place) {
        Block step;
        load_sums({place}, step);
        for (int64_t row = 0; row < together; ++row)
          append(step, update(result, b_.add(depth, b_.int64(row))));
        store_sums({place}, step);
        return step;
      });
    };
    body.push_back(each([&](ExprId result, ExprId place) { return start(result, {place}); }));
    const ExprId together = b_.int64(kRowsTogether);
    const ExprId full = named("full", b_.floor_div(depths, together), body);
    const VarId group = counter("group");
    body.push_back(b_.loop(group, full, LoopMark::Sequential,
                           {rows(b_.mul(b_.read(group), together), kRowsTogether)}, range_));
    const ExprId done = named("done", b_.mul(full, together), body);
    const VarId rest = counter("rest");
    body.push_back(b_.loop(rest, b_.sub(depths, done), LoopMark::Sequential,
                           {rows(b_.add(done, b_.read(rest)), 1)}, range_));
    body.push_back(each([&](ExprId result, ExprId place) { return finish(result, {place}); }));
    code.push_back(over_blocks(block, results, length, depths, std::move(body)));
    return code;
  }
};

}  // namespace

Block add_rows(Function& function, const VectorProduct& product, SourceRange range, int vector_bytes,
               bool threads) {
  return Rows(function, product, range, vector_bytes, threads).run();
}

}  // namespace unpython::transform
