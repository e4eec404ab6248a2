# The new dict was filled from itself.
# kind: containers
# seed: 700003410
# extents: 1 1
def program(k, table):
    d0 = {a: b for a, b in table.items()}
    d1 = {v: k_ for k_, v in d0.items()}
    d0 = {y: 0 for y in d0 if y > k}
    return (d0, d1,)
