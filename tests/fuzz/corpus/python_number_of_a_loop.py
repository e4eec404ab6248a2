# A Python number that meets NumPy's.
# kind: mixed
# seed: 957058719
# extents: 1 1
def program(u, s, o, c, n):
    k = 255
    if c:
        k = 0.5
    if n > 1:
        k = u[0]
    w0 = k ** 2
    k0 = k
    k = max(w0, u[0], u[1])
    w1 = k * k
    k1 = k
    k = w1
    for i in prange(len(s)):
        k += s[i]
    w2 = k * k
    k2 = k
    return k0, w0, float(k) + 1, k1, w1, [k, k + 1], k2, w2, any([k, 0]) or all([k, 1]),
