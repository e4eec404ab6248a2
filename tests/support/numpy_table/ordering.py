"""Sorting, searching, counting."""

TABLE = {
    "sorting": {
        "sort": "1+: np.sort(x) | 1+: np.sort(x, axis=0) | np.sort(x, axis=None)",
        "a.sort": "1+: do:x.sort() | 1+: do:x.sort(axis=0) | do:r[::-1].sort()",
        "lexsort": "np.lexsort((v, i)) | np.lexsort((w, v, c)) | np.lexsort((v,))",
        "argsort": "1+: np.argsort(x, kind='stable') | np.argsort(r) | r.argsort() | 2+: np.argsort(x, axis=0, kind='stable')",
        "unique": "np.unique(x) | 2: np.unique(x, axis=0) | 2: np.unique(x, axis=1, return_counts=True)[1] | np.unique(x, equal_nan=False)"
        " | np.unique(x, return_counts=True)[1] | np.unique(x, return_inverse=True)[1]"
        " | np.unique(x, return_index=True, return_counts=True)[1]",
        "unique_counts": "np.unique_counts(x)[1] | np.unique_counts(v).values",
        "unique_inverse": "np.unique_inverse(x)[1]",
        "unique_all": "np.unique_all(x)[1] | np.unique_all(x).inverse_indices",
        "sort_complex": "1+: np.sort_complex(x)",
        "partition": "1+: np.partition(x, 0)[..., 0]",
        "argpartition": "np.argpartition(r, 0)",
        "nanmedian": "np.nanmedian(x) | 1+: np.nanmedian(x, axis=0) | 2: np.nanmedian(x, axis=1, keepdims=True)",
        "nanpercentile": "np.nanpercentile(x, 30) | np.nanpercentile(v, [25, 50])",
        "nanquantile": "np.nanquantile(x, 0.3) | 1+: np.nanquantile(x, 0.3, axis=-1)",
        "median": "np.median(x) | 1+: np.median(x, axis=0)",
        "percentile": "np.percentile(x, 30.0) | 1+: np.percentile(x, 50, axis=0) | 1+: np.percentile(x, [2.5, 50])",
        "quantile": "np.quantile(x, 0.7) | 1+: np.quantile(x, 0.25, axis=-1) | 1+: np.quantile(x, (0.25, 1), axis=0)",
    },
    "searching": {
        "searchsorted": "np.searchsorted(r, x) | np.searchsorted(r, x, side='right') | r.searchsorted(2)",
        "digitize": "np.digitize(x, r) | np.digitize(x, r, right=True) | np.digitize(x, r[::-1]) | np.digitize(x, r[::-1], True)",
        "nonzero": "1+: np.nonzero(x) | 1+: x.nonzero()",
        "flatnonzero": "1+: np.flatnonzero(x)",
        "interp": "np.interp(x, r, w) | np.interp(2.5, r, w) | np.interp(x, r, w, left=-1.0, right=9.0)",
    },
    "choosing": {
        "take": "np.take(x, i[:1]) | np.take(v, i) | 1+: np.take(x, i[:1], axis=-1) | 1+: np.take(x, 0, axis=0) | 1+: np.take(x, [1, 0], axis=0)"
        " | np.take(v, [2, 0])",
        "take_along_axis": "np.take_along_axis(v, i, 0) | 2: np.take_along_axis(x, np.argsort(x, axis=0, kind='stable'), axis=0)"
        " | 2: np.take_along_axis(x, np.argsort(x, axis=-1, kind='stable'), axis=-1)",
        "place": "do:np.place(v, c, w)",
        "putmask": "do:np.putmask(v, c, w) | do:np.putmask(v, c, w[:4])",
        "compress": "np.compress(c, v) | 1+: np.compress(x.ravel()[:1] == x.ravel()[:1], x, axis=0)",
        "extract": "np.extract(c, v) | np.extract(x == y, x)",
        "a.compress": "v.compress(c) | 2+: x.compress([True, False], axis=1)",
        "a.choose": "(i % 2).choose((v, w)) | (i % 3).choose((v, w, r))",
        "a.take": "v.take(i) | 1+: x.take(i[:1], axis=-1) | 1+: x.take(0, axis=0)",
        "choose": "np.choose(i % 2, (v, w)) | np.choose(i % 3, (v, w, r)) | np.choose([0, 1], [[1, 2], [3, 4]])",
        "select": "np.select([x > y], [x]) | np.select([x > y, x < p], [x, y], 3)",
        "put_along_axis": "1-2: do:np.put_along_axis(x, np.argmax(k, axis=0, keepdims=True), 1, axis=0)"
        " | 1-2: do:np.put_along_axis(x, np.argsort(k, axis=-1, kind='stable'), y.copy(), axis=-1)",
        "put": "do:np.put(v, i, w) | do:np.put(v, i, 1) | do:np.put(v, [0, 2], [1, 0])",
        "insert": "np.insert(v, 0, 1) | np.insert(x, -1, v)",
        "trim_zeros": "np.trim_zeros(np.concatenate((k[:1] * 0, v, k[:1] * 0))) if x.ndim == 1 else v",
        "delete": "np.delete(v, 0) | 1+: np.delete(x, -1, axis=0)",
    },
    "sets": {
        "isin": "np.isin(x, v) | np.isin(x, v, invert=True)",
        "union1d": "np.union1d(x, y)",
        "intersect1d": "np.intersect1d(x, y)",
        "setdiff1d": "np.setdiff1d(x, y)",
        "setxor1d": "np.setxor1d(x, y)",
    },
    "counting": {
        "bincount": "np.bincount(np.abs(v).astype(np.int64)) | np.bincount(i, weights=w, minlength=40) | np.bincount(k.ravel())",
        "histogram": "np.histogram(x, 5)[0] | np.histogram(x, 5)[1] | np.histogram(x, 7, range=(0.25, 6.5))[0]"
        " | np.histogram(x, r)[0] | np.histogram(v, 3, weights=w)[0] | np.histogram(v, 5, density=True)[0]",
        "histogram_bin_edges": "np.histogram_bin_edges(x, 5) | np.histogram_bin_edges(x, 7, range=(0.25, 6.5))",
        "histogram2d": "np.histogram2d(np.abs(v), np.abs(w), 3)[0] | np.histogram2d(np.abs(v), np.abs(w), (2, 4))[1] | np.histogram2d(np.abs(v), np.abs(w), 3, range=((0, 4), (-2, 3)))[0]",
    },
}
