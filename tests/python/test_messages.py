"""What exceptions of a program say: text with values formatted into it, as Python formats them."""

import numpy as np
import pytest
import unpython as up


def formatted(x, n, a, b):
    if n == 0:
        raise ValueError(f"x is {x}, n is {n}, flag {b}")
    if n == 1:
        raise RuntimeError(f"expected {n + 2} values, got shape {a.shape}")
    if n == 2:
        raise ValueError(f"[{x:.3f}] [{x:10.2e}] [{n:05d}] {{braces}} {len(a) == 3}")
    if n == 3:
        raise ValueError("%s of %d, %.2f %%" % (x, n, x))
    if n == 4:
        raise KeyError("no {} in {}".format(a[0], len(a)))
    if n == 5:
        raise IndexError("index " + str(n) + " of " + str(a.shape[0]))
    assert n < 7, f"n={n} is {a[1]}"
    return x


compiled = up.jit(formatted)


@pytest.mark.parametrize("n", range(8))
@pytest.mark.parametrize("dtype", ["float64", "float32", "int32", "uint64"])
def test_as_python_formats(n, dtype):
    for x in (2.5, -1.0, 1e300, float("nan"), 7):
        given = (
            x,
            n,
            (np.arange(1, 4) / 10 * 10).astype(dtype) if dtype[0] != "f" else np.array([0.1, 0.2, 3], dtype),
            n > 1,
        )
        try:
            expected = formatted(*given)
        except Exception as error:  # noqa: BLE001 (whatever Python raises)
            with pytest.raises(type(error)) as raised:
                compiled(*given)
            assert str(error).strip("\"'").split("\n")[0] in str(raised.value)
        else:
            assert compiled(*given) == expected or x != x


def test_what_messages_cannot_show():
    @up.jit
    def whole(a):
        raise ValueError(f"bad {a}")

    with pytest.raises(up.CompileError, match="a message cannot show a 1-dimensional float64 array"):
        whole(np.ones(2))

    @up.jit
    def fancy(x):
        raise ValueError(f"bad {x:>+10,}")

    with pytest.raises(up.CompileError, match="with values in simple formats at most"):
        fancy(1.0)
