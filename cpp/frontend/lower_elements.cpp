// Element reads and stores: bounds checks, Python's negative subscripts, rows of arrays, read-only arrays.
#include <algorithm>

#include "frontend/lowerer.h"

namespace unpython::frontend {

using resolved::ExprId;

namespace {

/// Added to a counter, a constant up to here cannot wrap round to a valid negative subscript.
constexpr int64_t kLargestOffset = int64_t{1} << 32;

}  // namespace

Value Lowerer::subscript(const resolved::Subscript& node, const SourceRange& range) {
  std::vector<ExprId> all{node.value};
  all.insert(all.end(), node.indices.begin(), node.indices.end());
  std::vector<Value> parts = values(all);
  const Value base = std::move(parts.front());
  parts.erase(parts.begin());
  if (!base.type.is_tuple()) return element_of(base, node.indices, parts, range);
  const int64_t index = known_integer(parts[0].type).value_or(0);
  const auto count = static_cast<int64_t>(base.elements.size());
  return base.elements[static_cast<size_t>(index < 0 ? index + count : index)];
}

Value Lowerer::element_of(const Value& array, const std::vector<ExprId>& ids,
                          const std::vector<Value>& indices, const SourceRange& range) {
  return load(array, checked_indices(array, ids, indices, range));
}

/// A row as long as subscripts are missing, else the element.
Value Lowerer::load(const Value& array, std::vector<ir::ExprId> indices) {
  const ir::ArrayId id = out_.parameters[static_cast<size_t>(array.type.argument)].array;
  if (static_cast<int>(indices.size()) == out_[id].rank)
    return scalar(strong(array.type.scalar),
                  build_.load(id, in_memory_order(array.type, std::move(indices))));
  Value row = array;
  row.type.fixed = static_cast<int>(indices.size());
  row.type.rank = out_[id].rank - row.type.fixed;
  row.fixed = std::move(indices);
  return row;
}

std::vector<ir::ExprId> Lowerer::in_memory_order(const Type& array, std::vector<ir::ExprId> indices) {
  if (array.transposed) std::reverse(indices.begin(), indices.end());
  return indices;
}

bool Lowerer::is_never_negative(ExprId id) const {
  if (const auto value = known_integer(types_.of(id))) return *value >= 0;
  if (std::holds_alternative<resolved::ReadLocal>(f_[id].node))
    return never_negative_.contains(webs_.web(id));
  const auto* sum = std::get_if<resolved::Binary>(&f_[id].node);
  if (!sum || sum->op != syntax::BinaryOperator::Add) return false;
  const auto is_offset = [&](ExprId part) {
    const auto value = known_integer(types_.of(part));
    return value && *value >= 0 && *value <= kLargestOffset;
  };
  const auto is_counter = [&](ExprId part) {
    return std::holds_alternative<resolved::ReadLocal>(f_[part].node) && is_never_negative(part);
  };
  return (is_offset(sum->left) && is_counter(sum->right)) || (is_counter(sum->left) && is_offset(sum->right));
}

/// All subscripts of an access, those of its row included; the checks are emitted first, as Python does them.
std::vector<ir::ExprId> Lowerer::checked_indices(const Value& array, const std::vector<ExprId>& ids,
                                                 const std::vector<Value>& indices,
                                                 const SourceRange& range) {
  const ir::ArrayId id = out_.parameters[static_cast<size_t>(array.type.argument)].array;
  std::vector<ir::ExprId> result = array.fixed;
  for (size_t i = 0; i < indices.size(); ++i) {
    const int dimension = array.type.dimension(static_cast<int>(result.size()));
    ir::ExprId index = cast(indices[i].expr, ScalarType::Int64);
    if (contains_load(index)) index = hold(index);
    if (options_.check_bounds) {
      const ir::ErrorId error = build_.error(
          ir::ErrorKind::IndexError,
          "index {0} is out of bounds for axis {1} with size {2} (array '" + out_[id].name + "')", range);
      emit(ir::CheckIndex{id, dimension, index, error}, range);
    }
    result.push_back(is_never_negative(ids[i]) ? index : build_.wrap_index(id, dimension, index));
  }
  return result;
}

/// Whether the array is read-only: then the store always raises.
bool Lowerer::refuse_store(const Value& array, const SourceRange& range) {
  const ir::ArrayId id = out_.parameters[static_cast<size_t>(array.type.argument)].array;
  if (out_[id].writeable) return false;
  emit(build_.raise(build_.error(ir::ErrorKind::ValueError, "assignment destination is read-only", range), {},
                    range));
  return true;
}

void Lowerer::store(const Value& array, std::vector<ir::ExprId> indices, const Value& value,
                    const SourceRange& range) {
  const ir::ArrayId id = out_.parameters[static_cast<size_t>(array.type.argument)].array;
  const ir::ExprId element = for_element(value, array.type.scalar, range);
  emit(build_.store(id, in_memory_order(array.type, std::move(indices)), element, range));
}

void Lowerer::store_element(const resolved::ElementTarget& to, Value value, const SourceRange& range) {
  bool statements = f_[to.base].has_statements;
  for (const ExprId id : to.indices) statements |= f_[id].has_statements;
  if (statements) value = hold_if_mutable(value, false);
  const Value array = expr(to.base);
  const std::vector<Value> indices = values(to.indices);
  if (refuse_store(array, range)) return;
  std::vector<ir::ExprId> places = checked_indices(array, to.indices, indices, range);
  store(array, std::move(places), value, range);
}

void Lowerer::update_element(const resolved::UpdateElement& node) {
  const Value array = expr(node.target.base);
  std::vector<Value> indices = values(node.target.indices);
  const bool statements = f_[node.value].has_statements;
  for (Value& index : indices)
    if (statements) index = hold_if_mutable(index, false);
  const std::vector<ir::ExprId> places = checked_indices(array, node.target.indices, indices, node.range);
  Value old = load(array, places);
  if (statements) old = hold(old);
  const Value value = expr(node.value);
  const Value result = binary(node.op, old, value, node.range);
  if (refuse_store(array, node.range)) return;
  store(array, places, result, node.range);
}

}  // namespace unpython::frontend
