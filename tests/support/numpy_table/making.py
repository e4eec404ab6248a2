"""New arrays."""

TABLE = {
    "filled": {
        "zeros": "np.zeros(x.shape) | np.zeros(x.shape, dtype=x.dtype) | np.zeros(3, np.int32)",
        "ones": "np.ones(x.shape, x.dtype) | np.ones((2, 3))",
        "empty": "np.empty(x.shape, dtype=x.dtype).shape",
        "ndarray": "np.ndarray(x.shape, dtype=x.dtype).shape",
        "full": "np.full(x.shape, 3) | np.full(x.shape, v[0]) | np.full(4, 1.5, dtype=np.float32)",
        "zeros_like": "np.zeros_like(x) | np.zeros_like(x, dtype=np.int16)",
        "ones_like": "np.ones_like(x)",
        "empty_like": "np.empty_like(x).shape",
        "full_like": "np.full_like(x, 3) | np.full_like(x, 1, dtype=np.float32)",
    },
    "ranges": {
        "arange": "np.arange(5) | np.arange(1, 9, 3) | np.arange(0.0, 1.0, 0.25) | np.arange(2, dtype=x.dtype)",
        "linspace": "np.linspace(0, 1, 5) | np.linspace(2.0, 1.0, 4, endpoint=False) | np.linspace(0, 9, 4, dtype=x.dtype)",
        "logspace": "np.logspace(0, 2, 5)",
        "geomspace": "np.geomspace(1, 1000, 4) | np.geomspace(-8.0, -1.0, 4)",
        "eye": "np.eye(3) | np.eye(3, 4, 1, dtype=x.dtype)",
        "identity": "np.identity(3) | np.identity(2, dtype=x.dtype)",
        "tri": "np.tri(3) | np.tri(3, 4, 1, dtype=x.dtype)",
        "hanning": "np.hanning(7) | np.hanning(1)",
        "hamming": "np.hamming(8)",
        "blackman": "np.blackman(9)",
        "bartlett": "np.bartlett(6)",
    },
    "copies": {
        "array": "np.array(x) | np.array([1, 2, 3], dtype=x.dtype) | np.array([[1.5, 2], [3, 4]])",
        "asarray": "np.asarray(x)",
        "copy": "np.copy(x) | x.copy()",
        "a.astype": "x.astype(np.float64) | x.astype(np.complex64) | x.astype(x.dtype) | x.astype(np.bool_)",
        "copyto": "do:np.copyto(x, y)",
        "meshgrid": "np.meshgrid(v, w)[0] | np.meshgrid(v, w[:2])[1] | np.meshgrid(v, w, indexing='ij')[1]",
        "vander": "np.vander(v, 4)",
        "finfo": "np.finfo(np.float32).eps | np.finfo(x.dtype).max | np.finfo(x.dtype).tiny",
        "iinfo": "np.iinfo(np.int16).max | np.iinfo(x.dtype).min",
        "a.fill": "do:x.fill(3)",
        "pad": "1-2: np.pad(x, 2) | np.pad(v, (1, 2), constant_values=5) | 2: np.pad(x, ((1, 2), (0, 3)))"
        " | 1-2: np.pad(x, 2, mode='edge') | 1-2: np.pad(x, 9, mode='wrap') | 1-2: np.pad(x, 7, 'symmetric')"
        " | 1-2: np.pad(x, (3, 8), mode='reflect')",
    },
}
