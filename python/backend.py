"""How pip builds the package: with meson-python, and a name that says what the wheel really needs.

The extension uses the stable ABI of Python 3.9. meson-python names a wheel after the Python that
built it. So the wheel is renamed: cp39-abi3 serves every Python from 3.9 on."""

import base64
import hashlib
import os
import re
import zipfile

import mesonpy

OLDEST = "cp39"

build_sdist = mesonpy.build_sdist
# some versions of meson-python have no use for these
get_requires_for_build_sdist = getattr(mesonpy, "get_requires_for_build_sdist", lambda *_: [])
get_requires_for_build_wheel = getattr(mesonpy, "get_requires_for_build_wheel", lambda *_: [])


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Builds the wheel and returns the name of its file."""
    made = mesonpy.build_wheel(wheel_directory, config_settings, metadata_directory)
    name = re.sub(r"-cp\d+-(?:abi3|cp\d+)-", f"-{OLDEST}-abi3-", made)
    if name != made:
        source, target = (os.path.join(wheel_directory, file) for file in (made, name))
        rename(source, target)
        os.remove(source)
    return name


def rename(source, target):
    """Copies a wheel, with the tag that its new name says."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for entry in old.infolist():
            data = old.read(entry)
            if entry.filename.endswith(".dist-info/WHEEL"):
                data = re.sub(rb"Tag: cp\d+-\w+-", f"Tag: {OLDEST}-abi3-".encode(), data)
                changed, line = entry.filename, record_line(entry.filename, data)
            elif entry.filename.endswith(".dist-info/RECORD"):
                lines = data.decode().splitlines()
                lines = [line if one.startswith(changed + ",") else one for one in lines]
                data = "".join(f"{one}\n" for one in lines).encode()
            new.writestr(entry, data, zipfile.ZIP_DEFLATED)


def record_line(name, data):
    """What the list of a wheel's files says of one of them."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"
