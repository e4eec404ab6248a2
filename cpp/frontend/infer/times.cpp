// What a function may do with datetime64 and timedelta64: what is not listed here is refused.
#include "frontend/types/times.h"

#include <algorithm>
#include <array>

#include "frontend/infer/typer.h"

namespace unpython::frontend {

namespace {

constexpr const char* kAdvice = "write it with integers: t.astype('int64')";

/// Functions of this package whose text is right for dates; those within them too.
constexpr auto kRightForTimes = std::to_array<std::string_view>(
    {"append", "argpartition", "argsort", "compress", "cumsum", "delete",       "diff",        "ediff1d", "extract",
     "insert", "partition",    "ptp",     "repeat", "rot90",    "sort",   "sort_in_place", "searchsorted", "take",   "unique",
     "array_split", "split", "method_take", "copyto", "shown", "shown_in_format"});

bool is_right_for_times(ArrayFamily family) {
  using F = ArrayFamily;
  switch (family) {
    case F::Spaced:
    case F::Diagonal:
    case F::Nonzero:
    case F::FlatNonzero:
    case F::Product:
    case F::Outer:
    case F::Diag:
    case F::Triangle:
    case F::TriangleOnes:
      return false;
    default:
      return true;
  }
}

}  // namespace

Type Typer::refuse_times(const std::string& what, const std::vector<Type>& given, const SourceRange& range) {
  const auto time = std::find_if(given.begin(), given.end(), has_times);
  return wrong(reasons::kTypeMismatch, range,
               what + " is not supported for " + describe(time == given.end() ? given.front() : *time), kAdvice);
}

/// np.datetime64(value, 'D'): of an integer, or of a value of its kind.
bool Typer::makes_time(ScalarType to, const Type& from) {
  if (!from.is_scalar() || !is_time(to)) return false;
  if (is_time(from.scalar)) return is_difference(from.scalar) == is_difference(to);
  return is_integer(from.scalar) && from.scalar != ScalarType::UInt64;
}

/// A call of a function of this package that stands for one of NumPy's. `before`: as in refuses_text().
bool Typer::takes_times(const resolved::Inlined& node, size_t before, const SourceRange& range) {
  const std::string& name = node.library;
  if (name.empty() || in_library_ > 0 || std::find(kRightForTimes.begin(), kRightForTimes.end(), name) != kRightForTimes.end())
    return true;
  for (size_t i = 0; i < node.bound; ++i) {
    const auto* given = std::get_if<resolved::Assign>(&f_[node.body[i]].node);
    if (given == nullptr || !has_times(types_.of(given->value))) continue;
    mistakes_.keep(before);
    refuse_times(name, {types_.of(given->value)}, range);
    return false;
  }
  return true;
}

Type Typer::time_call(const LibraryFunction& f, const std::vector<Type>& arguments, const SourceRange& range) {
  const std::string name(f.name.substr(f.name.rfind('.') + 1));
  const auto refused = [&] { return refuse_times(f.name.starts_with("builtins.") ? name : std::string(f.name), arguments, range); };
  const auto together = [&](size_t a, size_t b) { return together_in_array(arguments[a].scalar, arguments[b].scalar); };
  const Type& first = arguments[0];
  switch (f.family) {
    case Family::NumpyOperator:
      return binary(f.binary, arguments[0], arguments[1], range);
    case Family::NumpyCompare: {
      const Type result = compare_rule(f.compare, arguments[0], arguments[1]).result;
      return result.is(Type::Kind::Error) ? refused() : result;
    }
    case Family::NumpyMinMax:
    case Family::NumpyMinMaxNumber:
      return together(0, 1) ? strong(*together(0, 1)) : refused();
    case Family::NumpyWhere: {
      const bool plain = !is_time(first.scalar) && together(1, 2);
      return plain ? without_dimensions(strong(*together(1, 2))) : refused();
    }
    case Family::NumpyIsNoTime:
      return strong(ScalarType::Bool);
    case Family::NumpyTest:
      return f.op == ir::Intrinsic::SignBit ? refused() : strong(ScalarType::Bool);
    case Family::Abs:
    case Family::NumpyAbs:
    case Family::NumpyNegative:
    case Family::NumpyPositive:
      return is_difference(first.scalar) ? strong(first.scalar) : refused();
    case Family::Smallest:
    case Family::Largest: {
      Type result;
      for (const Type& type : arguments) result = joined(result, type, range);
      return result.is_scalar() && arguments.size() > 1 ? forget_value(result) : refused();
    }
    case Family::ToInt:  // of coarser ones Python makes objects of module datetime first
      return time_type(first.scalar).unit >= TimeUnit::Nano ? weak(ScalarType::Int64) : refused();
    default:
      return refused();
  }
}

/// Calls of functions of whole arrays; nothing where the function treats dates as it treats numbers.
std::optional<Type> Typer::time_array_call(const ArrayCall& call, const SourceRange& range) {
  const std::vector<Type>& given = call.arguments;
  if (std::none_of(given.begin(), given.end(), has_times)) return std::nullopt;
  const std::string name(call.function.name);
  const auto refused = [&] { return refuse_times(name, given, range); };
  if (!is_right_for_times(call.function.family)) return refused();
  const bool is_range = call.function.family == ArrayFamily::Range;
  if (is_range) {
    const auto type = stepped_time(call);
    return type ? new_array(*type, 1) : refused();
  }
  const bool reduces = call.function.family == ArrayFamily::Reduction || call.function.family == ArrayFamily::Position;
  if (!reduces) return std::nullopt;
  const auto initial = call.parameter("initial");
  const bool plain = !call.dtype() && !(initial && !call.is_absent(*initial));
  const ReductionKind kind = call.function.reduction;
  const bool extreme = call.function.family == ArrayFamily::Position || kind == ReductionKind::Minimum || kind == ReductionKind::Maximum;
  const bool adds = (kind == ReductionKind::Sum || kind == ReductionKind::Mean) && is_difference(given[0].scalar);
  return plain && (extreme || adds) ? std::nullopt : std::optional(refused());
}

/// a[...] = value: dates to dates, differences to differences, each in the unit of the array.
bool Typer::refuse_time_store(ScalarType place, const Type& value, const SourceRange& range) {
  const Type element = element_of(value);
  if (!element.is_number() || (!is_time(place) && !has_times(element))) return false;
  const bool fits = element.is_scalar() && is_time(place) && is_time(element.scalar) &&
                    is_difference(place) == is_difference(element.scalar) && is_converted(element.scalar, place);
  if (!fits)
    wrong(reasons::kTypeMismatch, range, "storing " + describe(value) + " in elements of type " + full_name(place) + " is not supported",
          "convert it first: astype(...)");
  return !fits;
}

}  // namespace unpython::frontend
