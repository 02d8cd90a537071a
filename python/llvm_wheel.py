"""Makes the wheel daedalus-llvm: the module that compiles machine code, in the folder where the package looks for it.

usage: llvm_wheel.py CMakeLists.txt libdaedalus_machine_code.so FOLDER
"""

from __future__ import annotations

import base64
import hashlib
import re
import sys
import sysconfig
import zipfile
from pathlib import Path


def main() -> None:
    text, module, folder = Path(sys.argv[1]).read_text(), Path(sys.argv[2]), Path(sys.argv[3])
    found = re.search(r"project\(daedalus VERSION ([0-9.]+)", text)
    assert found is not None, "CMakeLists.txt names the version"
    version = found[1]
    tag = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
    info = f"daedalus_llvm-{version}.dist-info"
    files = {
        f"daedalus/lib/{module.name}": module.read_bytes(),
        f"{info}/METADATA": (
            "Metadata-Version: 2.1\n"
            "Name: daedalus-llvm\n"
            f"Version: {version}\n"
            "Summary: Machine code by LLVM for the package daedalus\n"
            "License: Apache-2.0\n"
            f"Requires-Dist: daedalus=={version}\n"
        ).encode(),
        f"{info}/WHEEL": (
            f"Wheel-Version: 1.0\nGenerator: llvm_wheel.py\nRoot-Is-Purelib: false\nTag: {tag}\n"
        ).encode(),
    }
    record = ""
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(content)}\n"
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / f"daedalus_llvm-{version}-{tag}.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            wheel.writestr(name, content)


if __name__ == "__main__":
    main()
