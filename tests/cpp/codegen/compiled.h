// Runs IR functions as machine code, through the C interface of libunpython_cpu, and compares with the
// interpreter.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abi/cpu_library.h"
#include "ir/builder.h"
#include "ir/function.h"
#include "ir/interpret/interpret.h"
#include "unpython/array_view.h"

namespace unpython::test {

[[nodiscard]] const UnpythonCpuApi& cpu_api();

/// Output of the library's compile; throws std::runtime_error with its text on failure.
[[nodiscard]] std::string compile(const ir::Function& function, int what);

/// Code that is loaded as long as the object lives.
class Compiled {
 public:
  explicit Compiled(const ir::Function& function);
  /// Code that was loaded by other means; the caller unloads it.
  Compiled(const ir::Function& function, abi::EntryPoint loaded) : function_(function), entry_(loaded) {}
  ~Compiled();
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;
  [[nodiscard]] ir::Outcome operator()(std::span<const ArrayView> arrays,
                                       std::span<const ir::Constant> scalars) const;
  /// As returned by the entry point.
  mutable int32_t status = 0;
  /// Iteration of the last error record.
  mutable int64_t iteration = 0;
  /// Heap blocks that the last call did not give back.
  mutable int live_blocks = 0;
  /// Chunk length of parallel loops; calls to the allocator beyond `allocations` fail.
  int64_t chunk = 3;
  int allocations = 1000;
  /// How often loops may look for a stop before they get one; negative: for ever.
  int looks = -1;
  [[nodiscard]] abi::EntryPoint entry() const { return entry_; }

 private:
  const ir::Function& function_;
  abi::EntryPoint entry_ = nullptr;
  void* handle_ = nullptr;
};

/// Memory of one array of a test, with guard bytes around it.
class TestArray {
 public:
  /// Row-major. `stride_elems`, if given, are strides in elements, negative ones allowed; `misalign`: bytes
  /// off.
  TestArray(ScalarType type, std::vector<int64_t> extents, std::vector<int64_t> stride_elems = {},
            int misalign = 0);
  [[nodiscard]] ArrayView view();
  [[nodiscard]] std::span<unsigned char> bytes() { return bytes_; }
  /// Element number `i` of the memory block (not of the view).
  template <class T>
  T& element(int64_t i) {
    return *reinterpret_cast<T*>(bytes_.data() + start_ + i * static_cast<int64_t>(sizeof(T)));
  }
  /// Sets element number `i` of the memory block; a complex one to (real part of `x`, real part of `y`).
  void set(int64_t i, const ir::Constant& x, const ir::Constant& y);
  /// Small numbers of either sign, all different kinds of values of the type.
  void fill(uint64_t seed);
  bool operator==(const TestArray& other) const { return bytes_ == other.bytes_; }

 private:
  ScalarType type_;
  std::vector<int64_t> extents_;
  std::vector<int64_t> stride_elems_;
  int64_t start_ = 0;   ///< bytes to the lowest element
  int64_t origin_ = 0;  ///< bytes to element [0, 0, ...]
  std::vector<unsigned char> bytes_;
};

/// How far apart floats may be: 0 compares bits (NaNs are equal to each other).
struct Tolerance {
  double relative = 0;
};

/// Runs the interpreter and `compiled` on copies of the arrays and requires equal outcomes and equal memory.
void require_same(const Compiled& compiled, const ir::Function& function, std::vector<TestArray> arrays,
                  std::vector<ir::Constant> scalars, Tolerance tolerance = {});
/// The same with code for this machine, compiled here of the arrays and requires equal outcomes and equal
/// memory.
void require_same(const ir::Function& function, std::vector<TestArray> arrays,
                  std::vector<ir::Constant> scalars, Tolerance tolerance = {});

/// Shorthand for building functions.
struct Program {
  ir::Function function;
  ir::Builder build{function};
  Program();
  /// An array parameter; by default with unknown strides except a unit one in the last dimension.
  ir::ArrayId array(const std::string& name, ScalarType type, int rank, bool unit = true);
  ir::VarId scalar(const std::string& name, ScalarType type);
  void add(ir::StmtId statement) { function.body.push_back(statement); }
  void result(ScalarType type);
  /// for counter in range(extent), with the mark and the width.
  ir::StmtId loop(ir::VarId counter, ir::ExprId extent, ir::LoopMark mark, ir::Block body, int width = 1);
};

[[nodiscard]] ir::Constant number(ScalarType type, double value);

}  // namespace unpython::test
