"""The command line as a person or a script meets it: output, exit codes, and what is kept."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from wargame_desktop.cli import main
from wargame_desktop.systems.base import Chance, GameSystem, Preview

DONE, BAD_DATA, REFUSED = 0, 1, 2


@pytest.fixture
def game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    path = tmp_path / "game.wargame"
    assert main(["new", "free_table/skirmish", "-o", str(path), "--seed", "7"]) == DONE
    capsys.readouterr()
    return str(path)


def run_json(capsys: pytest.CaptureFixture[str], *argv: str, code: int = DONE) -> Any:
    assert main([*argv, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_games_and_scenarios_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    games = run_json(capsys, "games")
    assert {"id", "title", "summary", "rules_version"} == set(games[0])
    assert "free_table" in [game["id"] for game in games]
    found = run_json(capsys, "scenarios", "free_table")
    assert {"skirmish", "campaign", "empty"} <= {scenario["id"] for scenario in found}
    assert main(["scenarios", "free_tabel"]) == REFUSED
    assert "did you mean free_table" in capsys.readouterr().err


def test_map_gives_spaces_and_links(capsys: pytest.CaptureFixture[str]) -> None:
    whole = run_json(capsys, "map", "free_table")
    kessel = next(space for space in whole["spaces"] if space["name"] == "Kessel")
    assert {"id", "name", "kind", "terrain", "owner", "values", "x", "y"} == set(kessel)
    one = run_json(capsys, "map", "free_table", "--space", kessel["id"])
    assert [space["id"] for space in one["spaces"]] == [kessel["id"]]
    assert all(kessel["id"] in (link["a"], link["b"]) for link in one["links"])
    assert main(["map", "free_table", "--space", "9999"]) == BAD_DATA
    assert main(["map", "no_such_map"]) == BAD_DATA


def test_check_prints_one_line_for_each_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = main(["check"])
    assert (good, capsys.readouterr().out) == (DONE, "")
    bad = tmp_path / "bad.yaml"
    bad.write_text(
        "kind: units\nformat: 1\nid: bad\ntitle: Bad\nsource: original\n"
        "figures: [attack, defence]\n"
        "sides: {one: One}\n"
        "powers:\n"
        "  a: {name: A, side: nowhere, colour: britain}\n"
        "types:\n"
        "  inf: {name: Infantry, symbol: infantry, values: [1, 2, 3]}\n"
        "counters:\n"
        "  a.1: {power: b, type: inf}\n"
        "  a.2: {power: a, type: armour}\n"
        "  a.3: {power: a, type: inf, count: many}\n",
        encoding="utf-8",
    )
    assert main(["check", str(bad)]) == BAD_DATA
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0].rsplit(":", 1)[1] for line in lines] == ["9", "11", "13", "14", "15"]


def test_new_will_not_replace_a_game_unasked(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = Path(game).read_bytes()
    assert main(["new", "free_table/empty", "-o", game]) == REFUSED
    assert Path(game).read_bytes() == before
    assert main(["new", "free_table/empty", "-o", game, "--force"]) == DONE
    assert Path(game).read_bytes() != before


def test_new_takes_options_and_refuses_unknown_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "campaign.wargame"
    argv = ["new", "free_table/campaign", "-o", str(target), "--option"]
    assert main([*argv, "open_hand=yes"]) == BAD_DATA
    assert main([*argv, "open_hands"]) == REFUSED
    assert not target.exists()
    assert main([*argv, "open_hands=yes"]) == DONE
    capsys.readouterr()
    assert run_json(capsys, "show", str(target))["state"]["options"] == {"open_hands": True}


def test_do_plays_and_says_what_happened(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["do", game, "move sel.1_inf 1004", 'roll 2d6 purpose="Assault"']) == DONE
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "1. move sel.1_inf 1004"
    assert out[1].strip() == "Selmark 1 Infantry corps to 1004."
    assert out[3].strip().startswith("Assault: 2d6 rolled")


def test_do_stops_at_the_first_refusal_and_keeps_what_went_before(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    actions = ["move sel.1_inf 1004", "move sel.1_inf nowhere", "move sel.2_inf 1004"]
    found = run_json(capsys, "do", game, *actions, code=REFUSED)
    assert [entry["action"] for entry in found["done"]] == actions[:1]
    assert found["refused"]["at"] == "action 2"
    (refusal,) = found["refused"]["refusals"]
    assert refusal["code"] == "table.unknown_space"
    assert refusal["spaces"] == ["nowhere"]
    assert run_json(capsys, "show", game)["node"] == 1
    assert main(["do", game, "march sel.1_inf"]) == REFUSED
    assert "notation: no action is called" in capsys.readouterr().err


def test_do_reads_scripts(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "turn.txt"
    script.write_text("# opening\nphase name=movement\n\nmove sel.1_inf 1004\n", encoding="utf-8")
    assert main(["do", game, "--script", str(script), "--quiet"]) == DONE
    assert capsys.readouterr().out == ""
    monkeypatch.setattr("sys.stdin", io.StringIO("flip sel.1_inf\nflip nobody\n"))
    assert main(["do", game, "--script", "-", "--quiet"]) == REFUSED
    assert capsys.readouterr().err.startswith("-:2: refused: flip nobody")
    script.write_bytes(b"\xff\xfe")
    assert main(["do", game, "--script", str(script)]) == REFUSED
    assert main(["do", game, "--script", str(tmp_path / "missing")]) == BAD_DATA
    assert main(["do", game]) == REFUSED


def test_typed_dice_are_used_in_order_and_missing_ones_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "typed.wargame")
    assert main(["new", "free_table/skirmish", "-o", path, "--typed-dice"]) == DONE
    capsys.readouterr()
    found = run_json(capsys, "do", path, "--dice", "3,4,5", "roll 2d6", "roll d6", "roll d6", code=REFUSED)
    assert [entry["dice"] for entry in found["done"]] == [[3, 4], [5]]
    assert found["refused"]["refusals"][0]["code"] == "dice.needed"
    wrong = run_json(capsys, "do", path, "--dice", "9", "roll d6", code=REFUSED)
    assert wrong["refused"]["refusals"][0]["code"] == "dice.wrong"
    assert main(["do", path, "--dice", "six", "roll d6"]) == REFUSED
    assert main(["do", path, "--dice", "6,6", "roll d6"]) == DONE
    assert "left over: 6" in capsys.readouterr().err


def test_why_and_legal(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["why", game, "flip sel.1_inf"]) == DONE
    assert capsys.readouterr().out == "allowed: flip sel.1_inf\n"
    assert main(["why", game, "flip sel.1_in"]) == REFUSED
    assert "Did you mean sel.1_inf?" in capsys.readouterr().out
    assert main(["why", game, "flop sel.1_inf"]) == REFUSED
    found = run_json(capsys, "legal", game, "--piece", "sel.1_inf", "--limit", "3")
    assert (len(found["actions"]), found["more"]) == (3, True)
    everything = run_json(capsys, "legal", game, "--piece", "sel.1_inf", "--limit", "0")
    assert not everything["more"]
    assert "flip sel.1_inf" in everything["actions"]
    assert main(["legal", game, "--piece", "nobody"]) == REFUSED


def test_show_hides_what_a_side_may_not_know(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", game, "--side", "league"]) == DONE
    text = capsys.readouterr().out
    assert "tar.submarine.1" not in text
    assert "early_thaw" not in text
    assert main(["show", game, "--side", "pact"]) == DONE
    assert "tar.submarine.1 (concealed)" in capsys.readouterr().out
    assert "secret" not in run_json(capsys, "show", game)["state"]
    assert main(["show", game, "--side", "nobody"]) == REFUSED


def test_tree_undo_redo_goto_comment(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["do", game, "flip sel.1_inf", "flip sel.2_inf", "--quiet"]) == DONE
    assert run_json(capsys, "undo", game)["node"] == 1
    assert main(["do", game, "flip sel.3_inf", "--quiet"]) == DONE
    assert main(["comment", game, "a quieter line"]) == DONE
    tree = run_json(capsys, "tree", game) if not capsys.readouterr().err else {}
    assert [node["variations"] for node in tree["nodes"]] == [[1], [2, 3], [], []]
    assert tree["nodes"][3]["comment"] == "a quieter line"
    assert main(["tree", game]) == DONE
    assert "    3. flip sel.3_inf  {a quieter line}  ← here" in capsys.readouterr().out
    assert run_json(capsys, "goto", game, "2")["node"] == 2
    assert run_json(capsys, "show", game, "--at", "0")["node"] == 0
    assert main(["goto", game, "99"]) == REFUSED
    assert main(["redo", game]) == REFUSED
    assert main(["undo", game, "0"]) == REFUSED


def test_match_play_does_not_take_dice_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "match.wargame")
    assert main(["new", "free_table/skirmish", "-o", path, "--match"]) == DONE
    assert main(["do", path, "roll d6"]) == DONE
    capsys.readouterr()
    assert main(["undo", path]) == REFUSED
    assert "Dice have fallen" in capsys.readouterr().err
    assert main(["do", path, "--dice", "6", "roll d6"]) == REFUSED


def test_log_and_order_of_battle(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["do", game, "move tar.submarine.1 1004", "--quiet"]) == DONE
    assert main(["log", game]) == DONE
    assert "move tar.submarine.1 1004" in capsys.readouterr().out
    assert main(["log", game, "--side", "league"]) == DONE
    assert "tar.submarine.1" not in capsys.readouterr().out
    page = tmp_path / "log.html"
    assert main(["log", game, "--format", "html", "-o", str(page)]) == DONE
    assert 'id="a1"' in page.read_text(encoding="utf-8")
    assert main(["oob", game, "--side", "league"]) == DONE
    assert capsys.readouterr().out.count("Submarine flotilla") == 1  # the one that lies open in its pool
    assert main(["oob", game, "--format", "html", "-o", str(page)]) == DONE
    assert page.read_text(encoding="utf-8").count("Submarine flotilla") > 1


def test_replay_verifies_and_reports_damage(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["do", game, "flip sel.1_inf", "flip sel.2_inf", "--quiet"]) == DONE
    assert run_json(capsys, "replay", game)["ok"] is True
    data = Path(game).read_bytes()
    Path(game).write_bytes(data.replace(b"flip sel.2_inf", b"flip sel.3_inf"))
    assert run_json(capsys, "replay", game, code=BAD_DATA)["ok"] is False
    Path(game).write_bytes(b"no game at all\n")
    assert main(["replay", game]) == BAD_DATA
    assert main(["show", game]) == BAD_DATA


def test_supply_says_when_there_are_no_such_rules(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["supply", game]) == REFUSED
    assert "no supply rules" in capsys.readouterr().err


def test_preview_tells_what_an_action_would_lead_to(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["preview", game, "flip sel.1_inf"]) == DONE
    assert capsys.readouterr().out == "Nothing is left to chance.\n"
    seen = Preview(("Attack 3",), (Chance("Result", (("wins", Fraction(1, 3)),)),), "9.1")
    monkeypatch.setattr(GameSystem, "preview", lambda self, state, action: seen)
    found = run_json(capsys, "preview", game, "flip sel.1_inf")
    assert found["lines"] == ["Attack 3"]
    assert found["chances"][0]["outcomes"] == [
        {"outcome": "wins", "fraction": "1/3", "decimal": pytest.approx(1 / 3)}
    ]
    assert main(["preview", game, "flip sel.1_inf"]) == DONE
    assert "wins  1/3  33.33%" in capsys.readouterr().out
    assert main(["preview", game, "flip nobody"]) == REFUSED


def test_odds_are_exact(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "odds", "2d6+1")
    assert found["mean"] == "8"
    assert found["outcomes"][0] == {"outcome": 3, "fraction": "1/36", "decimal": pytest.approx(1 / 36)}
    hits = run_json(capsys, "odds", "2@1,1@3")
    assert hits["outcomes"][0]["fraction"] == "25/72"
    assert main(["odds", "2d6"]) == DONE
    assert "7       1/6" in capsys.readouterr().out
    for question in ("d", "2x6", "1000d6", "0d6", "3@", "2d6+", "2d0"):
        assert main(["odds", question]) == REFUSED, question


def test_selfplay_reports(capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["selfplay", "free_table/skirmish", "--games", "2", "--actions", "20", "--check"]
    found = run_json(capsys, *argv)
    assert found["games"] == 2
    assert found["actions"]["total"] == 40
    assert main(["selfplay", "free_table/skirmish", "--games", "0"]) == REFUSED


def test_provenance(capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "provenance", "free_table")
    assert {entry["file"] for entry in found["files"]} >= {"map", "units"}
    assert main(["provenance", "nothing"]) == BAD_DATA


@pytest.mark.parametrize("argv", [[], ["dance"], ["show"], ["do", "x", "--wrong"], ["show", "x", "extra"]])
def test_bad_usage_is_exit_2(argv: list[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(argv)
    assert exit_.value.code == REFUSED
