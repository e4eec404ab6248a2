#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>

/// What drivers keep until the process ends is not ours to free, nor what a lost device cannot release (the
/// fake driver counts it). Read by the leak sanitizer.
extern "C" __attribute__((visibility("default"))) const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libpocl\nleak:libOpenCL\nleak:libnvrtc\nleak:libLLVM\n"
         "leak:libfake_cuda\n";
}
