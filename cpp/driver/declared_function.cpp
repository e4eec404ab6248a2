// Pointers, extents and strides -> a call; its values -> numbers and arrays of C.
#include "driver/declared_function.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include "driver/compile/returned_view.h"
#include "driver/compile/stored_parameters.h"
#include "driver/plain_call.h"
#include "ir/rewrite.h"
#include "ir/scalar_slot.h"

namespace unpython::driver {
namespace {

constexpr int64_t kStandInExtent = 64;
constexpr int64_t kStandInsApart = int64_t{1} << 40;  // bytes; nobody reads or writes what lies there

std::string ordinal(size_t parameter) { return "argument " + std::to_string(parameter + 1); }

/// Numbers are real at their alignment, complex ones at that of a part.
int64_t alignment_of(ScalarType type) { return size_of(real_part_type(type)); }

void check_array(const abi::ArrayArgument& array, const DeclaredParameter& declared, size_t parameter) {
  const int64_t alignment = alignment_of(declared.type);
  bool aligned = reinterpret_cast<uintptr_t>(array.data) % static_cast<uintptr_t>(alignment) == 0;
  bool empty = false;
  for (int d = 0; d < declared.rank; ++d) {
    if (array.extents[d] < 0) throw std::invalid_argument(ordinal(parameter) + " has a negative extent");
    empty = empty || array.extents[d] == 0;
    aligned = aligned && array.stride_bytes[d] % alignment == 0;
  }
  if (array.data == nullptr && !empty)
    throw std::invalid_argument(ordinal(parameter) + " has no elements: its address is null");
  if (!aligned) throw std::invalid_argument(ordinal(parameter) + " is not aligned to its elements");
}

abi::ArrayArgument read_array(const UnpythonArgument& given, const DeclaredParameter& declared,
                              size_t parameter) {
  if (given.shape == nullptr) throw std::invalid_argument(ordinal(parameter) + " has no shape");
  abi::ArrayArgument array{};
  array.data = given.data;
  int64_t dense = size_of(declared.type);
  for (int d = declared.rank; d-- > 0;) {
    array.extents[d] = given.shape[d];
    // The stride of a dimension of one element means nothing.
    array.stride_bytes[d] = given.strides == nullptr || given.shape[d] == 1 ? dense : given.strides[d];
    if (__builtin_mul_overflow(dense, std::max<int64_t>(given.shape[d], 1), &dense))
      throw std::invalid_argument(ordinal(parameter) + " is larger than any memory");
  }
  check_array(array, declared, parameter);
  return array;
}

frontend::ArgumentType type_of(const DeclaredParameter& declared, ArraysLie lie) {
  frontend::ArgumentType type;
  type.is_array = declared.rank != kNumber;
  type.type = declared.type;
  if (!type.is_array) return type;
  const auto rank = static_cast<size_t>(declared.rank);
  type.strides.assign(rank, ir::StrideClass::Other);
  type.extents.assign(rank, 0);
  if (lie == ArraysLie::Dense && rank > 0) type.strides.back() = ir::StrideClass::Unit;
  return type;
}

/// Results as C has them, else why not.
std::string refusal(const ir::Function& function) {
  std::vector<int32_t> owners;
  for (const ir::Result& result : function.results) {
    if (result.lists > 0) return "it returns a list";
    if (!result.seen.empty()) return "it returns an array that is sometimes an argument";
    if (result.is(ir::ResultObject::Kind::Earlier)) return "it returns one array twice";
    if (!result.array.valid()) continue;
    if (std::find(owners.begin(), owners.end(), result.array.value) != owners.end())
      return "it returns one array twice";
    owners.push_back(result.array.value);
  }
  const bool plain =
      std::all_of(function.tuples.begin(), function.tuples.end(), [](int count) { return count >= -1; });
  return plain ? "" : "it returns an object, or a number of a type that calls decide";
}

/// The values of a call that has ended, one after the other.
class GivenResults {
 public:
  GivenResults(const ir::Function& function, const ResultLayout& layout, const PlainArguments& arguments, const PlainResults& made)
      : function_(function), layout_(layout), arguments_(arguments), made_(made), next_(made.values.data()) {}

  /// Stores the result at `to`, or drops it where that is null.
  void give(size_t position, void* to) {
    const ir::Result& result = function_.results[position];
    if (!result.is_array) {
      const abi::ScalarSlot& slot = *next_++;
      if (to != nullptr) std::memcpy(to, slot.bytes, static_cast<size_t>(size_of(result.type)));
      return;
    }
    const UnpythonArray array =
        result.is(ir::ResultObject::Kind::Argument) ? argument(result.parameter) : view(result, layout_.parts[position]);
    if (to != nullptr) {
      std::memcpy(to, &array, sizeof array);
    } else {
      release_memory(array.memory);
    }
  }

 private:
  [[nodiscard]] UnpythonArray argument(int parameter) const {
    UnpythonArray array{};
    const abi::ArrayArgument& given = argument_of(parameter);
    array.data = given.data;
    std::copy_n(given.extents, kMaxRank, array.shape);
    std::copy_n(given.stride_bytes, kMaxRank, array.strides);
    return array;
  }

  [[nodiscard]] const abi::ArrayArgument& argument_of(int parameter) const {
    const auto first = function_.parameters.begin();
    const auto before = std::count_if(first, first + parameter, [](const ir::Parameter& each) { return each.is_array; });
    return arguments_.arrays[static_cast<size_t>(before)];
  }

  UnpythonArray view(const ir::Result& result, const ResultLayout::Part& part) {
    const bool owned = result.array.valid();
    UnpythonArray array{};
    if (owned) array.data = array.memory = made_.memory[part.owner];
    if (!owned) array.data = argument_of(result.parameter).data;
    const int64_t* strides = owned ? nullptr : argument_of(result.parameter).stride_bytes;
    const ReturnedView shape = returned_view(result, part.base_rank, strides, next_);
    if (array.data != nullptr) array.data = static_cast<char*>(array.data) + shape.offset;
    std::copy_n(shape.shape, shape.rank, array.shape);
    std::copy_n(shape.strides, shape.rank, array.strides);
    return array;
  }

  const ir::Function& function_;
  const ResultLayout& layout_;
  const PlainArguments& arguments_;
  const PlainResults& made_;
  const abi::ScalarSlot* next_;
};

}  // namespace

struct DeclaredFunction::Arguments : PlainArguments {
  bool dense = true;

  void add_array(const abi::ArrayArgument& array, const DeclaredParameter& declared, bool stored) {
    dense = dense && (declared.rank == 0 || array.stride_bytes[declared.rank - 1] == size_of(declared.type));
    add(array, declared.type, declared.rank, stored);
  }
  /// What callers do not give, behind what they give.
  void add_hidden(const Declaration& declaration) {
    for (const Scalar& value : declaration.hidden) add(value);
    complete();
  }
  [[nodiscard]] ArraysLie lie() const {
    if (!sharing.disjoint) return ArraysLie::Anyhow;
    return dense ? ArraysLie::Dense : ArraysLie::Strided;
  }
};

DeclaredFunction::DeclaredFunction(Compiler& compiler, MeasuredRates& rates, Declaration declaration)
    : compiler_(compiler),
      rates_(rates),
      declaration_(std::move(declaration)),
      stored_(stored_parameters(*declaration_.program)) {
  if (declaration_.parameters.size() != stored_.size() ||
      declaration_.hidden.size() != declaration_.program->hidden.size())
    throw std::invalid_argument("the declaration has other parameters than its program");
}

frontend::Signature DeclaredFunction::signature(ArraysLie lie) const {
  frontend::Signature signature;
  signature.locals = declaration_.locals;
  signature.result = declaration_.result;
  for (const DeclaredParameter& declared : declaration_.parameters)
    signature.arguments.push_back(type_of(declared, lie));
  for (const Scalar& value : declaration_.hidden) signature.hidden.push_back(decode(code_of(value)));
  signature.disjoint_arguments = lie != ArraysLie::Anyhow;
  return signature;
}

Dispatcher& DeclaredFunction::dispatcher(ArraysLie lie) {
  Way& way = ways_[static_cast<size_t>(lie)];
  std::call_once(way.made, [&] {
    auto specialization = compiler_.specialize(declaration_.program, signature(lie), declaration_.options);
    const std::string problem = refusal(specialization->source);
    if (!problem.empty())
      throw std::invalid_argument("C has no type for what " + specialization->source.name +
                                  "() returns: " + problem);
    const std::string name = specialization->source.name;
    way.dispatcher =
        std::make_unique<Dispatcher>(compiler_, rates_, std::move(specialization), DeviceWish{}, name);
  });
  return *way.dispatcher;
}

const std::vector<ir::Result>& DeclaredFunction::results() {
  return dispatcher(ArraysLie::Dense).specialization().source.results;
}

/// Arrays that lie so, of extents that are like those of most calls.
DeclaredFunction::Arguments DeclaredFunction::stand_ins(ArraysLie lie) const {
  Arguments arguments;
  int64_t address = kStandInsApart;
  for (size_t i = 0; i < declaration_.parameters.size(); ++i) {
    const DeclaredParameter& declared = declaration_.parameters[i];
    if (declared.rank == kNumber) {
      arguments.add(Scalar{.type = declared.type, .integer = 1, .real = 1.0});
      continue;
    }
    abi::ArrayArgument array{};
    array.data = reinterpret_cast<void*>(address);
    int64_t stride = size_of(declared.type) * (lie == ArraysLie::Dense ? 1 : 2);
    for (int d = declared.rank; d-- > 0; stride *= kStandInExtent) {
      array.extents[d] = kStandInExtent;
      array.stride_bytes[d] = stride;
    }
    arguments.add_array(array, declared, stored_[i]);
    if (lie != ArraysLie::Anyhow) address += kStandInsApart;
  }
  arguments.add_hidden(declaration_);
  return arguments;
}

void DeclaredFunction::compile() {
  const ir::Function& source = dispatcher(ArraysLie::Dense).specialization().source;
  if (ir::holds_any<ir::CallHost>(source, source.body)) throw std::invalid_argument("it calls a function that Python runs");
  for (const ArraysLie lie : kWaysArraysLie) {
    Dispatcher& way = dispatcher(lie);
    const Arguments arguments = stand_ins(lie);
    try {
      (void)PlainCall(way, arguments).choose_cpu();
    } catch (const RaceError&) {  // calls whose arrays share memory are refused, too
      if (lie != ArraysLie::Anyhow) throw;
    }
  }
}

DeclaredFunction::Arguments DeclaredFunction::read(const UnpythonArgument* given) const {
  Arguments arguments;
  for (size_t i = 0; i < declaration_.parameters.size(); ++i) {
    const DeclaredParameter& declared = declaration_.parameters[i];
    if (declared.rank != kNumber) {
      arguments.add_array(read_array(given[i], declared, i), declared, stored_[i]);
      continue;
    }
    abi::ScalarSlot slot{};
    std::memcpy(slot.bytes, given[i].data, static_cast<size_t>(size_of(declared.type)));
    const int64_t integer = ir::to_constant(declared.type, slot).integer;
    if (is_integer(declared.type) && size_code(declared.type, integer) != 0)
      throw std::invalid_argument(ordinal(i) + (integer < 0 ? " is -2**61 or less" : " is 2**61 or more"));
    arguments.scalars.push_back(slot);
  }
  arguments.add_hidden(declaration_);
  return arguments;
}

void DeclaredFunction::call(const UnpythonArgument* given, void* const* results) {
  const Arguments arguments = read(given);
  Dispatcher& way = dispatcher(arguments.lie());
  const PlainResults given_back = PlainCall(way, arguments).run();
  const ir::Function& function = way.specialization().source;
  GivenResults made(function, way.results(), arguments, given_back);
  for (size_t i = 0; i < function.results.size(); ++i) made.give(i, results[i]);
}

}  // namespace unpython::driver
