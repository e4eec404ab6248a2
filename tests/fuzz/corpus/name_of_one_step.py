# A name that only one step reads had no value in the next one.
# kind: containers
# seed: 100833
# extents: 1 1
def program(v, k):
    n2 = sum(v)
    n1 = sum(y * y for y in v if y > n2)
    l0 = v + v
    l0 *= 2
    for y in [3, 1, 2]:
        for y in range(len(v)):
            n2 = y
    return v
