#include "analysis/call/meeting.h"

#include <algorithm>
#include <array>
#include <utility>

#include "support/checked_int.h"

namespace unpython::analysis {
namespace {

using integers::IntegerRange;
using integers::IntegerSystem;
using integers::LinearForm;
using integers::Sharing;
using integers::UnknownIndex;

constexpr int kNodes = 400;   // of the search for one order of the two iterations
constexpr int kFewNodes = 8;  // enough for nearly all questions
constexpr int kFarNodes = 200;  // of the integer program

bool is_symbol(const Unknown& unknown) { return unknown.kind == Unknown::Kind::Symbol; }
bool is_open(const Unknown& unknown) { return is_symbol(unknown) && !unknown.determined; }

/// high - low, or INT64_MAX.
int64_t span_of(const IntegerRange& range) {
  if (range.low == INT64_MIN || range.high == INT64_MAX) return INT64_MAX;
  return checked_sub(range.high, range.low).value_or(INT64_MAX);
}

}  // namespace

bool keeps_elements_apart(const ArrayView& view) {
  struct Dimension {
    int64_t stride;
    int64_t extent;
  };
  std::array<Dimension, kMaxRank> dimensions{};
  size_t count = 0;
  for (size_t d = 0; d < static_cast<size_t>(view.rank); ++d) {
    if (view.extents[d] <= 0) return true;
    if (view.extents[d] == 1) continue;
    if (view.stride_bytes[d] == INT64_MIN) return false;
    dimensions[count++] = {std::abs(view.stride_bytes[d]), view.extents[d]};
  }
  int64_t reach = size_of(view.type);
  for (auto rest = std::span(dimensions).first(count); !rest.empty(); rest = rest.subspan(1)) {
    const auto least = std::ranges::min_element(rest, {}, &Dimension::stride);
    std::iter_swap(rest.begin(), least);
    if (rest[0].stride < reach) return false;
    const auto steps = checked_mul(rest[0].stride, rest[0].extent - 1);
    const auto next = steps ? checked_add(reach, *steps) : std::nullopt;
    if (!next) return false;
    reach = *next;
  }
  return true;
}

Meetings::Meetings(const Nest& nest, const std::vector<bool>& apart) : nest_(nest), apart_(apart) {}

std::optional<int64_t> Meetings::trips(int loop) const {
  const NestLoop& node = nest_.loops[static_cast<size_t>(loop)];
  const IntegerRange& range = nest_.unknowns[static_cast<size_t>(node.counter)].range;
  if (range.is_empty()) return 0;
  const int64_t span = span_of(range);
  if (span == INT64_MAX) return std::nullopt;
  return span + 1;
}

bool Meetings::ever_happens(const MemoryAccess& access) const {
  for (int loop = access.loop; loop >= 0; loop = nest_.loops[static_cast<size_t>(loop)].parent) {
    if (trips(loop) == 0) return false;
  }
  return true;
}

bool Meetings::always_happens(const MemoryAccess& access) const {
  if (access.conditional) return false;
  for (int loop = access.loop; loop >= 0; loop = nest_.loops[static_cast<size_t>(loop)].parent) {
    const NestLoop& node = nest_.loops[static_cast<size_t>(loop)];
    if (node.conditional || node.leaves_early) return false;
  }
  return true;
}

bool Meetings::same_forms(const MemoryAccess& a, const MemoryAccess& b) const {
  if (&a == &b) return true;
  if (a.array != b.array || a.loop != b.loop || a.guard != b.guard) return false;
  return std::ranges::equal(nest_.subscripts_of(a), nest_.subscripts_of(b));
}

Meeting Meetings::find(int p, const MemoryAccess& a, const MemoryAccess& b) {
  const Meeting never{.sharing = Sharing::Never};
  gave_up_ = false;
  const auto count = trips(p);
  if ((count && *count <= 1) || !ever_happens(a) || !ever_happens(b)) return never;
  const Meeting later = find_ordered(p, a, b, Order::Later);
  if (later.sharing == Sharing::Certain || later.sharing == Sharing::Possible || same_forms(a, b))
    return later;
  const Meeting earlier = find_ordered(p, a, b, Order::Earlier);
  return earlier.sharing == Sharing::Never ? later : earlier;
}

Meeting Meetings::find_far(int p, const MemoryAccess& a, const MemoryAccess& b) {
  far_ = true;
  const Meeting found = find(p, a, b);
  far_ = false;
  return found;
}

Sharing Meetings::within_iteration(int p, const MemoryAccess& a, const MemoryAccess& b) {
  if (!ever_happens(a) || !ever_happens(b)) return Sharing::Never;
  return find_ordered(p, a, b, Order::Same).sharing;
}

Sharing Meetings::later_where(int p, const MemoryAccess& a, const MemoryAccess& b, const LinearForm& first,
                              const LinearForm& second) {
  const auto count = trips(p);
  if ((count && *count <= 1) || !ever_happens(a) || !ever_happens(b)) return Sharing::Never;
  const Where where{first, second};
  far_ = true;
  const Meeting found = find_ordered(p, a, b, Order::Later, &where);
  far_ = false;
  return found.sharing;
}

Meeting Meetings::find_ordered(int p, const MemoryAccess& a, const MemoryAccess& b, Order order, const Where* where) {
  const Meeting never{.sharing = Sharing::Never};
  begin(p, a, b, order);
  place_rows(a, b);
  if (system_.is_none()) return never;
  const bool moved_by_data = std::exchange(symbols_, false);
  domain_rows(a, Side::First);
  domain_rows(b, Side::Second);
  if (where != nullptr) {
    start_row();
    add(where->first, Side::First, 1);
    add(where->second, Side::Second, 1);
    finish_row(0, INT64_MAX);
  }
  join_rows();
  IntegerSystem::Answer answer = system_.solve(nodes_left_ > 0 ? kNodes : kFewNodes);
  nodes_left_ -= system_.steps();
  const bool gave_up = answer == IntegerSystem::Answer::Unknown && !moved_by_data;
  if (gave_up && far_ && far_left_-- > 0) answer = system_.look_far(kFarNodes);
  gave_up_ |= gave_up;
  if (answer == IntegerSystem::Answer::None) return never;
  if (answer == IntegerSystem::Answer::Unknown || moved_by_data) return Meeting{};
  const bool certain = !symbols_ && always_happens(a) && always_happens(b);
  const UnknownIndex counter = nest_.loops[static_cast<size_t>(p)].counter;
  const int64_t first = value_of(counter);
  const int64_t distance =
      system_.solution()[static_cast<size_t>(variables_[static_cast<size_t>(counter)].difference)];
  return {certain ? Sharing::Certain : Sharing::Possible, first, first + distance};
}

void Meetings::begin(int p, const MemoryAccess& a, const MemoryAccess& b, Order order) {
  system_.clear();
  variables_.assign(nest_.unknowns.size(), Variables{});
  p_ = p;
  first_loop_ = a.loop;
  second_loop_ = b.loop;
  order_ = order;
  symbols_ = false;
  variable({nest_.loops[static_cast<size_t>(p)].counter, Part::Difference});
}

/// The elements are one.
void Meetings::place_rows(const MemoryAccess& a, const MemoryAccess& b) {
  if (a.array == b.array && apart_[static_cast<size_t>(a.array.value)]) {
    const auto first = nest_.subscripts_of(a);
    const auto second = nest_.subscripts_of(b);
    for (size_t d = 0; d < first.size(); ++d) {
      start_row();
      add(first[d], Side::First, 1);
      add(second[d], Side::Second, -1);
      finish_row(0, 0);
    }
    return;
  }
  if (!a.address || !b.address) return system_.add_unknown_row();
  start_row();
  add(*a.address, Side::First, 1);
  add(*b.address, Side::Second, -1);
  finish_row(1 - a.width, b.width - 1);
}

/// The access happens: its counters lie below the extents of their loops and its guards hold. What both
/// accesses share has been said for the first one.
void Meetings::domain_rows(const MemoryAccess& access, Side side) {
  for (int loop = access.loop; loop >= 0; loop = nest_.loops[static_cast<size_t>(loop)].parent) {
    if (side == Side::Second && !nest_.is_inside(loop, p_)) break;
    const NestLoop& node = nest_.loops[static_cast<size_t>(loop)];
    if (node.extent.is_constant()) continue;  // said by the range of the counter
    start_row();
    add(node.extent, side, 1);
    add(LinearForm::of(node.counter), side, -1);
    finish_row(1, INT64_MAX);
  }
  for (int guard = access.guard; guard >= 0; guard = nest_.guards[static_cast<size_t>(guard)].outer) {
    const Guard& in_force = nest_.guards[static_cast<size_t>(guard)];
    start_row();
    add(in_force.form, side, 1);
    if (in_force.nonzero)
      finish_disequation();
    else
      finish_row(0, INT64_MAX);
  }
}

/// b's counters lie in the ranges too, where they stand as a's plus a difference.
void Meetings::join_rows() {
  for (size_t u = 0; u < variables_.size(); ++u) {
    const Variables& known = variables_[u];
    if (known.first < 0 || known.difference < 0) continue;
    const IntegerRange range = nest_.unknowns[u].range;
    const std::array<IntegerSystem::Term, 2> sum{{{known.first, 1}, {known.difference, 1}}};
    system_.add_row(sum, range.low, range.high);
  }
}

Meetings::Relation Meetings::relation(UnknownIndex unknown) const {
  const Unknown& node = nest_.unknowns[static_cast<size_t>(unknown)];
  const bool inside = node.loop >= 0 && nest_.is_inside(node.loop, p_);
  if (is_symbol(node)) {
    return node.loop < 0 || (!inside && nest_.is_inside(p_, node.loop)) ? Relation::Same : Relation::Own;
  }
  if (!inside) return Relation::Same;
  const bool common = nest_.is_inside(first_loop_, node.loop) && nest_.is_inside(second_loop_, node.loop);
  return common ? Relation::Offset : Relation::Own;
}

void Meetings::start_row() {
  row_.clear();
  constant_ = 0;
  overflow_ = false;
}

void Meetings::add(const LinearForm& form, Side side, int64_t factor) {
  const auto scaled = checked_mul(form.constant(), factor);
  const auto constant = scaled ? checked_add(constant_, *scaled) : std::nullopt;
  overflow_ |= !constant;
  constant_ = constant.value_or(0);
  for (const LinearForm::Term& term : form.terms()) {
    const int64_t coefficient = checked_mul(term.coefficient, factor).value_or(0);
    overflow_ |= coefficient == 0;
    if (side == Side::First) {
      add_term({term.unknown, Part::First}, coefficient);
      continue;
    }
    const Relation how = relation(term.unknown);
    add_term({term.unknown, how == Relation::Own ? Part::Second : Part::First}, coefficient);
    if (how == Relation::Offset) add_term({term.unknown, Part::Difference}, coefficient);
  }
}

void Meetings::add_term(Key key, int64_t coefficient) {
  const auto known = std::find_if(row_.begin(), row_.end(), [&](const KeyTerm& t) { return t.key == key; });
  if (known == row_.end()) {
    row_.push_back({key, coefficient});
    return;
  }
  const auto sum = checked_add(known->coefficient, coefficient);
  overflow_ |= !sum;
  known->coefficient = sum.value_or(0);
}

/// low <= the row <= high.
void Meetings::finish_row(int64_t low, int64_t high) {
  const auto least = checked_sub(low, constant_);
  const auto most = high == INT64_MAX ? high : checked_sub(high, constant_);
  if (overflow_ || !least || !most) return system_.add_unknown_row();
  system_.add_row(terms(), *least, *most);
}

/// the row != 0.
void Meetings::finish_disequation() {
  const auto excluded = checked_sub(0, constant_);
  if (overflow_ || !excluded) return system_.add_unknown_row();
  system_.add_disequation(terms(), *excluded);
}

/// The row in variables of the system.
std::span<const IntegerSystem::Term> Meetings::terms() {
  terms_.clear();
  for (const KeyTerm& term : row_) {
    if (term.coefficient != 0) terms_.push_back({variable(term.key), term.coefficient});
  }
  return terms_;
}

int Meetings::variable(Key key) {
  Variables& known = variables_[static_cast<size_t>(key.unknown)];
  int& number = key.part == Part::First        ? known.first
                : key.part == Part::Difference ? known.difference
                                               : known.second;
  if (number < 0) number = system_.add_variable(range_of(key));
  symbols_ |= is_open(nest_.unknowns[static_cast<size_t>(key.unknown)]);
  return number;
}

IntegerRange Meetings::range_of(Key key) const {
  const IntegerRange range = nest_.unknowns[static_cast<size_t>(key.unknown)].range;
  if (key.part != Part::Difference) return range;
  const int64_t span = span_of(range);
  if (key.unknown != nest_.loops[static_cast<size_t>(p_)].counter)
    return span == INT64_MAX ? IntegerRange{} : IntegerRange{-span, span};
  if (order_ == Order::Same) return {0, 0};
  if (order_ == Order::Later) return {1, span};
  return {span == INT64_MAX ? INT64_MIN : -span, -1};
}

/// a's value of an unknown in the solution. One that stands in no row is free.
int64_t Meetings::value_of(UnknownIndex unknown) const {
  const Variables& known = variables_[static_cast<size_t>(unknown)];
  const auto solution = system_.solution();
  if (known.first >= 0) return solution[static_cast<size_t>(known.first)];
  const IntegerRange range = nest_.unknowns[static_cast<size_t>(unknown)].range;
  const int64_t low = range.low == INT64_MIN ? 0 : range.low;
  if (known.difference < 0) return low;
  return low - std::min(int64_t{0}, solution[static_cast<size_t>(known.difference)]);
}

std::vector<int64_t> Meetings::point() const {
  std::vector<int64_t> result(nest_.unknowns.size());
  for (size_t u = 0; u < result.size(); ++u) result[u] = value_of(static_cast<UnknownIndex>(u));
  return result;
}

}  // namespace unpython::analysis
