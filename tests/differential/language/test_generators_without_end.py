"""What stands behind a function that never returns, in the same statement, is not told to be wrong."""

import pytest
import unpython as up


def first_numbers(n):
    def numbers():
        a, b = 0, 1
        while True:
            yield a
            a, b = b, a + b

    return [x for _, x in zip(range(n), numbers())]


@pytest.mark.filterwarnings("ignore::unpython.UnpythonWarning")
def test_a_generator_that_has_no_other_words_runs_in_python():
    assert up.jit(strict=False)(first_numbers)(10) == first_numbers(10)


def test_the_yield_is_what_is_told():
    with pytest.raises(up.CompileError, match="`yield` is not supported") as found:
        up.jit(strict=True)(first_numbers)(10)
    assert "before it has a value" not in str(found.value)
