# signature: float64[2] float64[2] int32[1]
def dot(u, v):
    s = 0.0
    for i in range(len(u)):
        s += u[i] * v[i]
    return s


def rows(a, g, index):
    for k in range(a.shape[0]):
        for j in range(k + 1):
            g[k][j] = dot(a[k], a.T[j])
    for row in a:
        row[-1] = g[index[0], 1 - k]
