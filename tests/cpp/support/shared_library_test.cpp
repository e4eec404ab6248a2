#include "support/shared_library.h"

#include <catch2/catch.hpp>

using unpython::SharedLibrary;

TEST_CASE("shared_library: opens, finds symbols and says why not") {
  std::string error;
  auto library = SharedLibrary::open("libm.so.6", error);
  REQUIRE(library.has_value());
  using Cosine = double (*)(double);
  const auto cosine = library->function<Cosine>("cos");
  REQUIRE(cosine != nullptr);
  CHECK(cosine(0.0) == 1.0);
  CHECK(library->address("no_such_symbol_here") == nullptr);

  CHECK_FALSE(SharedLibrary::open("/nowhere/libnothing.so", error).has_value());
  CHECK(error.find("/nowhere/libnothing.so") != std::string::npos);
}

TEST_CASE("shared_library: folder of the code") {
  std::string error;
  const auto library = SharedLibrary::open("libm.so.6", error);
  REQUIRE(library.has_value());
  CHECK(unpython::folder_of_code(library->address("cos")).find("lib") != std::string::npos);
  CHECK(unpython::folder_of_code(nullptr).empty());
}

TEST_CASE("shared_library: the build id tells binaries apart") {
  std::string error;
  const auto library = SharedLibrary::open("libm.so.6", error);
  REQUIRE(library.has_value());
  const std::string math = unpython::build_id_of_code(library->address("cos"));
  CHECK_FALSE(math.empty());
  CHECK(math == unpython::build_id_of_code(library->address("sin")));
  CHECK(math != unpython::build_id_of_code(reinterpret_cast<const void*>(&unpython::folder_of_code)));
  CHECK(unpython::build_id_of_code(nullptr).empty());
}
