# signature: int int int
def counting(start, stop, step):
    n = 0
    first = True
    for i in range(start, stop, step):
        n += 1
        if first:
            first = False
        elif n > 3:
            n += 10
    return n, first
