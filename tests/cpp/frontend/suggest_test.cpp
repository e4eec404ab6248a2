#include "frontend/syntax/suggest.h"

#include <catch2/catch.hpp>

using unpython::frontend::did_you_mean;
using unpython::frontend::nearest;

TEST_CASE("The nearest name is the one with the fewest changes") {
  CHECK(nearest("shap", {"size", "shape", "ndim"}) == "shape");
  CHECK(nearest("scael", {"scale", "scalar"}) == "scale");
  CHECK(nearest("prnage", {"range", "prange"}) == "prange");
}

TEST_CASE("A name too far from all is not guessed") {
  CHECK(nearest("x", {"shape"}).empty());
  CHECK(nearest("banana", {"shape", "size"}).empty());
  CHECK(nearest("shape", {"shape"}).empty());
  CHECK(nearest("shape", {}).empty());
}

TEST_CASE("The hint is a question") { CHECK(did_you_mean("shap", {"shape"}) == "did you mean 'shape'?"); }
