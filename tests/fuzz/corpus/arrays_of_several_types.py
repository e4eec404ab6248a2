# Arrays of several types in one memory, on OpenCL.
# kind: nests
# seed: 515718297
# extents: 7 -3
def program(a, b, m, w, q, idx, n, d):
    acc = 3
    t = d * 2 + 1
    u = 0
    for i0 in range(2 * n):
        u = ((q[i0 + 3, i0 - i0] - d) & 127)
        b[i0 - i0] = ((q[-1 - i0, i0 + i0] - i0) & 127)
    for i1 in prange(n - 1, -1, -1):
        a[i1 - 1] = ((w[i1] ^ q[i1 + 1, i1 - 1]) & 127)
    return (acc, int(u))
