"""Functions that make one value of many."""


def _along(name, method=True, extra="", empty=True):
    calls = [f"np.{name}(x{extra})", f"1+: np.{name}(x, axis=0{extra})", f"1+: np.{name}(x, axis=-1{extra})"]
    calls += [f"2+: np.{name}(x, axis=(0, -1){extra})", f"1+: np.{name}(x, axis=0, keepdims=True{extra})"]
    if method:
        calls += [f"x.{name}({extra[2:]})", f"1+: x.{name}(0)"]
    return " | ".join(calls)


def _more(name, *calls):
    return " | ".join((_along(name), *calls))


TABLE = {
    "sums": {
        "sum": _more(
            "sum",
            "np.sum(x, dtype=np.float64)",
            "1+: np.sum(x, axis=0, dtype=np.float32)",
            "np.sum(x, initial=3)",
        ),
        "prod": _more("prod", "np.prod(x, dtype=np.float64)", "np.prod(x, initial=2)"),
        "count_nonzero": "np.count_nonzero(x) | 1+: np.count_nonzero(x, axis=0) | 2+: np.count_nonzero(x, axis=(0, 1))",
    },
    "means": {"mean": _more("mean", "np.mean(x, dtype=np.float64)"), "average": "np.average(x)"},
    "spreads": {
        "var": _more("var", "np.var(x, ddof=1)", "1+: x.var(axis=0, ddof=1)"),
        "std": _more("std", "np.std(x, ddof=1)"),
        "ptp": "1+: np.ptp(x) | 1+: np.ptp(x, axis=0)",
    },
    "extremes": {
        "max": _more("max", "np.max(x, initial=2)"),
        "min": _more("min", "np.min(x, initial=2)"),
        "amax": _along("amax", False),
        "amin": _along("amin", False),
    },
    "truth": {"any": _along("any"), "all": _along("all")},
    "places": {
        name: f"np.{name}(x) | x.{name}() | 1+: np.{name}(x, axis=0) | 1+: np.{name}(x, axis=-1)"
        f" | 1+: np.{name}(x, axis=0, keepdims=True)"
        for name in ("argmax", "argmin")
    },
    "nan": {
        name: f"np.{name}(x) | 1+: np.{name}(x, axis=0) | 2+: np.{name}(x, axis=-1, keepdims=True)"
        for name in ("nansum", "nanprod", "nanmax", "nanmin", "nanmean", "nanvar", "nanstd")
    },
    "nan-places": {
        name: f"1+: np.{name}(x) | 1+: np.{name}(x, axis=0)" for name in ("nanargmax", "nanargmin")
    },
    "running": {
        "nancumsum": "np.nancumsum(x) | 1+: np.nancumsum(x, axis=0)",
        "nancumprod": "np.nancumprod(x) | 1+: np.nancumprod(x, axis=-1)",
        "cumsum": "np.cumsum(x) | 1+: np.cumsum(x, axis=0) | 1+: x.cumsum(-1) | np.cumsum(x, dtype=np.float64)",
        "cumulative_sum": "1: np.cumulative_sum(x) | 1+: np.cumulative_sum(x, axis=0)",
        "cumulative_prod": "1: np.cumulative_prod(k) | 1+: np.cumulative_prod(k, axis=0)",
        "cumprod": "np.cumprod(x) | 1+: np.cumprod(x, axis=0) | 1+: x.cumprod(-1)",
        "diff": "1+: np.diff(x) | 1+: np.diff(x, axis=0) | 1+: np.diff(x, n=2) | 1+: np.diff(x, 0)",
        "ediff1d": "1+: np.ediff1d(x)",
        "trapezoid": "1+: np.trapezoid(x) | 1+: np.trapezoid(x, dx=0.5) | 1+: np.trapezoid(x, axis=0)"
        " | np.trapezoid(v, r)",
        "gradient": "np.gradient(v) | np.gradient(v, 0.5) | np.gradient(v, r) | np.gradient(v, edge_order=2) | np.gradient(v, r, edge_order=2)"
        " | 2: np.gradient(s)[0] | 2: np.gradient(s, 2.0, axis=1) | 2: np.gradient(s, axis=0)",
    },
    "statistics": {
        "average": "1+: np.average(x, axis=0) | np.average(x, weights=p) | 2+: np.average(x, axis=1, weights=p)",
        "cov": "np.cov(v) | np.cov(v, w) | 2: np.cov(x, y, rowvar=False) | 2: np.cov(x) | 2: np.cov(x, rowvar=False) | 2: np.cov(x, ddof=0)",
        "corrcoef": "2: np.corrcoef(x) | np.corrcoef(v, w)",
    },
}
