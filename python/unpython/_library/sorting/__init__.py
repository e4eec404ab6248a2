"""Sorts: by the processor, and on devices by merging, by digits and by networks."""
