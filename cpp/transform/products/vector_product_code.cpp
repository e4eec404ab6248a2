#include "transform/products/vector_product_code.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::transform {

using namespace ir;

namespace {

constexpr int64_t kTaskElements = 32768;  // of the matrix, worth waking a thread for

}  // namespace

VectorProductCode::VectorProductCode(Function& function, const VectorProduct& product, SourceRange range,
                                     int vector_bytes, bool threads)
    : f_(function),
      b_(function),
      p_(product),
      range_(range),
      threads_(threads),
      lanes_(std::max<int64_t>(2, vector_bytes / product.item_bytes)),
      needs_before_(reads_of_before()) {}

ExprId VectorProductCode::named(const char* name, ExprId value, Block& into) {
  const VarId variable = b_.variable(name, ScalarType::Int64, range_);
  into.push_back(b_.assign(variable, value, range_));
  return b_.read(variable);
}

VarId VectorProductCode::counter(const char* name) { return b_.variable(name, ScalarType::Int64, range_); }

ExprId VectorProductCode::ceiling(ExprId value, ExprId step) {
  return b_.floor_div(b_.add(value, b_.sub(step, b_.int64(1))), step);
}

bool VectorProductCode::reads_of_before() const {
  analysis::VarSet needed = analysis::exposed_variables(f_, p_.after);
  for (VarId accumulator : p_.accumulators) needed.erase(accumulator);
  const auto assigned = analysis::assigned_variables(f_, p_.before).members();
  return std::any_of(assigned.begin(), assigned.end(), [&](VarId v) { return needed.contains(v); });
}

Block VectorProductCode::at_result(const Block& block, ExprId result) {
  Substitution place(f_);
  place.replace(p_.results.counter, result);
  return place.block(block);
}

Block VectorProductCode::update(ExprId result, ExprId depth) {
  Substitution place(f_);
  place.replace(p_.results.counter, result);
  place.replace(p_.depths.counter, depth);
  return place.block(p_.depths.body);
}

void VectorProductCode::make_sums(AddressSpace space, const std::vector<int64_t>& extents) {
  sums_.clear();
  for (VarId accumulator : p_.accumulators) {
    sums_.push_back(b_.local_array(f_[accumulator].name + "s", f_[accumulator].type, space, extents));
  }
}

void VectorProductCode::load_sums(const Place& place, Block& into) {
  for (size_t n = 0; n < sums_.size(); ++n)
    into.push_back(b_.assign(p_.accumulators[n], b_.load(sums_[n], place), range_));
}

void VectorProductCode::store_sums(const Place& place, Block& into) {
  for (size_t n = 0; n < sums_.size(); ++n)
    into.push_back(b_.store(sums_[n], place, b_.read(p_.accumulators[n]), range_));
}

Block VectorProductCode::start(ExprId result, const Place& place) {
  Block code = at_result(p_.before, result);
  store_sums(place, code);
  return code;
}

Block VectorProductCode::finish(ExprId result, const Place& place) {
  Block code;
  if (needs_before_) code = at_result(p_.before, result);
  load_sums(place, code);
  append(code, at_result(p_.after, result));
  return code;
}

StmtId VectorProductCode::over_blocks(VarId block, ExprId results, ExprId length, ExprId depths, Block body) {
  const ExprId count = ceiling(results, length);
  if (!threads_) return b_.loop(block, count, LoopMark::Sequential, std::move(body), range_);
  const ExprId elements = b_.max(b_.int64(1), b_.mul(length, depths));
  const ExprId grain = b_.add(b_.floor_div(b_.int64(kTaskElements), elements), b_.int64(1));
  return b_.parallel_loop(block, count, grain, std::move(body), range_);
}

}  // namespace unpython::transform
