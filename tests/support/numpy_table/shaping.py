"""The same elements, arranged in another way: views and copies."""

TABLE = {
    "queries": {
        "shape": "np.shape(x) | x.shape",
        "ndim": "np.ndim(x) | x.ndim",
        "size": "np.size(x) | x.size",
    },
    "views": {
        "transpose": "np.transpose(x) | x.transpose() | x.T | 2: np.transpose(x, (1, 0)) | 3: x.transpose(2, 0, 1)",
        "permute_dims": "np.permute_dims(x) | 3: np.permute_dims(x, (1, 2, 0))",
        "swapaxes": "2+: np.swapaxes(x, 0, 1) | 1+: x.swapaxes(0, -1)",
        "moveaxis": "2+: np.moveaxis(x, 0, -1) | 3+: np.moveaxis(x, (0, 1), (-1, 0))",
        "flip": "np.flip(x) | 1+: np.flip(x, 0) | 2+: np.flip(x, axis=(0, 1))",
        "flipud": "1+: np.flipud(x)",
        "rot90": "2+: np.rot90(x) | 2+: np.rot90(x, 2) | 2+: np.rot90(x, k=-1) | 2+: np.rot90(x, 0)",
        "fliplr": "2+: np.fliplr(x)",
    },
    "axes": {
        "expand_dims": "np.expand_dims(x, 0) | 1+: np.expand_dims(x, -1) | np.expand_dims(x, (0, 1))",
        "squeeze": "np.squeeze(np.expand_dims(x, 0), 0) | np.squeeze(np.expand_dims(x, 0), axis=0)",
        "atleast_1d": "np.atleast_1d(x)",
        "atleast_2d": "np.atleast_2d(x)",
        "atleast_3d": "np.atleast_3d(x)",
        "broadcast_to": "np.broadcast_to(x, x.shape) | np.broadcast_to(v, (3, v.shape[0]))",
    },
    "diagonals": {
        "diagonal": "2+: np.diagonal(x) | 2+: x.diagonal(1) | 2+: np.diagonal(x, offset=-1)",
        "diag": "1-2: np.diag(x) | 1-2: np.diag(x, 1) | 1-2: np.diag(x, k=-1)",
        "trace": "2+: np.trace(x) | 2+: x.trace() | 2+: np.trace(x, offset=1)",
        "triu": "1+: np.triu(x) | 2+: np.triu(x, 1)",
        "tril": "1+: np.tril(x) | 2+: np.tril(x, k=-1)",
        "fill_diagonal": "2: do:np.fill_diagonal(x, 3)",
    },
    "reshaping": {
        "reshape": "np.reshape(x, -1) | x.reshape(x.size) | 2: np.reshape(x, (x.shape[1], x.shape[0])) | x.reshape(1, x.size)",
        "ravel": "np.ravel(x) | x.ravel()",
        "a.flatten": "x.flatten()",
    },
    "repeating": {
        "roll": "1+: np.roll(x, 1) | 1+: np.roll(x, -2, axis=0) | 2+: np.roll(x, (1, 2), axis=(0, 1))",
        "repeat": "1: np.repeat(v, i) | np.repeat(x, [2]) | 1: np.repeat(x, i[:x.size], axis=0) | 2: np.repeat(x, i[:x.shape[1]], axis=1) | np.repeat(x, 2) | 1+: np.repeat(x, 3, axis=0) | 1+: x.repeat(2, axis=-1)",
        "tile": "np.tile(x, 2) | 1+: np.tile(x, (2, 2))",
        "split": "1+: np.split(x, 1)[0] | 1: np.split(x, [2, 4])[1] | 2: np.split(x, [1, 9], axis=1)[1] | np.split(s, 2)[1]",
        "array_split": "1+: np.array_split(x, 4)[3] | 2+: np.array_split(x, 3, axis=1)[0] | 3+: np.array_split(x, 2, -1)[1]",
        "vsplit": "2+: np.vsplit(x, [1])[1]",
        "lib.stride_tricks.sliding_window_view": "np.lib.stride_tricks.sliding_window_view(v + w, 2).max(axis=1)",
        "block": "1: np.block([x, y]) | 2: np.block([[x, y], [y, x]]) | 1: np.block([[x, 3], [3, y]])",
        "packbits": "np.packbits(x != 0) | 1: np.packbits(x) | 1: np.packbits(x, bitorder='little')",
        "unpackbits": "1: np.unpackbits(x) | 1: np.unpackbits(x.astype(np.uint8)) | np.unpackbits(k.astype(np.uint8), count=-3)"
        " | 1+: np.unpackbits(k.astype(np.uint8), axis=-1) | 2+: np.unpackbits(k.astype(np.uint8), axis=0, count=5)",
        "ascontiguousarray": "np.ascontiguousarray(x * y) | np.ascontiguousarray(x * y, dtype=np.complex128)",
    },
    "joining": {
        "concatenate": "1+: np.concatenate((x, y)) | 1+: np.concatenate([x, x * 2, y], axis=-1)",
        "concat": "1+: np.concat((x, y))",
        "stack": "np.stack((x, y)) | np.stack([x, y], axis=-1)",
        "vstack": "np.vstack((x, y))",
        "hstack": "np.hstack((x, y))",
        "dstack": "np.dstack((x, y))",
        "column_stack": "1+: np.column_stack((x, y))",
        "append": "np.append(x, y) | 1+: np.append(x, y, axis=0)",
    },
}
