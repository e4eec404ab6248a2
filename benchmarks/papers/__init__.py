"""Programs of the papers, each as loops and as a graph of tasks, against NumPy or plain Python: `python benchmarks/papers/run.py`."""
