"""Objects in lists, in other words: each object is a number, and each field of its class is a list.

    ps = [Point(x, 0.0) for x in a]          ps = []
                                             for x in a:
                                                 x_of_Point.append(x); y_of_Point.append(0.0); ps.append(len(x_of_Point) - 1)
    for p in ps:                             for p in ps:
        p.y += p.x * dt                          y_of_Point[p] += x_of_Point[p] * dt

Problem:  objects of compiled functions are their fields, so a list of them, an object or None, and two names for one object have no
          place there.
Choice:   an object is its number among all objects of its class, which is what Python's `is` compares. Lists, dicts and fields hold
          numbers; methods are written where they are called. What is returned becomes objects again when the call ends; those of the
          caller get their new fields then, and stay who they are.
Rejected: items of several words in lists of the compiler (each pass would have to know of them).

    classes.py      what is known of a class: fields, `__init__`, methods
    definitions.py  the `def` of a method: super(), static and class methods, what @dataclass makes
    flows.py        which names and places hold objects, from the text of the function
    key_texts.py    texts that a call gives as keys of given dicts
    several_classes.py  written out lists of objects of several classes
    plain_objects.py  several new objects in one statement, and replace(p, x=1) of known ones, for plainer.py
    dataclass_calls.py  replace(p, x=1), asdict(p), astuple(p)
    passed_methods.py  methods that max, map and sorted are given, as calls
    calls.py        operators and properties as calls of methods
    splitting.py    constructors and methods as statements
    functions_beside.py  functions of the module that are given objects, or make some
    fixed_items.py  what an object gives where it is gone through
    own_loops.py    methods and functions that call themselves, as loops
    items.py        dicts in lists, and tuples in lists that something holds, as objects
    one_object.py   a plain object that is made once, to a list of which something is appended
    records_or_none.py  names that are None and then dicts with written keys
    alone.py        classes of which there is one object, whose fields are names
    named_tuple_methods.py  fit._replace(c=1.0), fit._asdict(), fit._fields
    values.py       uses of objects as uses of numbers and lists
    call_values.py  calls with them
    keyed_by_builtins.py  key=abs of objects with such a method
    heaps.py        heaps of objects
    results.py      objects that are returned, and those of the caller
    writer.py       the whole

A function that uses an object in any other way stays as it is.
"""
