# A loop through a part of a list that it changes went through the list.
# kind: containers
# seed: 8
# extents: 1 1
def program(v, x):
    for y in v:
        m0 = sorted(x)
    for y in v[:]:
        v[y % len(v)] += 1
    return (m0,)
