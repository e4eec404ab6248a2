#include "codegen/c_family/c_staging.h"

#include <algorithm>

#include "codegen/c_family/c_types.h"
#include "ir/rewrite.h"

namespace unpython::codegen {

using namespace ir;
using kernel::StagedLoop;
using kernel::StagedRead;

CStaging::CStaging(const Function& function, const kernel::Kernel& kernel, const kernel::Staging& staging,
                   const Dialect& dialect, CExpressions& expressions, CNames& names, TextWriter& out)
    : function_(function),
      kernel_(kernel),
      staging_(staging),
      dialect_(dialect),
      expressions_(expressions),
      names_(names),
      out_(out),
      active_(names.fresh("active")),
      thread_(names.fresh("thread")),
      part_(names.fresh("part")),
      at_(names.fresh("at")) {
  for (const StagedLoop& staged : staging.loops) {
    for (const StagedRead& read : staged.reads) {
      const int64_t rows = read.dimension < 0 ? 1 : staging.items[static_cast<size_t>(read.dimension)];
      copies_.push_back({&read, rows * staging.piece, names.fresh(names.of(read.array) + "_rows"),
                         names.fresh(names.of(read.array) + "_next")});
    }
  }
  const size_t dimensions = kernel.grid.size();
  for (size_t d = 0; d < dimensions; ++d) {
    const std::string counter = names.of(counter_of(static_cast<int>(d)));
    items_.push_back(names.fresh("item_" + counter));
    groups_.push_back(names.fresh(counter + "_group"));
  }
}

VarId CStaging::counter_of(int dimension) const {
  const StmtId id = kernel_.grid[kernel_.grid.size() - 1 - static_cast<size_t>(dimension)];
  return std::get<For>(function_[id].node).counter;
}

void CStaging::open_kernel() {
  std::string condition;
  const auto require = [&](const std::string& term) {
    condition += (condition.empty() ? "" : " && ") + term;
  };
  for (size_t d = kernel_.grid.size(); d-- > 0;) {
    const int dimension = static_cast<int>(d);
    const std::string counter = names_.of(counter_of(dimension));
    const int64_t items = staging_.items[d];
    out_.line("const i64 ", groups_[d], " = ", counter, "_first + (i64)", dialect_.group(dimension),
              items > 1 ? " * " + std::to_string(items) : "", ";");
    if (items > 1) {
      out_.line("const u32 ", items_[d], " = (u32)", dialect_.local_item(dimension), ";");
      out_.line("const i64 ", counter, " = ", groups_[d], " + ", items_[d], ";");
    } else {
      out_.line("const i64 ", counter, " = ", groups_[d], ";");
    }
    require(counter + " < " + counter + "_end");
  }
  if (staging_.threads[1] > staging_.items[1]) require(dialect_.local_item(1) + " == 0");
  out_.line("const bool ", active_, " = ", condition, ";");
  out_.line("const u32 ", thread_, " = (u32)", dialect_.local_item(1), " * ", staging_.threads[0],
            "u + (u32)", dialect_.local_item(0), ";");
  for (Copy& copy : copies_) declare(copy);
}

void CStaging::declare(Copy& copy) {
  const std::string type(memory_type(function_[copy.read->array].type));
  const int64_t rows = copy.elements / staging_.piece;
  out_.line(dialect_.local(), type, " ", copy.local, "[", rows * (staging_.piece + 1), "];");
  out_.line(type, " ", copy.next, "[", (copy.elements + threads() - 1) / threads(), "];");
}

bool CStaging::holds(StmtId id) const {
  bool found = false;
  walk_stmts(function_, {id}, [&](StmtId inside) {
    found |= find(inside) != nullptr;
    return !found;
  });
  return found;
}

const StagedLoop* CStaging::find(StmtId id) const {
  const auto found = std::find_if(staging_.loops.begin(), staging_.loops.end(),
                                  [&](const StagedLoop& staged) { return staged.loop == id; });
  return found == staging_.loops.end() ? nullptr : &*found;
}

std::vector<const CStaging::Copy*> CStaging::copies_of(const StagedLoop& staged) const {
  std::vector<const Copy*> result;
  for (const Copy& copy : copies_) {
    const bool own = std::any_of(staged.reads.begin(), staged.reads.end(),
                                 [&](const StagedRead& read) { return &read == copy.read; });
    if (own) result.push_back(&copy);
  }
  return result;
}

void CStaging::open_parts(const Copy& copy) {
  out_.line("#pragma unroll");
  out_.line("for (u32 ", part_, " = 0; ", part_, " < ", (copy.elements + threads() - 1) / threads(), "; ++",
            part_, ") {");
  out_.indent();
  out_.line("const u32 ", at_, " = ", thread_, " + ", part_, " * ", threads(), "u;");
}

/// The counters are named as in the program, so that the subscripts of an element are those of the program.
void CStaging::fetch(const Copy& copy, VarId counter, const std::string& piece, const std::string& end) {
  const std::string step = names_.of(counter);
  const std::string width = std::to_string(staging_.piece) + "u";
  open_parts(copy);
  std::string condition =
      copy.elements % threads() == 0 ? "" : at_ + " < " + std::to_string(copy.elements) + "u && ";
  if (copy.read->dimension >= 0) {
    const std::string row = names_.of(counter_of(copy.read->dimension));
    out_.line("const i64 ", row, " = ", groups_[static_cast<size_t>(copy.read->dimension)], " + ", at_, " / ",
              width, ";");
    condition += row + " < " + row + "_end && ";
  }
  out_.line("const i64 ", step, " = ", piece, " + ", at_, " % ", width, ";");
  out_.line("if (", condition, step, " < ", end, ") ", copy.next, "[", part_,
            "] = ", expressions_.element(copy.read->array, copy.read->indices), ";");
  out_.dedent();
  out_.line("}");
}

void CStaging::keep(const Copy& copy) {
  const std::string width = std::to_string(staging_.piece) + "u";
  const std::string pitch = std::to_string(staging_.piece + 1) + "u";
  open_parts(copy);
  const std::string guard =
      copy.elements % threads() == 0 ? "" : "if (" + at_ + " < " + std::to_string(copy.elements) + "u) ";
  out_.line(guard, copy.local, "[", at_, " / ", width, " * ", pitch, " + ", at_, " % ", width,
            "] = ", copy.next, "[", part_, "];");
  out_.dedent();
  out_.line("}");
}

/// Each turn of the outer loop has the next piece on its way while the one before is used.
void CStaging::open_loop(const StagedLoop& staged, const std::string& end) {
  const VarId counter = std::get<For>(function_[staged.loop].node).counter;
  const std::string next = names_.fresh("next");
  const std::string piece = names_.fresh("piece");
  const std::string most = names_.fresh("most");
  const std::string column = names_.fresh("column");
  const std::string width = std::to_string(staging_.piece);
  const auto open = [&](const auto&... head) {
    out_.line(head..., " {");
    out_.indent();
  };
  open("for (i64 ", next, " = 0; ", next, " < ", end, " + ", width, "; ", next, " += ", width, ")");
  for (const Copy* copy : copies_of(staged)) fetch(*copy, counter, next, end);
  open("if (", active_, " && ", next, " > 0)");
  out_.line("const i64 ", piece, " = ", next, " - ", width, ";");
  out_.line("const u32 ", most, " = ", end, " < ", next, " ? (u32)(", end, " - ", piece, ") : ", width, "u;");
  out_.line("#pragma unroll 8");
  open("for (u32 ", column, " = 0; ", column, " < ", most, "; ++", column, ")");
  out_.line("const i64 ", names_.of(counter), " = ", piece, " + ", column, ";");
  for (const Copy* copy : copies_of(staged)) {
    const int d = copy->read->dimension;
    const std::string row =
        d < 0 ? "" : items_[static_cast<size_t>(d)] + " * " + std::to_string(staging_.piece + 1) + "u + ";
    for (ExprId load : copy->read->loads)
      expressions_.read_from(load, copy->local + "[" + row + column + "]");
  }
}

void CStaging::close_loop(const StagedLoop& staged) {
  const auto close = [&] {
    out_.dedent();
    out_.line("}");
  };
  close();
  close();
  out_.line(dialect_.barrier());
  for (const Copy* copy : copies_of(staged)) keep(*copy);
  out_.line(dialect_.barrier());
  close();
}

}  // namespace unpython::codegen
