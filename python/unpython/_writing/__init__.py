"""From the text of a function to the program that the compiler reads; _source.py describes the format and begins here.

    plainer.py      the `def` in plainer words, which all that reads a function begins with
    plainer_steps.py  the rewriters that the `def` goes through first, for plainer.py
    plain_words.py  expressions and statements, for plainer.py
    given_functions.py  functions that are given to others, for plain_words.py
    moved_names.py  names that go to another one, for plainer.py
    once.py         what several questions of one call ask, computed once
    plain_forms.py  forms that plainer ones say as well, where a function was refused as it is
    own_exceptions.py  exceptions of classes of the module
    item_calls.py   calls over a few items that are written out, for plainer.py
    returned_items.py  items of a returned tuple that change others, in order, for plainer.py
    rewriters.py    which of the rewriters in the folders a function needs
    hints.py        what the text of a function says of that
    first_words.py  what all rewriters but the first two see
    rewriter.py     statements in other words, for the rewriters
    program.py      what a function needs: other functions, classes, values read at each call
    writer.py       statements
    parameters.py   parameters, and what a call takes apart
    expressions.py  expressions
    call_expressions.py  calls, for expressions.py
    free_names.py   what free names stand for, for expressions.py
    calls.py        calls and comparisons in other words: sorted, max with a key, map, filter
    constants.py    values that are written in place of names
    names.py        names of a function and of statements
    flow.py         which names statements read and assign
    unset_names.py  names that are read where they may have no value, or have none
    places.py       places in the text, quoted texts
    kept_library.py functions of _library that the package brings written
    keep_library.py writes them when the package is built
    sugar.py        statements that others say as well: match, import, with np.errstate
    stars.py        f(*args) of tuples whose lengths are known
    named_parts.py  attributes and entries that a text names, match of texts, for plainer.py
    nodes.py        small questions about nodes of ast, and small nodes
    prints.py       print and warnings.warn
    flag_nothing.py names that are None and then a value
    names_of_none.py  which names these are
    nothing.py      functions that return a value or None
    nothing_in_tuples.py  returned tuples with parts that are a value or None

    caught          `try` of which it is known where what is caught may be raised
    changes         what a function changes in place: arrays, lists, objects
    arrays          calls and subscripts of NumPy, arrays of records, lists of arrays
    counters        operators of counters
    defaults        what stands in the place of an argument that is None
    dates           dates, as numbers
    dicts           dicts and sets, as lists
    enumerations    members of enumerations, as numbers
    heap            functions of any values of Python, where nothing else takes a call
    functions       functions in functions, functions as values, functions that call themselves
    lists           lists of tuples, lists of lists, deques: as lists of numbers
    loops           loops over something else than a range, an array or a list
    objects         objects in lists, as numbers
    random_numbers  generators of random numbers
    records         dicts of dicts with the same keys
    text            texts, and lists, dicts and sets of them, as numbers
"""
