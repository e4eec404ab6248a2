#include "driver/report/temporaries.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/text/variables.h"
#include "ir/rewrite.h"

namespace unpython::driver {
namespace {

using namespace ir;

constexpr int64_t kMostElements = int64_t{1} << 40;  ///< no memory holds so many: how many they are is not known

int64_t times(int64_t a, int64_t b) {
  return b != 0 && a > kMostElements / b ? kMostElements : std::min(kMostElements, a * b);
}

class Count {
 public:
  Count(const Function& f, const analysis::Nests& nests)
      : f_(f),
        nests_(nests),
        largest_(static_cast<size_t>(f.arrays.size())) {
    for (const analysis::Nest& nest : nests.nests) {
      const std::vector<integers::IntegerRange> box = nest.box();
      const auto empty = [](const integers::IntegerRange& range) { return range.is_empty(); };
      if (nest.never_runs || std::any_of(box.begin(), box.end(), empty)) continue;
      for (const analysis::NestLoop& loop : nest.loops) {
        const auto range = loop.extent.over(box);
        if (range && range->high < kMostElements) extents_[loop.stmt] = std::max<int64_t>(range->high, 0);
      }
    }
  }

  Temporaries run() {
    block(f_.body, 1);
    const std::vector<ArrayId> returned = f_.returned_arrays();
    for (const ArrayId array : allocated_)
      if (std::find(returned.begin(), returned.end(), array) == returned.end())
        result_.bytes += bytes_of(f_[array].type, elements_of(array));
    return result_;
  }

 private:
  [[nodiscard]] static int64_t bytes_of(ScalarType type, int64_t elements) {
    return elements < kMostElements ? size_of(type) * elements : 0;
  }

  [[nodiscard]] int64_t elements_of(ArrayId array) const {
    const analysis::ArrayPlace& place = nests_.places[static_cast<size_t>(array.value)];
    if (!place.known) return largest_[static_cast<size_t>(array.value)];
    int64_t elements = 1;
    for (int d = 0; d < f_[array].rank; ++d)
      elements = times(elements, std::max<int64_t>(0, place.extents[static_cast<size_t>(d)]));
    return elements;
  }

  /// `elements`: that a temporary of an operator in this block would have; 0: not in a loop over arrays.
  void block(const Block& block, int64_t elements) {
    for (const StmtId id : block) {
      const Stmt& stmt = f_[id];
      if (const auto* allocate = std::get_if<Allocate>(&stmt.node)) allocated_.insert(allocate->array);
      if (const auto* loop = std::get_if<For>(&stmt.node)) {
        inside(id, *loop, elements);
        continue;
      }
      if (in_array_) statement(stmt, elements);
      for (const Block* nested : blocks(stmt)) this->block(*nested, elements);
    }
  }

  void inside(StmtId id, const For& loop, int64_t elements) {
    const bool outer = in_array_;
    in_array_ = loop.independent;
    if (in_array_) per_element_.insert(loop.counter);
    const auto known = extents_.find(id);
    const int64_t trips = known == extents_.end() ? 0 : known->second;
    // A loop of the user starts anew; one inside an operation (of a product) has no temporaries.
    const bool starts = in_array_ && !outer;
    block(loop.body, times(starts ? 1 : elements, trips));
    in_array_ = outer;
  }

  void statement(const Stmt& stmt, int64_t elements) {
    if (const auto* store = std::get_if<Store>(&stmt.node)) {
      int64_t& most = largest_[static_cast<size_t>(store->array.value)];
      most = std::max(most, elements);
      operators(store->value, elements);
    }
    if (const auto* assign = std::get_if<Assign>(&stmt.node)) {
      per_element_.insert(assign->variable);
      operators(accumulated(*assign), elements);
    }
  }

  /// What a sum adds: the addition itself makes no array.
  [[nodiscard]] ExprId accumulated(const Assign& assign) const {
    analysis::VarSet own;
    own.insert(assign.variable);
    for (const ExprId part : operands(f_[assign.value])) {
      const auto* read = std::get_if<Read>(&f_[part].node);
      if (read == nullptr || read->variable != assign.variable) continue;
      for (const ExprId other : operands(f_[assign.value]))
        if (other != part) return other;
    }
    return assign.value;
  }

  /// Whether a value differs between elements; counts the operators that compute such values.
  bool operators(ExprId id, int64_t elements) {
    const Expr& e = f_[id];
    if (std::holds_alternative<Load>(e.node)) return true;
    if (const auto* read = std::get_if<Read>(&e.node)) return per_element_.contains(read->variable);
    bool differs = false;
    for (const ExprId part : operands(e)) differs = operators(part, elements) || differs;
    if (differs && !is_one_of<Cast, WrapIndex>(e.node))
      result_.unfused_bytes += bytes_of(e.type, elements);
    return differs;
  }

  const Function& f_;
  const analysis::Nests& nests_;
  std::map<StmtId, int64_t> extents_;  ///< largest trip count of each loop that the call reaches
  analysis::VarSet per_element_;       ///< variables that may differ between elements
  std::vector<int64_t> largest_;       ///< by ArrayId: elements that one nest stores
  std::set<ArrayId> allocated_;
  bool in_array_ = false;
  Temporaries result_;
};

}  // namespace

Temporaries count_temporaries(const Function& function, const analysis::Nests& nests) {
  if (nests.places.empty()) return {};
  return Count(function, nests).run();
}

}  // namespace unpython::driver
