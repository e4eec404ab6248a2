"""Sorting, searching, counting."""

TABLE = {
    "sorting": {
        "sort": "1+: np.sort(x) | 1+: np.sort(x, axis=0) | np.sort(x, axis=None)",
        "argsort": "1+: np.argsort(x, kind='stable') | np.argsort(r) | r.argsort() | 2+: np.argsort(x, axis=0, kind='stable')",
        "unique": "np.unique(x)",
        "median": "np.median(x) | 1+: np.median(x, axis=0)",
        "percentile": "np.percentile(x, 30.0) | 1+: np.percentile(x, 50, axis=0)",
        "quantile": "np.quantile(x, 0.7) | 1+: np.quantile(x, 0.25, axis=-1)",
    },
    "searching": {
        "searchsorted": "np.searchsorted(r, x) | np.searchsorted(r, x, side='right') | r.searchsorted(2)",
        "digitize": "np.digitize(x, r) | np.digitize(x, r, right=True)",
        "nonzero": "1+: np.nonzero(x) | 1+: x.nonzero()",
        "flatnonzero": "np.flatnonzero(x)",
        "interp": "np.interp(x, r, w) | np.interp(2.5, r, w) | np.interp(x, r, w, left=-1.0, right=9.0)",
    },
    "counting": {
        "bincount": "np.bincount(np.abs(v).astype(np.int64)) | np.bincount(i, weights=w, minlength=40) | np.bincount(k.ravel())",
        "histogram": "np.histogram(x, 5)[0] | np.histogram(x, 5)[1] | np.histogram(x, 7, range=(0.25, 6.5))[0]"
        " | np.histogram(x, r)[0] | np.histogram(v, 3, weights=w)[0] | np.histogram(v, 5, density=True)[0]",
    },
}
