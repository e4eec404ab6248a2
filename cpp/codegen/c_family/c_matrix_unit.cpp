// Products of the matrix unit in the C of a kernel with groups.
#include "codegen/c_family/c_groups.h"
#include "ir/groups.h"
#include "ir/rewrite.h"
#include "unpython/error.h"

namespace unpython::codegen {

using namespace ir;
using kernel::FragmentRole;
using kernel::RegisterPlan;

/// Of complex matrices, two neighbouring columns of a sum, and steps of an operand, are the parts of one element.
void CGroups::place(const RegisterPlan& plan, const std::string& element, VarId row, VarId column) {
  const std::string quad = lane_ + " / 4u";
  const std::string in_quad = lane_ + " % 4u";
  const auto define = [&](VarId counter, const std::string& value) {
    expressions_.join(counter);
    out_.line("const i64 ", names_.of(counter), " = (i64)(", value, ");");
  };
  const auto define_split = [&](VarId counter, const std::string& base, const std::string& item, int64_t step) {
    define(counter, base + " + " + item + (step == 1 ? "" : " * " + std::to_string(step) + "u"));
    expressions_.split(counter, {base, item, step});
  };
  const std::string halved = plan.is_complex ? " / 2u" : "";
  switch (plan.role) {
    case FragmentRole::Sum:
      define_split(row, quad, plan.is_complex ? element : "(" + element + " / 2u)", 8);
      if (plan.is_complex) return define(column, in_quad);
      return define_split(column, in_quad + " * 2u", "(" + element + " % 2u)", 1);
    case FragmentRole::Left:
      define_split(row, quad, element, 8);
      return define(column, in_quad + halved);
    case FragmentRole::Right:
      define(row, in_quad + halved);
      return define(column, quad + halved);
    case FragmentRole::None:
      break;
  }
  throw InternalError("printing a kernel", "a matrix whose elements no lane holds");
}

/// Of [re, im] on the left, the even and the odd lanes; of [[re, im], [-im, re]] on the right, a quad of lanes has a column.
std::string CGroups::part_of(FragmentRole role, ExprId value) {
  const bool left = role == FragmentRole::Left;
  const std::string is_imaginary = left ? lane_ + " % 2u" : "(" + lane_ + " ^ " + lane_ + " / 4u) % 2u";
  const auto* load = std::get_if<Load>(&function_[value].node);
  std::string part;
  if (load != nullptr && plan_.local.contains(load->array)) {
    part = "((const f64*)&" + expressions_.element(load->array, load->indices) + ")[" + is_imaginary + "]";
  } else {
    const std::string whole = names_.fresh("whole");
    out_.line("const c128 ", whole, " = ", expressions_.value(value), ";");
    part = "(" + is_imaginary + " != 0u ? " + whole + ".im : " + whole + ".re)";
  }
  if (left) return part;
  helpers_.use_text(dialect_.matrix_helpers());
  return "negated_where(" + part + ", " + lane_ + " & ~(" + lane_ + " / 4u))";
}

std::string CGroups::stored(const Store& store) {
  const auto own = plan_.registers.find(store.array);
  const bool part = own != plan_.registers.end() && own->second.is_complex && own->second.role != FragmentRole::Sum;
  return part ? part_of(own->second.role, store.value) : expressions_.value(store.value);
}

bool CGroups::matrix(StmtId root, const std::function<void(const Block&)>& body) {
  if (!by_warps_) return false;
  const std::vector<StmtId> nest = matrix_nest(function_, root);
  if (nest.size() == 3) {
    const std::optional<MatrixProduct> found = matrix_product(function_, root);
    if (!found) throw InternalError("printing a kernel", "a product that no matrix unit has");
    product(*found);
  } else {
    elements(nest, body);
  }
  return true;
}

/// The elements of an operand that this lane gives, as an array.
std::string CGroups::operand(ExprId id, FragmentRole role, const MatrixProduct& found) {
  const auto& load = std::get<Load>(function_[id].node);
  const bool left = role == FragmentRole::Left;
  const int64_t count = left ? found.m / 8 : 1;
  const auto own = plan_.registers.find(load.array);
  if (own != plan_.registers.end()) {
    expressions_.enter_element("");
    return "&" + expressions_.element(load.array, load.indices);
  }
  const std::string name = names_.fresh(left ? "left" : "right");
  const std::string element = names_.fresh("element");
  const RegisterPlan plan{.role = role, .rows = found.m, .is_complex = is_complex(function_[id].type)};
  out_.line("f64 ", name, "[", count, "];");
  out_.line("#pragma unroll");
  open("for (u32 " + element + " = 0; " + element + " < " + std::to_string(count) + "u; ++" + element + ")");
  place(plan, element, found.counters[left ? 0 : 2], found.counters[left ? 2 : 1]);
  out_.line(name, "[", element, "] = ", plan.is_complex ? part_of(role, id) : expressions_.value(id), ";");
  close();
  return name;
}

void CGroups::product(const MatrixProduct& found) {
  helpers_.use_text(dialect_.matrix_helpers());
  open("");
  const std::string left = operand(found.left, FragmentRole::Left, found);
  const std::string right = operand(found.right, FragmentRole::Right, found);
  expressions_.enter_element("");
  const int64_t parts = is_complex(function_[found.sum].type) ? 2 : 1;
  out_.line("matrix_", found.m, "_", found.n * parts, "_", found.k * parts, parts == 2 ? "((f64*)&" : "(&",
            expressions_.element(found.sum, found.sum_indices), ", ", left, ", ", right, ");");
  close();
}

const RegisterPlan* CGroups::fragment_in(const Block& body) const {
  const RegisterPlan* found = nullptr;
  const auto note = [&](ArrayId id) {
    const auto own = plan_.registers.find(id);
    if (own != plan_.registers.end() && own->second.role != FragmentRole::None) found = &own->second;
  };
  walk_stmts(function_, body, [&](StmtId id) {
    if (const auto* store = std::get_if<Store>(&function_[id].node)) note(store->array);
    return true;
  });
  walk_all_exprs(function_, body, [&](ExprId id) {
    if (const auto* load = std::get_if<Load>(&function_[id].node)) note(load->array);
  });
  return found;
}

void CGroups::elements(const std::vector<StmtId>& nest, const std::function<void(const Block&)>& body) {
  const auto& outer = std::get<For>(function_[nest.front()].node);
  const auto& inner = std::get<For>(function_[nest.back()].node);
  const RegisterPlan* plan = fragment_in(inner.body);
  if (nest.size() != 2 || plan == nullptr)
    throw InternalError("printing a kernel", "loops of a matrix unit that touch no part of a matrix");
  const std::string element = names_.fresh("element");
  out_.line("#pragma unroll");
  open("for (u32 " + element + " = 0; " + element + " < " + std::to_string(plan->lane_elements()) + "u; ++" + element +
       ")");
  place(*plan, element, outer.counter, inner.counter);
  expressions_.enter_element(element);
  body(inner.body);
  expressions_.enter_element("");
  close();
}

}  // namespace unpython::codegen
