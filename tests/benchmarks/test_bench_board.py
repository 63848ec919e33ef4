"""The board benchmark runs, both sides agree, and every measurement is there. No time is asserted."""

from __future__ import annotations

from wargame_desktop.cli import bench_board


def test_every_ratio_is_measured() -> None:
    ratios = bench_board.run(repeats=2)
    assert sorted(ratios) == [
        "board.reach_and_rim",
        "board.reach_every_path_and_reason",
        "board.supply_400_units",
    ]
    assert all(ratio > 0 for ratio in ratios.values())
