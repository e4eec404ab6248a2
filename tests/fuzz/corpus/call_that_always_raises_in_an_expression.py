# The operand of what a helper would have given was missing, where the helper raises whatever it is called with.
# kind: invalid
# seed: 9171
# extents: 6 70 -1
def program(a, b, c, s, f, x, y, k, w, p):
    q = min(max(np.einsum('ij,ij->', s, np.array([1, 2])), -9.0), 9.0)
    if (q := min(max(float(np.sum(np.where(w >= b[0, ::-1], b[0, ::-1], w))), -9.0), 9.0)) > 2:
        pass
    return (q,)
