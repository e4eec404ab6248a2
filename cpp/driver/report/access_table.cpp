#include "driver/report/access_table.h"

#include <algorithm>

#include "support/text_writer.h"

namespace unpython::driver {
namespace {

using analysis::MemoryAccess;
using analysis::Nest;
using analysis::Unknown;
using footprint::PlacedArray;
using integers::LinearForm;

class Table {
 public:
  Table(const Nest& nest, const ir::Function& function, std::span<const analysis::LoopVariable> variables,
        const NestGroups& groups, const std::function<PlacedArray(ir::ArrayId)>& placed)
      : nest_(nest), function_(function), variables_(variables), groups_(groups), placed_(placed) {}

  std::string text() {
    out_.line("nest in line ", nest_.loops.empty() ? 0 : nest_.loops.front().where.line);
    {
      const Indented deeper(out_);
      for (size_t l = 0; l < nest_.loops.size(); ++l) write_loop(l);
      for (size_t a = 0; a < nest_.accesses.size(); ++a) write_access(a);
      if (!groups_.code.empty()) out_.line("no groups: ", groups_.code, ", ", groups_.reason);
      for (size_t g = 0; g < groups_.groups.size(); ++g) write_group(g);
    }
    return out_.take();
  }

 private:
  void write_loop(size_t number) {
    const analysis::NestLoop& loop = nest_.loops[number];
    for (int depth = 0; depth < loop.depth; ++depth) out_ << "  ";
    out_ << name_of_loop(static_cast<int>(number)) << " < " << text_of(loop.extent);
    const analysis::LoopVariable& variable = variables_[number];
    if (variable.known && (variable.first != 0 || variable.step != 1)) {
      out_ << ", counts the values " << variable.first << ", " << variable.first + variable.step << ", ...";
    }
    out_.line(loop.mark == ir::LoopMark::Parallel ? ", parallel" : "",
              loop.leaves_early ? ", may end early" : "");
  }

  void write_access(size_t number) {
    const MemoryAccess& access = nest_.accesses[number];
    out_ << "line " << access.where.line
         << (access.atomic  ? " updates "
             : access.write ? " writes "
                            : " reads ");
    out_ << function_[access.array].name << ": " << access.width << " bytes at ";
    out_ << (access.address ? text_of(*access.address) : std::string("a place without a form"));
    for (int guard = access.guard; guard >= 0; guard = nest_.guards[static_cast<size_t>(guard)].outer) {
      const analysis::Guard& each = nest_.guards[static_cast<size_t>(guard)];
      out_ << ", if " << text_of(each.form) << (each.nonzero ? " != 0" : " >= 0");
    }
    if (access.conditional) out_ << ", perhaps";
    out_ << '\n';
  }

  void write_group(size_t number) {
    const GroupReport& group = groups_.groups[number];
    out_ << "group " << number << ":";
    for (const std::string& array : group.arrays) out_ << ' ' << array;
    out_.line(", ", group.rule, ", ", group.elements, " elements, ", group.bytes, " bytes: ", group.copied_in,
              " in, ", group.copied_out, " out", group.reason.empty() ? "" : "; " + group.reason);
    const Indented deeper(out_);
    for (ir::ArrayId array{0}; function_.arrays.contains(array); ++array.value) {
      const std::string& name = function_[array].name;
      if (std::find(group.arrays.begin(), group.arrays.end(), name) != group.arrays.end()) write_place(array);
    }
  }

  /// Subscripts in brackets, and the element of the group that they lead to.
  void write_place(ir::ArrayId array) {
    const PlacedArray placed = placed_(array);
    out_ << function_[array].name << '[';
    const auto rank = static_cast<size_t>(function_[array].rank);
    for (size_t d = 0; d < rank; ++d) out_ << (d > 0 ? ", s" : "s") << static_cast<int64_t>(d);
    out_ << "] is element " << placed.first;
    for (size_t d = 0; d < rank; ++d) {
      if (placed.strides[d] == 0) continue;
      const kernel::Axis& axis = placed.axes[d];
      const std::string subscript = "s" + std::to_string(d);
      const std::string distance =
          axis.first == 0 ? subscript : "(" + subscript + " - " + std::to_string(axis.first) + ")";
      const std::string step = std::to_string(axis.step);
      write_term(placed.strides[d], axis.step == 1 ? subscript : "(" + distance + " // " + step + ")");
      const std::string by = axis.by == 1 ? "" : " // " + std::to_string(axis.by);
      if (axis.grows) write_term(placed.remainder_strides[d], "(" + subscript + " * (" + subscript + " - 1) // 2)");
      if (axis.width > 1) write_term(placed.remainder_strides[d], "(" + distance + " % " + step + by + ")");
    }
    out_ << '\n';
  }

  void write_term(int64_t factor, const std::string& name) {
    out_ << (factor < 0 ? " - " : " + ");
    if (factor != 1 && factor != -1) out_ << (factor < 0 ? -factor : factor) << ' ';
    out_ << name;
  }

  std::string text_of(const LinearForm& form) {
    TextWriter text;
    std::swap(text, out_);
    out_ << form.constant();
    for (const LinearForm::Term& term : form.terms())
      write_term(term.coefficient, name_of_unknown(term.unknown));
    std::swap(text, out_);
    return text.take();
  }

  std::string name_of_unknown(integers::UnknownIndex unknown) const {
    const Unknown& each = nest_.unknowns[static_cast<size_t>(unknown)];
    return each.kind == Unknown::Kind::Counter ? name_of_loop(each.loop) : "?" + std::to_string(unknown);
  }

  const std::string& name_of_loop(int number) const { return variables_[static_cast<size_t>(number)].name; }

  const Nest& nest_;
  const ir::Function& function_;
  std::span<const analysis::LoopVariable> variables_;
  const NestGroups& groups_;
  const std::function<PlacedArray(ir::ArrayId)>& placed_;
  TextWriter out_;
};

}  // namespace

std::string print_accesses(const Nest& nest, const ir::Function& function,
                           std::span<const analysis::LoopVariable> variables, const NestGroups& groups,
                           const std::function<PlacedArray(ir::ArrayId)>& placed) {
  return Table(nest, function, variables, groups, placed).text();
}

}  // namespace unpython::driver
