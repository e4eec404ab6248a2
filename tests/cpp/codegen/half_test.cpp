// Conversions of float16 on processors with instructions for them and without, in lanes and alone.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "codegen/llvm/llvm_emitter.h"
#include "codegen/llvm/machine.h"
#include "codegen/llvm/optimize.h"
#include "codegen/llvm/orc_jit.h"
#include "compiled.h"
#include "ir/half.h"

using namespace unpython;
using namespace unpython::test;

namespace {

/// to[i] = from[i], converted.
ir::Function conversion(ScalarType from, ScalarType to, int width) {
  ir::Function f;
  f.name = "convert";
  ir::Builder build(f);
  const auto argument = [&](const char* name, ScalarType type) {
    ir::Array array{.name = name, .type = type, .rank = 1};
    array.strides = {ir::StrideClass::Other};
    const ir::ArrayId id = f.arrays.push(array);
    f.parameters.push_back({.is_array = true, .variable = {}, .array = id});
    return id;
  };
  const ir::ArrayId source = argument("source", from);
  const ir::ArrayId target = argument("target", to);
  const ir::VarId i = build.variable("i", ScalarType::Int64);
  const ir::ExprId at = build.read(i);
  ir::Block body{build.store(target, {at}, build.cast(to, build.load(source, {at})))};
  const ir::ExprId extent = build.extent(source, 0);
  f.body = {width == 1 ? build.loop(i, extent, ir::LoopMark::Sequential, std::move(body))
                       : build.vector_loop(i, extent, width, std::move(body))};
  return f;
}

std::vector<abi::TargetInfo> targets() {
  abi::TargetInfo baseline;
  baseline.cpu = "x86-64";
  baseline.vector_bytes = 16;
  baseline.fma = false;
  return {baseline, codegen::host_target()};
}

template <class From, class To>
std::vector<To> converted(const abi::TargetInfo& target, ScalarType from, ScalarType to, int width, const std::vector<From>& values) {
  static auto* jit = new codegen::OrcJit;
  const ir::Function f = conversion(from, to, width);
  llvm::LLVMContext context;
  codegen::VectorMath vector_math;
  auto machine = codegen::make_target_machine(target);
  auto module = codegen::emit_llvm(f, target, vector_math, *machine, context);
  codegen::optimize(*module, *machine);
  const std::string object = codegen::emit_machine_code(*machine, *module, codegen::MachineCode::Object);
  const codegen::LoadedCode code = jit->load(object, codegen::kEntryName);
  const Compiled compiled(f, reinterpret_cast<abi::EntryPoint>(code.entry));
  const auto count = static_cast<int64_t>(values.size());
  TestArray source(from, {count});
  TestArray result(to, {count});
  for (int64_t i = 0; i < count; ++i) source.element<From>(i) = values[static_cast<size_t>(i)];
  const std::vector<ArrayView> views{source.view(), result.view()};
  static_cast<void>(compiled(views, {}));
  std::vector<To> found;
  for (int64_t i = 0; i < count; ++i) found.push_back(result.element<To>(i));
  jit->unload(code.handle);
  return found;
}

bool is_nan(uint16_t half) { return (half & 0x7fff) > 0x7c00; }

/// All numbers, and those between them: near the middle of two, where a second rounding shows.
std::vector<double> between() {
  std::vector<double> values{0x1p-25, 0x1p-26, 65519.99999999999, 65520.0, 1e300, 5e-324};
  for (uint16_t bits = 0; bits < 0x7c00; ++bits) {
    const double value = ir::half_value(bits);
    const double middle = (value + ir::half_value(static_cast<uint16_t>(bits + 1))) / 2;
    for (const double x : {value, middle, value * (1 + 0x1p-40)})
      if (std::isfinite(x)) values.insert(values.end(), {x, std::nextafter(x, 1e9), std::nextafter(x, 0.0)});
  }
  const size_t count = values.size();
  for (size_t i = 0; i < count; ++i) values.push_back(-values[i]);
  values.insert(values.end(), {INFINITY, -INFINITY, NAN});
  return values;
}

}  // namespace

TEST_CASE("bits of float16 and their values") {
  CHECK(ir::half_bits(1.0) == 0x3c00);
  CHECK(ir::half_bits(-2.0) == 0xc000);
  CHECK(ir::half_bits(65504.0) == 0x7bff);
  CHECK(ir::half_bits(65520.0) == 0x7c00);
  CHECK(ir::half_bits(0x1p-24) == 1);
  CHECK(ir::half_bits(0x1p-25) == 0);
  CHECK(ir::half_bits(1 + 0x1p-11 + 0x1p-40) == 0x3c01);  // as float it would be the middle
  for (uint32_t bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<uint16_t>(bits);
    if (!is_nan(half)) REQUIRE(ir::half_bits(ir::half_value(half)) == half);
  }
}

TEST_CASE("every target converts float16 alike") {
  std::vector<uint16_t> all;
  for (uint32_t bits = 0; bits < 65536; ++bits) all.push_back(static_cast<uint16_t>(bits));
  const std::vector<double> wide = between();
  std::vector<float> single;
  for (const double x : wide) single.push_back(static_cast<float>(x));
  for (const abi::TargetInfo& target : targets()) {
    for (const int width : {1, 8}) {
      INFO(target.cpu << ", " << width << " lanes");
      const auto floats = converted<uint16_t, float>(target, ScalarType::Float16, ScalarType::Float32, width, all);
      const auto doubles = converted<uint16_t, double>(target, ScalarType::Float16, ScalarType::Float64, width, all);
      for (const uint16_t half : all) {
        if (is_nan(half)) {
          REQUIRE((std::isnan(floats[half]) && std::isnan(doubles[half])));
          continue;
        }
        REQUIRE(std::bit_cast<uint64_t>(doubles[half]) == std::bit_cast<uint64_t>(ir::half_value(half)));
        REQUIRE(std::bit_cast<uint32_t>(floats[half]) == std::bit_cast<uint32_t>(static_cast<float>(ir::half_value(half))));
      }
      const auto of_double = converted<double, uint16_t>(target, ScalarType::Float64, ScalarType::Float16, width, wide);
      const auto of_float = converted<float, uint16_t>(target, ScalarType::Float32, ScalarType::Float16, width, single);
      for (size_t i = 0; i < wide.size(); ++i) {
        if (std::isnan(wide[i])) {
          REQUIRE((is_nan(of_double[i]) && is_nan(of_float[i])));
          continue;
        }
        REQUIRE(of_double[i] == ir::half_bits(wide[i]));
        REQUIRE(of_float[i] == ir::half_bits(static_cast<double>(single[i])));
      }
    }
  }
}
