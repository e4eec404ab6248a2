#include "codegen/c_family/c_groups.h"

#include <algorithm>

#include "codegen/c_family/c_printer.h"
#include "codegen/c_family/c_types.h"
#include "ir/groups.h"
#include "ir/rewrite.h"
#include "kernel/wide_accesses.h"
#include "unpython/error.h"

namespace unpython::codegen {

using namespace ir;
using kernel::FragmentRole;
using kernel::NestPlan;

namespace {

int64_t elements_of(const Array& array, size_t first) {
  int64_t count = 1;
  for (size_t d = first; d < array.extents.size(); ++d) count *= array.extents[d];
  return count;
}

}  // namespace

int64_t dynamic_local_bytes(const kernel::GroupPlan& plan, const Dialect& dialect) {
  const bool dynamic = plan.local_bytes > kLocalBytes && !dialect.dynamic_local("").empty();
  return dynamic ? plan.local_bytes : 0;
}

CGroups::CGroups(const GroupPrinting& printing)
    : GroupPrinting(printing), thread_(names_.fresh("thread")), lane_(names_.fresh("lane")) {
  expressions_.use_registers(&plan_);
}

void CGroups::open(const std::string& head) {
  out_.line(head, head.empty() ? "{" : " {");
  out_.indent();
}

void CGroups::close() {
  out_.dedent();
  out_.line("}");
}

void CGroups::open_kernel() {
  for (size_t n = 0; n < kernel_.grid.size(); ++n) {
    const std::string counter = names_.of(std::get<For>(function_[kernel_.grid[n]].node).counter);
    const int dimension = static_cast<int>(kernel_.grid.size() - 1 - n);
    const std::string first = n == 0 && layout_.part_of_groups ? counter + "_first + " : std::string();
    out_.line("const i64 ", counter, " = ", first, "(i64)", dialect_.group(dimension), ";");
  }
  out_.line("const u32 ", thread_, " = (u32)", dialect_.local_item(0), ";");
  const bool warps = std::any_of(plan_.nests.begin(), plan_.nests.end(),
                                 [](const auto& entry) { return entry.second.by_warps; });
  if (warps) out_.line("const u32 ", lane_, " = ", thread_, " % 32u;");
  declare_local();
  declare_registers();
}

void CGroups::declare_local() {
  const std::string memory = names_.fresh("group_memory");
  const bool dynamic = dynamic_local_bytes(plan_, dialect_) > 0;
  if (dynamic) out_.line(dialect_.dynamic_local(memory));
  for (const auto& [id, first] : plan_.local) {
    const std::string type(memory_type(function_[id].type));
    helpers_.use_type(function_[id].type);
    if (dynamic) {
      out_.line(type, "* const ", names_.of(id), " = (", type, "*)(", memory, " + ", first, ");");
    } else {
      out_.line(dialect_.local(), type, " ", names_.of(id), "[", elements_of(function_[id], 0),
                "] __attribute__((aligned(16)));");
    }
  }
}

void CGroups::declare_registers() {
  for (const auto& [id, plan] : plan_.registers) {
    helpers_.use_type(function_[id].type);
    int64_t count = elements_of(function_[id], plan.depth) * plan.parts;
    if (plan.role != FragmentRole::None) {
      const std::vector<int64_t>& extents = function_[id].extents;
      count = count / (extents[extents.size() - 1] * extents[extents.size() - 2]) * plan.lane_elements();
    }
    const bool part = plan.is_complex && plan.role != FragmentRole::Sum;
    out_.line(part ? "f64" : memory_type(function_[id].type), " ", names_.of(id), "[", count, "];");
  }
}

void CGroups::before(StmtId id) {
  const auto found = plan_.barriers.find(id);
  if (found == plan_.barriers.end()) return;
  const kernel::Barrier& barrier = found->second;
  if (barrier.wait >= 0 && !dialect_.copy_helpers().empty()) {
    helpers_.use_text(dialect_.copy_helpers());
    out_.line("wait_batches<", barrier.wait, ">();");
  }
  out_.line(barrier.global ? dialect_.global_barrier() : dialect_.barrier());
}

/// Definitions of the counters of item number `at`, which is `own` and so many times `step` as `part` says. Where whole steps move a
/// counter by whole numbers, the part is added last: addresses of a thread's items then differ by constants.
std::vector<std::string> CGroups::counters(const NestPlan& nest, const std::string& at, const std::string& own,
                                           const std::string& part, int64_t step) {
  const ItemNest& items = nest.nest;
  std::vector<std::string> result;
  int64_t below = items.items();
  for (size_t d = 0; d < items.counters.size(); ++d) {
    const int64_t above = below;
    below /= items.bounds[d];
    const auto digit = [&](const std::string& of, bool wraps) {
      const std::string rest = wraps ? of + " % " + std::to_string(above) + "u" : of;
      if (below == 1) return rest;
      return (wraps ? "(" + rest + ")" : rest) + " / " + std::to_string(below) + "u";
    };
    const bool stays = nest.parts > 1 && step % above == 0;
    const bool moves = nest.parts > 1 && !stays && step % below == 0 && (d == 0 || above % step == 0);
    std::string value = digit(stays || moves ? own : at, d > 0 && !moves);
    expressions_.join(items.counters[d]);
    if (moves) {
      const std::string turns = d == 0 ? part : "(" + part + " % " + std::to_string(above / step) + "u)";
      expressions_.split(items.counters[d], {value, turns, step / below});
      value += " + " + turns + " * " + std::to_string(step / below) + "u";
    }
    result.push_back("const i64 " + names_.of(items.counters[d]) + " = (i64)(" + value + ");");
  }
  return result;
}

std::string CGroups::open_items(StmtId root) {
  const NestPlan& nest = plan_.nests.at(root);
  nest_ = root;
  by_warps_ = nest.by_warps;
  copies_ = std::get<For>(function_[root].node).ahead >= 0;
  if (copies_) {
    moving_.clear();
    walk_stmts(function_, {root}, [&](StmtId id) {
      if (const auto* loop = std::get_if<For>(&function_[id].node)) moving_.insert(loop->counter);
      return true;
    });
  }
  const int64_t at_once = nest.by_warps ? plan_.threads / kWarp : plan_.threads;
  const std::string own = nest.by_warps ? "(" + thread_ + " / 32u)" : thread_;
  part_ = names_.fresh("part");
  const std::string at = names_.fresh("at");
  const bool several = nest.parts > 1;
  if (several) out_.line("#pragma unroll");
  open(several ? "for (u32 " + part_ + " = 0; " + part_ + " < " + std::to_string(nest.parts) + "u; ++" + part_ + ")" : "");
  expressions_.enter_item(several ? part_ : "");
  const bool some = nest.nest.items() % at_once != 0;
  const std::vector<std::string> places = counters(nest, at, own, part_, at_once);
  const bool numbered = some || std::any_of(places.begin(), places.end(), [&](const std::string& place) {
    return place.find(at) != std::string::npos;
  });
  if (numbered) out_.line("const u32 ", at, " = ", own, several ? " + " + part_ + " * " + std::to_string(at_once) + "u" : "", ";");
  for (const std::string& place : places) out_.line(place);
  return some ? at + " < " + std::to_string(nest.nest.items()) + "u" : "";
}

void CGroups::items(StmtId root, const std::vector<std::string>& ends, const std::function<void()>& body) {
  const NestPlan& nest = plan_.nests.at(root);
  std::string guard = open_items(root);
  for (size_t d = 0; d < ends.size(); ++d) {
    const bool fixed = std::holds_alternative<Const>(
        function_[std::get<For>(function_[nest.nest.loops[d]].node).extent].node);
    if (!fixed) guard += (guard.empty() ? "" : " && ") + names_.of(nest.nest.counters[d]) + " < " + ends[d];
  }
  if (!guard.empty()) open("if (" + guard + ")");
  body();
  if (!guard.empty()) close();
  close();
  by_warps_ = copies_ = false;
}

void CGroups::enter(const For& loop) {
  // Where several groups share the registers there are none for addresses.
  if (kernel_.resident_groups != 1 || dialect_.copy_helpers().empty()) return;
  for (CopyCursor& found : copy_cursors(function_, loop)) {
    if (!copies_at_once(found.nest)) continue;
    const Cursor cursor{std::move(found), names_.fresh("from")};
    declare_cursor(cursor);
    cursors_.push_back(cursor);
  }
}

/// No lane of a vector is copied apart from the others.
bool CGroups::copies_at_once(StmtId nest) const {
  return !any_stmt(function_, {nest}, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&function_[id].node);
    return loop != nullptr && loop->mark == LoopMark::Vector &&
           !is_wide_copy(function_, *loop, wide_accesses(function_, kernel_, layout_, plan_, *loop));
  });
}

void CGroups::leave(const For& loop) {
  std::erase_if(cursors_, [&](const Cursor& cursor) { return std::count(loop.body.begin(), loop.body.end(), cursor.moves.nest) > 0; });
}

/// The lanes of a vector have the address of the first one.
void CGroups::declare_cursor(const Cursor& cursor) {
  const auto& load = std::get<Load>(function_[cursor.moves.load].node);
  const int64_t parts = plan_.nests.at(cursor.moves.nest).parts;
  out_.line("const ", memory_type(function_[load.array].type), "* ", cursor.name,
            parts > 1 ? "[" + std::to_string(parts) + "]" : "", ";");
  (void)open_items(cursor.moves.nest);
  walk_stmts(function_, {cursor.moves.nest}, [&](StmtId id) {
    const auto* loop = std::get_if<For>(&function_[id].node);
    if (loop != nullptr && loop->mark == LoopMark::Vector) out_.line("const i64 ", names_.of(loop->counter), " = 0;");
    return true;
  });
  out_.line(of_part(cursor, part_), " = ", source(load), ";");
  close();
  by_warps_ = copies_ = false;
}

void CGroups::after_assignment(VarId variable) {
  for (const Cursor& cursor : cursors_) {
    if (cursor.moves.variable != variable) continue;
    const ArrayId array = std::get<Load>(function_[cursor.moves.load].node).array;
    std::string stride;
    for (const auto& [d, times] : cursor.moves.moved) {
      const bool is_unit = static_cast<int>(d) == layout_.unit_dimension[number_of(array)];
      const std::string unit = is_unit ? "" : " * (u64)" + names_.of(array) + "_s" + std::to_string(d);
      stride += (stride.empty() ? "" : " + ") + std::to_string(static_cast<uint64_t>(times)) + "ul" + unit;
    }
    const std::string step = expressions_.modular(cursor.moves.step, 64, Strength::Product);
    const int64_t parts = plan_.nests.at(cursor.moves.nest).parts;
    const std::string part = names_.fresh("part");
    if (parts > 1) {
      out_.line("#pragma unroll");
      out_.line("for (u32 ", part, " = 0; ", part, " < ", parts, "u; ++", part, ")");
    }
    out_.line(parts > 1 ? "  " : "", of_part(cursor, part), " += (i64)(", step, " * (", stride, "));");
  }
}

std::string CGroups::of_part(const Cursor& cursor, const std::string& part) const {
  return cursor.name + (plan_.nests.at(cursor.moves.nest).parts > 1 ? "[" + part + "]" : "");
}

bool CGroups::copy(const Store& store) {
  const int64_t bytes = size_of(function_[store.array].type);
  const bool possible = copies_ && !dialect_.copy_helpers().empty() && (bytes == 4 || bytes == 8 || bytes == 16) &&
                        plan_.local.contains(store.array);
  if (!possible) return false;
  const auto& load = std::get<Load>(function_[store.value].node);
  if (is_scratch(function_[load.array].space)) return false;
  const std::string to = "&" + expressions_.element(store.array, store.indices);
  const std::string from = source(load);
  if (bytes < 16 || layout_.is_aligned(number_of(load.array), kernel::kWideBytes)) {
    copy(bytes, to, from);
  } else {
    for (const std::string part : {"re", "im"}) copy(8, to + "." + part, "&(" + from + ")->" + part);
  }
  return true;
}

size_t CGroups::number_of(ArrayId array) const {
  const auto known = std::find_if(kernel_.arrays.begin(), kernel_.arrays.end(),
                                  [&](const kernel::KernelArray& each) { return each.array == array; });
  return static_cast<size_t>(known - kernel_.arrays.begin());
}

/// What the counters of the copying nest change, then what all threads have alike, each exact: compilers keep the first,
/// an address, in registers around the loop of the group. Where several groups share the registers there are none for it.
std::string CGroups::source(const Load& load) {
  for (const Cursor& cursor : cursors_) {
    if (cursor.moves.nest == nest_) return of_part(cursor, part_);
  }
  const size_t number = number_of(load.array);
  std::string moved;
  std::string alike;
  bool plain = kernel_.resident_groups == 1;
  for (size_t d = 0; d < static_cast<size_t>(function_[load.array].rank); ++d) {
    plain &= !layout_.has_remainders(number, d);
    const bool is_unit = static_cast<int>(d) == layout_.unit_dimension[number];
    const std::string stride = is_unit ? "" : " * (u64)" + names_.of(load.array) + "_s" + std::to_string(d);
    const std::function<void(ExprId)> split = [&](ExprId id) {
      const auto* sum = std::get_if<Binary>(&function_[id].node);
      if (sum != nullptr && sum->op == BinaryOp::Add) {
        split(sum->left);
        return split(sum->right);
      }
      const bool moves = any_expr(function_, id, [&](ExprId part) {
        const auto* read = std::get_if<Read>(&function_[part].node);
        return read != nullptr && moving_.contains(read->variable);
      });
      std::string& part = moves ? moved : alike;
      part += (part.empty() ? "" : " + ") + expressions_.modular(id, 64, Strength::Product) + stride;
    };
    split(load.indices[d]);
  }
  if (!plain || moved.empty() || alike.empty()) return "&" + expressions_.element(load.array, load.indices);
  return names_.of(load.array) + " + (i64)(" + moved + ") + (i64)(" + alike + ")";
}

void CGroups::copy(int64_t bytes, const std::string& to, const std::string& from) {
  helpers_.use_text(dialect_.copy_helpers());
  out_.line("copy_later_", bytes, "(", to, ", ", from, ");");
}

}  // namespace unpython::codegen
