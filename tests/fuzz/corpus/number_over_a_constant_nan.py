# A number over a constant NaN.
# kind: programs
# seed: 676052021
# extents: 2 1
# device: opencl:0
def program(a, b, c, d, e, f, j, l, r, s, t, i0, f0):
    n = a.shape[0]
    m = d.shape[1]
    p = 1
    q = ((-1 * 5) % 8191)
    u = 1.0
    v = 1.0
    x = np.float64(1)
    y = (np.float32(1) % np.int16(0))
    g = np.int64(1)
    h = np.int32(1)
    w = min(np.int16(-5), np.int16(-1))
    z = (np.uint8(3) * 7)
    low = np.float64(1)
    high = np.int32(1)
    at = -1
    found = 0
    every = True
    for element1 in j:
        if (fold(h) <= (d[q % n, -1] // 7)):
            if True:
                k2 = 0
                while k2 < 5 and (y < np.float32(1) < np.float32(2)):
                    k2 += 1
                    if (d[q % n, p % m] >= np.int32(3) < np.int32(3)):
                        break
            a[-1] += x
        else:
            if (((np.int64(2) >= c[-1]) or (e[-1] == w)) and ((l[0] <= l[-1]) or (np.float64(1) < x))):
                if (f[q % n, p % m] > a[0]):
                    continue
                if (x == x):
                    continue
        for k3 in range(m - 1, -1, -1):
            if True:
                k4 = 0
                while k4 < 5 and (x > x):
                    k4 += 1
                    if (w != np.int16(2)):
                        continue
                    d[-1, -1] = d[q % n, 0]
            if ((e[-1] != np.int16(-5)) and ((np.int32(100) != h) or (q > i0))):
                if ((g < np.int64(-1) < g) and (d[-1, 0] > d[q % n, k3])):
                    continue
            else:
                if (np.uint64(1) == np.uint64(100)):
                    continue
            x = (np.float64((l[0] | 1)) // np.floor(y))
    g = (((np.int64(100) & d[0, 0]) ^ 7) + np.uint8((j[p % n] & z)))
    for k5 in prange(n):
        fp = ((1e10 - 1.0) * clip(0.5, 0.5, f0))
        x1 = min(np.float64(-1), a[0])
        y1 = b[(k5 + 1) % n]
        h1 = fold((d[0, -1] + 1))
        t[k5, -1] = ((np.rint(y1) // 0.0) * 2)
        if x1 < low:
            low = x1
            at = k5
    if (fold(np.uint8(2), times=3) < (z % 7) < max(z, np.uint8(2))):
        for k6 in range(m):
            e[-1] = np.int16(2)
        j[0] = max(np.uint8(0), min((-np.uint8(1)), (np.uint8(100) * 3)))
    if (((c[0] != g) or (np.uint64(0) > l[p % n])) and ((d[-1, -1] != np.int32(-5)) or (u < v))):
        for k7 in range(n - 1, -1, -1):
            if ((d[0, p % m] // e[k7 - 1]) >= (+h) < np.int32(np.uint8(100))):
                if (np.int16(3) >= np.int16(100)):
                    continue
            else:
                if (np.int16(2) > w):
                    continue
    return (p, q, u, v, x, y, g, h, w, z, low, high, at, found, bool(every))
