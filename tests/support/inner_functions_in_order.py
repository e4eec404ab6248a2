"""Programs in which inner functions change what is around them, for tests/differential/language/test_inner_functions.py."""


def order1(n):
    total = 0

    def f(k):
        nonlocal total
        total += k
        return k
    total += f(n)
    return total


def order2(n):
    total = 1

    def f(k):
        nonlocal total
        total += k
        return k
    x = total + f(n)
    y = f(n) + total
    return (x, y, (total, f(1)), [total, f(2), total])


def order3(n):
    total = 1

    def g(k, m):
        nonlocal total
        total += 10
        return k * 100 + m + total
    return (g(total, n), g(n, total))


def order4(n):
    t = 1

    def rec(k):
        nonlocal t
        if k == 0:
            return 1
        t += rec(k - 1)
        return t + k
    r = rec(n)
    return (r, t)


def order5(n):
    t = 1

    def rec(k, s):
        nonlocal t
        if k == 0:
            return s
        t += 1
        x = t * rec(k - 1, t)
        t = t + rec(0, 2)
        return x - s + t
    return (rec(n, t), t)


def order6(n):
    t = 0

    def f():
        nonlocal t
        t += 1
        return t
    while f() < n:
        if t == 2 and f() > 2:
            continue
    return t if f() > 3 else -t


def order7(n):
    t = 0

    def f(a=3):
        nonlocal t
        t += a
        a = a + t
        return a
    return ([f(i) + t for i in range(n)], f(), t)


def shadow(n):
    k = 7

    def f(i):
        k = i * 2
        return k + 1
    r = f(n)
    return (r, k)


def loopvar(n):

    def f(i):
        s = 0
        for j in range(i):
            if j == 3:
                return -s
            s += j
        return s
    return [f(i) for i in range(n)]


def two(n):
    a = []

    def f(i):
        a.append(i)
        return g(i) + 1 if i > 0 else 0

    def g(i):
        a.append(-i)
        return i * 2
    return (f(n), a)


def loopret(n):
    seen = {}

    def f(i):
        for j in range(i):
            if j == 3:
                return -j
            for k in range(j):
                if k + j == 9:
                    return 100
        seen[i] = i
        return i
    return ([f(i) for i in range(n)], seen)


def late(n):
    k = 1

    def f(x):
        return x * k

    k = 5
    return f(n)


def before_it_is_there(n):
    x = f(n)

    def f(k):
        return k

    return x


def only_where_both(n):
    t = 0
    s = 0

    def f():
        nonlocal t
        t += 1
        return t
    while f() < n:
        if t == 2 and f() > 2:
            s += 1
    return (t, s)


def in_a_counted_loop(n):
    t = 0
    s = 0

    def f():
        nonlocal t
        t += 1
        return t
    for i in range(n):
        if t == 2 and f() > 2:
            s += 1
        t += 1
    return (t, s)


def once(n):
    t = 0

    def f():
        nonlocal t
        t += 1
        return t
    f()
    if t == 2 and f() > 2:
        pass
    return t


def kept_condition(n):
    t = 0

    def f():
        nonlocal t
        t += 1
        return t
    while f() < n:
        c = t == 2 and f() > 2
    return t


def chosen(n):
    t = n

    def f():
        nonlocal t
        t += 1
        return t

    for i in range(n):
        x = f() if i % 2 else 0
        t += x
    return t


def chosen_parameter(n):
    def f():
        nonlocal n
        n += 1
        return n

    x = f() if n > 3 else 0
    y = n > 100 or f() > 2
    return x, y, n


def keys_before_values(n):
    log = []

    def f(x):
        log.append(x)
        return x

    d = {f(10): f(20), f(30): f(40)}
    e = {(f(i), f(i + 1)): f(-i) for i in range(n)}
    return log, d, e


def compared_constants(n):
    c = 0

    def f(x):
        nonlocal c
        c += 1
        return x

    k = 0
    for i in range(n):
        if f(2) in (f(2), f(3)):
            k += 1
        k += (f(1) == f(2)) + (f(3) is not None) + (f(1) < f(2) < f(0))
    return k, c
