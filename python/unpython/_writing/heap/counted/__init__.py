"""What several sets or Counters give together.

    counters.py      Counters: their operators, comparisons, methods
    several_sets.py  methods of sets with any number of others
"""
