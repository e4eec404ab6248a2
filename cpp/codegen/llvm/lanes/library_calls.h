// Calls of functions of libraries by name, on values of any shape.
#pragma once
#include <span>
#include <string>

#include "codegen/llvm/lanes/lane_builder.h"

namespace unpython::codegen {

/// A pure function of the C library. LLVM must not take it for the one it knows by that name (nobuiltin): its
/// own rewrites of pow and others change bits.
[[nodiscard]] llvm::Value* call_pure(LaneBuilder& b, const std::string& name, llvm::Type* result,
                                     std::span<llvm::Value* const> arguments);
/// One scalar call for each lane.
[[nodiscard]] llvm::Value* call_each_lane(LaneBuilder& b, const std::string& name,
                                          std::span<llvm::Value* const> arguments);
/// Calls a vector function of `width` lanes on parts of wider vectors.
[[nodiscard]] llvm::Value* call_in_parts(LaneBuilder& b, const std::string& symbol, int width,
                                         std::span<llvm::Value* const> arguments);
/// Calls a vector function of one lane on a scalar.
[[nodiscard]] llvm::Value* call_of_one_lane(LaneBuilder& b, const std::string& symbol, llvm::Value* x);
/// Loops of NumPy take addresses of operands and result, the number of elements, and strides in bytes.
[[nodiscard]] Value call_loop(LaneBuilder& b, const std::string& name, std::span<const Value> arguments);

}  // namespace unpython::codegen
