"""Functions that are made of another one, and do what it does: with what it names around it as arguments, on copies of what it changes,
with `*args` and `**kwargs` as parameters, cut into pieces."""
