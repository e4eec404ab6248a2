# Checks were left out by the size that an array gets in a branch that did not run.
# kind: sizes
# seed: 4
# extents: 1 1
def program(a, n, m, k):
    e = np.zeros(3)
    if m > 3:
        e = np.zeros(100)
    s = 0.0
    for i in range(n):
        s += e[i]
    return s
