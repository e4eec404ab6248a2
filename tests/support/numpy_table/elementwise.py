"""Functions of elements."""


def _of_one(names):
    return {name: f"np.{name}(x)" for name in names.split()}


def _of_two(names, second="y"):
    return {name: f"np.{name}(x, {second}) | 1+: np.{name}(x[0], {second})" for name in names.split()}


TABLE = {
    "exponential": _of_one("sqrt cbrt exp exp2 expm1 log log2 log10 log1p square reciprocal"),
    "angles": _of_one(
        "sin cos tan asin acos atan asinh acosh atanh arcsin arccos arctan sinh cosh tanh arcsinh arccosh arctanh radians deg2rad degrees rad2deg"
    ),
    "rounding": {
        **_of_one("rint floor ceil trunc fix round around fabs absolute abs negative positive sign"),
        "round": "np.round(x) | np.round(x, 1) | np.round(x, -1) | np.round(x * 5, decimals=-1)",
        "a.round": "x.round() | x.round(1)",
        "around": "np.around(x) | np.around(x, 2)",
        "real_if_close": "1+: np.real_if_close(np.real(x) + 0j) | 1+: np.real_if_close(np.real(x), tol=0.5)",
        "nan_to_num": "np.nan_to_num(x) | np.nan_to_num(x, nan=1.0)",
        "frexp": "np.frexp(x)[0] | np.frexp(x * 0.75)[1]",
        "ldexp": "np.ldexp(x, 3) | 1+: np.ldexp(np.real(x), np.real(k).astype(np.int64)) | np.ldexp(v, i)",
        "spacing": "np.spacing(x)",
        "i0": "np.i0(x) | np.i0(x * 0.25)",
        "modf": "np.modf(x)[0] | np.modf(x)[1]",
    },
    "tests": {
        **_of_one(
            "isnan isinf isfinite signbit isposinf isneginf isreal iscomplex logical_not"
            " invert bitwise_not bitwise_invert"
        ),
        "isnat": "np.isnat(np.arange(len(x)).astype('m8[s]'))",
        "iscomplexobj": "np.iscomplexobj(x)",
        "isrealobj": "np.isrealobj(x)",
        "isscalar": "1+: np.isscalar(x) | np.isscalar(v[0])",
        "isclose": "np.isclose(x, y) | np.isclose(x, x + x, rtol=0.5) | np.isclose(x, y, equal_nan=True)",
        "allclose": "np.allclose(x, y) | np.allclose(x, x)",
        "array_equiv": "np.array_equiv(x, y) | np.array_equiv(x, x) | 1+: np.array_equiv(x, x[:1])",
        "iterable": "np.iterable(x)",
        "can_cast": "1+: np.can_cast(x.dtype, np.float64) | 1+: np.can_cast(np.int16, x.dtype) | 1+: np.can_cast(x.dtype, np.float32, 'same_kind')",
        "issubdtype": "1+: np.issubdtype(x.dtype, np.integer) | 1+: np.issubdtype(x.dtype, np.inexact) | 1+: np.issubdtype(x.dtype, np.int16)",
        "isdtype": "1+: np.isdtype(x.dtype, 'integral') | 1+: np.isdtype(x.dtype, 'real floating')",
        "array_equal": "np.array_equal(x, y) | np.array_equal(x, x)",
    },
    "complex": {
        **_of_one("conjugate conj real imag"),
        "angle": "np.angle(x) | np.angle(x, deg=True)",
        "sinc": "np.sinc(x)",
    },
    "operators": {
        **_of_two("add subtract multiply divide true_divide"),
        **_of_two("pow", "k"),
        **_of_two("floor_divide remainder mod", "p"),
        "divmod": "np.divmod(x, p)[0] | np.divmod(x, p)[1]",
        "power": "np.power(x, k) | np.power(p, k) | np.power(x, 2)",
        "float_power": "np.float_power(p, k)",
    },
    "bits": {
        **_of_two("bitwise_and bitwise_or bitwise_xor"),
        **_of_two("left_shift right_shift bitwise_left_shift bitwise_right_shift", "k"),
        **_of_one("bitwise_count"),
    },
    "comparisons": _of_two(
        "equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor"
    ),
    "extremes": {
        **_of_two("minimum maximum fmin fmax"),
        "clip": "np.clip(x, 1, 3) | np.clip(x, k, p) | np.clip(x, None, 3) | np.clip(x, 1, None) | np.clip(x, min=1)",
        "a.clip": "x.clip(1, 3) | x.clip(max=2) | x.clip(1)",
        "where": "np.where(x > y, x, y) | np.where(x != 0, x, 0) | np.where(x == y, 1, 2)",
        "heaviside": "np.heaviside(x, 0.5) | np.heaviside(x, y)",
    },
    "pairs": {
        **_of_two("arctan2 atan2 hypot copysign nextafter logaddexp logaddexp2"),
        **_of_two("fmod", "p"),
        "gcd": "np.gcd(x, p) | 1+: np.gcd(x, 4)",
        "lcm": "np.lcm(k, p)",
    },
    "into": {
        "add": "do:np.add(x, y, out=x) | do:np.add(x, p, y)",
        "sqrt": "do:np.sqrt(p, out=x)",
        "multiply": "1+: do:np.multiply(x, 2, out=x[::-1])",
        "sum": "2+: do:np.sum(x, axis=0, out=y[0])",
        "less": "do:np.less(v, w, out=c)",
        "divide": "do:np.divide(x, p, out=y)",
    },
}
