"""The rules kernel: state as a value, actions as the only way in, refusals as data.

Nothing here knows Qt, files, the clock, a random generator or any particular game.
"""
