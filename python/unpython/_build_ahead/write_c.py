"""Declared functions -> a header, and the C text behind it, which calls libunpython as cpp/abi/c_call.h says."""

from __future__ import annotations

from typing import Any

import unpython
from unpython._build_ahead.declare import Declared

_TYPES = {
    "bool": "bool", "float32": "float", "float64": "double", "complex64": "unpython_complex64", "complex128": "unpython_complex128",
    **{f"{sign}int{bits}": f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)},
}  # fmt: skip
# Words and usual macros of C and C++, and names of write_source().
_TAKEN = frozenset(
    "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return "
    "short signed sizeof static struct switch typedef union unsigned void volatile while bool true false class new delete this template "
    "typename namespace operator private public protected virtual friend using try catch throw asm typeof and or not xor "
    "I NULL EOF errno stdin stdout stderr linux unix Argument Function arguments results library".split()
)

_TYPES_TEXT = """\
#ifndef UNPYTHON_C_TYPES
#define UNPYTHON_C_TYPES
typedef float _Complex unpython_complex64;
typedef double _Complex unpython_complex128;

/* What a function gives. */
enum {
  UNPYTHON_OK = 0,
  UNPYTHON_RAISED = 1,        /* what Python would raise: its class and its text */
  UNPYTHON_OUT_OF_MEMORY = 2,
  UNPYTHON_REFUSED = 3        /* arguments that the function does not take, or a library that cannot be used here */
};

typedef struct {
  int32_t code;
  char exception[28]; /* "IndexError" */
  char text[480];
} unpython_error;

/* An array that a function returns; its memory is given back by a function of the library. */
typedef struct {
  void *data;
  int64_t shape[8];
  int64_t strides[8]; /* bytes */
  void *memory;       /* null: it lies in an argument */
} unpython_array;
#endif
"""

_CALLED = """\
typedef struct { void *data; const int64_t *shape; const int64_t *strides; } Argument;
typedef struct { int32_t abi_version; int64_t bytes; const char *declaration; void **library; void *state; } Function;
int32_t unpython_call(Function *, const Argument *, void *const *, unpython_error *);
void unpython_release(void *);

static void *library;
"""


class _Signature:
    """The names of a function in C."""

    def __init__(self, module: str, declared: Declared) -> None:
        self.declared = declared
        self.name = _name(module, declared)
        taken = {name for name, _, _ in declared.parameters}
        self.parameters = [_free(name, taken) if name in _TAKEN else name for name, _, _ in declared.parameters]
        self.shapes = [_free(f"{name}_shape", taken) for name in self.parameters]
        self.strides = [_free(f"{name}_strides", taken) for name in self.parameters]
        count = len(declared.results)
        self.results = [_free("result" if count == 1 else f"result_{i + 1}", taken) for i in range(count)]
        self.error = _free("error", taken)

    def text(self) -> str:
        rows = []
        for i, (_, dtype, rank) in enumerate(self.declared.parameters):
            name, const = self.parameters[i], "" if self.declared.stored[i] else "const "
            if rank < 0:
                rows.append(f"{_TYPES[dtype]} {name}")
                continue
            rows.append(f"{const}{_TYPES[dtype]} *{name}, const int64_t *{self.shapes[i]}, const int64_t *{self.strides[i]}")
        for name, (dtype, rank) in zip(self.results, self.declared.results, strict=True):
            rows.append(f"{_TYPES[dtype] if rank < 0 else 'unpython_array'} *{name}")
        return f"int {self.name}(" + ", ".join([*rows, f"unpython_error *{self.error}"]) + ")"

    def body(self, number: int) -> str:
        given = []
        for i, (_, _, rank) in enumerate(self.declared.parameters):
            name = self.parameters[i]
            given.append(f"{{&{name}, 0, 0}}" if rank < 0 else f"{{(void *){name}, {self.shapes[i]}, {self.strides[i]}}}")
        arguments = ", ".join(given) or "{0, 0, 0}"
        results = ", ".join(self.results) or "0"
        return (
            f"{self.text()} {{\n  const Argument arguments[] = {{{arguments}}};\n  void *const results[] = {{{results}}};\n"
            f"  return unpython_call(&function_{number}, arguments, results, {self.error});\n}}\n"
        )


def _name(module: str, declared: Declared) -> str:
    return f"{module}_{declared.name.replace('.', '_')}"


def _free(name: str, taken: set[str]) -> str:
    while name in taken or name in _TAKEN:
        name += "_"
    taken.add(name)
    return name


def _python_signature(declared: Declared) -> str:
    def described(dtype: str, rank: int) -> str:
        return dtype if rank < 0 else f"{dtype}[{', '.join(':' * max(rank, 0))}]"

    parameters = ", ".join(f"{name}: {described(dtype, rank)}" for name, dtype, rank in declared.parameters)
    results = ", ".join(described(*result) for result in declared.results)
    return f"{declared.name}({parameters})" + (f" -> {results}" if results else "")


def write_header(module: str, functions: list[Declared], maker: dict[str, Any]) -> str:
    guard = f"{module.upper()}_H"
    lines = [
        f"/* Functions of {module}.py, built by unpython {unpython.__version__} for {maker['cpu']}; link with -l{module}.",
        "",
        "   An array is the address of its first element, its extents, and its strides in bytes; strides that are null mean that the",
        "   elements lie in the order of C. Arrays that a function stores to are not const. A result that is null is dropped. Each",
        "   function gives UNPYTHON_OK or another code, and fills the error, if that is not null. Threads may call at once. */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "#include <stdbool.h>",
        "#include <stdint.h>",
        "#ifdef __cplusplus",
        'extern "C" {',
        "#endif",
        "",
        _TYPES_TEXT,
    ]
    for declared in functions:
        lines += [f"/* {_python_signature(declared)}, line {declared.line} */", f"{_Signature(module, declared).text()};", ""]
    lines += [
        "/* Gives back the memory of an array that a function has returned. */",
        f"void {module}_release(unpython_array *array);",
        "",
        "#ifdef __cplusplus",
        "}",
        "#endif",
        "#endif",
    ]
    return "\n".join(lines) + "\n"


def write_source(module: str, functions: list[Declared], maker: dict[str, Any]) -> str:
    parts = [f'#include "{module}.h"\n', _CALLED]
    for number, declared in enumerate(functions):
        text = declared.declaration.encode()
        parts.append(f"static const char declaration_{number}[] = {{{', '.join(map(str, _signed(text)))}}};")
        fields = f"{maker['abi_version']}, {len(text)}, declaration_{number}, &library, 0"
        parts.append(f"static Function function_{number} = {{{fields}}};\n")
        parts.append(_Signature(module, declared).body(number))
    parts.append(f"void {module}_release(unpython_array *array) {{\n  if (!array) return;\n  unpython_release(array->memory);\n  array->memory = 0;\n}}")
    return "\n".join(parts) + "\n"


def _signed(text: bytes) -> list[int]:
    return [byte - 256 if byte > 127 else byte for byte in text]


def exported_names(module: str, functions: list[Declared]) -> list[str]:
    return [_name(module, declared) for declared in functions] + [f"{module}_release"]
