"""What holds for all tests. Before anything imports unpython, which reads its settings once."""

import os

# Triangles of the tests are small, and small ones would not be packed.
os.environ.setdefault("UNPYTHON_PACK_ROWS", "1")
