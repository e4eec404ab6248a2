# A third array under one name took the type of the two others.
# kind: views
# seed: 5057
# extents: 1 1
def program(a, b, m, k):
    for i in range(2):
        z = b + k
    w = a[None]
    if k == 0:
        if k > 1:
            w, z = z, w
    else:
        m, w = w, m
    return (w,)
