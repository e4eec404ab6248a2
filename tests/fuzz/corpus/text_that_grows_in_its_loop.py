# A loop through a text that it makes longer did not end.
# kind: containers
# seed: 101064
# extents: 1 1
def program(s):
    t1 = s.upper()
    for c in t1:
        t1 += c
        n1 = 36
        if t1.startswith('ab c'[:1]):
            break
    return (t1, n1,)
