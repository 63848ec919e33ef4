"""Reads the text back from a PDF that Qt wrote, through the tables that lead from glyphs to letters.

Text that was drawn as outlines is not found: that is the point.
"""

from __future__ import annotations

import re
import zlib

_OBJECT = re.compile(rb"(\d+) 0 obj\s(.*?)\sendobj", re.DOTALL)
_STREAM = re.compile(rb"stream\r?\n(.*?)\r?\nendstream", re.DOTALL)
_PAIR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")
_OPERATION = re.compile(rb"/(\S+)\s+[\d.]+\s+Tf|<([0-9A-Fa-f]*)>\s*Tj|\[(.*?)\]\s*TJ|(\bET\b)", re.DOTALL)


class PdfText:
    """The text of each page, in the order it was drawn, without spaces that are only gaps."""

    def __init__(self, data: bytes) -> None:
        assert data.startswith(b"%PDF-")
        self._objects = {int(number): body for number, body in _OBJECT.findall(data)}
        self.embedded = sum(b"/FontFile" in body for body in self._objects.values())
        self.pages = [self._page(body) for body in self._page_bodies()]

    def __contains__(self, text: str) -> bool:
        squeezed = "".join(text.split())
        return any(squeezed in page for page in self.pages)

    def _page_bodies(self) -> list[bytes]:
        return [body for body in self._objects.values() if re.search(rb"/Type\s*/Page\b(?!s)", body)]

    def _stream(self, number: int) -> bytes:
        body = self._objects[number]
        found = _STREAM.search(body)
        assert found is not None
        return zlib.decompress(found.group(1)) if b"/FlateDecode" in body else found.group(1)

    def _page(self, body: bytes) -> str:
        content = re.search(rb"/Contents (\d+) 0 R", body)
        resources = re.search(rb"/Resources (\d+) 0 R", body)
        assert content is not None and resources is not None
        fonts = self._fonts(self._objects[int(resources.group(1))])
        letters: dict[int, str] = {}
        found: list[str] = []
        for name, shown, several, _end in _OPERATION.findall(self._stream(int(content.group(1)))):
            if name:
                letters = fonts[name]
                continue
            codes = shown + b"".join(re.findall(rb"<([0-9A-Fa-f]*)>", several))
            found += [letters.get(int(codes[at : at + 4], 16), "?") for at in range(0, len(codes), 4)]
        return "".join("".join(found).split())

    def _fonts(self, resources: bytes) -> dict[bytes, dict[int, str]]:
        part = re.search(rb"/Font\s*<<(.*?)>>", resources, re.DOTALL)
        names = re.findall(rb"/(\S+)\s+(\d+) 0 R", part.group(1)) if part else []
        return {name: self._letters(self._objects[int(number)]) for name, number in names}

    def _letters(self, font: bytes) -> dict[int, str]:
        table = re.search(rb"/ToUnicode (\d+) 0 R", font)
        if table is None:
            return {}
        letters = {}
        text = self._stream(int(table.group(1)))
        for block in re.findall(rb"beginbfchar(.*?)endbfchar", text, re.DOTALL):
            for code, letter in _PAIR.findall(block):
                letters[int(code, 16)] = bytes.fromhex(letter.decode()).decode("utf-16-be")
        for block in re.findall(rb"beginbfrange(.*?)endbfrange", text, re.DOTALL):
            letters.update(_ranges(block))
        return letters


def _ranges(block: bytes) -> dict[int, str]:
    letters = {}
    for first, last, rest in re.findall(rb"<(\w+)>\s*<(\w+)>\s*(\[.*?\]|<\w+>)", block, re.DOTALL):
        starts = [int(one, 16) for one in re.findall(rb"<(\w+)>", rest)]
        for number, code in enumerate(range(int(first, 16), int(last, 16) + 1)):
            letters[code] = chr(starts[number] if rest.startswith(b"[") else starts[0] + number)
    return letters
