"""Statements of whole-array programs that go on until an array says so, backwards, between two buffers, or that raise."""

from __future__ import annotations

import random

from fuzz.tree import Stmt


class ArrayLoops:
    """What the generator of tests/fuzz/arrays.py inherits beside ArrayForms."""

    _random: random.Random
    _loops: int

    def _new_counter(self) -> str:
        raise NotImplementedError

    def _looping_form(self) -> Stmt:
        makers = [
            self._until_small, self._backwards, self._two_buffers, self._sorted, self._raised, self._known, self._first
        ]  # fmt: skip
        return self._random.choice(makers)()

    def _block(self, *lines: Stmt) -> Stmt:
        return Stmt("if True:", (), (lines,))

    def _until_small(self) -> Stmt:
        name = self._random.choice(["x", "a", "w", "c"])
        test = self._random.choice([f"np.any({name} > 6)", f"{name}.max() > 6", f"not ({name} <= 6).all()"])
        change = self._random.choice([f"{name}[{name} > 6] -= 4", f"np.minimum({name}, 5, out={name})"])
        return Stmt(f"while {test}:", (), ((Stmt(change, fixed=True),),), fixed=True)

    def _backwards(self) -> Stmt:
        i = self._new_counter()
        name, extent = self._random.choice([("x", "n"), ("y", "n"), ("w", "m"), ("a", "n"), ("c", "n")])
        bounds, near = self._random.choice([
            (f"{extent} - 2, -1, -1", "+ 1"), (f"{extent} - 1, 0, -1", "- 1"), (f"{extent} - 1, 1, -2", "- 2"),
            (f"1, {extent}", "- 1"), (f"-1, -{extent}, -1", "- 1"),
        ])  # fmt: skip
        kind = self._random.choice(["range", "range", "prange"])
        value = self._random.choice([f"{name}[{i} {near}]", f"{name}[{i} {near}] - {name}[{i}]"])
        limited = f"np.clip({value}, -9, 9)" if name == "a" else f"min(max({value}, -9), 9)"
        limited = f"np.clip({value}, -9, 9)" if name == "c" else limited
        return Stmt(f"for {i} in {kind}({bounds}):", (), ((Stmt(f"{name}[{i}] = {limited}"),),))

    def _two_buffers(self) -> Stmt:
        name = self._random.choice(["x", "w", "a", "b"])
        steps = self._random.choice(["2", "3", "n // 3"])
        body = [
            Stmt("new[...] = old", fixed=True),
            Stmt(
                self._random.choice(["new[1:] = old[:-1] - 1", "new[1:-1] = old[2:]", "new[::2] = -old[::2]"])
            ),
            Stmt("old, new = new, old", fixed=True),
        ]
        if self._random.random() < 0.3:
            body.append(Stmt("old[0] = 2"))
        return self._block(
            Stmt(f"old = {name}.copy()", fixed=True),
            Stmt(f"new = np.zeros_like({name})", fixed=True),
            Stmt(f"for _ in range({steps}):", (), (tuple(body),)),
            Stmt(f"{name}[...] = old"),
        )

    def _sorted(self) -> Stmt:
        name = self._random.choice(["x", "y", "w", "k", "a"])
        views = [name, f"{name}[::-1]", f"{name}[1:]"]
        return Stmt(f"{self._random.choice(views)}.sort()")

    def _raised(self) -> Stmt:
        name = self._random.choice(["x", "a", "w"])
        test = self._random.choice([f"{name}.min() < -8", f"np.sum({name}) > 30", "q > 7"])
        message = 'f"{q:.2f} of {NAME.shape}, {NAME.max()}"'.replace("NAME", name)
        message = message.replace("{", "{{").replace("}", "}}")  # the line is a template
        return Stmt(f"if {test}:", (), ((Stmt(f"raise ValueError({message})", fixed=True),),))

    def _known(self) -> Stmt:
        name = self._random.choice(["x", "w", "y"])
        i = self._new_counter()
        uses = [Stmt(f"{name}[0] += {i}"), Stmt(f"q += {name}[{i}]")]
        head = Stmt(f"for {i} in (1, 0, -1):", (), (tuple(self._random.sample(uses, 1)),))
        return self._block(
            Stmt("limit = None", fixed=True),
            Stmt(f"if limit is not None and {name}[0] > limit or {name}[1] in (1, 2, 3):", (), ((head,),)),
            Stmt("q = min(max(q, -9.0), 9.0)"),
        )

    def _first(self) -> Stmt:
        name = self._random.choice(["x", "w", "a", "c"])
        place = self._random.choice([f"np.argmax({name})", f"{name}.argmin()", f"np.argmax({name} > 2)"])
        return Stmt(f"q = min(float({place}), 9.0)")
