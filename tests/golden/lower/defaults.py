# signature: float64[1] float
def scaled(v, factor=None, offset=None, *, negate=False):
    if factor is not None:
        v = v * factor
    if negate:
        v = -v
    return v if offset is None else v + offset


def defaults(x, f):
    x[0] = scaled(x[1])
    x[1] = scaled(x[2], f)
    x[2] = scaled(x[3], offset=1.0, negate=f > 0)
