"""Printing for people and for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any


def print_json(data: Any) -> None:
    """Print data as JSON, readable and stable."""
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def print_table(rows: Iterable[Sequence[object]], head: Sequence[str] = ()) -> None:
    """Print rows in columns as wide as they need to be."""
    cells = [[str(cell) for cell in row] for row in rows]
    lines = [list(head), *cells] if head else cells
    if not lines:
        return
    widths = [max(len(row[column]) for row in lines) for column in range(len(lines[0]))]
    for row in lines:
        text = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print(text.rstrip())


def write_out(text: str, target: str | None) -> None:
    """Write text to a file, or to standard output."""
    if target is None or target == "-":
        sys.stdout.write(text)
    else:
        Path(target).write_text(text, encoding="utf-8")
