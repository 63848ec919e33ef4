"""Everything that can go wrong with a game file, each as a sentence for the person at the table."""

from __future__ import annotations


class StorageError(Exception):
    """A game file could not be read, written or played on. Nothing has been lost by it."""


class NotAGame(StorageError):
    """The file is no game of this program."""


class TooLarge(StorageError):
    """The file is larger than any game can be."""


class TooNew(StorageError):
    """A newer version wrote the file, and not even its beginning is understood here."""


class Damaged(StorageError):
    """The file is damaged before its first position, so that nothing can be kept."""


class MissingRules(StorageError):
    """The rule system or the data the game is played with is not at hand."""


class BrokenRecord(StorageError):
    """A position of the game cannot be reached with the rules at hand."""


class ReadOnly(StorageError):
    """The game was opened for reading alone."""


class Locked(StorageError):
    """Another program has the file open."""


class AlreadyThere(StorageError):
    """A file of that name exists, and nobody said that it may be replaced."""


class NotReadable(StorageError):
    """The file system did not give the file."""


class NotWritten(StorageError):
    """The file system did not take the file; the game in memory is complete."""
