"""`python -m wargame_desktop.atlas`: draw a map, compare it with its source, unpack geography."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from wargame_desktop.atlas.errors import AtlasError
from wargame_desktop.content.problems import ContentError

DONE, BAD_DATA = 0, 1
FILES = {"map": "map.yaml", "art": "art.yaml", "places": "PLACES.md"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; problems go to standard error."""
    parser = argparse.ArgumentParser(prog="python -m wargame_desktop.atlas", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (
        ("draw", "write map.yaml, art.yaml and PLACES.md beside the source folder"),
        ("check", "draw without writing; exit 1 when the files beside the source differ"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("source", type=Path, help="folder with frame, geography, places and so on")
        command.add_argument("--geography", type=Path, required=True, help="folder with its files")
        command.add_argument("--out", type=Path, help="folder to use instead of the source's parent")
    unpacking = commands.add_parser("unpack", help="take the geography's files out of downloaded packages")
    unpacking.add_argument("source", type=Path, help="the map's source folder, which names the files")
    unpacking.add_argument("packages", type=Path, nargs="+", help="Debian packages")
    unpacking.add_argument("--geography", type=Path, required=True, help="folder to write to")
    options = parser.parse_args(arguments)
    try:
        return _unpack(options) if options.command == "unpack" else _draw(options)
    except (AtlasError, ContentError) as error:
        print(error, file=sys.stderr)
        return BAD_DATA


def _unpack(options: argparse.Namespace) -> int:
    from wargame_desktop.atlas.geography import unpack
    from wargame_desktop.atlas.source import read_source

    wanted = read_source(options.source).digests
    found = unpack(options.packages, wanted, options.geography)
    missing = sorted(set(wanted) - set(found))
    print(f"{len(found)} files in {options.geography}")
    if missing:
        raise AtlasError(f"These files are in none of the packages: {', '.join(missing)}.")
    return DONE


def _draw(options: argparse.Namespace) -> int:
    from wargame_desktop.atlas.build import draw
    from wargame_desktop.atlas.geography import read_geography
    from wargame_desktop.atlas.source import read_source

    source = read_source(options.source)
    geography = read_geography(options.geography, source.files, source.digests, source.area)
    drawn = draw(source, geography)
    folder: Path = options.out or options.source.resolve().parent
    texts = {FILES["map"]: drawn.map, FILES["art"]: drawn.art, FILES["places"]: drawn.places}
    for one in drawn.residuals[:12]:
        print(f"{one.name}: {one.apart:.2f} hexes from the middle of its hex before bending")
    if options.command == "check":
        return _compare(folder, texts)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode("utf-8"))
        print(f"{name}: {len(text.encode('utf-8'))} bytes")
    return DONE


def _compare(folder: Path, texts: dict[str, str]) -> int:
    differing = []
    for name, text in texts.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != text.encode("utf-8"):
            differing.append(name)
    if differing:
        raise AtlasError(f"Not as the source draws them: {', '.join(differing)}.")
    print("all files are as the source draws them")
    return DONE


if __name__ == "__main__":
    sys.exit(main())
