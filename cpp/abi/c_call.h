// What libunpython and a library for callers without Python say to each other, in the names of C. `python -m unpython build --c`
// writes the same into such a library (python/unpython/_build_ahead/write_c.py); kAbiVersion says that both mean the same.
#pragma once
#include <cstdint>

extern "C" {

/// One argument. A number: its address alone.
struct UnpythonArgument {
  void* data;
  const int64_t* shape;    ///< elements, by dimension
  const int64_t* strides;  ///< bytes, by dimension; null: the elements lie in the order of C
};

/// An array that a call returns. What an argument lends has no memory of its own.
struct UnpythonArray {
  void* data;
  int64_t shape[8];
  int64_t strides[8];  ///< bytes
  void* memory;        ///< for unpython_release(), or null
};

/// What a call gives.
enum UnpythonCode : int32_t {
  kCallOk = 0,
  kCallRaised = 1,  ///< what Python would raise: its class and its text
  kCallOutOfMemory = 2,
  kCallRefused = 3,  ///< the arguments are none that the function takes, or there is no code for them
};

struct UnpythonError {
  int32_t code;
  char exception[28];  ///< "IndexError"
  char text[480];
};

/// One function of such a library.
struct UnpythonDeclared {
  int32_t abi_version;
  int64_t declaration_bytes;
  const char* declaration;  ///< as driver/declaration.h reads it
  void** library;           ///< what the functions of the library share; null before the first call
  void* state;              ///< null before the first call
};

/// `results`: by result, where its number, or an UnpythonArray, is stored; null where nobody wants it. `error` may be null.
/// Thread-safe.
__attribute__((visibility("default"))) int32_t unpython_call(UnpythonDeclared* function,
                                                             const UnpythonArgument* arguments,
                                                             void* const* results, UnpythonError* error);
__attribute__((visibility("default"))) void unpython_release(void* memory);
}
