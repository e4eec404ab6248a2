#include "cost/loop_order.h"

#include <algorithm>

#include "cost/loop_cost.h"

namespace unpython::cost {
namespace {

using namespace ir;
using analysis::CallFacts;
using analysis::CallValues;
using analysis::LoopFacts;
using analysis::LoopForms;
using analysis::NestLoop;
using analysis::Nests;
using analysis::Verdict;

/// A cheaper loop goes inside if the written one costs at least this much more.
constexpr double kGain = 1.2;

/// Where a loop of a perfect nest may go.
enum class Freedom : uint8_t {
  Free,    ///< anywhere: no iteration needs another one, whatever the counters of the other loops are
  Inside,  ///< inwards: within one iteration of the loops around it, no iteration needs another one
  Kept,    ///< nowhere: its iterations need each other
};

class Orders {
 public:
  Orders(const LoopForms& forms, const Nests& nests, const CallValues& call, size_t n,
         std::span<const LoopFacts> facts, const CallFacts& silent)
      : forms_(forms),
        f_(forms.function()),
        nests_(nests),
        call_(call),
        nest_(nests.nests[n]),
        facts_(facts),
        silent_(silent) {}

  std::vector<LoopOrder> run() {
    std::vector<LoopOrder> result;
    std::vector<bool> seen(nest_.loops.size(), false);
    for (int loop = 0; loop < static_cast<int>(nest_.loops.size()); ++loop) {
      if (seen[static_cast<size_t>(loop)]) continue;
      const std::vector<int> chain = perfect(loop);
      for (const int part : chain) seen[static_cast<size_t>(part)] = true;
      if (chain.size() < 2 || raises(chain)) continue;
      result.push_back(order(chain));
    }
    return result;
  }

 private:
  [[nodiscard]] const NestLoop& loop(int index) const { return nest_.loops[static_cast<size_t>(index)]; }
  [[nodiscard]] const For& statement(int index) const { return std::get<For>(f_[loop(index).stmt].node); }

  /// Loops from `first` inwards that may change places as far as their form goes.
  std::vector<int> perfect(int first) const {
    std::vector<int> chain{first};
    if (!keeps_to_itself(first)) return chain;
    while (true) {
      const Block& body = statement(chain.back()).body;
      const auto next = std::find_if(nest_.loops.begin(), nest_.loops.end(), [&](const NestLoop& other) {
        return body.size() == 1 && other.stmt == body[0] && other.parent == chain.back();
      });
      if (next == nest_.loops.end()) return chain;
      const int index = static_cast<int>(next - nest_.loops.begin());
      if (!same_extent(next->extent, chain) || next->guard != next->inner_guard || !keeps_to_itself(index))
        return chain;
      chain.push_back(index);
    }
  }

  /// Its iterations hand no scalar on, to each other or to what follows, and none ends the loop.
  [[nodiscard]] bool keeps_to_itself(int index) const {
    const analysis::LoopForm& form = forms_.of(loop(index).stmt);
    return !form.exit && !form.carried && !form.reduces && !loop(index).leaves_early &&
           form.keeps_scalars;
  }

  [[nodiscard]] bool same_extent(const integers::LinearForm& extent, const std::vector<int>& chain) const {
    return std::none_of(extent.terms().begin(), extent.terms().end(),
                        [&](const integers::LinearForm::Term& term) {
                          const int owner = nest_.unknowns[static_cast<size_t>(term.unknown)].loop;
                          return std::find(chain.begin(), chain.end(), owner) != chain.end();
                        });
  }

  [[nodiscard]] bool raises(const std::vector<int>& chain) const {
    const auto inside = [&](int place) { return nest_.is_inside(place, chain.front()); };
    return std::any_of(nest_.checks.begin(), nest_.checks.end(),
                       [&](const analysis::SubscriptCheck& check) {
                         return check.stmt.valid() && inside(check.loop) && !silent_.is_silent(check.stmt);
                       }) ||
           std::any_of(nest_.raises.begin(), nest_.raises.end(), [&](const analysis::RaiseCheck& check) {
             return inside(check.loop) && !silent_.is_silent(check.stmt);
           });
  }

  LoopOrder order(const std::vector<int>& chain) {
    const std::vector<double> costs = innermost_costs(f_, nest_, chain);
    LoopOrder result{.written = chain, .wanted = by_cost(chain, costs, [](size_t, const auto&) { return true; })};
    const std::vector<int> best = result.wanted;
    if (best == chain) return result;
    const std::vector<Freedom> freedom = freedoms(chain);
    // The loops left over stay outside: those that were inside a Kept one must be Free, and no loop goes
    // inside a Kept one, whose work would be started anew for each of its iterations.
    result.wanted = by_cost(chain, costs, [&](size_t place, const std::vector<size_t>& rest) {
      return std::all_of(rest.begin(), rest.end(), [&](size_t other) {
        if (other <= place) return true;
        return freedom[place] == Freedom::Kept ? freedom[other] == Freedom::Free
                                               : freedom[other] != Freedom::Kept;
      });
    });
    if (result.wanted.back() != best.back()) result.obstacle = obstacle(chain, freedom);
    return result;
  }

  /// From the inside out the cheapest of those that `may_follow` lets go inside the rest.
  template <class MayFollow>
  std::vector<int> by_cost(const std::vector<int>& chain, const std::vector<double>& costs,
                           const MayFollow& may_follow) const {
    std::vector<size_t> rest;
    for (size_t place = 0; place < chain.size(); ++place) rest.push_back(place);
    std::vector<int> order;
    while (!rest.empty()) {
      size_t chosen = rest.back();  // always may
      for (size_t n = rest.size(); n-- > 0;)
        if (costs[chosen] > kGain * costs[rest[n]] && may_follow(rest[n], rest)) chosen = rest[n];
      order.insert(order.begin(), chain[chosen]);
      std::erase(rest, chosen);
    }
    return order;
  }

  std::vector<Freedom> freedoms(const std::vector<int>& chain) const {
    std::vector<Freedom> result;
    size_t first_kept = chain.size();
    for (size_t place = 0; place < chain.size(); ++place) {
      const Verdict verdict = facts_[static_cast<size_t>(chain[place])].verdict;
      if (verdict != Verdict::Proven && verdict != Verdict::Trusted) {
        result.push_back(Freedom::Kept);
        first_kept = std::min(first_kept, place);
      } else if (place < first_kept || stands_outside(chain, first_kept, place)) {
        result.push_back(Freedom::Free);
      } else {
        result.push_back(Freedom::Inside);
      }
    }
    return result;
  }

  /// Whether loop `from` of the chain would be Proven around those from `to` on: judged as if it stood there.
  bool stands_outside(const std::vector<int>& chain, size_t to, size_t from) const {
    Nests moved{.memories = nests_.memories, .places = nests_.places, .nests = {nest_}};
    analysis::Nest& nest = moved.nests.front();
    for (const analysis::Unknown& unknown : nest.unknowns) {
      const auto between = std::find(chain.begin(), chain.end() - 1, unknown.loop);
      if (unknown.kind == analysis::Unknown::Kind::Symbol && between != chain.end() - 1) return false;
    }
    for (size_t place = to; place <= from; ++place) {
      NestLoop& target = nest.loops[static_cast<size_t>(chain[place])];
      const NestLoop& source = loop(chain[place == to ? from : place - 1]);
      if (source.guard != source.inner_guard) return false;
      target.stmt = source.stmt;
      target.counter = source.counter;
      target.mark = source.mark;
      target.extent = source.extent;
      target.where = source.where;
      nest.unknowns[static_cast<size_t>(source.counter)].loop = chain[place];
    }
    return analysis::judge(forms_, moved, call_).front()[static_cast<size_t>(chain[to])].verdict ==
           Verdict::Proven;
  }

  [[nodiscard]] std::string obstacle(const std::vector<int>& chain, const std::vector<Freedom>& freedom) const {
    const auto kept = std::find(freedom.begin(), freedom.end(), Freedom::Kept);
    const NestLoop& loop = this->loop(chain[static_cast<size_t>(kept - freedom.begin())]);
    return "iterations of the loop in line " + std::to_string(loop.where.line) + " need each other";
  }

  const LoopForms& forms_;
  const Function& f_;
  const Nests& nests_;
  const CallValues& call_;
  const analysis::Nest& nest_;
  std::span<const LoopFacts> facts_;
  const CallFacts& silent_;
};

}  // namespace

std::vector<LoopOrder> loop_orders(const LoopForms& forms, const Nests& nests, const CallValues& call, size_t n,
                                   std::span<const LoopFacts> facts, const CallFacts& silent) {
  return Orders(forms, nests, call, n, facts, silent).run();
}

}  // namespace unpython::cost
