// A jump out of LLVM's fatal error handler: an exception may not cross LLVM's frames, and the handler must
// not return.
#include "codegen/llvm/fatal_errors.h"

#include <llvm/Support/ErrorHandling.h>

#include <csetjmp>
#include <cstring>
#include <mutex>
#include <new>

namespace unpython::codegen {

namespace {

struct Escape {
  std::jmp_buf place;
  bool out_of_memory = false;
  char text[512];
};

thread_local Escape* current_escape = nullptr;

/// Without a compilation in this thread there is nowhere to go back to: LLVM then ends the process.
void leave(void* /*data*/, const char* reason, bool /*diagnose*/) {
  Escape* escape = current_escape;
  if (escape == nullptr) return;
  std::strncpy(escape->text, reason, sizeof escape->text - 1);
  std::longjmp(escape->place, 1);
}

void leave_without_memory(void* data, const char* reason, bool diagnose) {
  if (current_escape != nullptr) current_escape->out_of_memory = true;
  leave(data, reason, diagnose);
}

/// Holds nothing with a destructor, so that the jump back is well defined here.
bool run(Escape& escape, const std::function<bool()>& work) { return setjmp(escape.place) == 0 && work(); }

}  // namespace

bool survive_fatal_errors(std::string& error, const std::function<bool()>& work) {
  static std::once_flag installed;
  std::call_once(installed, [] {
    llvm::install_fatal_error_handler(leave);
    llvm::install_bad_alloc_error_handler(leave_without_memory);
  });
  Escape escape{};
  Escape* outer = current_escape;
  current_escape = &escape;
  bool result = run(escape, work);
  current_escape = outer;
  if (escape.out_of_memory) throw std::bad_alloc();
  if (escape.text[0] != '\0') error = std::string("LLVM: ") + escape.text;
  return result;
}

}  // namespace unpython::codegen
