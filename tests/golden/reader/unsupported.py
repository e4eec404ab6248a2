async def unsupported(a, *args, **kwargs):
    import os
    global G
    with a as f:
        f = 1
    try:
        pass
    except ValueError as e:
        g = 1
    del a

    def inner():
        pass

    class C:
        x = a

    await a
    yield a
    raise
    raise ValueError from KeyError
    raise ValueError('x') from None
