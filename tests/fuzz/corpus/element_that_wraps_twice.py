# Two iterations reached one element, one of them by a negative subscript, and ran as lanes of one vector.
# kind: sizes
# seed: 2121846438
# extents: 1 1
def program(a, n, m, k):
    f = np.ones(k)
    for i in range(m):
        f[i - 1] += 2.0
    e = f[f > 1]
    return (e, f,)
