"""Draws the scans of robots that see each other in an office: `python robots.py maps/office.yaml robots.png`."""

import sys

import matplotlib
import numpy as np

import tileray

matplotlib.use("Agg")
import matplotlib.pyplot as plt

RADIUS, BEAMS, MAX_RANGE = 0.25, 360, 5.0  # meters


def free_places(terrain, count, rng):
    """Returns poses (x, y, theta) in meters whose robots overlap neither walls nor each other."""
    grid = np.stack(np.meshgrid(np.arange(terrain.size[0]), np.arange(terrain.size[1]), indexing="ij"), axis=-1)
    middles = grid.reshape(-1, 2)[~terrain.to_array().T.reshape(-1)] + 0.5
    poses = []
    for x, y in terrain.frame.points_to_world(rng.permutation(middles)):
        is_apart = all(np.hypot(x - a, y - b) > 3 * RADIUS for a, b, _ in poses)
        around = terrain.scan_world([[x, y, 0]], np.linspace(-3, 3, 24), 1.0)
        if is_apart and around.min() > RADIUS:
            poses.append((x, y, rng.uniform(-np.pi, np.pi)))
        if len(poses) == count:
            break
    return np.array(poses)


def main(map_path, picture_path):
    terrain = tileray.Terrain.from_ros(map_path, unknown="solid")
    poses = free_places(terrain, 24, np.random.default_rng(3))
    robots = np.column_stack([poses[:, :2], np.full(len(poses), RADIUS)])
    angles = np.linspace(-np.pi, np.pi, BEAMS, endpoint=False)
    ranges = terrain.scan_world(poses, angles, MAX_RANGE, agents=robots, exclude=np.arange(len(poses)))
    is_seen = ranges < terrain.scan_world(poses, angles, MAX_RANGE)

    figure, axes = plt.subplots(figsize=(10, 7.2))
    (left, bottom, _), (width, height) = terrain.frame.origin, np.array(terrain.size) * terrain.frame.resolution
    occupied = tileray.Terrain.from_ros(map_path).to_array() * 1.0
    occupied[terrain.to_array() & (occupied == 0)] = 0.15
    axes.imshow(occupied, cmap="gray_r", vmax=1.2, extent=(left, left + width, bottom, bottom + height))
    for number, ((x, y, theta), row, seen) in enumerate(zip(poses, ranges, is_seen)):
        color = f"C{number % 10}"
        ends_x, ends_y = x + row * np.cos(theta + angles), y + row * np.sin(theta + angles)
        axes.fill(ends_x, ends_y, color=color, alpha=0.13, linewidth=0)
        axes.plot(ends_x[seen], ends_y[seen], ".", color=color, markersize=2.5)
        axes.add_patch(plt.Circle((x, y), RADIUS, color=color))
    axes.set_aspect("equal")
    axes.set_axis_off()
    figure.savefig(picture_path, dpi=90, bbox_inches="tight", pad_inches=0)
    return poses, ranges, is_seen


if __name__ == "__main__":
    main(*sys.argv[1:3])
