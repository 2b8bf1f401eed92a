"""Plain references, so simple that they are unlikely to be wrong."""

import math


def snapped(value):
    """Rounds to 1/256 pixel, halves up."""
    return math.floor(256 * value + 0.5)


def exact_range(solid, x, y, angle, length):
    """Walks the pixels of a segment, with crossings compared in whole numbers; None where nothing solid is met.

    `solid[y][x]` tells whether a pixel is solid.
    """
    height, width = len(solid), len(solid[0])

    def is_solid(i, j):
        return 0 <= i < width and 0 <= j < height and bool(solid[j][i])

    start = (snapped(x), snapped(y))
    end = (snapped(x + math.cos(angle) * length), snapped(y + math.sin(angle) * length))
    motion = (end[0] - start[0], end[1] - start[1])
    step = [1 if m > 0 else -1 for m in motion]
    pixel = [start[0] // 256, start[1] // 256]
    last = [end[0] // 256, end[1] // 256]
    if is_solid(*pixel):
        return 0.0
    whole = math.hypot(*motion) / 256

    def crossing(axis):
        """The part of the segment before the next border on an axis: a fraction as (numerator, denominator)."""
        border = (pixel[axis] + (1 if step[axis] > 0 else 0)) * 256
        return (border - start[axis]) * step[axis], abs(motion[axis])

    while pixel != last:
        parts = [crossing(axis) if pixel[axis] != last[axis] else None for axis in (0, 1)]
        if parts[0] is not None and parts[1] is not None:
            order = parts[0][0] * parts[1][1] - parts[1][0] * parts[0][1]
        else:
            order = -1 if parts[1] is None else 1
        numerator, denominator = parts[0] if order <= 0 else parts[1]
        distance = whole * numerator / denominator
        if order == 0:
            # Through a corner: a pixel beside it stops the segment.
            if is_solid(pixel[0] + step[0], pixel[1]) or is_solid(pixel[0], pixel[1] + step[1]):
                return distance
        if order <= 0:
            pixel[0] += step[0]
        if order >= 0:
            pixel[1] += step[1]
        if is_solid(*pixel):
            return distance
    return None


def sampled_range(is_solid, x, y, angle, length, step=0.02):
    """Looks at points along a ray, a small step apart; the length where none is in a solid pixel."""
    dx, dy = math.cos(angle), math.sin(angle)
    for index in range(int(length / step) + 1):
        distance = index * step
        if is_solid(math.floor(x + dx * distance), math.floor(y + dy * distance)):
            return distance
    return length
