// Runs one IR function on copies of the same arguments, so that two versions of it can be compared.
#pragma once
#include <catch2/catch.hpp>
#include <cstring>
#include <optional>
#include <vector>

#include "abi/target_info.h"
#include "analysis/call/prove_checks.h"
#include "ir/constant.h"
#include "ir/interpret/interpret.h"
#include "ir/verify/verify.h"
#include "ir/write/print.h"
#include "transform/pipeline.h"

namespace unpython::test {

/// Arguments of a function in parameter order: arrays as bytes with extents, scalars.
struct Arguments {
  struct Array {
    ScalarType type;
    std::vector<int64_t> extents;
    std::vector<unsigned char> bytes;
  };
  std::vector<Array> arrays;
  std::vector<ir::Constant> scalars;

  template <class T>
  Arguments& array(ScalarType type, std::vector<int64_t> extents, const std::vector<T>& elements) {
    Array array{type, std::move(extents), std::vector<unsigned char>(elements.size() * sizeof(T))};
    if (!elements.empty()) std::memcpy(array.bytes.data(), elements.data(), array.bytes.size());
    arrays.push_back(std::move(array));
    return *this;
  }
  Arguments& scalar(int64_t value) {
    scalars.push_back(ir::make_constant(ScalarType::Int64, value));
    return *this;
  }
  Arguments& scalar(double value) {
    scalars.push_back(ir::make_constant(ScalarType::Float64, value));
    return *this;
  }
};

struct Run {
  ir::Outcome outcome;
  std::vector<Arguments::Array> arrays;

  template <class T>
  [[nodiscard]] std::vector<T> elements(size_t array) const {
    std::vector<T> result(arrays[array].bytes.size() / sizeof(T));
    if (!result.empty()) std::memcpy(result.data(), arrays[array].bytes.data(), arrays[array].bytes.size());
    return result;
  }
};

/// Views of row-major arrays, which they borrow.
inline std::vector<ArrayView> views_of(std::vector<Arguments::Array>& arrays) {
  std::vector<ArrayView> views;
  for (Arguments::Array& array : arrays) {
    ArrayView view{
        .data = array.bytes.data(), .type = array.type, .rank = static_cast<int>(array.extents.size())};
    int64_t stride = size_of(array.type);
    for (size_t d = array.extents.size(); d-- > 0;) {
      view.extents[d] = array.extents[d];
      view.stride_bytes[d] = stride;
      stride *= array.extents[d];
    }
    views.push_back(view);
  }
  return views;
}

inline Run run(const ir::Function& function, const Arguments& arguments) {
  Run result{{}, arguments.arrays};
  result.outcome = ir::interpret(function, views_of(result.arrays), arguments.scalars);
  return result;
}

/// What the analysis says of checks and subscripts for a call; loops are left to the passes. `function`:
/// simplified.
inline analysis::CallFacts checks_of(const ir::Function& function, const Arguments& arguments) {
  std::vector<Arguments::Array> arrays = arguments.arrays;
  const std::vector<ArrayView> views = views_of(arrays);
  const std::vector<std::optional<ir::Constant>> scalars(arguments.scalars.begin(), arguments.scalars.end());
  analysis::CallFacts facts;
  facts.judged = true;
  analysis::prove_checks(analysis::collect(function, {views, scalars, function.disjoint_arguments}), facts);
  return facts;
}

/// Equal errors, results and arrays, to the bit. After an error arrays may differ.
inline void check_same(const Run& expected, const Run& actual) {
  REQUIRE(expected.outcome.raised == actual.outcome.raised);
  if (expected.outcome.raised) {
    CHECK(expected.outcome.error == actual.outcome.error);
    CHECK(expected.outcome.arguments == actual.outcome.arguments);
    return;
  }
  CHECK(expected.outcome.results == actual.outcome.results);
  for (size_t i = 0; i < expected.arrays.size(); ++i) {
    INFO("array " << i);
    CHECK(expected.arrays[i].bytes == actual.arrays[i].bytes);
  }
}

/// The scheduled form, verified after each pass.
inline transform::Pipeline schedule(const ir::Function& function, const Options& options = {}) {
  const auto verify = [](std::string_view pass, const ir::Function& f) {
    ir::check(f, "testing after " + std::string(pass));
  };
  return transform::schedule_for_cpu(transform::simplify_source(function, verify), {}, options,
                                     abi::TargetInfo{}, verify);
}

}  // namespace unpython::test
