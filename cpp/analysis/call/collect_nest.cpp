// The beginning and the end of a nest, and of the loops in it.
#include <algorithm>
#include <utility>

#include "analysis/call/collector.h"

namespace unpython::analysis {

using namespace ir;
using integers::LinearForm;

void Collector::start_nest(StmtId root) {
  Nest& nest = result_.nests.emplace_back();
  nest.root = root;
  nest.never_runs = dead_ > 0;
  for (size_t v = 0; v < values_.size(); ++v) {
    const bool known = values_[v].kind == Value::Kind::Form && values_[v].form.terms().empty();
    if (known) nest.numbers.emplace_back(VarId{static_cast<int32_t>(v)}, values_[v].form.constant());
  }
  // Enough for most nests, so that they need not grow.
  nest.loops.reserve(4);
  nest.unknowns.reserve(8);
  nest.accesses.reserve(12);
  nest.subscripts.reserve(24);
  nest.checks.reserve(24);
  nest_ = &nest;
  domain_.emplace(nest);
  numbered_.clear();
  guard_ = -1;
  conditional_ = false;
}

/// A plan keeps its nests, and a function keeps hundreds of plans: the room of start_nest() is 24 KB.
void Collector::give_back_spare(Nest& nest) {
  nest.numbers.shrink_to_fit();
  nest.loops.shrink_to_fit();
  nest.unknowns.shrink_to_fit();
  nest.guards.shrink_to_fit();
  nest.subscripts.shrink_to_fit();
  nest.accesses.shrink_to_fit();
  nest.checks.shrink_to_fit();
  nest.wraps.shrink_to_fit();
}

void Collector::finish_nest() {
  for (VarId variable : named_) values_[static_cast<size_t>(variable.value)].kind = Value::Kind::Nothing;
  named_.clear();
  for (MemoryAccess& access : nest_->accesses) {
    for (int l = access.loop; l >= 0; l = nest_->loops[static_cast<size_t>(l)].parent) {
      const NestLoop& around = nest_->loops[static_cast<size_t>(l)];
      access.conditional = access.conditional || around.leaves_early || around.conditional;
    }
  }
  settle_determined();
  give_back_spare(*nest_);
  nest_ = nullptr;
  domain_.reset();
}

/// A symbol stays determined only if what defines it is in force wherever it is mentioned.
void Collector::settle_determined() {
  const auto withdraw = [&](const LinearForm& form, int guard) {
    for (const LinearForm::Term& term : form.terms()) {
      Unknown& unknown = nest_->unknowns[static_cast<size_t>(term.unknown)];
      if (!unknown.determined) continue;
      int g = guard;
      const auto defines = [&](const Guard& known) {
        return known.defines >= 0 && (known.defines == term.unknown || known.defines == term.unknown + 1);
      };
      while (g >= 0 && !defines(nest_->guards[static_cast<size_t>(g)]))
        g = nest_->guards[static_cast<size_t>(g)].outer;
      unknown.determined = g >= 0;
    }
  };
  const bool none = std::none_of(nest_->unknowns.begin(), nest_->unknowns.end(),
                                 [](const Unknown& unknown) { return unknown.determined; });
  if (none) return;
  for (const MemoryAccess& access : nest_->accesses) {
    for (const LinearForm& form : nest_->subscripts_of(access)) withdraw(form, access.guard);
    for (int g = access.guard; g >= 0; g = nest_->guards[static_cast<size_t>(g)].outer)
      withdraw(nest_->guards[static_cast<size_t>(g)].form, access.guard);
    for (int l = access.loop; l >= 0; l = nest_->loops[static_cast<size_t>(l)].parent)
      withdraw(nest_->loops[static_cast<size_t>(l)].extent, access.guard);
  }
  // What is made of a withdrawn one goes too.
  for (bool changed = true; changed;) {
    changed = false;
    for (const Guard& guard : nest_->guards) {
      if (guard.defines < 0 || !nest_->unknowns[static_cast<size_t>(guard.defines)].determined) continue;
      for (const LinearForm::Term& term : guard.form.terms()) {
        const Unknown& unknown = nest_->unknowns[static_cast<size_t>(term.unknown)];
        if (unknown.kind == Unknown::Kind::Counter || unknown.determined) continue;
        nest_->unknowns[static_cast<size_t>(guard.defines)].determined = false;
        nest_->unknowns[static_cast<size_t>(guard.defines) - 1].determined = false;
        changed = true;
      }
    }
  }
}

/// Adds a loop and its counter; its extent is evaluated where it stands.
void Collector::enter(StmtId id, const For& node) {
  ExprId trips = node.extent;
  if (slices_.contains(trips)) (void)value(trips);
  // A loop over max(0, x) runs as one over x.
  if (const auto* clamp = std::get_if<Call>(&f_[trips].node);
      clamp != nullptr && clamp->function == Intrinsic::Maximum) {
    for (size_t i = 0; i < 2; ++i) {
      const auto* zero = std::get_if<Const>(&f_[clamp->arguments[i]].node);
      if (zero != nullptr && zero->value.integer == 0) trips = clamp->arguments[1 - i];
    }
  }
  NestLoop loop{
      .stmt = id, .parent = loop_, .mark = node.mark, .extent = *integer(trips), .where = f_[id].range};
  loop.depth = loop_ < 0 ? 0 : nest_->loops[static_cast<size_t>(loop_)].depth + 1;
  loop.counter = static_cast<integers::UnknownIndex>(nest_->unknowns.size());
  loop.guard = guard_;
  loop.conditional = conditional_;
  // k < rest + min(a, b) is k < rest + a and k < rest + b.
  std::optional<LinearForm> second_bound;
  for (const LinearForm::Term& term : loop.extent.terms()) {
    const Numbered* minimum = definition_of(term.unknown);
    if (minimum == nullptr || minimum->kind != Numbered::Kind::Minimum || term.coefficient != 1) continue;
    const LinearForm rest = loop.extent.without(term.unknown);
    const std::optional<LinearForm> a = rest.plus(minimum->first);
    second_bound = rest.plus(minimum->second);
    if (a && second_bound) {
      loop.extent = *a;
      break;
    }
    second_bound.reset();
  }
  const std::optional<integers::IntegerRange> trip_range = domain_->range(loop.extent, loop_);
  int64_t most = trip_range ? trip_range->high : INT64_MAX;
  if (second_bound) {
    const std::optional<integers::IntegerRange> other = domain_->range(*second_bound, loop_);
    if (other) most = std::min(most, other->high);
  }
  Unknown counter{
      Unknown::Kind::Counter, static_cast<int>(nest_->loops.size()), {0, std::max<int64_t>(most, 0) - 1}};
  loop_ = counter.loop;
  nest_->loops.push_back(std::move(loop));
  nest_->unknowns.push_back(counter);
  const LinearForm k = LinearForm::of(nest_->loops.back().counter);
  if (second_bound) {
    const std::optional<LinearForm> last = second_bound->plus(-1);
    const std::optional<LinearForm> room = last ? last->minus(k) : std::nullopt;
    if (room) push_guard(*room);
  }
  nest_->loops.back().inner_guard = guard_;
  values_[static_cast<size_t>(node.counter.value)] = Value::of(k);
}

}  // namespace unpython::analysis
