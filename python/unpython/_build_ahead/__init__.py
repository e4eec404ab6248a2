"""`python -m unpython build`: compiles the functions of a module ahead of time.

    build.py          the command: a process that compiles, then a library, then a wheel
    record_calls.py   that process: compiles for the declared types, runs a script, and tells what was compiled
    keep_programs.py  the functions of the module as programs that another process can read
    write_library.py  machine code -> a shared library
    write_wheel.py    the module and its library -> a wheel

What finds the result in a later process is _built.py.
"""
