"""`python -m unpython build`: compiles the functions of a module ahead of time, for Python or, with --c, for callers without it.

    build.py          the command: a process that compiles, then a library, then a wheel
    record_calls.py   that process: compiles for the declared types, runs a script, and tells what was compiled
    declare.py        that process for C: compiles for the declared types alone
    write_c.py        declared functions -> a header, and C text that calls libunpython
    keep_programs.py  the functions of the module as programs that another process can read
    write_library.py  machine code -> a shared library
    write_wheel.py    the module and its library -> a wheel

What finds the result in a later process is _built.py.
"""
