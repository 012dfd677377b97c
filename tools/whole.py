"""Files that are whole or as they were. The package's own `atomic_write` (symbayes.core.files) imports numpy and torch; tools that run before
anything is installed may not. Standard library only."""
import os
from pathlib import Path


def put(path: Path, content: str|bytes) -> None:
    "Writes a file beside its place, then moves it there in one step: who reads it finds the old one or the new one, also when this is stopped between"
    path = Path(os.path.realpath(path))  # a link stays one
    beside = path.with_name(f'.{path.name}.{os.getpid()}')
    try:
        beside.write_bytes(content.encode() if isinstance(content, str) else content)
        if path.exists(): os.chmod(beside, path.stat().st_mode & 0o777)
        os.replace(beside, path)
    finally: beside.unlink(missing_ok=True)
