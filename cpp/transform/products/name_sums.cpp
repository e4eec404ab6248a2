#include "transform/products/name_sums.h"

#include <algorithm>

#include "analysis/text/variables.h"
#include "ir/elements.h"

namespace unpython::transform {
namespace {

using namespace ir;

class NameSums {
 public:
  NameSums(Function& f, StmtId loop) : f_(f), b_(f), loop_(loop) {}

  std::optional<NamedSums> run() {
    const auto* given = std::get_if<For>(&f_[loop_].node);
    if (given == nullptr || !take_apart(*given)) return std::nullopt;
    For results = *given;
    for (const Element& sum : sums_) {
      if (!stands_alone(sum) || !name(sum)) return std::nullopt;
    }
    const SourceRange range = f_[loop_].range;
    results.body = before_;
    results.body.push_back(b_.statement(depths_, range));
    results.body.insert(results.body.end(), stores_.begin(), stores_.end());
    results.body.insert(results.body.end(), after_.begin(), after_.end());
    Substitution own(f_);
    const Variable& counter = f_[results.counter];
    const VarId again = b_.variable(counter.name, counter.type, counter.range);
    own.rename(results.counter, again);
    results.counter = again;
    results.body = own.block(results.body);
    return NamedSums{b_.statement(std::move(results), range), loads_ ? depths_.extent : ExprId{}};
  }

 private:
  /// Assignments and stores, a loop of such, and what follows.
  bool take_apart(const For& loop) {
    const auto computes = [&](StmtId id) {
      return is_one_of<Assign, Store>(f_[id].node);
    };
    const auto at = std::ranges::find_if_not(loop.body, computes);
    const auto* depths = at == loop.body.end() ? nullptr : std::get_if<For>(&f_[*at].node);
    if (depths == nullptr || depths->mark != LoopMark::Sequential || !std::ranges::all_of(depths->body, computes)) return false;
    depths_ = *depths;
    before_.assign(loop.body.begin(), at);
    after_.assign(at + 1, loop.body.end());
    for (const StmtId id : depths->body) {
      const auto* store = std::get_if<Store>(&f_[id].node);
      if (store == nullptr) continue;
      const Element sum{store->array, store->indices};
      if (std::ranges::none_of(sums_, [&](const Element& other) { return same_element(f_, sum, other); })) sums_.push_back(sum);
    }
    return !sums_.empty();
  }

  /// The loop touches no other element of the array, and stays with this one.
  bool stands_alone(const Element& sum) const {
    const AddressSpace space = f_[sum.array].space;
    if (space != AddressSpace::Heap && (space != AddressSpace::Argument || !f_.disjoint_arguments)) return false;
    return analysis::are_fixed(f_, sum.indices, analysis::changing_in(f_, depths_)) &&
           std::ranges::all_of(elements_of(f_, depths_.body, sum.array),
                               [&](const Element& other) { return same_element(f_, sum, other); });
  }

  /// The variable starts with what is stored in front of the loop, or with the element.
  bool name(const Element& sum) {
    const VarId variable = b_.variable(f_[sum.array].name + ".sum", f_[sum.array].type);
    const std::vector<Element> touched = elements_of(f_, before_, sum.array);
    if (touched.empty()) {
      before_.push_back(b_.assign(variable, b_.load(sum.array, sum.indices)));
      loads_ = true;
    } else {
      const bool one = touched.size() == 1 && same_element(f_, sum, touched[0]);
      const auto store = std::ranges::find_if(before_, [&](StmtId id) {
        const auto* found = std::get_if<Store>(&f_[id].node);
        return found != nullptr && found->array == sum.array;
      });
      if (!one || store == before_.end()) return false;
      before_ = ElementInVariable(f_, sum, variable).block(before_);
    }
    depths_.body = ElementInVariable(f_, sum, variable).block(depths_.body);
    stores_.push_back(b_.store(sum.array, sum.indices, b_.read(variable)));
    return true;
  }

  Function& f_;
  Builder b_;
  StmtId loop_;
  For depths_;
  Block before_, after_, stores_;
  std::vector<Element> sums_;
  bool loads_ = false;
};

}  // namespace

std::optional<NamedSums> name_sums(Function& function, StmtId loop) { return NameSums(function, loop).run(); }

}  // namespace unpython::transform
