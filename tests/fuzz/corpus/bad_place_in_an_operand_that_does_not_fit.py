# The shapes were compared before the subscripts of an operand were.
# kind: views
# seed: 700000693
# extents: 1 1
def program(a, b, m, k):
    z = a[k::2] + k
    a[:k] += -z[np.array([1, 0, 1])]
    return (m,)
