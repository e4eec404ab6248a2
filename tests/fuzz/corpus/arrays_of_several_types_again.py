# Arrays of several types in one memory, on OpenCL.
# kind: nests
# seed: 585641763
# extents: 7 -3
def program(a, b, m, w, q, idx, n, d):
    acc = 3
    t = d * 2 + 1
    u = 0
    for i0 in prange(n):
        for i1 in range(n - 2, -1, -2):
            w[i0 + 3] = ((q[2 * i0 + 1, i1 - i1] + d) & 127)
    return (acc, int(u))
