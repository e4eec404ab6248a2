// A kind of devices is known by its row alone.
#include <catch2/catch.hpp>

#include "runtime/gpus.h"

using namespace unpython::runtime;

TEST_CASE("gpus: a kind without devices says why") {
  int looks = 0;
  Gpus gpus(std::vector<DeviceKind>{{"near", "", "", [&] {
                                       ++looks;
                                       return FoundDevices{.devices = {}, .reason = "none is near"};
                                     }},
                                    {"far", "", "", [] { return FoundDevices{.devices = {}, .reason = "none is far"}; }}});
  CHECK(gpus.kinds() == std::vector<std::string>{"near", "far"});
  CHECK(gpus.has("far"));
  CHECK_FALSE(gpus.has("cuda"));
  CHECK(gpus.find("near").reason == "none is near");
  CHECK(gpus.find("near:1").reason == "none is near");
  CHECK(gpus.find_all("far:*").front().reason == "none is far");
  CHECK(gpus.find("gpu").reason == "none is near; none is far");
  CHECK(gpus.find("cuda:0").reason.find("no such kind") != std::string::npos);
  CHECK(gpus.checked().size() == 2);
  CHECK(looks == 1);
}

TEST_CASE("gpus: what could not be opened may come at a later look") {
  Gpus gpus(std::vector<DeviceKind>{{"near", "", "", [] {
                                       FoundDevices found;
                                       found.devices.push_back({"near:0", nullptr, "it sleeps"});
                                       return found;
                                     }}});
  CHECK(gpus.find("near:0").reason == "it sleeps");
  CHECK(gpus.find("near").may_come);
  CHECK(gpus.find("gpu").may_come);
}
