"""From the text of a function to the program that the compiler reads; _source.py describes the format and begins here.

    plainer.py      the `def` in plainer words, which all that reads a function begins with
    taken_generators.py  generators and groups that are gone through at once, for plainer.py
    rows_by_place.py     lists of tuples by place, for plainer.py
    asked_first.py  `try` around what can be asked first
    chosen_texts.py texts that are given, as keys and in messages
    program.py      what a function needs: other functions, classes, values read at each call
    unroll_texts.py loops over written out texts and functions
    writer.py       statements
    expressions.py  expressions, and what free names stand for
    names.py        names of a function and of statements
    permutations.py itertools.permutations
    plain_tuples.py tuples of any length, as lists
    places.py       places in the text, quoted texts
    array_parts.py  lists of arrays that are concatenated
    closures.py     functions that return functions
    constants.py    values that are written in place of names
    calls.py        calls and comparisons in other words: sorted, max with a key, map, filter
    numpy_generators.py  np.random.default_rng
    numpy_calls.py  calls of NumPy whose text says more than their types: np.split, np.block
    function_choices.py  a name for one of two functions
    function_tables.py   dicts of functions
    generator_functions.py  loops over what a function yields
    generators.py   random generators as numbers of iterations
    flag_nothing.py names that are None and then a value
    list_entries.py what goes through dicts with texts as keys that are given
    list_items.py   lists of the items of dicts, most_common, dict(zip(x, y))
    pick_items.py   itertools.combinations and product of lists and arrays
    name_entries.py dicts with texts as keys, as a name for each entry
    fields.py       arrays of records, as an array for each field
    flow.py         which names statements read and assign
    grids.py        np.mgrid, np.ogrid, np.c_, einsum
    nothing.py      functions that return a value or None
    group_uses.py   how dicts of lists are used
    groups.py       dicts of lists, for tables.py
    nests.py        one `for` that stands for several: np.ndindex, itertools.product
    queues.py       deques, as lists
    ranges.py       range and slice objects
    own_calls.py    calls of a function to itself, each as a statement
    recursion.py    a function that calls itself, as a loop
    text            texts, and lists, dicts and sets of them, as numbers
    ragged.py       lists of lists of different lengths
    ragged_reads.py uses of them that read
    ragged_names.py which names stand for such lists
    tuple_lists.py  lists of tuples that an expression makes, for rows.py
    rewriters.py    which of the rewriters a function needs
    rewriter.py     statements in other words, for rows.py and tables.py
    rows.py         lists of tuples, as a list for each place
    sort_rows.py    the order of sorted lists of tuples, for rows.py
    set_algebra.py  operators of sets, for tables.py
    stars.py        f(*args) of tuples whose lengths are known
    sugar.py        statements that others say as well: match, import, with np.errstate
    table_kinds.py  which names stand for dicts and sets, for tables.py
    table_names.py  names for dicts and sets that have none
    tables.py       dicts and sets, as lists
    table_loops.py  loops that go through them
    table_reads.py  what a function does with dicts that it is given
    call_expressions.py  calls, for expressions.py
    free_names.py   what free names stand for, for expressions.py
    parameters.py   parameters, and what a call takes apart
    changed_lists.py     given lists of numbers that a function changes
    drawing.py      which expressions draw from a generator
    iterators.py    what itertools gives of one iterable
    prints.py       print and warnings.warn
"""
