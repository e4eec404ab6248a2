"""What stands for texts in compiled functions: lists of code points, and numbers of words (_writing/text).
"""
