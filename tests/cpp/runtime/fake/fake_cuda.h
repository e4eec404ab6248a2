// Controls of the CUDA driver that tests use in place of the real one: they are exported beside the driver's
// functions.
#pragma once
#include <cstdint>

extern "C" {

/// Fails the n-th call (1: the next) of `function` with `code`; an empty name counts calls of all functions
/// that a device makes after cuInit; n of 0: nothing fails.
using FakeCudaFail = void (*)(const char* function, int n, int code);
/// Contexts, memory, streams, events and modules that are alive.
using FakeCudaAlive = int64_t (*)();
/// Calls so far.
using FakeCudaCalls = int64_t (*)();
/// Calls of one function so far.
using FakeCudaCallsOf = int64_t (*)(const char* function);
}
