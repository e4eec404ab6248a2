// NumPy's C interface, shared by the files of this folder; module.cpp loads it.
#pragma once
#include <Python.h>

#define PY_ARRAY_UNIQUE_SYMBOL unpython_array_api
#ifndef UNPYTHON_LOAD_NUMPY
#define NO_IMPORT_ARRAY
#endif
#include <numpy/arrayobject.h>
#include <numpy/arrayscalars.h>
