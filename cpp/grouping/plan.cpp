// Text form of plans.
#include "grouping/plan.h"

#include "support/text_writer.h"

namespace unpython::grouping {
namespace {

std::string loop_name(const ir::Function& function, const analysis::NestLoop& loop) {
  const auto* node = std::get_if<ir::For>(&function[loop.stmt].node);
  return node ? function[node->counter].name : "?";
}

void write_copies(TextWriter& out, std::string_view verb, const std::vector<Copy>& copies) {
  for (const Copy& copy : copies) {
    out << verb << " host " << copy.host_offset << ", packed " << copy.packed_offset << ": ";
    for (const Copy::Dim& dim : copy.dims) {
      out << dim.extent << " (host " << dim.host_stride << ", packed " << dim.packed_stride << ") x ";
    }
    out.line(copy.run_bytes, " bytes");
  }
}

void write_group(TextWriter& out, const Group& group, const ir::Function& function) {
  for (const ir::ArrayId array : group.arrays) out << function[array].name << ' ';
  out << "by rule " << name_of(group.rule) << ": " << group.elements << " elements, " << group.bytes
      << " bytes, ";
  out << (group.read ? "read" : "not read");
  out.line(!group.written ? "" : group.partly_written ? ", partly written" : ", written");
  const Indented deeper(out);
  write_copies(out, "in ", group.in);
  write_copies(out, "out", group.out);
}

void write_access(TextWriter& out, const PackedAccess& packed, const analysis::Nest& nest,
                  const ir::Function& function) {
  const analysis::MemoryAccess& access = nest.accesses[static_cast<size_t>(packed.access)];
  out << "line " << access.where.line << ' ' << (access.write ? "writes " : "reads ")
      << function[access.array].name;
  out << ": group " << packed.group << " at " << packed.base;
  for (const PackedAccess::Term& term : packed.loops) {
    out << " + " << term.stride << ' ' << loop_name(function, nest.loops[static_cast<size_t>(term.index)]);
  }
  for (const PackedAccess::Term& term : packed.subscripts) {
    out << " + " << term.stride << " subscript " << term.index;
  }
  out << "\n";
}

}  // namespace

std::string_view name_of(Rule rule) {
  switch (rule) {
    case Rule::Single:
      return "single";
    case Rule::Equal:
      return "equal";
    case Rule::Interleaved:
      return "interleaved";
    case Rule::IntegerProgram:
      return "ilp";
    case Rule::Interval:
      return "interval";
  }
  return "";
}

int64_t Copy::bytes() const {
  int64_t result = run_bytes;
  for (const Dim& dim : dims) result *= dim.extent;
  return result;
}

std::string print(const NestPlan& plan, const analysis::Nest& nest, const ir::Function& function) {
  TextWriter out;
  if (plan.none)
    out.line("no plan: ", plan.none->code, ", array '", function[plan.none->array].name,
             "': ", plan.none->text);
  for (size_t i = 0; i < plan.groups.size(); ++i) {
    out << "group " << i << ": ";
    write_group(out, plan.groups[i], function);
  }
  for (const PackedAccess& packed : plan.accesses) write_access(out, packed, nest, function);
  return out.take();
}

}  // namespace unpython::grouping
