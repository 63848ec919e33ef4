"""The free table in short."""

from wargame_desktop.systems.base import Meta

META = Meta(
    id="free_table",
    title="Free table",
    summary="Any map, any counters, no rules: move what you like, roll what you like; all of it is logged.",
    rules_version="1",
    module="wargame_desktop.systems.free_table.system",
)
