"""The library: finding files, laying the user's values over ours, hashes, caching."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from wargame_desktop.content import folders as folders_module
from wargame_desktop.content.check import check, check_all
from wargame_desktop.content.folders import Folders, default_folders, shipped_root, user_root
from wargame_desktop.content.library import Library
from wargame_desktop.content.problems import ContentError

DATA = Path(__file__).parent / "data"
SHIPPED = DATA / "shipped"
REPOSITORY = Path(__file__).resolve().parents[3]


@pytest.fixture
def user(tmp_path: Path) -> Path:
    (tmp_path / "resources" / "tiny").mkdir(parents=True)
    (tmp_path / "scenarios" / "tiny").mkdir(parents=True)
    return tmp_path


@pytest.fixture
def both(user: Path) -> Library:
    """The sample data with a user folder over it."""
    return Library(Folders(SHIPPED, user))


def write(user: Path, name: str, text: str) -> Path:
    path = user / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_what_there_is(shelf: Library) -> None:
    assert shelf.refs() == ["tiny"] and shelf.refs("units") == ["tiny"]
    assert (
        shelf.has("tiny", "cards") and not shelf.has("tiny", "scenario") and not shelf.has("../tiny", "map")
    )
    (info,) = shelf.scenarios()
    assert (info.id, info.system, info.title, info.is_users) == ("start", "tiny", "The start", False)
    assert shelf.scenarios("other") == []


def test_missing_things_are_named(shelf: Library, tmp_path: Path) -> None:
    with pytest.raises(
        ContentError, match=r'resources/tyni/map.yaml: there is no map "tyni"; did you mean "tiny"\?'
    ):
        shelf.load_map("tyni")
    with pytest.raises(ContentError, match=r'strat: no such scenario; did you mean "start"\?'):
        shelf.load_scenario("strat")
    with pytest.raises(ContentError, match="cannot be read"):
        shelf.load_scenario(tmp_path / "none.yaml")
    with pytest.raises(ContentError, match="cannot be read"):
        shelf.load_scenario("missing.yaml")


def test_objects_are_kept_until_a_file_changes(user: Path) -> None:
    shutil.copytree(SHIPPED, user / "copy")
    library = Library(Folders(user / "copy"))
    first = library.load_units("tiny")
    assert library.load_units("tiny") is first
    path = user / "copy/resources/tiny/units.yaml"
    path.write_text(path.read_text().replace("name: Germany", "name: The Reich"))
    assert library.load_units("tiny").powers["ger"].name == "The Reich"


def test_the_users_values_lie_over_ours_and_are_listed(both: Library, user: Path) -> None:
    path = write(
        user,
        "resources/tiny/units.yaml",
        "types:\n  inf:\n    values: [9, 4]\n    name: Infantry\n"
        "counters:\n  ger.new: {type: inf}\n  oslo: {arrival: 5}\n",
    )
    units = both.load_units("tiny")
    assert units.types["inf"].values["attack"] == 9
    assert (units.types["inf"].provenance.kind, units.types["inf"].provenance.reference) == (
        "user",
        str(path),
    )
    assert units.counters["ger.new"].provenance.kind == "user"
    assert units.counters["ger.inf"].provenance.kind == "user", "its values are the type's"
    assert units.counters["oslo"].arrival == 5 and units.counters["oslo"].provenance.kind == "user"
    assert units.types["fleet"].provenance.kind == "reconstructed"
    assert units.header.provenance.kind == "reconstructed"
    assert [str(one) for one in both.overrides()] == [
        f"{path}:3: types.inf.values is [9, 4] instead of [3, 4]",
        f"{path}:6: counters.ger.new added: {{type: inf}}",
        f"{path}:7: counters.oslo.arrival is 5 instead of 2",
    ]
    assert both.overrides("tiny") == both.overrides() and both.overrides("none") == []


def test_map_spaces_and_charts_can_be_changed(both: Library, user: Path) -> None:
    write(user, "resources/tiny/map.yaml", 'kind: map\nid: tiny\nhexes: {"0101": {attrs: {points: 7}}}\n')
    write(user, "resources/tiny/charts.yaml", "charts: {combat: {rows: {1-2: [2/-, 1/1, -/1]}}}\n")
    game_map = both.load_map("tiny")
    assert game_map.board.space("0101").attrs["points"] == 7
    assert game_map.board.space("0101").name == "Oslo"
    assert game_map.provenance("hex 0101").kind == "user"
    assert game_map.provenance("hex 0102").kind == "rule"
    chart = both.load_charts("tiny").chart("combat")
    assert chart.cell(0, 1) == (2, 0) and chart.provenance.kind == "user"


def test_a_mistake_in_the_users_file_is_reported_there(both: Library, user: Path) -> None:
    path = write(
        user, "resources/tiny/units.yaml", "types:\n  inf: {symbol: [x]}\ncounters: {a: {type: inf}}\n"
    )
    with pytest.raises(ContentError) as caught:
        both.load_units("tiny")
    assert [str(problem) for problem in caught.value.problems] == [
        f"{path}:2: expected an id (a-z, 0-9, '_', '.', '-'), found a list",
        f'{path}:3: the counter "a" names no power, and its id starts with none',
    ]
    path = write(user, "resources/tiny/units.yaml", "kind: map\nid: other\n")
    with pytest.raises(ContentError) as caught:
        both.load_units("tiny")
    assert [problem.line for problem in caught.value.problems] == [1, 2]
    assert check([path], both) == list(caught.value.problems)


def test_the_users_own_maps_and_scenarios(both: Library, user: Path) -> None:
    units = (SHIPPED / "resources/tiny/units.yaml").read_text()
    write(user, "resources/mine/units.yaml", units.replace("id: tiny", "id: mine"))
    assert both.refs("units") == ["mine", "tiny"]
    mine = both.load_units("mine")
    assert mine.header.provenance.kind == "user" and mine.types["inf"].provenance.kind == "user"
    assert [one.path for one in both.overrides("mine")] == ["the whole file"]
    text = (SHIPPED / "scenarios/tiny/start.yaml").read_text()
    write(user, "scenarios/tiny/second.yaml", text.replace("id: start", "id: second"))
    write(user, "scenarios/tiny/broken.yaml", "a: [\n")
    write(user, "scenarios/mine/start.yaml", text)
    write(user, "scenarios/tiny/start.yaml", text.replace("The start", "Another start"))
    infos = both.scenarios()
    assert [(i.system, i.id, i.title, i.is_users) for i in infos] == [
        ("tiny", "broken", "broken", True),
        ("tiny", "second", "The start", True),
        ("tiny", "start", "The start", True),
        ("tiny", "start", "Another start", True),
    ]
    assert "not valid YAML" in infos[0].problem
    assert both.load_scenario("second").header.provenance.kind == "user"
    with pytest.raises(ContentError) as caught:
        both.load_scenario("start")
    places = f"{user / 'scenarios/mine/start.yaml'}, {user / 'scenarios/tiny/start.yaml'}"
    assert str(caught.value) == f"start: several scenarios have this id: {places}"


def test_the_hash_follows_content_not_layout(both: Library, user: Path) -> None:
    before = both.data_hash(["tiny"])
    path = write(user, "resources/tiny/cards.yaml", 'title: "Tiny cards"  # the same\nwhy: another reason\n')
    assert both.data_hash(["tiny"]) == before
    path.write_text("cards: {thaw: {number: 5}}\n")
    changed = both.data_hash(["tiny"])
    assert changed != before
    path.write_text("# changed\ncards:\n  'thaw':\n    number: 5\n")
    assert both.data_hash(["tiny", "", "tiny"]) == changed
    path.unlink()
    write(user, "resources/tiny/rulings.yaml", "title: Others\n")
    assert both.data_hash(["tiny"]) == before, "rulings explain, they do not decide"


def test_the_hash_is_the_same_in_every_process() -> None:
    code = (
        "import sys; from pathlib import Path; from wargame_desktop.content.library import Library;"
        "from wargame_desktop.content.folders import Folders;"
        "d = Library(Folders(Path(sys.argv[1]))).open_scenario('start');"
        "print(d.data_hash, [p.id for p in d.scenario.pieces], [s.id for s in d.board]);"
        "print('PySide6' in sys.modules)"
    )
    answers = set()
    for seed in ("1", "77"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(REPOSITORY)}
        run = subprocess.run(
            [sys.executable, "-c", code, str(SHIPPED)], env=env, capture_output=True, text=True, check=True
        )
        answers.add(run.stdout)
    assert len(answers) == 1
    assert answers.pop().endswith("False\n")


def test_where_files_are_sought(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WARGAME_DATA", str(tmp_path))
    assert user_root() == tmp_path
    assert default_folders() == Folders(REPOSITORY, tmp_path)
    monkeypatch.delenv("WARGAME_DATA")
    assert user_root().name == "data" and "wargame-desktop" in str(user_root())
    package = tmp_path / "site" / "wargame_desktop"
    (package / "content").mkdir(parents=True)
    monkeypatch.setattr(folders_module, "__file__", str(package / "content" / "folders.py"))
    assert shipped_root() == tmp_path / "site"
    (package / "_data").mkdir()
    assert shipped_root() == package / "_data"


def test_a_missing_user_folder_is_no_problem(tmp_path: Path) -> None:
    library = Library(Folders(SHIPPED, tmp_path / "none"))
    assert library.overrides() == [] and len(library.scenarios()) == 1
    assert check_all(library) == []


def test_check_finds_every_mistake_of_every_file(user: Path, both: Library) -> None:
    bad = write(user, "five.yaml", "kind: unit\n")
    five = write(
        user,
        "folder/five.yaml",
        "kind: cards\nformat: 7\nid: A B\ntitle: T\nsource: x\ndecks: {d: {titel: D}}\ncards: {}\n",
    )
    broken = write(user, "folder/broken.yml", "a: b: c\n")
    write(user, "folder/themes/dark.yaml", "title: no data file\n")
    write(user, "folder/notes.txt", "not looked at")
    nothing = write(user, "folder/nothing.yaml", "title: x\n")
    found = check([bad, user / "folder", user / "missing.yaml", user / "scenarios"], both)
    assert [(problem.file, problem.line) for problem in found] == [
        (str(bad), 1),
        (str(broken), 1),
        *[(str(five), line) for line in (2, 3, 5, 6, 6)],
        (str(nothing), 1),
        (str(user / "missing.yaml"), 0),
        (str(user / "scenarios"), 0),
    ]
    assert str(found[0]) == (
        f'{bad}:1: unknown kind "unit"; did you mean "units"?; '
        "it is one of map, art, units, charts, cards, rulings, scenario"
    )


def test_check_all_reports_a_scenario_with_the_files_it_needs(user: Path, both: Library) -> None:
    assert check_all(both) == []
    path = write(user, "resources/tiny/map.yaml", "terrains: {sea: {kind: [sea]}}\n")
    found = check_all(both)
    assert [(problem.file, problem.line) for problem in found] == [(str(path), 1)]
    assert check([SHIPPED / "scenarios"], both) == found
    with pytest.raises(ContentError):
        both.open_scenario("start")
