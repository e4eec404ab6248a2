def expressions(a, b):
    x = a + b - 2 * a // 3 % 4 ** -b / 5 @ a
    x = a & b | ~a ^ b << 1 >> 2
    x = (not a and b) or a if a < b <= 3 != 4 is None is not b else b
    x = a in b, a not in b, [], ()
    x = a[1], a[1, -2], a[1:], a[:, ::2, ...], a.shape[0], a.T.real
    x = abs(b, *a, key=1, **b)
    x = 1, -9223372036854775808, 9223372036854775808, 1.5, 1e400, 2j, True, None, 'é"\\\n', b'x'
    x = f'{a}', (y := 1), lambda: 0, [i for i in a], {1: 2}, {1}
    return x
