"""The loops that run on a GPU: each as our text (`loops`), as a plain kernel of numba-cuda (`plain_kernels`), both one iteration of
the parallel loops per thread, and where the whole way from NumPy to NumPy is measured as CUDA C written by hand (`by_hand`)."""
