"""The European theatre in short."""

from wargame_desktop.systems.base import Meta

META = Meta(
    id="european_theater",
    title="European Theater",
    summary="Armies, air forces and fleets from Autumn 1939 to Spring 1945, one season to a turn; two sides.",
    rules_version="1",
    module="wargame_desktop.systems.european_theater.system",
)
