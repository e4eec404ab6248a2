// What CUDA and OpenCL spell differently; everything else of a kernel's text is common.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "abi/device_properties.h"
#include "ir/expr.h"
#include "ir/type.h"
#include "kernel/group_plan.h"
#include "unpython/options.h"

namespace unpython::codegen {

/// One language. Stateless.
class Dialect {
 public:
  virtual ~Dialect() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;  ///< "cuda", "opencl": of inspect()
  /// Definitions at the head of each text: i8 .. u64, f32, f64.
  [[nodiscard]] virtual std::string prelude(bool float64) const = 0;
  /// In front of the name of a kernel.
  [[nodiscard]] virtual std::string_view kernel() const = 0;
  /// The same for a kernel whose groups have just so many work items, x first.
  [[nodiscard]] virtual std::string kernel_of(const std::array<int64_t, 3>& threads, int groups) const = 0;
  /// In front of a helper function.
  [[nodiscard]] virtual std::string_view helper() const = 0;
  /// In front of the element type of a pointer to the device's memory, with a blank behind it.
  [[nodiscard]] virtual std::string_view global() const = 0;
  /// Behind the star of a pointer that no other pointer aliases.
  [[nodiscard]] virtual std::string_view restrict() const = 0;
  /// Index of the work item in dimension 0 (x) to 2, an i64.
  [[nodiscard]] virtual std::string work_item(int dimension) const = 0;
  /// Index of the work item within its group, and of the group; of a 32-bit unsigned type or wider.
  [[nodiscard]] virtual std::string local_item(int dimension) const = 0;
  [[nodiscard]] virtual std::string group(int dimension) const = 0;
  /// In front of the type of an array that a group shares, with a blank behind it.
  [[nodiscard]] virtual std::string_view local() const = 0;
  /// The same in front of the type of a pointer to it.
  [[nodiscard]] virtual std::string_view local_pointer() const = 0;
  /// Statement at which all work items of a group meet, and see what they stored to its arrays.
  [[nodiscard]] virtual std::string_view barrier() const = 0;
  /// The same, where items also see what others stored to arguments.
  [[nodiscard]] virtual std::string_view global_barrier() const = 0;
  /// What its groups have; without it the functions behind are not called.
  [[nodiscard]] virtual kernel::GroupAbilities abilities() const = 0;
  /// The value of `own` in another lane of the `width` around: that of number lane ^ mask, or `lane`.
  [[nodiscard]] virtual std::string shuffle_mask(const std::string& own, int64_t mask, int64_t width) const = 0;
  [[nodiscard]] virtual std::string shuffle_lane(const std::string& own, const std::string& lane,
                                                 int64_t width) const = 0;
  /// Its compiler unrolls loops of any number of turns where it is asked to, and says nothing where it does not.
  [[nodiscard]] virtual bool unrolls_any_loop() const = 0;
  /// Barriers may stand in branches that all items of a group take alike.
  [[nodiscard]] virtual bool meets_in_branches() const = 0;
  /// Definitions for copies that arrive later, and for matrix units; empty where there are none.
  [[nodiscard]] virtual std::string_view copy_helpers() const = 0;
  [[nodiscard]] virtual std::string_view matrix_helpers() const = 0;
  /// Declares local memory whose size the launch says, as bytes; empty: declare it in the text.
  [[nodiscard]] virtual std::string dynamic_local(const std::string& name) const = 0;
  /// Expression with the value of a float that has these bits.
  [[nodiscard]] virtual std::string float_of_bits(ScalarType type, uint64_t bits) const = 0;
  /// The language's own function on floats of `type`.
  [[nodiscard]] virtual std::string math(std::string_view function, ScalarType type) const = 0;
  /// The function (angle, &sine, &cosine) on floats of `type` with the bits of its sin and cos; empty: there is none.
  [[nodiscard]] virtual std::string sine_and_cosine(ScalarType type) const = 0;
  /// Byte number `place`, below 4, of a word of 32 bits, in one operation; empty: it has none.
  [[nodiscard]] virtual std::string byte_of(const std::string& word, const std::string& place) const = 0;
  /// The function that gives the upper half of a product of two u64.
  [[nodiscard]] virtual std::string_view multiply_high() const = 0;
  /// A function that divides floats of `type` with an error of up to four units; empty: it has none, or they are to be exact.
  [[nodiscard]] virtual std::string quick_quotient(ScalarType type) const = 0;
  /// The same for 1 / sqrt(x).
  [[nodiscard]] virtual std::string quick_inverse_root(ScalarType type) const = 0;
  /// Definitions of f32 root_within(f32) and quotient_within(f32, f32), for Intrinsic::RootWithin and QuotientWithin; empty:
  /// the language has nothing shorter than sqrt and /.
  [[nodiscard]] virtual std::string_view within_helpers() const = 0;
  /// Definition of u32 inverted(u32), ~x that NVIDIA's compilers do not see through.
  [[nodiscard]] virtual std::string_view inverted_helper() const = 0;
  /// float_of_half(u16), half_of_float(f32); half_of_double(f64), which uses the second one. Each rounds once, to even.
  [[nodiscard]] virtual std::string_view half_helpers() const = 0;
  [[nodiscard]] virtual std::string_view half_of_double_helper() const = 0;
  /// An integer with the bits of a float, of the same size, and a float with those of an integer.
  [[nodiscard]] virtual std::string bits_of(ScalarType type, const std::string& value) const = 0;
  /// Body of `unsigned compare_and_swap(memory unsigned* at, unsigned old, unsigned next)` for 32 or 64 bits:
  /// gives what was there.
  [[nodiscard]] virtual std::string compare_and_swap(int bits, bool in_local) const = 0;
  /// Statement that runs `*at = *at op value` as one step of the device; empty where it has none. Both are of this
  /// many bits, unsigned.
  [[nodiscard]] virtual std::string native_update(ir::BinaryOp op, int bits, bool in_local) const = 0;
  /// Statements that do the same for Add, where all work items have this `value`: those that run in step add once what they have
  /// for one place; empty where a device can not tell.
  [[nodiscard]] virtual std::string native_count(int bits) const = 0;
  /// Statement after which other work items see what was stored before it.
  [[nodiscard]] virtual std::string_view fence() const = 0;
};

/// FloatMode::Fast: quotients and roots may be off by a few units where that is faster.
[[nodiscard]] const Dialect& cuda_dialect(FloatMode fp = FloatMode::Standard);
[[nodiscard]] const Dialect& opencl_dialect(FloatMode fp = FloatMode::Standard);
[[nodiscard]] const Dialect& dialect_of(abi::SourceLanguage language, FloatMode fp = FloatMode::Standard);
/// By its name; null: there is none.
[[nodiscard]] const Dialect* find_dialect(std::string_view name, FloatMode fp = FloatMode::Standard);

}  // namespace unpython::codegen
