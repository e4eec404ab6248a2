"""Functions that are made of another one, and do what it does: with what it names around it as arguments, on copies of what it changes,
cut into pieces."""
