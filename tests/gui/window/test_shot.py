"""Pictures and paper from the command line, and the measurement of the start."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.gui.start.pdf_text import PdfText
from wargame_desktop.cli import main
from wargame_desktop.gui import bench_start
from wargame_desktop.gui.shot import Shot, ShotError, names_of, size_of
from wargame_desktop.storage.file import GameFile
from wargame_desktop.systems import registry


@pytest.fixture
def file(folders: Path, qapp) -> Path:
    """A game of two actions in match play, the first of them by the Pact's hidden paratroops."""
    path = folders / "game.wargame"
    new = registry.new_game("free_table/skirmish", seed="1")
    with GameFile.create(path, new, mode="match") as game:
        game.play("move nor.2_arm 1005")
        game.play("roll 2d6")
    return path


def shot(file: Path, *options: str) -> QImage:
    """The picture the command draws."""
    target = file.parent / "shot.png"
    assert main(["shot", str(file), "-o", str(target), *options]) == 0
    return QImage(str(target))


def test_picture_has_the_size_asked_for(file: Path) -> None:
    image = shot(file, "--size", "900x640")
    assert (image.width(), image.height()) == (900, 640)
    assert image.pixelColor(3, 3).lightness() > 200


def test_themes_differ(file: Path) -> None:
    assert shot(file, "--theme", "dark").pixelColor(3, 3).lightness() < 60


def test_same_picture_twice(file: Path) -> None:
    assert shot(file, "--map-only", "--size", "640x480") == shot(file, "--map-only", "--size", "640x480")


def test_wishes_change_the_picture(file: Path) -> None:
    plain = shot(file, "--size", "900x640")
    for wish in (
        ("--panel", "dice"),
        ("--at", "0"),
        ("--side", "league"),
        ("--zoom", "fit"),
        ("--zoom", "140"),
        ("--centre", "0404"),
        ("--overlay", ""),
        ("--map-only",),
    ):
        assert shot(file, "--size", "900x640", *wish) != plain, wish


def test_map_only_is_nothing_but_the_map(file: Path) -> None:
    image = shot(file, "--map-only", "--size", "700x500", "--zoom", "100", "--centre", "1006")
    assert (image.width(), image.height()) == (700, 500)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--size", "big"), "--size should be WIDTHxHEIGHT, not “big”"),
        (("--size", "20x20"), "--size should be 320x240 to 10000x10000, not 20x20"),
        (("--size", "640x480"), "with the panels --size should be at least 800x600"),
        (("--overlay", "supply,rain"), "there is no overlay rain (overlays: control, zones, supply)"),
        (("--panel", "kitchen"), "there is no panel kitchen (panels: log, forces, boxes, numbers, dice)"),
        (("--side", "nobody"), "there is no side nobody"),
        (("--centre", "9999"), "there is no space 9999 on the map"),
        (("--zoom", "near"), "--zoom should be fit or the height of a hex"),
        (("--zoom", "nan"), "--zoom should be fit or the height of a hex"),
        (("--at", "77"), "77"),
    ],
)
def test_wrong_wishes_are_refused_with_a_sentence(
    file: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], said: str
) -> None:
    target = file.parent / "never.png"
    assert main(["shot", str(file), "-o", str(target), *options]) == 2
    assert said in capsys.readouterr().err
    assert not target.exists()


def test_picture_that_cannot_be_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shot", str(file), "-o", str(file.parent / "no" / "x.png")]) == 1
    assert "x.png: The picture could not be written" in capsys.readouterr().err


def test_a_shot_changes_nothing(file: Path) -> None:
    before = file.read_bytes()
    shot(file, "--at", "0", "--side", "league")
    assert file.read_bytes() == before


def test_sizes_and_names() -> None:
    assert size_of("1600x1000") == (1600, 1000)
    europe = registry.new_game("european_theater/barbarossa", seed="1").system
    assert names_of(" supply, zones , cities", europe) == ("supply", "zones", "cities")
    with pytest.raises(ShotError, match="no overlay reach"):  # it is of a chosen unit, and nobody chooses one
        names_of("reach", europe)
    assert Shot().overlays == ("control",)
    with pytest.raises(ShotError):
        size_of("1600x99999999999999")


# Paper


def test_log_as_pdf(file: Path) -> None:
    target = file.parent / "log.pdf"
    assert main(["log", str(file), "--format", "pdf", "-o", str(target)]) == 0
    text = PdfText(target.read_bytes())
    assert "Norrin 2 Armoured corps to 1005" in text and "2d6 rolled" in text


def test_pdf_needs_a_file(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["log", str(file), "--format", "pdf"]) == 2
    assert "needs a file" in capsys.readouterr().err


# The start


@pytest.mark.slow
def test_start_is_measured_against_a_bare_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_start, "REPEATS", 1)
    found = bench_start.run()
    assert set(found) == {"bare_seconds", "start_seconds", "open_seconds", "start_ratio", "open_ratio"}
    assert 0 < found["bare_seconds"] < found["start_seconds"] < found["open_seconds"]


def test_png_is_what_the_command_writes(file: Path) -> None:
    target = file.parent / "picture.without.suffix"
    assert main(["shot", str(file), "-o", str(target), "--size", "640x480", "--map-only"]) == 0
    data = target.read_bytes()
    assert data.startswith(b"\x89PNG") and struct.unpack(">II", data[16:24]) == (640, 480)
