// Columns of a square local array, a row of which is a vector: rows are exchanged in registers, for a gather
// would take longer than the arithmetic. Each column is spelled out alone; what several columns share becomes
// one when equal instructions are merged.
#include <bit>

#include "codegen/llvm/lanes/memory_access.h"

namespace unpython::codegen {

namespace {

/// A square whose columns are exchanged with its rows bit by bit: after the last bit row r holds column r.
class Exchange {
 public:
  /// `rows`: after the highest bit of row and column numbers has changed places.
  Exchange(LaneBuilder& b, std::vector<llvm::Value*> rows) : b_(b), rows_(std::move(rows)) {}

  /// Row `r` after the bits up to `bit`, a power of two or 0, have changed places.
  llvm::Value* row(int r, int bit) {
    if (bit == 0) return rows_[static_cast<size_t>(r)];
    const int lanes = b_.lanes;
    const bool upper = (r & bit) != 0;
    std::vector<int> picked;
    for (int lane = 0; lane < lanes; ++lane) {
      const bool from_upper = (lane & bit) != 0;
      picked.push_back((from_upper ? lanes : 0) + (from_upper == upper ? lane : lane ^ bit));
    }
    llvm::Value* low = row(r & ~bit, bit / 2);
    llvm::Value* high = row(r | bit, bit / 2);
    return b_.ir.CreateShuffleVector(low, high, picked);
  }

 private:
  LaneBuilder& b_;
  std::vector<llvm::Value*> rows_;
};

}  // namespace

bool MemoryAccess::is_column(int64_t lane_stride) const {
  if (complex_ || !fixed_ || place_.elements != int64_t{b_.lanes} * b_.lanes || b_.mask != nullptr)
    return false;
  return std::has_single_bit(static_cast<unsigned>(b_.lanes)) && lane_stride == b_.lanes * part_bytes_ &&
         fixed_bytes_ >= 0 && fixed_bytes_ < lane_stride;
}

Value MemoryAccess::load_column() {
  const int half = b_.lanes / 2;
  auto* type = llvm::FixedVectorType::get(part_type_, static_cast<unsigned>(half));
  std::vector<int> both;
  for (int lane = 0; lane < b_.lanes; ++lane) both.push_back(lane);
  // Halves of two rows side by side: that is the exchange of the highest bit, and loads do it.
  const auto half_row = [&](int row, bool upper) {
    const int64_t element = int64_t{row} * b_.lanes + (upper ? half : 0);
    return load_block(behind(place_.data, b_.i64(element * part_bytes_)), type, nullptr);
  };
  std::vector<llvm::Value*> rows;
  for (int r = 0; r < b_.lanes; ++r) {
    const bool upper = r >= half;
    const int low = upper ? r - half : r;
    rows.push_back(b_.ir.CreateShuffleVector(half_row(low, upper), half_row(low + half, upper), both));
  }
  const int column = static_cast<int>(fixed_bytes_ / part_bytes_);
  return {to_register(Exchange(b_, std::move(rows)).row(column, half / 2))};
}

}  // namespace unpython::codegen
