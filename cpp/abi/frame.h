// What generated code and the runtime hand each other. Plain C structs: their layout is part of the binary
// interface of cached machine code (kAbiVersion goes into every cache key; raise it with each change here).
#pragma once
#include <cstdint>

#include "unpython/error_arguments.h"

namespace unpython::abi {

inline constexpr int kAbiVersion = 8;

/// Data pointer, extents (elements) and strides (bytes) of one array argument.
struct ArrayArgument {
  void* data;
  int64_t extents[8];
  int64_t stride_bytes[8];
};

/// One scalar, in the first bytes: Bool as one byte, numbers in native form, complex as two reals.
struct alignas(16) ScalarSlot {
  unsigned char bytes[16];
};

/// Who raised and with which values. `iteration` is the linear iteration of the outermost parallel loop (0
/// outside).
struct ErrorRecord {
  int32_t site;  ///< ir::ErrorId; -1: nothing raised
  int32_t argument_count;
  int64_t iteration;
  int64_t arguments[kMostErrorArguments];  ///< Int64, or the bits of a Float64
};

enum Status : int32_t {
  kOk = 0,
  kRaised = 1,       ///< the ErrorRecord says what
  kInterrupted = 2,  ///< the caller's poll asked to stop
  kOutOfMemory = 3,
  kHostRaised = 4,  ///< a function of the host did, and Services::call_host has kept what
};

inline constexpr int32_t kScalarRank = -1;

/// One argument of a function of the host: an array, or a scalar.
struct HostArgument {
  int32_t type;    ///< ScalarType, of the elements
  int32_t rank;    ///< kScalarRank: a scalar
  int32_t stored;  ///< the function may store to the array
  int32_t weak;    ///< the scalar is one of Python's own
  ScalarSlot value;
  ArrayArgument array;
};

struct Services;

/// When a loop in the code looks next whether it is to stop. Generated code counts `left` down in each
/// iteration, by more than 1 for a block of them, and calls Services::pace when it is 0 or less.
struct LoopPace {
  int64_t left = 1;
  int64_t step = 1;         ///< iterations from look to look
  int64_t nanoseconds = 0;  ///< of the last look; 0: there was none
};

/// Runs iterations [begin, end) of a parallel loop; stops at the first failure and fills `error`.
using ParallelBody = int32_t (*)(void* context, int64_t begin, int64_t end, ErrorRecord* error);

/// What generated code may call. One immutable table per call.
struct Services {
  /// Runs body over [0, extent) in chunks of at least `grain` iterations. On failures, `error` becomes the
  /// record of the lowest failing iteration; all iterations below it have run.
  int32_t (*parallel_for)(const Services* services, int64_t extent, int64_t grain, ParallelBody body,
                          void* context, ErrorRecord* error);
  /// 64-byte aligned scratch memory; null when there is none.
  void* (*allocate)(const Services* services, int64_t bytes);
  void (*release)(const Services* services, void* memory);
  int32_t threads;  ///< most threads a loop may use; 1 means: run it here
  int32_t (*poll)(
      void* user);  ///< called between chunks by the calling thread; non-zero stops the call; may be null
  void* poll_user;
  /// Polls for a loop in the code, on whatever thread, and sets pace->left anew; non-zero stops the call.
  int32_t (*pace)(const Services* services, LoopPace* pace);
  /// Calls a function of the host by its number: kOk, or kHostRaised. Null where the program calls none.
  int32_t (*call_host)(const Services* services, int32_t function, int32_t count, const HostArgument* arguments);
  void* host;  ///< of call_host
};

/// All of one call.
struct Frame {
  const ArrayArgument* arrays;  ///< array parameters in parameter order (scalars skipped)
  const ScalarSlot* scalars;    ///< scalar parameters in parameter order (arrays skipped)
  ScalarSlot* results;          ///< what Return gives, in order
  ErrorRecord* error;
  const Services* services;
  void** memory;  ///< memory of the Heap arrays that results own, in order; the caller releases it. Set on
                  ///< kOk only
};

/// The entry point of a compiled function.
using EntryPoint = int32_t (*)(const Frame* frame);

}  // namespace unpython::abi
