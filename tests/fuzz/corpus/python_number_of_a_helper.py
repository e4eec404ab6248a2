# A Python number that meets NumPy's.
# kind: mixed
# seed: 44746399
# extents: 1 1
def program(u, s, o, c, n):
    k = 100
    for i in prange(n):
        for j in range(len(s)):
            k += s[j]
    w0 = int(k)
    k0 = k
    k, other = k0, 1
    if c:
        k, other = u[0], u[1]
    k = k + other * 0
    w1 = min(k, 5)
    k1 = k
    return k0, w0, pow(k, 2), k1, w1, 0 < k <= u[1] < 300,
