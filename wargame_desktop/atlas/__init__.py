"""Draws hex maps from the real world: a tool for making the maps in resources/, never needed for playing.

It needs the extra packages of `wargame-desktop[atlas]`. Nothing else in the program imports it.
"""
