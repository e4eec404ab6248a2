# What was stored to a row behind the loop that gave it was lost.
# kind: views
# seed: 700000127
# extents: 1 1
def program(a, b, m, k):
    z = m[:k].copy()
    for e in z[1:]:
        pass
    e[::2][0] = k
    return (k, z, e,)
