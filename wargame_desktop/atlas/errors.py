"""What the atlas says when its input cannot be used."""

from __future__ import annotations


class AtlasError(Exception):
    """Geography or a description of a map that cannot be used, in a sentence for a person."""
