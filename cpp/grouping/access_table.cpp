#include "grouping/access_table.h"

#include <algorithm>

#include "support/text_writer.h"

namespace unpython::grouping {
namespace {

using analysis::LinearForm;
using analysis::MemoryAccess;
using analysis::Nest;
using analysis::Unknown;

class Table {
 public:
  Table(const NestPlan& plan, const Nest& nest, const ir::Function& function,
        std::span<const analysis::LoopVariable> variables)
      : plan_(plan), nest_(nest), function_(function), variables_(variables) {}

  std::string text() {
    out_.line("nest in line ", nest_.loops.empty() ? 0 : nest_.loops.front().where.line);
    {
      const Indented deeper(out_);
      for (size_t l = 0; l < nest_.loops.size(); ++l) write_loop(l);
      for (size_t a = 0; a < nest_.accesses.size(); ++a) write_access(a);
      if (plan_.none) {
        out_.line("no buffers: ", plan_.none->code, ", array '", function_[plan_.none->array].name,
                  "': ", plan_.none->text);
      }
      for (size_t g = 0; g < plan_.groups.size(); ++g) write_group(g);
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
    write_packed(number);
    out_ << '\n';
  }

  void write_packed(size_t number) {
    const auto packed =
        std::find_if(plan_.accesses.begin(), plan_.accesses.end(),
                     [&](const PackedAccess& each) { return each.access == static_cast<int>(number); });
    if (packed == plan_.accesses.end()) return;
    out_ << "; in group " << packed->group << " at " << packed->base;
    for (const PackedAccess::Term& term : packed->loops) write_term(term.stride, name_of_loop(term.index));
    for (const PackedAccess::Term& term : packed->subscripts) {
      write_term(term.stride, "subscript " + std::to_string(term.index));
    }
  }

  void write_group(size_t number) {
    const Group& group = plan_.groups[number];
    out_ << "group " << number << ":";
    for (const ir::ArrayId array : group.arrays) out_ << ' ' << function_[array].name;
    out_ << ", rule " << name_of(group.rule) << ", " << group.elements << " elements, " << group.bytes
         << " bytes";
    out_.line(group.read ? ", read" : "", !group.written         ? ""
                                          : group.partly_written ? ", partly written"
                                                                 : ", written");
    const Indented deeper(out_);
    write_copies("in ", group.in);
    write_copies("out", group.out);
  }

  void write_copies(std::string_view direction, const std::vector<Copy>& copies) {
    for (const Copy& copy : copies) {
      out_ << direction << " host " << copy.host_offset << ", packed " << copy.packed_offset << ": ";
      for (const Copy::Dim& dim : copy.dims) {
        out_ << dim.extent << " (host " << dim.host_stride << ", packed " << dim.packed_stride << ") of ";
      }
      out_.line(copy.run_bytes, " bytes");
    }
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

  std::string name_of_unknown(analysis::UnknownIndex unknown) const {
    const Unknown& each = nest_.unknowns[static_cast<size_t>(unknown)];
    return each.kind == Unknown::Kind::Counter ? name_of_loop(each.loop) : "?" + std::to_string(unknown);
  }

  const std::string& name_of_loop(int number) const { return variables_[static_cast<size_t>(number)].name; }

  const NestPlan& plan_;
  const Nest& nest_;
  const ir::Function& function_;
  std::span<const analysis::LoopVariable> variables_;
  TextWriter out_;
};

}  // namespace

std::string print_accesses(const NestPlan& plan, const Nest& nest, const ir::Function& function,
                           std::span<const analysis::LoopVariable> variables) {
  return Table(plan, nest, function, variables).text();
}

}  // namespace unpython::grouping
