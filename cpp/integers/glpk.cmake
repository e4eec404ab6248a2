# GLPK is linked as a shared library: Debian's static one cannot go into a shared library of ours, and auditwheel
# takes the shared one into the wheel.
find_library(UNPYTHON_GLPK_LIBRARY glpk REQUIRED)
find_path(UNPYTHON_GLPK_INCLUDE glpk.h REQUIRED)
target_include_directories(unpython_integers SYSTEM PRIVATE ${UNPYTHON_GLPK_INCLUDE})
target_link_libraries(unpython_integers PUBLIC ${UNPYTHON_GLPK_LIBRARY})
