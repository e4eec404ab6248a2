"""Products of vectors and matrices, linear systems, signals."""

_SERIES = ("chebyshev.cheb", "legendre.leg", "hermite.herm", "hermite_e.herme", "laguerre.lag")

TABLE = {
    "products": {
        "matmul": "1+: np.matmul(x, x.T) | 1: np.matmul(x, y) | 2: x @ y.T | np.matmul(s, s)",
        "dot": "1: np.dot(x, y) | 2: np.dot(x, y.T) | np.dot(s, s[0]) | 2: x.dot(x[0])",
        "outer": "1: np.outer(x, y) | np.outer(v, w)",
        "inner": "1-2: np.inner(x, y) | 2: np.inner(x, y[0])",
        "vdot": "1: np.vdot(x, y) | 2: np.vdot(x, y)",
        "einsum": "2: np.einsum('ij,kj->ik', x, y) | 2: np.einsum('ij->ji', x) | 1+: np.einsum('i,i->', v, w)"
        " | 2: np.einsum('ij,ij->i', x, y) | np.einsum('i,j->ji', v, w) | 3: np.einsum('ijk,ljk->il', x, y)"
        " | 2: np.einsum('ij->', x) | np.einsum('ij,j', s, s[0]) | 3: np.einsum('bij,bkj->bik', x, y)"
        " | np.einsum('ab,bc,cd->ad', s, s, s) | 2: np.einsum('ij,ik->jk', x, y, optimize=True)",
        "kron": "1-2: np.kron(x, y)",
        "cross": "np.cross(v[:3], w[3:]) | np.cross(s[:, :3], s[:, 1:])",
        "tensordot": "2: np.tensordot(x, y, axes=([0], [0])) | 1: np.tensordot(x, v, 0) | 3: np.tensordot(x, np.swapaxes(x.T, 0, 1)) | 3: np.tensordot(x, y, ((0, 2), (0, 2)))",
    },
    "systems": {
        "linalg.inv": "np.linalg.inv(s)",
        "linalg.det": "np.linalg.det(s)",
        "linalg.solve": "np.linalg.solve(s, s[0]) | np.linalg.solve(s, s + s)",
        "linalg.cholesky": "np.linalg.cholesky(s @ np.conj(s.T))",
        "linalg.matrix_power": "np.linalg.matrix_power(s, 3) | np.linalg.matrix_power(s, 0)",
        "linalg.multi_dot": "np.linalg.multi_dot([s, s]) | np.linalg.multi_dot((v[:4], s, s)) | np.linalg.multi_dot([s, s, v[:4]])",
        "vecdot": "1+: np.vecdot(x, y)",
        "matrix_transpose": "2+: np.matrix_transpose(x)",
        "linalg.vector_norm": "np.linalg.vector_norm(x) | 1+: np.linalg.vector_norm(x, axis=0)",
    },
    "standard": {
        "linalg.matmul": "np.linalg.matmul(s, s) | 1: np.linalg.matmul(x, y)",
        "linalg.outer": "np.linalg.outer(v, w)",
        "linalg.diagonal": "2+: np.linalg.diagonal(x) | 2+: np.linalg.diagonal(x, offset=1)",
        "linalg.trace": "2+: np.linalg.trace(x) | 2+: np.linalg.trace(x, offset=-1)",
        "linalg.matrix_transpose": "2+: np.linalg.matrix_transpose(x)",
        "linalg.vecdot": "1+: np.linalg.vecdot(x, y) | 2+: np.linalg.vecdot(x, y, axis=0)",
        "linalg.svdvals": "np.linalg.svdvals(s)",
        "linalg.cross": "np.linalg.cross(s[:, :3], s[:, 1:]) | np.linalg.cross(s[:3], s[1:], axis=0)",
        "linalg.matrix_norm": "2+: np.linalg.matrix_norm(x) | 2: np.linalg.matrix_norm(x, ord=1)",
        "linalg.tensordot": "2: np.linalg.tensordot(x, y, axes=([0], [0])) | 1: np.linalg.tensordot(x, v, axes=0)",
        "linalg.tensorinv": "np.linalg.tensorinv(s.reshape(2, 2, 4)) | np.linalg.tensorinv(s, ind=1)",
        "linalg.tensorsolve": "np.linalg.tensorsolve(s.reshape(2, 2, 2, 2), s[:2, :2])",
        "matvec": "2: np.matvec(x, x[0]) | 3+: np.matvec(x, x[..., 0, :])",
        "vecmat": "2: np.vecmat(x[:, 0], x) | 3+: np.vecmat(x[..., 0], x)",
    },
    "reflections": {
        "linalg.slogdet": "np.linalg.slogdet(s)[0] | np.linalg.slogdet(s)[1]",
        "linalg.qr": "np.linalg.qr(s)[1] | np.linalg.qr(s)[0] | np.linalg.qr(s[:, :2])[0] | np.linalg.qr(s, mode='r')",
    },
    "eigenvalues": {
        "linalg.eigh": "np.linalg.eigh(s)[0] | np.abs(np.linalg.eigh(s)[1])",
        "linalg.eigvalsh": "np.linalg.eigvalsh(s)",
        "linalg.eig": "np.abs(np.linalg.eig(s + s.T)[0])",
        "roots": "np.abs(np.roots(v)) | np.sort(np.abs(np.roots([1.0, 2, 3, 0])))",
        "linalg.eigvals": "np.sort(np.abs(np.linalg.eigvals(s)))",
    },
    "singular values": {
        "linalg.svd": "np.linalg.svd(s)[1] | np.abs(np.linalg.svd(s[:, :2], full_matrices=False)[0])",
        "linalg.matrix_rank": "np.linalg.matrix_rank(s)",
        "linalg.cond": "np.linalg.cond(s)",
    },
    "least squares": {
        "linalg.pinv": "np.linalg.pinv(s[:, :2])",
        "linalg.lstsq": "np.linalg.lstsq(s[:, :2], s[:, 2], rcond=None)[0] | np.linalg.lstsq(s[:, :2], s, rcond=None)[1]",
    },
    "norms": {
        "linalg.norm": "np.linalg.norm(x) | 1: np.linalg.norm(x, 1) | 1: np.linalg.norm(x, np.inf) | 1: np.linalg.norm(x, 3)"
        " | 2: np.linalg.norm(x, 'fro') | 2: np.linalg.norm(x, 1) | 2: np.linalg.norm(x, ord=np.inf)"
        " | 1+: np.linalg.norm(x, axis=0) | 1+: np.linalg.norm(x, axis=-1, keepdims=True) | 2: np.linalg.norm(x, 1, axis=0)"
        " | 1: np.linalg.norm(x, 0) | 1-2: np.linalg.norm(x, -np.inf) | 2: np.linalg.norm(x, -1) | np.linalg.norm(s, 2)"
        " | np.linalg.norm(s, -2) | np.linalg.norm(s, 'nuc')",
    },
    "signals": {
        "convolve": "np.convolve(v, w) | np.convolve(v, w[:3], mode='same') | np.convolve(v[:3], w, 'valid') | np.convolve(v, [1, 2, 1])",
        "correlate": "np.correlate(v, w[:2]) | np.correlate(v, w[:4], 'same') | np.correlate(v[:4], w, 'full') | np.correlate(v, [1.0, 2.5])",
        "polyval": "np.polyval(v, x) | np.polyval(v, 2.0) | np.polyval([1.0, 2, 3], x)",
        "poly": "np.poly(np.real(v) * 0.5) | np.poly([1.0, 2])",
        "polynomial.polynomial.polyval": "np.polynomial.polynomial.polyval(x, [1.0, 2, 3]) | np.polynomial.polynomial.polyval(0.5, v)",
        "polynomial.polynomial.polyfit": "np.polynomial.polynomial.polyfit(np.arange(6.0), np.arange(6) % 4, 1)",
        "polynomial.polynomial.polyder": "np.polynomial.polynomial.polyder(v * 1.0) | np.polynomial.polynomial.polyder([1, 2, 3], 2)",
        "polynomial.polynomial.polyadd": "np.polynomial.polynomial.polyadd(v * 1.0, [1.0, 2])",
        "polynomial.polynomial.polysub": "np.polynomial.polynomial.polysub([1.0, 2], v * 1.0)",
        "polynomial.polynomial.polymul": "np.polynomial.polynomial.polymul(v * 1.0, [1.0, 2])",
        **{f"polynomial.{kind}val": f"np.polynomial.{kind}val(np.arange(4.0) / 3, [1.0, 2, 3, -1]) | np.polynomial.{kind}val(0.5, r * np.float64(1))" for kind in _SERIES},
        **{f"polynomial.{kind}der": f"np.polynomial.{kind}der(r * np.float64(1)) | np.polynomial.{kind}der([1, 2, 3], 2)" for kind in _SERIES},
        **{f"polynomial.{kind}int": f"np.polynomial.{kind}int(r * np.float64(1)) | np.polynomial.{kind}int([1, 2, 3], 2)" for kind in (*_SERIES, "polynomial.poly")},
        **{f"polynomial.{kind}fit": f"np.polynomial.{kind}fit(np.arange(6.0), np.arange(6) % 4, 1)" for kind in _SERIES},
        **{f"polynomial.{kind}gauss": f"np.polynomial.{kind}gauss(6)" for kind in _SERIES if kind != "legendre.leg"},
        "polynomial.legendre.leggauss": "np.polynomial.legendre.leggauss(6)",
        "polyadd": "np.polyadd(v, w[:4]) | np.polyadd([1.0, 2], v)",
        "polysub": "np.polysub(v, w[:4])",
        "polymul": "np.polymul(v, w[:3])",
        "polydiv": "np.polydiv(v[:4], r[3:])[0] | np.polydiv([1.0, 2, 3], [1.0, 2])[1] | np.polydiv(r[4:], r[3:])[1]",
        "polyder": "np.polyder(v * 1.0) | np.polyder(v, 2)",
        "polyint": "np.polyint(v * 0.5) | np.polyint(v * 0.5, 2)",
        "unwrap": "1+: np.unwrap(x * 0.5) | np.unwrap(v * 0.5, period=3.0)",
        "polyfit": "np.polyfit(np.arange(6.0), v, 2) | np.polyfit(np.arange(6.0), w, 1)"
        " | np.polyfit(np.arange(6.0), v, 1, w=np.arange(6.0) + 1)",
    },
}
