"""Arrays of texts, and of structured types (np.dtype([("name", "U6"), ("qty", "i4")])): an object on the heap with an array for each field.

    kinds.py    classes of such objects, of their records, of columns of texts and of their items
    columns.py  what is done with fields and columns
    texts.py    arrays of texts: making, comparisons, order
    arrays.py   making, subscripts, order, records
"""
