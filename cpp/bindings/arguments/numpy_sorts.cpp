// Problem:  NumPy's sorts use vectors on some machines and not on others: there our own are three times as quick as NumPy's, and three
//           times as slow. NumPy's cost a microsecond and a half more when Python is asked for them.
// Choice:   the functions of C by which NumPy sorts lines are taken from its table of types, and called without Python. Which way is
//           quicker is measured the first time that a length of a type is sorted, and kept with the rates of the machine: NumPy's sort
//           itself, and passes by digits like those that our own is made of (_library/sorting/digits.py).
// Rejected: a list of processors and versions of NumPy (new ones come), a measurement of our own sorts (each type would be compiled).
#include "bindings/arguments/numpy_sorts.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <cstring>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "bindings/arguments/array_args.h"
#include "bindings/base/module_state.h"
#include "bindings/base/numpy_api.h"
#include "ir/scalar_slot.h"

namespace unpython::bindings {
namespace py = pybind11;
namespace {

enum Role : uint8_t { kSorted, kOrdered, kIsQuicker, kRoles };
std::array<PyObject*, kRoles> functions{};  ///< what add_numpy_sorts() has added

struct Sorts {
  PyArray_SortFunc* sort = nullptr;
  PyArray_ArgSortFunc* order = nullptr;
};
std::array<Sorts, kScalarTypeCount> sorts{};

constexpr int kFirstLength = 9;  ///< as a power of two: shorter ones are always NumPy's
constexpr int kLengths = 12;     ///< that are measured; longer ones are like the last one
constexpr double kGain = 0.85;   ///< our time over NumPy's, which is a guess: ours are taken where they gain
enum class Known : uint8_t { Nothing, Ours, NumPys };
std::array<std::array<std::array<std::atomic<Known>, kLengths>, kScalarTypeCount>, 2> known{};

std::string numpy_version;  // NOLINT(runtime/string)

struct Numbers {
  uint64_t state = 0x9E3779B97F4A7C15U;
  uint64_t next() {
    state ^= state << 13U;
    state ^= state >> 7U;
    state ^= state << 17U;
    return state;
  }
};

double seconds(const std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// One pass of our own sort: keys go to where their digit stands, and the next digit is counted.
template <class Key>
void move_by_digit(const std::vector<Key>& source, std::vector<Key>& target, std::array<int64_t, 2048>& counts, unsigned shift,
                   unsigned width) {
  const Key mask = (Key{1} << width) - 1;
  std::array<int64_t, 2048> following{};
  int64_t total = 0;
  for (size_t d = 0; d <= static_cast<size_t>(mask); ++d) total += std::exchange(counts[d], total);
  const auto last = static_cast<int64_t>(source.size()) - 1;
  for (const Key key : source) {
    int64_t& at = counts[static_cast<size_t>((key >> shift) & mask)];
    target[static_cast<size_t>(std::clamp<int64_t>(at++, 0, last))] = key;
    ++following[static_cast<size_t>((key >> (shift + width)) & mask)];
  }
  counts = following;
}

template <class Key>
double measure_passes(int64_t n, int passes) {
  Numbers numbers;
  std::vector<Key> rows[2] = {std::vector<Key>(static_cast<size_t>(n)), std::vector<Key>(static_cast<size_t>(n))};
  for (Key& key : rows[0]) key = static_cast<Key>(numbers.next());
  const unsigned width = n < 1024 ? 8 : 11;
  double least = 1;
  for (int turn = 0; turn < (n < 65536 ? 5 : 2); ++turn) {
    const auto start = std::chrono::steady_clock::now();
    std::array<int64_t, 2048> counts{};
    for (const Key key : rows[0]) ++counts[static_cast<size_t>(key & ((Key{1} << width) - 1))];
    for (int pass = 0; pass < passes; ++pass)
      move_by_digit(rows[pass % 2], rows[1 - pass % 2], counts, static_cast<unsigned>(pass % 2) * width, width);
    least = std::min(least, seconds(start));
  }
  return least;
}

/// As digits.py sorts them; its loops around the passes take about as long as some more: of long keys they are put in order by bits that
/// passes leave out, and loaded once more.
double measure_ours(int64_t n, ScalarType type, bool is_order) {
  const int bits = static_cast<int>(size_of(type)) * 8;
  const int width = n < 1024 ? 8 : 11;
  if (!is_order) {
    const int passes = (std::min(bits, 33) + width - 1) / width + (bits <= 32 ? 1 : 3);
    return bits <= 32 ? measure_passes<uint32_t>(n, passes) : measure_passes<uint64_t>(n, passes);
  }
  const int left = bits <= 32 ? 0 : static_cast<int>(std::bit_width(static_cast<uint64_t>(n)));  // bits without room beside the places
  return measure_passes<uint64_t>(n, (std::min(bits, 33) + width - 1) / width + (left + width - 1) / width + (bits <= 32 ? 1 : 4));
}

template <class T>
void fill(void* memory, int64_t n) {
  Numbers numbers;
  for (int64_t i = 0; i < n; ++i) static_cast<T*>(memory)[i] = static_cast<T>(static_cast<int64_t>(numbers.next()));
}

void fill(ScalarType type, void* memory, int64_t n) {
  if (type == ScalarType::Float32) return fill<float>(memory, n);
  if (type == ScalarType::Float64) return fill<double>(memory, n);
  Numbers numbers;
  const auto size = static_cast<size_t>(size_of(type));
  for (size_t i = 0; i < static_cast<size_t>(n); ++i) {
    const uint64_t number = type == ScalarType::Bool ? numbers.next() & 1U : numbers.next();
    std::memcpy(static_cast<char*>(memory) + i * size, &number, size);
  }
}

double measure_numpys(int64_t n, ScalarType type, bool is_order) {
  const Sorts& of = sorts[static_cast<size_t>(type)];
  std::vector<uint64_t> given(static_cast<size_t>(n));
  std::vector<npy_intp> places(static_cast<size_t>(is_order ? n : 0));
  double least = 1;
  for (int turn = 0; turn < (n < 65536 ? 5 : 2); ++turn) {
    fill(type, given.data(), n);
    const auto start = std::chrono::steady_clock::now();
    if (is_order) {
      std::iota(places.begin(), places.end(), npy_intp{0});
      of.order(given.data(), places.data(), n, nullptr);
    } else {
      of.sort(given.data(), n, nullptr);
    }
    least = std::min(least, seconds(start));
  }
  return least;
}

bool is_numpy_quicker(int64_t n, ScalarType type, bool is_order) {
  const auto number = static_cast<size_t>(type);
  const Sorts& of = sorts[number];
  if (is_order ? of.order == nullptr : of.sort == nullptr) return false;
  const int length = static_cast<int>(std::bit_width(static_cast<uint64_t>(n))) - 1 - kFirstLength;
  if (length < 0) return true;
  const auto place = static_cast<size_t>(std::min(length, kLengths - 1));
  std::atomic<Known>& found = known[is_order ? 1 : 0][number][place];
  if (found.load(std::memory_order_relaxed) == Known::Nothing) {
    ModuleState& state = module_state();
    const int64_t measured = int64_t{1} << (place + kFirstLength);
    const std::string role = is_order ? "orders " : "sorts ";
    const std::string what = role + std::to_string(number) + ' ' + std::to_string(measured) + ' ' + numpy_version;
    const double times = state.rates.of_sort(state.compiler, what, [&] {
      return measure_ours(measured, type, is_order) / measure_numpys(measured, type, is_order);
    });
    found.store(times > kGain ? Known::NumPys : Known::Ours, std::memory_order_relaxed);
  }
  return found.load(std::memory_order_relaxed) == Known::NumPys;
}

void copy_line(const abi::ArrayArgument& from, void* to, size_t size) {
  const auto n = static_cast<size_t>(from.extents[0]);
  if (from.stride_bytes[0] == static_cast<int64_t>(size)) {
    std::memcpy(to, from.data, n * size);
    return;
  }
  const auto* source = static_cast<const char*>(from.data);
  for (size_t i = 0; i < n; ++i, source += from.stride_bytes[0]) std::memcpy(static_cast<char*>(to) + i * size, source, size);
}

void sort_line(const abi::HostArgument& out, const abi::HostArgument& line) {
  const auto type = static_cast<ScalarType>(line.type);
  copy_line(line.array, out.array.data, static_cast<size_t>(size_of(type)));
  sorts[static_cast<size_t>(type)].sort(out.array.data, line.array.extents[0], nullptr);
}

void order_line(const abi::HostArgument& out, const abi::HostArgument& line) {
  const auto type = static_cast<ScalarType>(line.type);
  const int64_t n = line.array.extents[0];
  const auto size = static_cast<size_t>(size_of(type));
  auto* const places = static_cast<npy_intp*>(out.array.data);
  std::iota(places, places + n, npy_intp{0});
  void* data = line.array.data;
  std::vector<char> dense;
  if (line.array.stride_bytes[0] != static_cast<int64_t>(size)) {
    dense.resize(static_cast<size_t>(n) * size);
    copy_line(line.array, dense.data(), size);
    data = dense.data();
  }
  sorts[static_cast<size_t>(type)].order(data, places, n, nullptr);
}

}  // namespace

void add_numpy_sorts(py::module_& module) {
  const py::module_ numpy = py::module_::import("numpy");
  numpy_version = py::cast<std::string>(numpy.attr("__version__"));
  for (int type = 0; type < kScalarTypeCount; ++type) {
    PyArray_Descr* const descriptor = PyArray_DescrFromType(numpy_type_of(static_cast<ScalarType>(type)));
    const PyArray_ArrFuncs* const of = PyDataType_GetArrFuncs(descriptor);
    sorts[static_cast<size_t>(type)] = {of->sort[NPY_QUICKSORT], of->argsort[NPY_QUICKSORT]};
    Py_DECREF(descriptor);
  }
  const auto filled_by = [&](const char* name) {
    return [function = py::object(numpy.attr(name))](const py::object& out, const py::object& line) {
      out[py::ellipsis()] = function(line);
    };
  };
  module.def("sorted_by_numpy", filled_by("sort"));
  module.def("ordered_by_numpy", filled_by("argsort"));
  module.def("numpy_is_quicker", [](const py::object& out, int64_t, bool, const py::object&) { out[py::int_(0)] = 1; });
  constexpr std::array<const char*, kRoles> kNames = {"sorted_by_numpy", "ordered_by_numpy", "numpy_is_quicker"};
  for (size_t role = 0; role < kRoles; ++role) functions[role] = py::object(module.attr(kNames[role])).release().ptr();
}

bool is_numpy_sort(const PyObject* function) { return std::ranges::find(functions, function) != functions.end(); }

bool run_numpy_sort(const PyObject* called, const abi::HostArgument* given) {
  if (called == functions[kSorted]) {
    sort_line(given[0], given[1]);
  } else if (called == functions[kOrdered]) {
    order_line(given[0], given[1]);
  } else if (called == functions[kIsQuicker]) {
    const auto n = ir::bytes_as<int64_t>(given[1].value);
    const bool is_quicker = is_numpy_quicker(n, static_cast<ScalarType>(given[3].type), given[2].value.bytes[0] != 0);
    *static_cast<int64_t*>(given[0].array.data) = is_quicker ? 1 : 0;
  } else {
    return false;
  }
  return true;
}

}  // namespace unpython::bindings
