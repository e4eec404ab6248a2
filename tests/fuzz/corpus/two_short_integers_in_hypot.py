# hypot of uint16 and int8 was computed in float64.
# kind: functions
# seed: 700001360
# extents: 1 1
def program(x, y, p, k, v, w, r, s, i, c, g, h, o):
    r1 = np.hypot(p, y)
    r2 = np.isreal(r1)
    return (r1, r2,)
