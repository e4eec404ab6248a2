"""Random programs, executed on every path and compared with plain Python. `python -m fuzz --help` in tests/."""
