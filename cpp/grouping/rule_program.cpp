// Rule 4: members with equal strides and any bases, by an integer program (papers/1, 4.3.4, with the errata
// of DESIGN, section 4). Unknowns t_mk, r_m, b' and u'_k:
//   sum_k s_k t_mk + r_m + b' = b_m                       every member keeps its addresses
//   u_mk + t_mk <= u'_k                                   and lies in the frame,
//   sum_{p>k} s_p u'_p <= s_k - s_d + sum_{p>k} s_p       whose cells differ (inequality 14)
//   0 <= t_mk,  0 <= r_m < s_d,  b_1 - s_1 < b' <= b_1
// minimise sum_k w_k u'_k with w_k = prod_{l != k} U_l, U_k = max_m u_mk, ties by sum_m r_m. In the program,
// bases are counted from b_1 and u'_k from U_k.
#include <algorithm>
#include <numeric>

#include "grouping/layout.h"
#include "solve/ilp.h"
#include "support/checked_int.h"

namespace unpython::grouping {
namespace {

using analysis::Descriptor;
using analysis::Dimension;
using solve::kNoHigh;
using solve::kNoLow;

/// Beyond this many unknowns the search takes too long to be worth it.
constexpr size_t kMostUnknowns = 600;
/// Costs stay well within what doubles tell apart.
constexpr int64_t kMostCost = int64_t{1} << 40;

class Program {
 public:
  explicit Program(Members members) : members_(members), strides_(members.front().dims()) {
    first_ = members.front().base;
    for (const Descriptor& member : members) first_ = std::min(first_, member.base);
    for (size_t k = 0; k < strides_.size(); ++k) {
      int64_t& greatest = greatest_.emplace_back(1);
      for (const Descriptor& member : members) greatest = std::max(greatest, member.dims()[k].extent);
    }
  }

  /// False: some number is beyond 64 bits.
  bool build() {
    const std::vector<int64_t> costs = extent_costs();
    base_ = problem_.add_variable({.low = 1 - strides_.front().stride, .high = 0, .cost = 0});
    for (size_t k = 0; k < strides_.size(); ++k) {
      growth_.push_back(problem_.add_variable({.low = 0, .high = kNoHigh, .cost = costs[k]}));
    }
    for (const Descriptor& member : members_) {
      if (!add_member(member)) return false;
    }
    return add_separation();
  }

  [[nodiscard]] std::optional<Layout> solve(int node_limit) const {
    const solve::Solution solution = solve::minimize(problem_, node_limit);
    if (solution.status != solve::Status::Solved) return std::nullopt;
    const auto value = [&](int variable) { return solution.values[static_cast<size_t>(variable)]; };
    std::vector<Shifts> shifts;
    for (const std::vector<int>& variables : shifts_) {
      Shifts& shift = shifts.emplace_back();
      std::transform(variables.begin(), variables.end(), shift.begin(), value);
    }
    const auto base = checked_add(first_, value(base_));
    return base ? checked_layout(Rule::IntegerProgram, *base, members_, shifts) : std::nullopt;
  }

 private:
  /// w_k = (prod U) / U_k up to a common factor, all of them larger than any sum of residues where that is
  /// possible.
  [[nodiscard]] std::vector<int64_t> extent_costs() const {
    int64_t common = 1;
    for (const int64_t greatest : greatest_) {
      const auto multiple = checked_mul(common / std::gcd(common, greatest), greatest);
      common = multiple && *multiple <= kMostCost ? *multiple : kMostCost;
    }
    std::vector<int64_t> costs;
    for (const int64_t greatest : greatest_) costs.push_back(std::max<int64_t>(1, common / greatest));
    const auto residues = checked_mul(static_cast<int64_t>(members_.size()), strides_.back().stride);
    const int64_t dearest = *std::max_element(costs.begin(), costs.end());
    if (residues && *residues <= kMostCost / dearest) {
      for (int64_t& cost : costs) cost *= *residues;
    }
    return costs;
  }

  bool add_member(const Descriptor& member) {
    const auto distance = checked_sub(member.base, first_);
    if (!distance) return false;
    std::vector<solve::Term> place{{.variable = base_, .coefficient = 1}};
    std::vector<int>& shift = shifts_.emplace_back();
    for (size_t k = 0; k < strides_.size(); ++k) {
      shift.push_back(problem_.add_variable({.low = 0, .high = kNoHigh, .cost = 0}));
      place.push_back({.variable = shift.back(), .coefficient = strides_[k].stride});
      problem_.add_row({{shift.back(), 1}, {growth_[k], -1}}, kNoLow, greatest_[k] - member.dims()[k].extent);
    }
    if (const int64_t least = strides_.back().stride; least > 1) {
      place.push_back(
          {.variable = problem_.add_variable({.low = 0, .high = least - 1, .cost = 1}), .coefficient = 1});
    }
    problem_.add_row(place, *distance, *distance);
    return true;
  }

  bool add_separation() {
    std::vector<solve::Term> inner;
    std::optional<int64_t> reach = strides_.back().stride - 1;  // s_d - 1 + sum_{p>k} s_p (U_p - 1)
    for (size_t k = strides_.size(); k-- > 0;) {
      const int64_t stride = strides_[k].stride;
      if (k + 1 < strides_.size()) {
        const auto room = checked_sub(stride - 1, *reach);
        if (!room) return false;
        problem_.add_row(inner, kNoLow, *room);
      }
      inner.push_back({.variable = growth_[k], .coefficient = stride});
      const auto span = checked_mul(stride, greatest_[k] - 1);
      reach = span ? checked_add(*reach, *span) : std::nullopt;
      if (!reach) return false;
    }
    return true;
  }

  Members members_;
  std::span<const Dimension> strides_;
  int64_t first_ = 0;              // b_1
  std::vector<int64_t> greatest_;  // U_k
  solve::Problem problem_;
  int base_ = 0;                          // b' - b_1
  std::vector<int> growth_;               // u'_k - U_k
  std::vector<std::vector<int>> shifts_;  // t_mk
};

}  // namespace

std::optional<Layout> lay_out_by_program(Members members, int node_limit) {
  const size_t rank = members.front().dims().size();
  if (rank == 0 || (members.size() + 1) * (rank + 1) > kMostUnknowns) return std::nullopt;
  Program program(members);
  return program.build() ? program.solve(node_limit) : std::nullopt;
}

}  // namespace unpython::grouping
