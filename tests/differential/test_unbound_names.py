"""Names that are read where they may have no value yet, or no longer: UnboundLocalError, with Python's words, whatever the name would
stand for and whether or not anybody needs what was read."""

import numpy as np
import pytest
from support.outcomes import check_machine_code, name_of


def exchanged_for_nothing(b, m):
    for _ in range(3):
        e, b = b, e
    return m


def exchanged_from_the_second_iteration_on(b, m):
    for i in range(m):
        if i > 0:
            e = b * 2
        e, b = b, e
    return m


def three_exchanged(b, m):
    d = b * 3
    if m > 1:
        e = b * 2
    while m > 0:
        m -= 1
        b, d, e = e, b, d
    return b


NAMES = [(function, np.arange(3.0), m) for m in (0, 1, 2, 3) for function in (exchanged_from_the_second_iteration_on, three_exchanged)]


@pytest.mark.parametrize("case", [(exchanged_for_nothing, np.arange(3.0), 1), *NAMES], ids=name_of)
def test_an_exchange_reads_all_its_names(case):
    check_machine_code(case)
