# A loop went over a copy of an array that another argument changes meanwhile.
# kind: views
# seed: 1711679446
# extents: 1 1
def program(a, b, m, k):
    for e in m.reshape(-1):
        b[0] += np.sum(e)
    return (a,)
