def statements(a, n=3, *, m=1):
    """Dropped."""
    x = y = 0
    (p, q) = n, m
    z: float = 1.5
    w: int
    a[p, q] += x
    for i in range(n):
        if i == 1:
            continue
        elif i == 2:
            break
        else:
            pass
    else:
        x = 1
    while x < 3:
        x += 1
    assert n > 0, 'n must be positive'
    if m:
        raise ValueError('m')
    ...
    range(3)
    return x, y, z
