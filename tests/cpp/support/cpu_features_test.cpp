#include "support/cpu_features.h"

#include <catch2/catch.hpp>

using namespace unpython;

TEST_CASE("cpu_features: agrees with what the compiler's library finds") {
  __builtin_cpu_init();
  CHECK(missing_feature("+sse3").empty() == (__builtin_cpu_supports("sse3") != 0));
  CHECK(missing_feature("+popcnt").empty() == (__builtin_cpu_supports("popcnt") != 0));
  CHECK(missing_feature("+bmi2").empty() == (__builtin_cpu_supports("bmi2") != 0));
  CHECK(missing_feature("+avx2").empty() == (__builtin_cpu_supports("avx2") != 0));
  CHECK(missing_feature("+fma").empty() == (__builtin_cpu_supports("fma") != 0));
  CHECK(missing_feature("+gfni").empty() == (__builtin_cpu_supports("gfni") != 0));
  CHECK(missing_feature("+avx512f").empty() == (__builtin_cpu_supports("avx512f") != 0));
  CHECK(missing_feature("+avx512vl").empty() == (__builtin_cpu_supports("avx512vl") != 0));
  CHECK(missing_feature("+avx512vbmi2").empty() == (__builtin_cpu_supports("avx512vbmi2") != 0));
}

TEST_CASE("cpu_features: what is not asked for is not missing, what nobody knows is") {
  CHECK(missing_feature("").empty());
  CHECK(missing_feature("+64bit,+sse2,-avx9,,-avx2").empty());
  CHECK(missing_feature("+sse2,+avx9,-avx2") == "avx9");
  CHECK(can_look_for("sse2"));
  CHECK(can_look_for("avx512f"));
  CHECK_FALSE(can_look_for("avx9"));
  CHECK(is_always_there("sse2"));
  CHECK_FALSE(is_always_there("avx2"));
}
