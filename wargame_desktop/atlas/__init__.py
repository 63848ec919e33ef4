"""Draws hex maps from the real world: a tool for making the maps in resources/, never needed for playing.

It needs the extra packages of `wargame-desktop[atlas]`. Nothing else in the program imports it.

A map's source is a folder such as resources/european_theater/atlas; its geography.yaml names the packages
with coasts, rivers and heights. Download those, then::

    python -m wargame_desktop.atlas unpack resources/european_theater/atlas PACKAGES… --geography FOLDER
    python -m wargame_desktop.atlas draw resources/european_theater/atlas --geography FOLDER

For a map of your own write frame.yaml (the top of the map file, with its hexgrid), geography.yaml,
places.yaml with at least four places whose hex you know, `labels: []` in labels.yaml and `{}` in
corrections.yaml. Draw it, look, and correct; once corrections.yaml gives countries, every dry hex needs one.
"""
