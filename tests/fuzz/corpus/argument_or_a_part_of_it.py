# On the way on which it is the argument itself, a new view of it came back.
# kind: views
# seed: 700000705
# extents: 1 1
def program(a, b, m, k):
    v = m[..., 1:]
    if m.sum() > 0:
        v, m = m, v
    return (m, k, b,)
