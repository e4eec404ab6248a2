# Arrays of several types in one memory.
# kind: nests
# seed: 1025983810
# extents: 2 -3
# device: opencl:0
def program(a, b, m, w, q, idx, n, d):
    acc = 3
    t = d * 2 + 1
    u = 0
    for i0 in range(n - 2, -1, -2):
        for i1 in range(0, n, 2):
            w[i1] = ((w[t + i0] + w[t + i0]) & 127)
        b[1] += 1
    for i2 in range(n - 1):
        for i3 in prange(0, n, 2):
            q[i3 * i2, i2 + 3] = ((w[i3 - 2] ^ 7) & 127)
            if d > 0:
                q[i3 + 2 * i2, i2 - 2] = ((b[2 * i2] + u) & 127)
            else:
                if i3 + i2 < n:
                    m[i2 - 1, i2 * i2] = ((b[i3 % 3] ^ i3) & 127)
                else:
                    if i2 >= d:
                        continue
        u = ((w[i2] - u) & 127)
        b[-1 - i2] -= i2
    return (acc, int(u))
