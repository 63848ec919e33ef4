"""Axis & Allies Revised in short."""

from wargame_desktop.systems.base import Meta

META = Meta(
    id="revised",
    title="Axis & Allies Revised",
    summary="The war from spring 1942: five powers, industry, dice battles on land, at sea and in the air.",
    rules_version="1",
    module="wargame_desktop.systems.revised.system",
)
