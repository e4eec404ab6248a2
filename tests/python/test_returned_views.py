"""Functions that return what NumPy makes of an argument: a view where NumPy gives one, a copy where it copies."""


import numpy as np
import pytest
import unpython as up
from support.texts import function_of

FORMS = """
a.reshape(-1)
a.reshape(2, -1)
a.reshape((-1, 2))
a.reshape(a.shape)
a.reshape(a.shape[0], 1, a.shape[1])
np.reshape(a, (3, -1)).T
a.T.reshape(-1)
a.T.reshape(2, -1)[1]
a[1:].reshape(-1)[::2]
a.reshape(-1)[::-1].reshape(2, -1)
a.reshape(2, -1).reshape(-1, 3)
a.ravel()
a.T.ravel()
np.ravel(a)
a.ravel()[1:]
a.flatten()
np.diagonal(a)
a.diagonal(1)
a.diagonal(-1)[1:]
np.diag(a)
np.diag(a, 1)
np.diagonal(a[:, ::-1])
np.broadcast_to(a, (3, a.shape[0], a.shape[1]))
np.broadcast_to(a[0], a.shape)
np.squeeze(a[None], 0)[1:]
a[:, None]
a.T
a[::2]
a[1:, ::-1]
a[0]
np.flip(a)
a.swapaxes(0, 1)
np.moveaxis(a, 0, 1)
np.atleast_3d(a)
np.asarray(a)
a.copy().ravel()
np.rot90(a)
np.rot90(a, 2)
np.roll(a, 1)
a.conj()
a + 0
np.triu(a)
""".strip().splitlines()

NAMED = """
x = a.reshape(-1); return x
x = a.ravel(); y = x[2:]; return y
x = a.reshape(2, -1); return x[1], x
x = np.diagonal(a); return x[::-1]
x = a.T; y = x.ravel() if x.shape[0] > 2 else x[0]; return y
x = a.ravel() if a.shape[0] > 2 else a[0].copy(); return x
x = a.ravel() if a.shape[0] < 2 else a[0].copy(); return x
x = a.reshape(-1) if a.shape[0] < 2 else a.T.reshape(-1); return x.reshape(-1, 2)
x = a[0]; for i in range(3): x = a.ravel()[i:]; return x
x = a.ravel(); while x.size > 5: x = x[1:]; return x
x = a.copy(); for i in range(3):;   if i == 2: return x.ravel();   x = a[::-1]; return x[0]
x, n = a.reshape(-1), 2; n += 1; return x[n:]
n = 1; x = a.ravel()[n:]; n = 3; return x
x = (a.ravel(), a + 1); return x[0], x[1]
return helper(a)
x = helper(a); return x[1:], helper(a.T)
""".strip().splitlines()


def helper(a):
    if a.shape[0] > 2:
        return a.reshape(-1)
    return a[0] * 2


LAYOUTS = {
    "C": lambda: np.arange(24.0).reshape(4, 6),
    "F": lambda: np.asfortranarray(np.arange(24.0).reshape(4, 6)),
    "strided": lambda: np.arange(96.0).reshape(8, 12)[::2, ::2],
    "negative": lambda: np.arange(24.0).reshape(4, 6)[::-1, ::-1],
    "rows": lambda: np.arange(48.0).reshape(4, 12)[:, :6],
    "stretched": lambda: np.broadcast_to(np.arange(6.0), (4, 6)),
    "read-only": lambda: np.frombuffer(np.arange(24.0).tobytes()).reshape(4, 6),
    "thin": lambda: np.arange(12.0).reshape(6, 2)[:, :1].repeat(2, 1)[:, ::1],
    "empty": lambda: np.zeros((0, 6)),
}


def make(body):
    """The function as it is, and compiled. `; ` ends a line, more blanks indent the next."""
    text = "def f(a):\n" + "".join(f"    {line}\n" for line in body.replace("; ", "\n").split("\n"))
    f = function_of(text, helper=helper)
    return f, up.jit(f)


def parts(result):
    return [part for one in result for part in parts(one)] if isinstance(result, tuple) else [result]


def place(view, of):
    """Where a view lies in an array, dimensions without steps left out."""
    return view.ctypes.data - of.ctypes.data, [
        s for n, s in zip(view.shape, view.strides, strict=True) if n > 1
    ]


def check(body, layout):
    function, compiled = make(body)
    a, b = LAYOUTS[layout](), LAYOUTS[layout]()
    try:
        expected = function(b)
    except (ValueError, IndexError) as problem:
        with pytest.raises(type(problem), match="reshape|out of bounds"):
            compiled(a)
        return
    for found, wanted in zip(parts(compiled(a)), parts(expected), strict=True):
        assert (found is a) == (wanted is b)
        np.testing.assert_array_equal(found, wanted)
        assert found.dtype == wanted.dtype
        assert found.flags.writeable == wanted.flags.writeable
        shares = np.shares_memory(wanted, b)
        assert np.shares_memory(found, a) == shares
        if not shares:
            continue
        assert place(found, a) == place(wanted, b)
        if found.flags.writeable and layout != "stretched":
            found[...] = -found - 1
            wanted[...] = -wanted - 1
            np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("form", FORMS)
def test_returned_at_once(form, layout):
    check(f"return {form}", layout)


@pytest.mark.parametrize("layout", ["C", "F", "strided", "negative"])
@pytest.mark.parametrize("body", NAMED)
def test_returned_by_name(body, layout):
    check(body, layout)


@pytest.mark.parametrize("form", ["a.real", "a.imag", "np.real(a)[1:]", "a.T.imag", "a.conj()"])
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_parts_of_complex_arrays(form, dtype):
    function, compiled = make(f"return {form}")
    a = (np.arange(12.0) + 1j * np.arange(12.0)[::-1]).reshape(3, 4).astype(dtype)
    b = a.copy()
    found, wanted = compiled(a), function(b)
    np.testing.assert_array_equal(found, wanted)
    assert found.dtype == wanted.dtype and np.shares_memory(found, a) == np.shares_memory(wanted, b)
    if np.shares_memory(found, a):
        found[...] = 7
        wanted[...] = 7
        assert place(found, a) == place(wanted, b)
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("level", ["source", "scheduled"])
def test_the_interpreter_gives_the_same_views(level):
    from unpython import _core

    _, compiled = make("return a.T.ravel(), np.diagonal(a)[1:]")
    for layout in ("C", "F"):
        a = LAYOUTS[layout]()
        flat, diagonal = _core.interpret(compiled, level, a)
        assert np.shares_memory(flat, a) == (layout == "F")
        assert place(diagonal, a) == place(np.diagonal(a)[1:], a)


def test_a_named_view_that_is_only_returned_is_not_copied():
    _, compiled = make("x = a.reshape(-1); return x")
    assert "store" not in compiled.inspect("scheduled", LAYOUTS["C"]())


def test_views_that_differ_in_each_iteration_without_end_are_refused():
    _, compiled = make("x = a; for i in range(3): x = x.ravel().reshape(2, -1); return x")
    with pytest.raises(up.CompileError, match="in ever more ways"):
        compiled(LAYOUTS["C"]())


def test_a_number_in_an_array_that_is_flipped_is_a_number():
    def flipped(a):
        return np.flip(a)

    a = np.array(7, np.uint16)
    assert type(up.jit(flipped)(a)) is type(flipped(a)) is np.uint16


def turned(a, k):
    return np.rot90(a, k)


def turned_not(a, k):
    return np.rot90(a, 0)


def with_no_more_dimensions(a, k):
    return np.expand_dims(a, ())


def all_of_a_helper(a, k):
    return of_some(a, k)


def of_some(a, k):
    return a[::-1] if k == 1 else a[:]


@pytest.mark.parametrize("function", [turned, turned_not, with_no_more_dimensions, all_of_a_helper], ids=lambda f: f.__name__)
def test_a_view_of_all_of_an_argument_is_not_the_argument(function):
    compiled = up.jit(function)
    for k in (0, 1, 4):
        a = np.arange(6.0).reshape(2, 3)
        found = compiled(a, k)
        assert found is not a and np.shares_memory(found, a)
        np.testing.assert_array_equal(found, function(a, k))
