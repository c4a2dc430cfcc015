"""Files that are written whole, never over another one, and locked against a second process."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from embertable.engine.errors import FileInUse, UnreadableFile

CLOSED = -1


def write_whole(path: Path, data: bytes) -> None:
    """Write a file atomically: the old one stays until the new one is on disk."""
    try:
        unfinished = written_beside(path, data)
        try:
            os.replace(unfinished, path)  # noqa: PTH105 - tests fail one call of os after the other
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise UnreadableFile(str(path), error) from error


def write_new(path: Path, data: bytes) -> bool:
    """Write a file atomically unless there is one of that name; whether it was written."""
    try:
        unfinished = written_beside(path, data)
        try:
            return linked(unfinished, path)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise UnreadableFile(str(path), error) from error


def linked(unfinished: Path, path: Path) -> bool:
    """Give a finished file its name, unless that is taken."""
    try:
        os.link(unfinished, path)
    except FileExistsError:
        return False
    except OSError:
        # Not every file system has links; then the name is taken first.
        try:
            path.open("x").close()
        except FileExistsError:
            return False
        os.replace(unfinished, path)  # noqa: PTH105
    return True


def written_beside(path: Path, data: bytes) -> Path:
    """A hidden file in the same folder, safe on disk."""
    unfinished = path.parent / f".{path.name}.{os.getpid()}"
    try:
        with unfinished.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
    return unfinished


def sync_folder(folder: Path) -> None:
    """Make sure that the names of new files survive a power cut, where the system allows it."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def free_file(path: Path) -> Path:
    """The path, or the first free numbered variant of it."""
    number = 2
    free = path
    while free.exists():
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
        number += 1
    return free


class FileLock:
    """Keeps other processes away from a file; it ends with the process, however that ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = CLOSED

    def take(self, wait: bool) -> None:
        """Lock the file; without `wait`, raise `FileInUse` if another process has it."""
        lock = lock_file(self.path)
        while self._descriptor == CLOSED:
            try:
                descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o644)
            except OSError as error:
                raise UnreadableFile(str(self.path), error) from error
            try:
                if not locked(descriptor, wait):
                    raise FileInUse(str(self.path))
                # Whoever held it before may have removed the file that was waited for.
                if is_file(descriptor, lock):
                    self._descriptor = descriptor
            finally:
                if self._descriptor == CLOSED:
                    os.close(descriptor)

    def move(self, path: Path) -> None:
        """Lock another file instead; raise `FileInUse` if another process has it."""
        self.release()
        self.path = path
        self.take(False)

    def release(self) -> None:
        if self._descriptor == CLOSED:
            return
        with suppress(OSError):
            lock_file(self.path).unlink(missing_ok=True)
        os.close(self._descriptor)
        self._descriptor = CLOSED

    def __enter__(self) -> Self:
        self.take(True)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()


def lock_file(path: Path) -> Path:
    return path.with_name(f".{path.name}.lock")


def locked(descriptor: int, wait: bool) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows has no fcntl: nothing stops a second process there
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_file(descriptor: int, path: Path) -> bool:
    """Whether an open file still has this name."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except OSError:
        return False
