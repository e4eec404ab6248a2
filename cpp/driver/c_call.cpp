// The entry point of libraries for callers without Python.
#include "abi/c_call.h"

#include <atomic>
#include <cstdio>
#include <memory>
#include <new>
#include <string>

#include "driver/compile/compile.h"
#include "driver/declared_function.h"
#include "support/settings.h"
#include "support/shared_library.h"
#include "unpython/error.h"

namespace unpython::driver {
namespace {

/// What the functions of one library share; lives until the process ends.
struct Shared {
  explicit Shared(const Settings& settings) : compiler(settings), rates(compiler.disk()) {}

  Compiler compiler;
  MeasuredRates rates;
  std::string problem;  ///< why the code of the library is not used; empty: it is
};

std::unique_ptr<Shared> open_library(const void* inside) {
  Settings settings = read_settings();
  settings.cache = false;
  auto shared = std::make_unique<Shared>(settings);
  (void)shared->compiler.add_built(path_of_code(inside), shared->problem);
  return shared;
}

/// What `place` points to, made where there is nothing yet. Threads that come at once may both make it: the first one stays.
template <class T, class Make>
T& once(void*& place, const Make& make) {
  const std::atomic_ref<void*> known(place);
  void* found = known.load();
  if (found == nullptr) {
    std::unique_ptr<T> made = make();
    if (known.compare_exchange_strong(found, made.get())) return *made.release();
  }
  return *static_cast<T*>(found);
}

int32_t fail(UnpythonError* error, UnpythonCode code, const char* exception, const std::string& text) {
  if (error != nullptr) {
    error->code = code;
    std::snprintf(error->exception, sizeof error->exception, "%s", exception);
    std::snprintf(error->text, sizeof error->text, "%s", text.c_str());
  }
  return code;
}

void call(UnpythonDeclared& declared, const UnpythonArgument* arguments, void* const* results) {
  auto& shared = once<Shared>(*declared.library, [&] { return open_library(&declared); });
  auto& function = once<DeclaredFunction>(declared.state, [&] {
    const std::string_view text(declared.declaration, static_cast<size_t>(declared.declaration_bytes));
    return std::make_unique<DeclaredFunction>(shared.compiler, shared.rates, read_declaration(text));
  });
  try {
    function.call(arguments, results);
  } catch (const DeviceError& error) {
    if (shared.problem.empty()) throw;
    throw DeviceError("the library's code is not used: " + shared.problem + "; " + error.what());
  }
}

}  // namespace
}  // namespace unpython::driver

int32_t unpython_call(UnpythonDeclared* function, const UnpythonArgument* arguments, void* const* results,
                      UnpythonError* error) {
  using namespace unpython;
  using namespace unpython::driver;
  try {
    if (function->abi_version != abi::kAbiVersion)
      return fail(error, kCallRefused, "", "the library was built by another version of unpython");
    call(*function, arguments, results);
    if (error != nullptr) *error = {};
    return kCallOk;
  } catch (const ProgramError& raised) {
    return fail(error, kCallRaised, raised.exception().c_str(), raised.what());
  } catch (const std::bad_alloc&) {
    return fail(error, kCallOutOfMemory, "MemoryError", "there is no memory for the call");
  } catch (const std::exception& problem) {
    return fail(error, kCallRefused, "", problem.what());
  }
}

void unpython_release(void* memory) { unpython::driver::release_memory(memory); }
