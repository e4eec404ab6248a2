"""Lets setuptools drive CMake: configures, builds, and installs the three binaries into the package folder; then the package writes
the texts of its own functions.

UNPYTHON_BUILD_DIR names a CMake build folder to reuse; without it, setuptools' own temporary folder is used.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent


class CMakeBuild(build_ext):
    """Builds the single extension `unpython._core` together with the libraries that it opens."""

    def build_extension(self, ext: Extension) -> None:
        build = Path(os.environ.get("UNPYTHON_BUILD_DIR") or Path(self.build_temp).resolve() / "cmake")
        package = Path(self.get_ext_fullpath(ext.name)).resolve().parent
        configure = ["cmake", "-S", str(ROOT), "-B", str(build), f"-DPython_EXECUTABLE={sys.executable}"]
        configure += ["-DUNPYTHON_PYTHON=ON", "-DUNPYTHON_CPU=ON", "-DUNPYTHON_SANITIZE=OFF"]
        if not (build / "CMakeCache.txt").exists():
            configure += ["-DCMAKE_UNITY_BUILD=ON"]  # several files at once: a first build in half the time
            if shutil.which("ninja"):
                configure += ["-G", "Ninja"]
        jobs = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(len(os.sched_getaffinity(0)))
        subprocess.run(configure, check=True)
        targets = ["unpython", "unpython_cpu", "_core"]  # a folder that is reused may be set up for tests too
        subprocess.run(["cmake", "--build", str(build), "--parallel", jobs, "--target", *targets], check=True)
        install = ["cmake", "--install", str(build), "--prefix", str(package), "--component", "package", "--strip"]
        subprocess.run(install, check=True)
        subprocess.run([sys.executable, "-B", "-m", "unpython._writing.keep_library"], cwd=package.parent, check=True)


setup(ext_modules=[Extension("unpython._core", sources=[])], cmdclass={"build_ext": CMakeBuild})
