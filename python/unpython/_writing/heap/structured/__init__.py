"""Arrays of structured types (np.dtype([("name", "U6"), ("qty", "i4")])) on the heap: an object with an array for each field.

    kinds.py    classes of such objects, of their records, of columns of texts and of their items
    columns.py  what is done with fields and columns
    arrays.py   making, subscripts, order, records
"""
