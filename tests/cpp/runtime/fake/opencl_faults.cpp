// OpenCL with faults: forwards to the system's loader, and lets a call fail on demand. It is opened in place
// of the loader (UNPYTHON_OPENCL_LIBRARY), so that the whole way of a call is tested. Counts what is alive.
#include <dlfcn.h>

#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "runtime/opencl/opencl_types.h"

using namespace unpython::runtime;

namespace {

std::mutex mutex;  // guards what follows
std::string fault_function;
long fault_calls = 0;
cl_int fault_code = 0;
long calls = 0;
std::map<std::string, long, std::less<>> calls_of;
long alive = 0;

/// The injected error of this call; 0: none.
cl_int enter(const char* name) {
  const std::scoped_lock lock(mutex);
  ++calls;
  ++calls_of[name];
  if (fault_calls == 0 || (!fault_function.empty() && fault_function != name)) return 0;
  return --fault_calls == 0 ? fault_code : 0;
}

bool starts(const char* name, const char* with) { return std::strncmp(name, with, std::strlen(with)) == 0; }

/// Commands that were asked for one make an event; an argument of another type is none.
long events(cl_event* made) { return made != nullptr ? 1 : 0; }
template <class Other>
long events(Other) {
  return 0;
}
template <class... Arguments>
long events_of(Arguments... arguments) {
  return (0 + ... + events(arguments));
}

/// Objects made and released, by the names of the functions, beside the events of commands.
void note(const char* name, long made_events) {
  const std::scoped_lock lock(mutex);
  alive += made_events;
  if (starts(name, "clCreate")) ++alive;
  if (starts(name, "clRelease")) --alive;
}

void* system_function(const char* name) {
  static void* library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
  return library != nullptr ? dlsym(library, name) : nullptr;
}

}  // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

#define CALL(name, parameters, arguments)                                                    \
  EXPORT cl_int name parameters {                                                            \
    static const auto real = reinterpret_cast<cl_int(*) parameters>(system_function(#name)); \
    if (const cl_int code = enter(#name)) return code;                                       \
    const cl_int result = real arguments;                                                    \
    if (result == 0) note(#name, events_of arguments);                                       \
    return result;                                                                           \
  }
#define CREATE(type, name, parameters, arguments)                                          \
  EXPORT type name parameters {                                                            \
    static const auto real = reinterpret_cast<type(*) parameters>(system_function(#name)); \
    if (const cl_int code = enter(#name)) {                                                \
      *error = code;                                                                       \
      return nullptr;                                                                      \
    }                                                                                      \
    type made = real arguments;                                                            \
    if (made != nullptr) note(#name, 0);                                                   \
    return made;                                                                           \
  }
#include "runtime/opencl/opencl_functions.def"

/// Fails the n-th call (1: the next) of `function` (empty: of any) with `code`; n of 0: nothing fails.
EXPORT void opencl_faults_set(const char* function, long n, int code) {
  const std::scoped_lock lock(mutex);
  fault_function = function;
  fault_calls = n;
  fault_code = code;
}
/// Calls so far.
EXPORT long opencl_faults_calls() {
  const std::scoped_lock lock(mutex);
  return calls;
}
/// Calls of one function so far.
EXPORT long opencl_faults_calls_of(const char* function) {
  const std::scoped_lock lock(mutex);
  const auto known = calls_of.find(function);
  return known != calls_of.end() ? known->second : 0;
}
/// Objects that were made and not released.
EXPORT long opencl_faults_alive() {
  const std::scoped_lock lock(mutex);
  return alive;
}
