// What moves for one loop nest of one call, and where it lies in packed buffers. Plain data.
//
// Problem: a device (or a tile) has memory of its own; of the caller's arrays it should get what the nest
//          touches and nothing else, and every access needs an address there.
// Choice:  accesses whose bytes may meet, with a write among them, share one packed buffer (a group), so that
//          each byte has one place; reads share one where that is smaller. A packed address is linear in the
//          counters of the nest, with numbers of this call as coefficients: kernels take them as parameters.
//          Copies are boxes of runs with strides on both sides.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/nest.h"
#include "unpython/export.h"

namespace unpython::grouping {

/// How the footprint of a group was found (DESIGN, section 4), in ascending order of effort.
enum class Rule : uint8_t {
  Single,          ///< one descriptor, packed
  Equal,           ///< one dimension, equal strides
  Interleaved,     ///< several dimensions, bases closer together than the least stride
  IntegerProgram,  ///< equal strides, any bases
  Interval,        ///< all bytes from the lowest to the highest
};

/// The name of a rule in reports.
[[nodiscard]] UNPYTHON_API std::string_view name_of(Rule rule);

/// A box of runs: for every index i, `run_bytes` consecutive bytes lie at host_offset + sum host_stride_k i_k
/// from the start of the memory, and at packed_offset + sum packed_stride_k i_k in the buffer of the group.
struct Copy {
  struct Dim {
    int64_t extent = 0;
    int64_t host_stride = 0;    ///< bytes; positive
    int64_t packed_stride = 0;  ///< bytes; positive
    bool operator==(const Dim&) const = default;
  };
  int64_t host_offset = 0;
  int64_t packed_offset = 0;
  int64_t run_bytes = 0;
  std::vector<Dim> dims{};  ///< the outermost first
  [[nodiscard]] int64_t bytes() const;
  bool operator==(const Copy&) const = default;
};

/// A buffer and what is copied into and out of it. What is copied in lies within the bytes from the first to
/// the last of the arrays; what is copied out are elements that write accesses may reach, and nothing else.
struct Group {
  int memory = 0;                     ///< index into Nests::memories
  std::vector<ir::ArrayId> arrays{};  ///< whose elements lie in it
  Rule rule = Rule::Single;
  int64_t elements = 0;  ///< |G|, counted in the smallest element that is accessed
  int64_t bytes = 0;     ///< |G|: size of the buffer
  bool read = false;
  bool written = false;
  bool partly_written = false;  ///< written, but not certainly every byte of the buffer
  std::vector<Copy> in{};
  std::vector<Copy> out{};
  int64_t bytes_in = 0;
  int64_t bytes_out = 0;
};

/// Byte offset of an access in the buffer of its group:
///   base + sum stride_l counter_l + sum stride_d subscript_d.
/// Subscripts (after the wrap of negatives) occur only where the data decides them.
struct PackedAccess {
  struct Term {
    int index = 0;  ///< of a loop of the nest, or of a dimension of the array
    int64_t stride = 0;
    bool operator==(const Term&) const = default;
  };
  int access = 0;  ///< index into Nest::accesses
  int group = 0;   ///< index into NestPlan::groups
  int64_t base = 0;
  std::vector<Term> loops{};
  std::vector<Term> subscripts{};
  /// A power of two, at most 16, that divides every offset (buffers themselves are aligned to more).
  int64_t alignment = 1;
};

/// Reason codes of nests without a plan.
inline constexpr std::string_view kFootprintUnknown = "FOOTPRINT_UNKNOWN";
inline constexpr std::string_view kFootprintSparse = "FOOTPRINT_SPARSE";

/// Why a nest has no plan: a reason code and a text for reports.
struct NoPlan {
  std::string_view code;
  ir::ArrayId array;
  std::string_view text;
};

struct NestPlan {
  std::vector<Group> groups{};
  /// One for each access that can happen, in their order.
  std::vector<PackedAccess> accesses{};
  std::optional<NoPlan> none{};  ///< set: groups and accesses are empty
  int64_t bytes = 0;             ///< of all buffers
  int64_t bytes_in = 0;
  int64_t bytes_out = 0;
};

}  // namespace unpython::grouping
