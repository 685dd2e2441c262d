"""Charts: a game's tables as SVG, each with a line that names its source."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.reading import Chart
from .style import FAINT, INK, PAPER
from .svg import SANS, SERIF, group, num, tag, text, text_width

_ROW = 30.0
_PAD = 18.0
_SIZE = 15.0
_NOTE = 12.5
_HEAD = "#e4d9bf"
_ZEBRA = "#efe7d2"
_LIT = "#e2a516"


def source_line(chart: Chart) -> str:
    """The source of a chart: ``printed, rule 7.61``, ``reconstructed, after rule 5.2``, or the game's own text."""
    source = chart.source.strip()
    if source.startswith("rule"):
        return f"printed, {source}"
    if chart.rule and chart.rule not in source:
        return f"{source}, for rule {chart.rule}" if source else f"rule {chart.rule}"
    return source


def _widths(chart: Chart) -> list[float]:
    lines = [*chart.heads, *chart.rows]
    count = max((len(line) for line in lines), default=1)
    widths = [max(text_width(line[i], _SIZE) for line in lines if i < len(line)) + 18 for i in range(count)]
    inner = sum(widths)
    least = max(text_width(chart.title, 20), text_width(source_line(chart), _NOTE), 160.0)
    if inner < least:
        widths = [w * least / inner for w in widths]
    return [max(w, 34.0) for w in widths]


def _wrap(words: str, room: float) -> list[str]:
    lines, line = [], ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and text_width(longer, _NOTE) > room:
            lines.append(line)
            longer = word
        line = longer
    return [*lines, line] if line else lines


def chart_svg(chart: Chart, *, lit: tuple[int, int] | None = None) -> str:
    """Draw a chart; ``lit`` is a cell (row, column) to highlight."""
    widths = _widths(chart)
    inner = sum(widths)
    notes = [line for note in chart.notes for line in _wrap(note, inner)]
    top = 62.0
    height = top + _ROW * (len(chart.heads) + len(chart.rows)) + 10 + 18 * len(notes) + 12
    width = inner + 2 * _PAD
    parts = [
        tag("rect", width=width, height=height, rx="8", fill=PAPER, stroke="#b9aa8a", stroke_width="1.4"),
        text((_PAD, 30), chart.title, font_family=SERIF, font_size="20", font_weight="bold"),
        text((_PAD, 49), source_line(chart), font_size=num(_NOTE), font_style="italic", fill=FAINT, class_="source"),
    ]
    y = top
    for head in chart.heads:
        parts.append(_line(head, widths, y, fill=_HEAD, weight="bold"))
        y += _ROW
    body = y
    for n, row in enumerate(chart.rows):
        parts.append(_line(row, widths, y, fill=_ZEBRA if n % 2 else PAPER, weight="normal"))
        y += _ROW
    parts.append(_rules(widths, top, body, y))
    if lit and 0 <= lit[0] < len(chart.rows) and 0 <= lit[1] < len(widths):
        x = _PAD + sum(widths[: lit[1]])
        parts.append(_highlight(x, body + lit[0] * _ROW, widths[lit[1]]))
    for n, line in enumerate(notes):
        parts.append(text((_PAD, y + 22 + 18 * n), line, font_size=num(_NOTE), fill=FAINT))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" class="chart">'
        + group(parts, font_family=SANS, fill=INK)
        + "</svg>"
    )


def _line(cells: Sequence[str], widths: list[float], y: float, *, fill: str, weight: str) -> str:
    parts = [tag("rect", x=_PAD, y=y, width=sum(widths), height=_ROW, fill=fill)]
    x = _PAD
    for i, width in enumerate(widths):
        words = cells[i] if i < len(cells) else ""
        if words:
            at = (x + 9, y + 20) if i == 0 else (x + width / 2, y + 20)
            parts.append(
                text(
                    at,
                    words,
                    font_size=num(_SIZE),
                    font_weight="bold" if i == 0 else weight,
                    text_anchor=None if i == 0 else "middle",
                )
            )
        x += width
    return "".join(parts)


def _rules(widths: list[float], top: float, body: float, foot: float) -> str:
    left, right = _PAD, _PAD + sum(widths)
    d, x = [], left
    for width in widths[:-1]:
        x += width
        d.append(f"M{num(x)} {num(top)}V{num(foot)}")
    thin = tag("path", d="".join(d), stroke="#cbbd9d", stroke_width="0.8")
    thick = "".join(f"M{num(left)} {num(at)}H{num(right)}" for at in (top, body, foot))
    return thin + tag("path", d=thick, stroke="#8d7d60", stroke_width="1.4")


def _highlight(x: float, y: float, width: float) -> str:
    return tag(
        "rect",
        x=x,
        y=y,
        width=width,
        height=_ROW,
        rx="4",
        fill=_LIT,
        fill_opacity="0.28",
        stroke=_LIT,
        stroke_width="2.6",
        class_="lit",
    )
