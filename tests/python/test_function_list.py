"""The published list of NumPy functions: current, long enough, and each of them called by the tests."""

import re
from pathlib import Path

import numpy as np
from unpython import _function_list
from support.numpy_table import GROUPS

NEW = {f"numpy.{name}" for name in (
    "acos acosh asin asinh astype atan atan2 atanh bitwise_count bitwise_left_shift bitwise_right_shift concat cumulative_prod cumulative_sum"
    " isdtype linalg.cross linalg.diagonal linalg.matmul linalg.matrix_norm linalg.matrix_transpose linalg.outer linalg.svdvals"
    " linalg.tensordot linalg.trace linalg.vecdot linalg.vector_norm matrix_transpose matvec permute_dims pow trapezoid unique_all"
    " unique_counts unique_inverse vecdot vecmat"
).split()}  # fmt: skip
PAGE = Path(__file__).resolve().parents[2] / "docs" / "language.md"


def test_the_page_of_the_language_has_the_list():
    text = PAGE.read_text()
    published = text.split("<!-- functions -->\n")[1].split("\n<!-- end of functions -->")[0]
    assert published == _function_list.as_markdown(), (
        "put what `python -m unpython functions` prints into docs/language.md"
    )


def test_at_least_120_and_all_of_them_exist():
    names = _function_list.names()
    assert len(names) >= 120
    for name in names:
        found = np
        for part in name.removeprefix("numpy.").removeprefix("ndarray.").split("."):
            found = getattr(np.ndarray if name.startswith("ndarray.") else found, part, None)
        assert found is not None or name in NEW, name


def test_each_is_called_by_the_tests():
    called = {call.function for calls in GROUPS.values() for call in calls}
    tests = Path(__file__).parents[1] / "differential"
    drawn = (tests / "language" / "test_host_calls.py").read_text() + (tests / "numpy_functions" / "test_drawn_distributions.py").read_text()
    called |= {f"numpy.{name}" for name in re.findall(r"np\.((?:random|fft)\.\w+)\(", drawn)} & set(_function_list.names())
    assert sorted(called ^ set(_function_list.names())) == []
