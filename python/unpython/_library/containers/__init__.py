"""What stands for dicts, sets, deques, lists of lists and objects in compiled functions: lists of numbers (_writing).
"""
