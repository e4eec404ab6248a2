// Attributes of arrays.
#include <numeric>
#include <utility>

#include "frontend/lower_arrays/array_code.h"

namespace unpython::frontend {

Value ArrayCode::shape_of(const Value& given, const SourceRange& range) {
  const Value array = after_raising(given, range);
  Value shape{.type = tuple({})};
  for (const ir::ExprId extent : extents_of(array)) {
    shape.type.elements.push_back(weak(ScalarType::Int64));
    shape.elements.push_back(scalar(weak(ScalarType::Int64), extent));
  }
  return shape;
}

Value ArrayCode::array_attribute(const Value& given, const std::string& name, const SourceRange& range) {
  const Value array = name == "T" || name == "mT" ? compressed(given) : given;
  if (name == "shape") return shape_of(array, range);
  if (name == "ndim" || name == "itemsize" || name == "dtype") (void)after_raising(given, range);
  if (name == "ndim") return constant_value(known_int(array.type.rank));
  if (name == "itemsize") return constant_value(known_int(size_of(array.type.scalar)));
  if (name == "T") {
    std::vector<int> reversed;
    for (int axis = array.type.rank; axis-- > 0;) reversed.push_back(axis);
    return permuted(array, reversed);
  }
  if (name == "mT") {
    std::vector<int> axes(static_cast<size_t>(array.type.rank));
    std::iota(axes.begin(), axes.end(), 0);
    std::swap(axes.end()[-1], axes.end()[-2]);
    return permuted(array, axes);
  }
  if (name == "dtype") {
    Value dtype;
    dtype.type.kind = Type::Kind::Dtype;
    dtype.type.scalar = array.type.scalar;
    return dtype;
  }
  if (name == "real" && !is_complex(array.type.scalar)) return given;
  if (name == "real" || name == "imag") {
    const ScalarType type = real_part_type(array.type.scalar);
    const Value part =
        elementwise({array}, type, range, [this, name, type](const std::vector<Value>& elements) {
          const ir::ExprId element = elements[0].expr;
          if (is_complex(elements[0].type.scalar))
            return scalar(strong(type),
                          call(name == "real" ? ir::Intrinsic::Real : ir::Intrinsic::Imag, element));
          return scalar(strong(type), name == "real" ? element : build_.number(type, 0));
        });
    if (!is_complex(array.type.scalar)) return part;
    using Kind = ir::ViewStep::Kind;
    const Kind kind = name == "real" ? Kind::RealPart : Kind::ImaginaryPart;
    return seen(part, array, {.step = {.kind = kind, .rank = array.type.rank}});
  }
  ir::ExprId size = build_.int64(name == "nbytes" ? size_of(array.type.scalar) : 1);
  for (const Value& extent : shape_of(array, range).elements) size = build_.mul(size, extent.expr);
  return scalar(weak(ScalarType::Int64), size);
}

Value ArrayCode::convert_elements(const Value& array, ScalarType type, const SourceRange& range) {
  return elementwise({array}, type, range, [this, type](const std::vector<Value>& elements) {
    return scalar(strong(type), cast(elements[0].expr, type));
  });
}

}  // namespace unpython::frontend
