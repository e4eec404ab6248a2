"""What mypy says of a user's program: test_type_checkers.py compares it with the comments."""

import numpy as np
import unpython as up
from unpython import prange


@up.jit
def total(a: np.ndarray, n: int) -> float:
    s = 0.0
    for i in prange(n):
        s += a[i]
    return s


@up.gpu(device="cpu", fp="strict", threads=2)
@up.type("ndarray[double, 1]", "double", None)
def scale(a: np.ndarray, x: float) -> None:
    for i in prange(len(a)):
        a[i] *= x


class Box:
    @up.jit
    def grow(self, by: int) -> int:
        return by + 1


a = np.ones(3)
whole: float = total(a, 3)
text: str = total(a, 3)  # mypy: assignment
total("a")  # mypy: call-arg, arg-type
scale(a, "2")  # mypy: arg-type
Box().grow(2)
Box().grow("2")  # mypy: arg-type
total.start(a, 3).result() + 1.0
total.start(a)  # mypy: call-arg
total.inspect("llvm")
total.inspect("assembler")  # mypy: arg-type
total.explain(a, 3).as_dict()
with up.options(device="cpu", threads=None):
    pass
up.options(fp="quick")  # mypy: arg-type


@up.jit(thread=2)  # mypy: call-overload
def wrong_setting(x: int) -> int:
    return x


d = up.to_device(a, "cpu")
e = (d * 2 + d[0]).reshape(3, 1).T
e += 1
e.to_host()
