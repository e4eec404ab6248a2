"""Arrays in other words.

    numpy_calls.py  calls of NumPy whose text says more than their types: np.split, np.block
    either_kind.py  eigenvalues of which nobody sees whether they are real
    kinds_of_types.py  np.issubdtype and np.result_type
    type_texts.py   what types are called, returned and shown
    grids.py        np.mgrid, np.ogrid, np.c_, np.r_, einsum
    orders.py       order="F", and a.item(i)
    splits.py       np.split and its kin
    splits_by_number.py  the same where a value says how many parts there are
    joined_parts.py np.vstack and its kin of what a comprehension gives
    named_parts.py  names for such parts that may have several shapes
    written_bodies.py  functions that are written for one call
    fields.py       arrays of records, as an array for each field
    array_lists.py  lists of arrays that grow, arrays_by_key.py dicts of arrays
    given_lists.py  lists of arrays that a call gives
    sums_of_rows.py  sums and returned lists of what is made of the rows of an array
    returned_parts.py  the parts of what is returned, for array_lists.py
    lists_made_anew.py  lists of arrays that are made of others, for array_lists.py
    made_lists.py   which lists a text makes, and what goes into them
    filled_before.py what is stored into an array before it goes into such a list
    arrays_with_rows.py  of which arrays the rows are arrays
    rows_as_tuples.py  returned lists of the rows of an array, as tuples
    rows_by_key.py  rows of arrays, and arrays in lists, in the order of a key
    evidence.py     which names stand for arrays, as the text shows
    arrays_of_choices.py  arrays of texts that an array chooses, as arrays of numbers
    arrays_of_characters.py  arrays of characters, as arrays of their code points; character_arrays.py which these are
    arrays_of_words.py  arrays of given texts, as lists of texts
    array_groups.py  lists of what masks select
    lists_for_numpy.py  lists that are given to functions of NumPy, or meet its numbers
    read_as_arrays.py  given lists of numbers that only NumPy sees
    only_lists.py   which names can only be lists
    bytes_read.py   bytes, as lists of their numbers
    polynomials.py  np.poly1d, as its coefficients
    axes_in_turn.py  loops over axes, written out; few_dimensions.py tests of how many there are
    wide_integers.py  integers of 64 bits without a sign, as NumPy's numbers
    complex_parts.py  stores to z.real and z.imag
    vectorized.py   np.vectorize
"""
