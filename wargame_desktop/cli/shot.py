"""The command that draws a game into a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from .games import opened, position, side_of
from .run import DONE, Usage


def shot(arguments: argparse.Namespace) -> int:
    """Draw the table into a picture; needs no screen."""
    # Qt is loaded here and not above: no other command may need it.
    from wargame_desktop.gui.shot import Shot, ShotError, names_of, size_of, take

    with opened(arguments.file) as game:
        node, state = position(game, arguments)
        try:
            width, height = size_of(arguments.size)
            overlays = Shot.overlays
            if arguments.overlay is not None:
                overlays = names_of(arguments.overlay, game.system)
            wanted = Shot(
                width,
                height,
                side=side_of(game.system, state, arguments.side),
                theme=arguments.theme,
                zoom=arguments.zoom or "",
                centre=arguments.centre or "",
                map_only=arguments.map_only,
                overlays=overlays,
                panel=arguments.panel or Shot.panel,
            )
            # Looking is not playing: even in match play any position may be drawn.
            game.timeline.cursor = node
            take(game, wanted, Path(arguments.output))
        except ShotError as error:
            raise Usage(str(error)) from error
    return DONE
