"""Line charts as SVG, so that a notebook shows a run without a network or another library."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

COLORS = ("#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#0891b2", "#be185d", "#4d7c0f")
_MOST_POINTS = 1200
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 12, 22, 30

FloatArray = npt.NDArray[np.float64]


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Round numbers between two numbers."""
    if not (math.isfinite(low) and math.isfinite(high)) or high <= low:
        return [low]
    raw = (high - low) / count
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw)
    first = math.ceil(low / step)
    return [i * step for i in range(first, math.floor(high / step + 1e-9) + 1)]


def _thinned(time: FloatArray, values: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The least and the largest value of each of many short intervals: peaks stay."""
    if len(time) <= _MOST_POINTS:
        return time, values
    parts = np.array_split(np.arange(len(time)), _MOST_POINTS // 2)
    kept = np.unique([i for p in parts for i in (p[values[p].argmin()], p[values[p].argmax()])])
    return time[kept], values[kept]


def _range(values: list[FloatArray]) -> tuple[float, float]:
    finite = [v[np.isfinite(v)] for v in values]
    finite = [v for v in finite if len(v)]
    if not finite:
        return 0.0, 1.0
    low, high = min(float(v.min()) for v in finite), max(float(v.max()) for v in finite)
    margin = 0.05 * (high - low) or 0.5 * abs(high) or 0.5
    return low - margin, high + margin


def line_chart(time: FloatArray, curves: Mapping[str, FloatArray], width: int, height: int) -> str:
    """An SVG picture of curves over time."""
    x0, x1 = (float(time[0]), float(time[-1])) if len(time) else (0.0, 1.0)
    x1 = x1 if x1 > x0 else x0 + 1
    y0, y1 = _range(list(curves.values()))

    def px(t: float) -> float:
        return _LEFT + (t - x0) / (x1 - x0) * (width - _LEFT - _RIGHT)

    def py(v: float) -> float:
        return height - _BOTTOM - (v - y0) / (y1 - y0) * (height - _TOP - _BOTTOM)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="11" role="img">'
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    ]
    for t in ticks(x0, x1, 8):
        out.append(
            f'<line x1="{px(t):.1f}" x2="{px(t):.1f}" y1="{_TOP}" y2="{height - _BOTTOM}" stroke="#e5e7eb"/>'
            f'<text x="{px(t):.1f}" y="{height - _BOTTOM + 14}" text-anchor="middle" '
            f'fill="#374151">{t:g}</text>'
        )
    for v in ticks(y0, y1):
        out.append(
            f'<line x1="{_LEFT}" x2="{width - _RIGHT}" y1="{py(v):.1f}" y2="{py(v):.1f}" stroke="#e5e7eb"/>'
            f'<text x="{_LEFT - 6}" y="{py(v) + 4:.1f}" text-anchor="end" fill="#374151">{v:.6g}</text>'
        )
    place = _LEFT
    for i, (name, values) in enumerate(curves.items()):
        color = COLORS[i % len(COLORS)]
        kept = [(a, b) for a, b in zip(*_thinned(time, values), strict=True) if math.isfinite(b)]
        points = " ".join(f"{px(a):.1f},{py(b):.1f}" for a, b in kept)
        out.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"/>')
        out.append(f'<text x="{place}" y="14" fill="{color}">{html.escape(name)}</text>')
        place += 7 * len(name) + 16
    out.append(
        f'<text x="{width - _RIGHT}" y="{height - 4}" text-anchor="end" fill="#374151">time</text></svg>'
    )
    return "".join(out)
