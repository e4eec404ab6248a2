#include "analysis/call/witness.h"

#include <algorithm>

#include "support/checked_int.h"

namespace unpython::analysis {
namespace {

using namespace ir;

/// "i = 3", or "iteration 3" where the loop variable is not known.
std::string iteration_text(const LoopVariable& variable, int64_t iteration) {
  const auto distance = variable.known ? checked_mul(variable.step, iteration) : std::nullopt;
  const auto value = distance ? checked_add(variable.first, *distance) : std::nullopt;
  if (!value) return "iteration " + std::to_string(iteration);
  return variable.name + " = " + std::to_string(*value);
}

std::string both_write(const LoopVariable& variable, int64_t first, int64_t second,
                       const std::string& place) {
  return iteration_text(variable, std::min(first, second)) + " and " +
         iteration_text(variable, std::max(first, second)) + " both write " + place;
}

/// Two accesses of different lines, each with its iteration.
std::string both_lines(const LoopVariable& variable, const Witness& witness, const std::string& second) {
  const std::string meets = witness.second_writes ? "" : " reads it" + second;
  return "line " + std::to_string(witness.first_where.line) + " writes " + witness.element + " for " +
         iteration_text(variable, witness.first) + ", line " + std::to_string(witness.second_where.line) +
         meets + " for " + iteration_text(variable, witness.second);
}

std::string line_text(const SourceRange& where, const SourceRange& other) {
  return where.line == other.line || other.line == 0 ? "" : " in line " + std::to_string(other.line);
}

std::string advice_for(const Witness& witness, bool certain, bool local) {
  if (!certain) return std::string(kUseRange) + ", or races='trust' if that never happens";
  if (witness.second_writes) {
    return local ? "create " + witness.name + " inside the loop, so that each iteration has its own, or " +
                       std::string(kUseRange)
                 : "store to different elements, or " + std::string(kUseRange);
  }
  if (witness.second < witness.first)
    return "read from a copy of " + witness.name + " made before the loop, or " + std::string(kUseRange);
  return std::string(kUseRange);
}

/// `a[i] = a[i - 1] + e`: each element is the one before it and something more.
bool is_running_sum(const Function& f, const MemoryAccess& store, const MemoryAccess& read,
                    const Witness& witness) {
  const auto* sum = std::get_if<Binary>(&f[store.expr].node);
  return sum != nullptr && sum->op == BinaryOp::Add && (sum->left == read.expr || sum->right == read.expr) &&
         store.rank == 1 && store.array == read.array && witness.second - witness.first == 1;
}

}  // namespace

std::string element(const Function& f, const Nest& nest, const MemoryAccess& access,
                    const std::vector<int64_t>& point) {
  const std::string& name = f[access.array].name;
  std::string text;
  for (const integers::LinearForm& subscript : nest.subscripts_of(access)) {
    const auto place = subscript.at(point);
    const bool open = std::ranges::any_of(subscript.terms(), [&](const integers::LinearForm::Term& term) {
      const Unknown& unknown = nest.unknowns[static_cast<size_t>(term.unknown)];
      return unknown.kind == Unknown::Kind::Symbol && !unknown.determined;
    });
    if (!place || open) return "one element of " + name;
    text += (text.empty() ? "" : ", ") + std::to_string(*place);
  }
  return name + "[" + text + "]";
}

LoopFacts meeting_facts(const Function& f, const Nest& nest, const Encountered& encountered,
                        const LoopVariable& variable, bool local) {
  const MemoryAccess& a = *encountered.first;
  const MemoryAccess& b = *encountered.second;
  const bool certain = encountered.meeting.sharing == integers::Sharing::Certain;
  const Witness witness{.name = f[a.array].name,
                        .element = element(f, nest, a, encountered.point),
                        .first = encountered.meeting.first,
                        .second = encountered.meeting.second,
                        .second_writes = b.write,
                        .first_where = a.where,
                        .second_where = b.where};
  const std::string other_name = a.array == b.array ? "" : " as " + f[b.array].name;
  const bool two_lines = a.where.line != b.where.line && a.where.line != 0 && b.where.line != 0;
  std::string reason;
  if (two_lines) {
    reason = both_lines(variable, witness, other_name);
  } else if (b.write) {
    reason = both_write(variable, witness.first, witness.second, witness.element);
  } else {
    reason = iteration_text(variable, witness.first) + " writes " + witness.element + " and " +
             iteration_text(variable, witness.second) + " reads it" + other_name;
  }
  if (!certain) reason += ", if both happen";
  return {.verdict = certain ? Verdict::Conflict : Verdict::Sequential,
          .reason = std::move(reason),
          .where = a.where,
          .other = b.where,
          .names_lines = two_lines,
          .between_accesses = true,
          .advice = is_running_sum(f, a, b, witness)
                        ? "use np.cumsum for a running sum, or " + std::string(kUseRange)
                        : advice_for(witness, certain, local),
          .witness = witness};
}

LoopFacts accumulated_facts(const Function& f, const MemoryAccess& update, const MemoryAccess& other) {
  const std::string& name = f[update.array].name;
  const std::string way = update.array == other.array ? "another element in its place" : f[other.array].name;
  return {.verdict = Verdict::Sequential,
          .reason = name + " is accumulated in the loop and " + (other.write ? "written" : "read") +
                    " there through " + way + line_text(update.where, other.where),
          .where = update.where,
          .other = other.where,
          .between_accesses = true,
          .advice = std::string(kUseRange) + ", or races='trust' if these never meet"};
}

LoopFacts inspected_facts(const Function& f, const Inspection& inspection) {
  const std::string& index = f[inspection.index].name;
  return {.verdict = Verdict::Inspected,
          .reason = inspection.steps.empty() ? "the values of " + index + " are distinct"
                                             : "the subscripts computed from " + index + " are distinct",
          .where = inspection.where,
          .between_accesses = true,
          .inspection = inspection};
}

LoopFacts repeated_index_facts(const Function& f, const Inspection& inspection, int64_t first, int64_t second,
                               int64_t value) {
  const std::string& name = f[inspection.target].name;
  const std::string place = name + "[" + std::to_string(value) + "]";
  LoopFacts facts{.verdict = Verdict::Sequential,
                  .reason = iteration_text(inspection.variable, first) + " takes the index " +
                            std::to_string(value) + " from " + f[inspection.index].name + ", outside of " +
                            name,
                  .where = inspection.where};
  if (first == second) return facts;
  facts.verdict = Verdict::Conflict;
  facts.between_accesses = true;
  facts.other = inspection.where;
  facts.reason = both_write(inspection.variable, first, second, place) + ", as " + f[inspection.index].name +
                 (inspection.steps.empty() ? " holds equal values" : " leads to equal subscripts");
  facts.advice = "store to different elements, or " + std::string(kUseRange);
  facts.witness = Witness{.name = name,
                          .element = place,
                          .first = first,
                          .second = second,
                          .second_writes = true,
                          .first_where = inspection.where,
                          .second_where = inspection.where};
  return facts;
}

}  // namespace unpython::analysis
