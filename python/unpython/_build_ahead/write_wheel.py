"""Files -> a wheel, as https://packaging.python.org/en/latest/specifications/binary-distribution-format describes it."""

from __future__ import annotations

import base64
import hashlib
import re
import sysconfig
import zipfile
from pathlib import Path

import unpython


def write_wheel(folder: Path, name: str, version: str, files: dict[str, bytes]) -> Path:
    """`files`: content by the path below the folder that packages are installed in."""
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    tag = f"py3-none-{platform}"
    stem = f"{re.sub(r'[-_.]+', '_', name)}-{version}"
    metadata = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", f"Requires-Dist: unpython=={unpython.__version__}"]
    wheel = ["Wheel-Version: 1.0", "Generator: unpython", "Root-Is-Purelib: false", f"Tag: {tag}"]
    files = dict(files)
    files[f"{stem}.dist-info/METADATA"] = "\n".join([*metadata, ""]).encode()
    files[f"{stem}.dist-info/WHEEL"] = "\n".join([*wheel, ""]).encode()
    record = f"{stem}.dist-info/RECORD"
    rows = [f"{path},sha256={_digest(content)},{len(content)}" for path, content in files.items()]
    files[record] = "\n".join([*rows, f"{record},,", ""]).encode()
    path = folder / f"{stem}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for place, content in files.items():
            archive.writestr(place, content)
    return path


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
