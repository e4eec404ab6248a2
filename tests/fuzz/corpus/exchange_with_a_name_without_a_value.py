# Names of arrays took turns in a loop without a look at whether each had a value.
# kind: views
# seed: 147276099
# extents: 1 1
def program(a, b, m, k):
    for i in range(3):
        e, b = b, e
    return (m,)
