"""Locks and atomic files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

import pytest

from wargame_desktop.storage import disk
from wargame_desktop.storage.errors import Locked, NotReadable, NotWritten


def test_replace_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    disk.replace(path, b"one")
    disk.replace(path, b"two")
    assert not (tmp_path / "a.bak").exists()
    disk.replace(path, b"three", backup=True)
    assert (path.read_bytes(), (tmp_path / "a.bak").read_bytes()) == (b"three", b"two")

    def fail(source: Path, target: Path) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(NotWritten, match="a could not be saved: Input/output error"):
        disk.replace(path, b"four")
    with pytest.raises(NotWritten):
        disk.replace(path, b"four", backup=True)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a", "a.bak"]
    assert path.read_bytes() == b"three"


def test_the_new_content_is_on_the_disk_before_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    sync, rename = os.fsync, os.replace

    def fsync(handle: int) -> None:
        done.append("sync")
        sync(handle)

    def replace(source: Path, target: Path) -> None:
        done.append("rename")
        rename(source, target)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replace)
    disk.replace(tmp_path / "a", b"one")
    assert done == ["sync", "rename", "sync"]


def test_appending_can_leave_the_waiting_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"one, two")
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    disk.append(path, b"!", 3, sync=False)
    assert path.read_bytes() == b"one!" and not synced
    disk.append(path, b"?", 4)
    assert path.read_bytes() == b"one!?" and len(synced) == 1


def test_a_folder_that_cannot_be_synced_is_no_failure(tmp_path: Path) -> None:
    disk.sync_folder(tmp_path / "none")


def test_reasons_are_given_in_words(tmp_path: Path) -> None:
    assert disk.reason(OSError(2, "No such file")) == "No such file"
    assert disk.reason(ValueError("odd")) == "odd"
    assert disk.reason(OSError()) == "OSError"
    assert disk.size(tmp_path / "none") is None
    with pytest.raises(NotReadable, match="none could not be read: No such file"):
        disk.read(tmp_path / "none")


def test_only_one_holds_a_lock(tmp_path: Path) -> None:
    first, second = disk.FileLock(tmp_path / "a"), disk.FileLock(tmp_path / "a")
    assert not disk.is_locked(tmp_path / "a")
    first.take()
    first.take()
    assert disk.is_locked(tmp_path / "a")
    with pytest.raises(Locked, match="a is open in this program already; close it there first"):
        second.take()
    (tmp_path / "a.lock").write_bytes(b"nonsense")
    with pytest.raises(Locked, match="a is open in another program;"):
        second.take()
    second.free()
    first.free()
    second.take()
    second.free()
    assert list(tmp_path.iterdir()) == []


def test_a_lock_left_by_the_dead_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "a.lock").write_bytes(b"4000000")
    assert not disk.is_locked(tmp_path / "a")
    lock = disk.FileLock(tmp_path / "a")
    lock.take()
    assert (tmp_path / "a.lock").read_bytes() == str(os.getpid()).encode()
    lock.free()


def test_a_lock_file_thrown_away_in_between_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock_it = disk._lock
    removed: list[bool] = []

    def remove_first(file: BinaryIO) -> bool:
        if not removed:
            removed.append(True)
            (tmp_path / "a.lock").unlink()
        return lock_it(file)

    monkeypatch.setattr(disk, "_lock", remove_first)
    lock = disk.FileLock(tmp_path / "a")
    lock.take()
    assert removed and (tmp_path / "a.lock").exists()
    with pytest.raises(Locked):
        disk.FileLock(tmp_path / "a").take()
    lock.free()


def test_leftovers_in_a_folder_that_is_gone(tmp_path: Path) -> None:
    disk.clear_leftovers(tmp_path / "none" / "a")
