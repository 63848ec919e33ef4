"""Reports as one HTML page each that needs nothing else: for reading, quoting and printing on A4."""

from __future__ import annotations

from html import escape

from .oob import OrderOfBattle, Place, PowerForces
from .text import about, entry_marks, footer, log_range
from .turnlog import Entry, GameLog, LoggedRoll

_STYLE = """
@page { size: A4; margin: 17mm;
  @bottom-right { content: counter(page) " / " counter(pages); font-size: 8pt; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem; color: #000; background: #fff;
  font: 13px/1.45 Inter, "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; }
h1, h2 { font-family: "EB Garamond", "DejaVu Serif", serif; font-weight: normal;
  font-variant-numeric: lining-nums; }
h1 { font-size: 23px; margin: 0; }
h2 { font-size: 19px; margin: 1.4em 0 .3em; border-bottom: 1px solid #000; }
h3 { font-size: 11px; margin: 1em 0 .3em; text-transform: uppercase; letter-spacing: .06em; }
h2, h3 { break-after: avoid; }
.about { margin: .2em 0 0; color: #444; }
.columns { columns: 2; column-gap: 8mm; }
article { break-inside: avoid; margin: 0 0 .6em; padding-left: 3.2em; position: relative; }
article > a { position: absolute; left: 0; color: #444; text-decoration: none; font-size: 11px; }
article:target { outline: 2px solid #000; outline-offset: 2px; }
p { margin: 0; }
.who { font-weight: 600; }
code { font: 12px "Roboto Mono", "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
.important { font-weight: 600; }
.mark { border: 1px solid #000; border-radius: 2px; padding: 0 .3em; font-size: 11px; white-space: nowrap; }
.die { display: inline-block; min-width: 1.6em; margin-right: .2em; padding: 0 .25em; text-align: center;
  border: 1px solid #000; border-radius: 3px; font-weight: 600; }
.comment { font-style: italic; }
ul { margin: 0 0 .5em; padding-left: 1.2em; }
footer { margin-top: 2em; padding-top: .3em; border-top: 1px solid #000; font-size: 11px; color: #444; }
@media (max-width: 40rem) { .columns { columns: 1; } }
@media print { body { max-width: none; padding: 0; font-size: 9.5pt; } }
""".strip()


def log_html(log: GameLog) -> str:
    """The log of a game; every action has the anchor `#a` and its number."""
    parts = []
    for turn in log.turns:
        if turn.title:
            parts.append(f"<h2>{_text(turn.title)}</h2>")
        for phase in turn.phases:
            entries = "\n".join(_entry(entry) for entry in phase.entries)
            parts.append(
                f'<section><h3>{_text(phase.title)}</h3>\n<div class="columns">\n{entries}\n</div></section>'
            )
    foot = footer(log.branch, log_range(log), log.position)
    return _page(log.title, about(log), parts, foot, log.provenance)


def oob_html(oob: OrderOfBattle) -> str:
    """An order of battle, power by power and space by space."""
    parts = [_power(power) for power in oob.powers]
    return _page(oob.title, oob.subtitle, parts, f"position {oob.position}", oob.provenance)


def _page(title: str, subtitle: str, parts: list[str], foot: str, provenance: str) -> str:
    body = "\n".join(parts) or "<p>Nothing to report.</p>"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{_text(title)}</title>
<style>
{_STYLE}
</style>
</head>
<body>
<header><h1>{_text(title)}</h1>
<p class="about">{_text(subtitle)}</p></header>
<main>
{body}
</main>
<footer>{_text(title)}: {_text(foot)}<br>
data: {_text(provenance or "none")}</footer>
</body>
</html>
"""


def _entry(entry: Entry) -> str:
    who = f'<span class="who">{_text(entry.who)}</span> ' if entry.who else ""
    order = f"<code>{_text(entry.action)}</code>" if entry.action else "(an action you may not know)"
    marks = "".join(f' <span class="mark">{_text(mark)}</span>' for mark in entry_marks(entry))
    lines = [f"<p>{who}{order}{marks}</p>"]
    for sentence in entry.sentences:
        kind = ' class="important"' if sentence.important else ""
        lines.append(f"<p{kind}>{_text(sentence.text)}</p>")
    lines += [_roll(roll) for roll in entry.rolls]
    if entry.comment:
        lines.append(f'<p class="comment">{_text(entry.comment)}</p>')
    link = f'<a href="#{entry.anchor}">{entry.node}</a>'
    return f'<article id="{entry.anchor}">{link}\n{"".join(lines)}\n</article>'


def _roll(roll: LoggedRoll) -> str:
    dice = "".join(f'<span class="die">{value}</span>' for value in roll.values)
    return f"<p>{dice} d{roll.sides} {_text(roll.purpose)}</p>"


def _power(power: PowerForces) -> str:
    places = "\n".join(_place(place) for place in power.places)
    head = f"{_text(power.name)} ({_text(power.side)}): {power.count}"
    return f'<section><h2>{head}</h2>\n<div class="columns">\n{places}\n</div></section>'


def _place(place: Place) -> str:
    rows = []
    for row in place.rows:
        number = f"{row.count} × " if row.count > 1 else ""
        notes = f" ({_text(', '.join(row.notes))})" if row.notes else ""
        rows.append(f"<li>{number}{_text(row.name)}{notes}</li>")
    return f"<h3>{_text(place.name)}</h3>\n<ul>{''.join(rows)}</ul>"


def _text(text: str) -> str:
    return escape(text, quote=True)
