// The text that a program is handed over in (frontend/syntax/reader.h).
#include "frontend/syntax/reader.h"
#include "lowered_programs.h"
#include "support/large_stack.h"
#include "target.h"
#include "unpython/error.h"

using namespace unpython;

std::vector<std::string> seeds() {
  std::vector<std::string> texts = {
      "unpython 1\n(function f \"f.py\" 1 [\"def f(a):\" \"    return a\"] 1:0-2:12 [(a 1:6+1 -)] [] [] [] "
      "[\n"
      " (return 2:4+8 (name 2:11+1 a))])\nhidden []",
      "unpython 1\n(function f \"f.py\" 1 [\"def f(a):\"] 1:0-9:12 [(a 1:6+1 -) (b 1:7+1 (int 1:1+1 3))] []\n"
      " [(np.sin library \"numpy.sin\") (k hidden 0)] [x] [\n"
      " (for 2:4-5:8 (name 2:8+1 i) (call 2:9+3 (name 2:9+1 range) [(int 2:9+1 5)] [(key 1:1+1 (true "
      "1:1+1))]) [\n"
      "  (aug 3:4+5 (sub 3:4+1 (name 3:4+1 a) (slice 3:5+1 - (int 3:5+1 -1) -)) + (float 3:6+1 1e300))\n"
      "  (if 4:4+5 (compare 4:4+1 (name 4:4+1 a) [< not-in] [(none 1:1+1) (tuple 1:1+1 [(str 1:1+1 "
      "\"x\\n\")])]) [\n"
      "   (break 5:1+1)] [(raise 6:1+1 (name 6:1+1 ValueError))])] [(pass 7:1+1)])\n"
      " (while 8:1+1 (and 8:1+1 [(unary 8:1+1 not (name 8:1+1 a)) (complex 8:1+1 2.5)]) [(continue 8:1+1)] "
      "[])\n"
      " (assert 9:1+1 (select 9:1+1 (true 9:1+1) (false 9:1+1) (binary 9:1+1 // (int 9:1+1 big) (ellipsis "
      "9:1+1))) -)\n"
      " (expr 9:1+1 (listed 9:1+1 [((name 9:1+1 i) (name 9:1+1 a) [(named 9:1+1 z (attr 9:1+1 (name 9:1+1 a) "
      "T))])]\n"
      "  (list 9:1+1 [(generated 9:1+1 [] (name 9:1+1 q))])))\n"
      " (del 9:1+1 [(name 9:1+1 a)]) (assign 9:1+1 [(name 9:1+1 b)] (unsupported 9:1+1 Lambda))])\n"
      "hidden [\"k\"]"};
  for (const char* folder : {UNPYTHON_TEST_DATA "/golden/lower", UNPYTHON_TEST_DATA "/golden/reader"})
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".txt") texts.push_back(test::read_file(entry.path()));
  return texts;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    // Deep programs need the stack that they have in a call; most mutations do not.
    if (size > 20000)
      (void)on_large_stack(Ownership::Borrows, [&] { return frontend::read_program(text); });
    else
      (void)frontend::read_program(text);
  } catch (const InternalError&) {
  } catch (const CompileError&) {
  }
  return 0;
}
