// The harness: a serial runtime that cuts parallel loops into short chunks and counts memory blocks.
#include "compiled.h"

#include <dlfcn.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "ir/half.h"
#include "ir/verify/verify.h"
#include "ir/write/serialize.h"

namespace unpython::test {

namespace {

struct TestServices : abi::Services {
  int64_t chunk = 3;
  int allocations = 0;
  int live_blocks = 0;
  int looks = -1;
};

int32_t run_chunks(const abi::Services* services, int64_t extent, int64_t /*grain*/, abi::ParallelBody body,
                   void* context, abi::ErrorRecord* error) {
  int64_t chunk = static_cast<const TestServices*>(services)->chunk;
  for (int64_t first = 0; first < extent; first += chunk) {
    int32_t status = body(context, first, std::min(first + chunk, extent), error);
    if (status != abi::kOk) return status;
  }
  return abi::kOk;
}

void* allocate(const abi::Services* services, int64_t bytes) {
  auto* counts = const_cast<TestServices*>(static_cast<const TestServices*>(services));
  if (counts->allocations == 0 || bytes > (int64_t{1} << 32)) return nullptr;
  --counts->allocations;
  ++counts->live_blocks;
  return std::aligned_alloc(64, static_cast<size_t>((bytes + 63) / 64 * 64));
}

void release(const abi::Services* services, void* memory) {
  --const_cast<TestServices*>(static_cast<const TestServices*>(services))->live_blocks;
  std::free(memory);
}

int32_t pace(const abi::Services* services, abi::LoopPace* pace) {
  auto* counts = const_cast<TestServices*>(static_cast<const TestServices*>(services));
  pace->left = pace->step;
  return counts->looks-- == 0 ? 1 : 0;
}

template <class T>
void put(unsigned char* slot, T value) {
  std::memcpy(slot, &value, sizeof value);
}

template <class T>
T get(const unsigned char* slot) {
  T value;
  std::memcpy(&value, slot, sizeof value);
  return value;
}

abi::ScalarSlot to_slot(const ir::Constant& constant) {
  abi::ScalarSlot slot{};
  if (constant.type == ScalarType::Float16) {
    put(slot.bytes, ir::half_bits(constant.real.real()));
  } else if (constant.type == ScalarType::Float32 || constant.type == ScalarType::Complex64) {
    put(slot.bytes, static_cast<float>(constant.real.real()));
    put(slot.bytes + 4, static_cast<float>(constant.real.imag()));
  } else if (constant.type == ScalarType::Float64 || constant.type == ScalarType::Complex128) {
    put(slot.bytes, constant.real.real());
    put(slot.bytes + 8, constant.real.imag());
  } else {
    put(slot.bytes, constant.integer);
  }
  return slot;
}

ir::Constant from_slot(ScalarType type, const abi::ScalarSlot& slot) {
  const unsigned char* bytes = slot.bytes;
  ir::Constant result{type};
  switch (type) {
    case ScalarType::Bool:
    case ScalarType::UInt8:
      result.integer = get<uint8_t>(bytes);
      break;
    case ScalarType::Int8:
      result.integer = get<int8_t>(bytes);
      break;
    case ScalarType::Int16:
      result.integer = get<int16_t>(bytes);
      break;
    case ScalarType::UInt16:
      result.integer = get<uint16_t>(bytes);
      break;
    case ScalarType::Int32:
      result.integer = get<int32_t>(bytes);
      break;
    case ScalarType::UInt32:
      result.integer = get<uint32_t>(bytes);
      break;
    case ScalarType::Int64:
    case ScalarType::UInt64:
      result.integer = get<int64_t>(bytes);
      break;
    case ScalarType::Float16:
      result.real = ir::half_value(get<uint16_t>(bytes));
      break;
    case ScalarType::Float32:
      result.real = get<float>(bytes);
      break;
    case ScalarType::Float64:
      result.real = get<double>(bytes);
      break;
    case ScalarType::Complex64:
      result.real = {get<float>(bytes), get<float>(bytes + 4)};
      break;
    case ScalarType::Complex128:
      result.real = {get<double>(bytes), get<double>(bytes + 8)};
      break;
  }
  return result;
}

/// One real number of a result or of memory.
bool close(double a, double b, Tolerance tolerance) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b && std::signbit(a) == std::signbit(b)) return true;
  return tolerance.relative > 0 &&
         std::fabs(a - b) <= tolerance.relative * std::max(std::fabs(a), std::fabs(b));
}

bool close(const ir::Constant& a, const ir::Constant& b, Tolerance tolerance) {
  if (is_float(a.type)) return close(a.real.real(), b.real.real(), tolerance);
  if (is_complex(a.type)) {
    return close(a.real.real(), b.real.real(), tolerance) && close(a.real.imag(), b.real.imag(), tolerance);
  }
  return a.type == b.type && a.integer == b.integer;
}

template <class T>
void require_close(std::span<unsigned char> a, std::span<unsigned char> b, size_t start,
                   Tolerance tolerance) {
  for (size_t i = start; i + sizeof(T) <= a.size(); i += sizeof(T)) {
    T left = get<T>(a.data() + i);
    T right = get<T>(b.data() + i);
    if (close(static_cast<double>(left), static_cast<double>(right), tolerance)) continue;
    FAIL("element at byte " << i << ": interpreted " << left << ", compiled " << right);
  }
}

}  // namespace

const UnpythonCpuApi& cpu_api() {
  static const UnpythonCpuApi* api = [] {
    void* library = dlopen(UNPYTHON_LIBRARY_DIR "/libunpython_cpu.so", RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) throw std::runtime_error(dlerror());
    auto entry = reinterpret_cast<decltype(&unpython_cpu_api)>(dlsym(library, "unpython_cpu_api"));
    return entry(abi::kAbiVersion);
  }();
  return *api;
}

std::string compile(const ir::Function& function, int what) {
  std::string serialized = ir::serialize(function);
  UnpythonBytes bytes{};
  int32_t failed = cpu_api().compile(serialized.data(), serialized.size(), what, &bytes);
  std::string text(bytes.data, bytes.size);
  cpu_api().free_bytes(&bytes);
  if (failed != 0) throw std::runtime_error(text);
  return text;
}

Compiled::Compiled(const ir::Function& function) : function_(function) {
  std::string object = compile(function, 0);
  UnpythonBytes error{};
  if (cpu_api().load(object.data(), object.size(), &entry_, &handle_, &error) != 0) {
    std::string text(error.data, error.size);
    cpu_api().free_bytes(&error);
    throw std::runtime_error(text);
  }
}

Compiled::~Compiled() {
  if (handle_ != nullptr) cpu_api().unload(handle_);
}

ir::Outcome Compiled::operator()(std::span<const ArrayView> arrays,
                                 std::span<const ir::Constant> scalars) const {
  std::vector<abi::ArrayArgument> arguments;
  for (const ArrayView& view : arrays) {
    abi::ArrayArgument argument{view.data, {}, {}};
    for (size_t d = 0; d < static_cast<size_t>(view.rank); ++d) {
      argument.extents[d] = view.extents[d];
      argument.stride_bytes[d] = view.stride_bytes[d];
    }
    arguments.push_back(argument);
  }
  std::vector<abi::ScalarSlot> slots;
  for (const ir::Constant& scalar : scalars) slots.push_back(to_slot(scalar));
  std::vector<abi::ScalarSlot> results(function_.results.size() + 1);
  TestServices services{
      {run_chunks, allocate, release, 1, nullptr, nullptr, pace, nullptr, nullptr}, chunk, allocations, 0, looks};
  abi::ErrorRecord error{-1, 0, 0, {}};
  abi::Frame frame{arguments.data(), slots.data(), results.data(), &error, &services, nullptr};
  status = entry_(&frame);
  live_blocks = services.live_blocks;
  iteration = error.iteration;
  ir::Outcome outcome;
  outcome.raised = status == abi::kRaised;
  if (outcome.raised) {
    outcome.error = ir::ErrorId{error.site};
    for (int i = 0; i < error.argument_count; ++i) {
      outcome.arguments.push_back({ScalarType::Int64, error.arguments[i]});
    }
    return outcome;
  }
  size_t slot = 0;
  for (const ir::Result& result : function_.results) {
    if (!result.is_array) outcome.results.push_back(from_slot(result.type, results[slot++]));
  }
  return outcome;
}

TestArray::TestArray(ScalarType type, std::vector<int64_t> extents, std::vector<int64_t> stride_elems,
                     int misalign)
    : type_(type), extents_(std::move(extents)), stride_elems_(std::move(stride_elems)) {
  constexpr int64_t kGuard = 64;
  if (stride_elems_.empty()) {
    stride_elems_.resize(extents_.size());
    int64_t stride = 1;
    for (size_t d = extents_.size(); d-- > 0; stride *= extents_[d]) stride_elems_[d] = stride;
  }
  int64_t lowest = 0;
  int64_t highest = 0;
  for (size_t d = 0; d < extents_.size(); ++d) {
    int64_t reach = stride_elems_[d] * (extents_[d] - 1);
    (reach < 0 ? lowest : highest) += reach;
  }
  int64_t item = size_of(type);
  start_ = kGuard + misalign;
  origin_ = start_ - lowest * item;
  bytes_.assign(static_cast<size_t>(origin_ + (highest + 1) * item + kGuard), 0xA5);
}

ArrayView TestArray::view() {
  ArrayView view;
  view.data = bytes_.data() + origin_;
  view.type = type_;
  view.rank = static_cast<int>(extents_.size());
  for (size_t d = 0; d < extents_.size(); ++d) {
    view.extents[d] = extents_[d];
    view.stride_bytes[d] = stride_elems_[d] * size_of(type_);
  }
  return view;
}

void TestArray::set(int64_t i, const ir::Constant& x, const ir::Constant& y) {
  ir::Constant value = x;
  if (is_complex(type_)) value.real = {x.real.real(), y.real.real()};
  abi::ScalarSlot slot = to_slot(value);
  auto item = static_cast<size_t>(size_of(type_));
  std::memcpy(&bytes_[static_cast<size_t>(start_) + static_cast<size_t>(i) * item], slot.bytes, item);
}

void TestArray::fill(uint64_t seed) {
  uint64_t state = seed * 2654435761U + 12345;
  auto next = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<int64_t>(state >> 33);
  };
  ScalarType part = real_part_type(type_);
  auto size = static_cast<size_t>(size_of(part));
  for (size_t i = static_cast<size_t>(start_);
       i + size <= bytes_.size() - 64 + static_cast<size_t>(start_ % 64); i += size) {
    int64_t value = next() % 41 - 20;
    if (part == ScalarType::Float32) {
      put(&bytes_[i], static_cast<float>(value) / 4);
    } else if (part == ScalarType::Float64) {
      put(&bytes_[i], static_cast<double>(value) / 8);
    } else if (part == ScalarType::Bool) {
      bytes_[i] = value > 0;
    } else {
      std::memcpy(&bytes_[i], &value, size);
    }
  }
}

void require_same(const ir::Function& function, std::vector<TestArray> arrays,
                  std::vector<ir::Constant> scalars, Tolerance tolerance) {
  ir::check(function, "testing code generation");
  require_same(Compiled(function), function, std::move(arrays), std::move(scalars), tolerance);
}

void require_same(const Compiled& compiled, const ir::Function& function, std::vector<TestArray> arrays,
                  std::vector<ir::Constant> scalars, Tolerance tolerance) {
  std::vector<TestArray> copies = arrays;
  std::vector<ArrayView> views;
  std::vector<ArrayView> copied_views;
  for (TestArray& array : arrays) views.push_back(array.view());
  for (TestArray& array : copies) copied_views.push_back(array.view());
  ir::Outcome expected = ir::interpret(function, views, scalars);
  ir::Outcome found = compiled(copied_views, scalars);
  REQUIRE(found.raised == expected.raised);
  CHECK(compiled.live_blocks == 0);
  if (expected.raised) {
    CHECK(found.error == expected.error);
    REQUIRE(found.arguments.size() == expected.arguments.size());
    return;
  }
  REQUIRE(found.results.size() == expected.results.size());
  for (size_t i = 0; i < found.results.size(); ++i) {
    INFO("result " << i << ": interpreted " << expected.results[i].real << " or "
                   << expected.results[i].integer << ", compiled " << found.results[i].real << " or "
                   << found.results[i].integer);
    CHECK(close(found.results[i], expected.results[i], tolerance));
  }
  for (size_t i = 0; i < arrays.size(); ++i) {
    INFO("array " << i);
    if (tolerance.relative == 0) {
      bool same = arrays[i] == copies[i];
      if (!same && views[i].type == ScalarType::Float64)
        require_close<double>(arrays[i].bytes(), copies[i].bytes(), 64, tolerance);
      if (!same && views[i].type != ScalarType::Float64) CHECK(same);
    } else if (real_part_type(views[i].type) == ScalarType::Float32) {
      require_close<float>(arrays[i].bytes(), copies[i].bytes(), 64, tolerance);
    } else {
      require_close<double>(arrays[i].bytes(), copies[i].bytes(), 64, tolerance);
    }
  }
}

Program::Program() {
  function.name = "f";
  function.level = ir::Level::Scheduled;
}

ir::ArrayId Program::array(const std::string& name, ScalarType type, int rank, bool unit) {
  ir::Array array;
  array.name = name;
  array.type = type;
  array.rank = rank;
  array.strides.assign(static_cast<size_t>(rank), ir::StrideClass::Other);
  if (unit && rank > 0) array.strides.back() = ir::StrideClass::Unit;
  ir::ArrayId id = function.arrays.push(array);
  function.parameters.push_back({.is_array = true, .variable = {}, .array = id});
  return id;
}

ir::VarId Program::scalar(const std::string& name, ScalarType type) {
  ir::VarId id = build.variable(name, type);
  function.parameters.push_back({.is_array = false, .variable = id, .array = {}});
  return id;
}

void Program::result(ScalarType type) {
  ir::Result result;
  result.type = type;
  function.results.push_back(result);
}

ir::StmtId Program::loop(ir::VarId counter, ir::ExprId extent, ir::LoopMark mark, ir::Block body, int width) {
  ir::For node;
  node.counter = counter;
  node.extent = extent;
  node.mark = mark;
  node.width = width;
  node.body = std::move(body);
  return build.statement(node);
}

ir::Constant number(ScalarType type, double value) {
  ir::Constant constant{type};
  if (is_float(type) || is_complex(type)) {
    constant.real = value;
  } else {
    constant.integer = static_cast<int64_t>(value);
  }
  return constant;
}

}  // namespace unpython::test
