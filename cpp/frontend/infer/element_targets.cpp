// Stores to elements: what an array may hold, and what is added to one of its elements.
#include "frontend/infer/typer.h"

namespace unpython::frontend {

void Typer::element_target(const resolved::ElementTarget& to, const Type& value, const SourceRange& range) {
  const Type base = expr(to.base);
  if (base.is_list_of_items() || is_item_of_list(base)) {
    return list_target(base, list_element(base, integers(to.indices), range), value, range);
  }
  if (base.is_tuple() && !base.is_list) {
    wrong(reasons::kBadSubscript, range, describe(base) + " cannot be stored to", "make a new tuple, or use an array");
    return;
  }
  const Type place = stored_place(base, element(base, to.indices, integers(to.indices), range));
  if (place.is_silent() || value.is_silent()) return;
  if (!base.is_view()) {
    array_store(base, value, range);
  } else if (place.is_array()) {
    array_store(place, value, range);
  } else if (!value.is_number()) {
    wrong(reasons::kTypeMismatch, range,
          "cannot store " + describe(value) + " in an element of type " + std::string(name_of(place.scalar)),
          "store one number");
  } else if (refuse_time_store(place.scalar, value, range)) {
  } else if (may_be_complex(value) && !is_complex(place.scalar) && place.scalar != ScalarType::Bool) {
    wrong(reasons::kTypeMismatch, range,
          "cannot store " + describe(value) + " in an element of type " + std::string(name_of(place.scalar)),
          "store its .real part");
  }
}

void Typer::update_element(const resolved::UpdateElement& node) {
  const Type base = expr(node.target.base);
  if (base.is_list_of_items() || is_item_of_list(base)) {
    const Type item = list_element(base, integers(node.target.indices), node.range);
    return list_target(base, item, binary(node.op, item, expr(node.value), node.range), node.range);
  }
  const Type old =
      stored_place(base, element(base, node.target.indices, integers(node.target.indices), node.range));
  const Type value = expr(node.value);
  const Type result = binary(node.op, old, value, node.range);
  if (refuse_lower_product(node.op, old, result, node.range)) return;
  if (old.is_array() || (base.is_array() && !base.is_view())) {
    array_update(base.is_view() ? old : base, result, node.range);
    return;
  }
  if (result.is_array() && result.rank > 0) {
    wrong(reasons::kTypeMismatch, node.range,
          "cannot store " + describe(result) + " in an element of type " + std::string(name_of(old.scalar)),
          "store one number");
    return;
  }
  if (result.is_number() && refuse_time_store(old.scalar, result, node.range)) return;
  if (result.is_number() && may_be_complex(result) && !is_complex(old.scalar))
    wrong(reasons::kTypeMismatch, node.range,
          "cannot store " + describe(result) + " in an element of type " + std::string(name_of(old.scalar)),
          "store its .real part");
}

}  // namespace unpython::frontend
