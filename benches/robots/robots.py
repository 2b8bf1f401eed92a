"""Robots that see each other and walls: Tileray, then Tileray beside ir-sim and VMAS. README.md says how to run it.

All answers are compared with a plain test of every shape for every beam. Times are processor times, on all threads.
"""

import importlib.metadata
import math
import os
import sys
import tempfile
import time

import numpy as np

RESOLUTION = 0.05  # meters a pixel
SIDE = 24.0  # of the hall, in meters
RADIUS = 0.2
MAX_RANGE = 6.0


def scene(count, rng):
    """Returns the walls as boxes (x, y, length, width) on borders of pixels, and robots (x, y, theta) that overlap nothing."""
    walls = [(SIDE / 2, 0.1, SIDE, 0.2), (SIDE / 2, SIDE - 0.1, SIDE, 0.2), (0.1, SIDE / 2, 0.2, SIDE), (SIDE - 0.1, SIDE / 2, 0.2, SIDE)]
    for x in range(3, 24, 6):
        for y in range(3, 24, 6):
            walls.append((float(x), float(y), 1.2, 0.4))
    robots = []
    while len(robots) < count:
        x, y = rng.uniform(0.5, SIDE - 0.5, 2)
        apart = (math.hypot(x - a, y - b) for a, b, _ in robots)
        clear = (abs(x - wx) > length / 2 + RADIUS or abs(y - wy) > width / 2 + RADIUS for wx, wy, length, width in walls)
        if all(distance > 2 * RADIUS + 0.02 for distance in apart) and all(clear):
            robots.append((x, y, rng.uniform(-math.pi, math.pi)))
    return walls, np.array(robots)


def angles(beams):
    return 2 * math.pi * np.arange(beams) / beams - math.pi


def plain(walls, robots, beams):
    """Tests every disc and every side of a wall for every beam."""
    directions = (robots[:, 2, None] + angles(beams))[..., None]
    directions = np.concatenate([np.cos(directions), np.sin(directions)], axis=-1)
    best = np.full(directions.shape[:2], MAX_RANGE)
    for i, (x, y, _) in enumerate(robots):
        others = np.delete(robots[:, :2], i, axis=0)
        apart = np.array([x, y]) - others
        b, c = directions[i] @ apart.T, (apart**2).sum(axis=1) - RADIUS**2
        square = b * b - c
        hits = np.where((b < 0) & (square >= 0), -b - np.sqrt(np.maximum(square, 0)), np.inf)
        best[i] = np.minimum(best[i], hits.min(axis=1))
        for wx, wy, length, width in walls:
            with np.errstate(divide="ignore"):
                a = (np.array([wx - length / 2, wy - width / 2]) - (x, y)) / directions[i]
                b = (np.array([wx + length / 2, wy + width / 2]) - (x, y)) / directions[i]
            enter, leave = np.minimum(a, b).max(axis=1), np.maximum(a, b).min(axis=1)
            best[i] = np.where((enter <= leave) & (enter >= 0), np.minimum(best[i], enter), best[i])
    return best


def least_time(work, rounds):
    """Returns the least processor time of a call, on all threads, and the answer of the last one."""
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        answer = work()
        times.append(time.process_time() - begin)
    return min(times), answer


def of_tileray(walls, robots, beams):
    """Returns scans among walls and robots, and scans of the walls alone."""
    import tileray

    pixels = round(SIDE / RESOLUTION)
    solid = np.zeros((pixels, pixels), dtype=bool)
    for x, y, length, width in walls:
        edge = lambda meters: round(meters / RESOLUTION)
        solid[edge(y - width / 2) : edge(y + width / 2), edge(x - length / 2) : edge(x + length / 2)] = True
    terrain = tileray.Terrain.from_array(solid[::-1], resolution=RESOLUTION)
    turns, own = angles(beams), np.arange(len(robots))
    out = np.zeros((len(robots), beams), dtype=np.float32)

    def measure():
        agents = np.column_stack([robots[:, :2], np.full(len(robots), RADIUS)])
        return terrain.scan_world(robots, turns, MAX_RANGE, agents=agents, exclude=own, out=out)

    alone = lambda: terrain.scan_world(robots, turns, MAX_RANGE, out=out)
    return measure, alone


def of_ir_sim(walls, robots, beams):
    import irsim
    import yaml

    lidar = {"name": "lidar2d", "range_max": MAX_RANGE, "number": beams, "angle_range": 2 * math.pi * (beams - 1) / beams}
    lidar["offset"] = [0, 0, -math.pi / beams]
    world = {"height": SIDE, "width": SIDE, "step_time": 0.1, "collision_mode": "unobstructed"}
    obstacles = [
        {"shape": {"name": "rectangle", "length": length, "width": width}, "state": [x, y, 0]} for x, y, length, width in walls
    ]
    robots_of = [
        {"kinematics": {"name": "omni"}, "shape": {"name": "circle", "radius": RADIUS}, "state": row.tolist(), "sensors": [lidar]}
        for row in robots
    ]
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False) as file:
        yaml.safe_dump({"world": world, "robot": robots_of, "obstacle": obstacles}, file)
    environment = irsim.make(file.name, headless=True, disable_all_plot=True, log_level="ERROR")
    os.unlink(file.name)

    def measure():
        for robot in environment.robot_list:
            for sensor in robot.sensors:
                sensor.step(robot.state)
        return np.array([robot.sensors[0].range_data for robot in environment.robot_list])

    return measure


def of_vmas(walls, robots, beams):
    import torch
    from vmas.simulator.core import Agent, Box, Landmark, Sphere, World
    from vmas.simulator.sensors import Lidar

    world = World(1, torch.device("cpu"), collision_force=0)
    for number, (x, y, length, width) in enumerate(walls):
        wall = Landmark(f"wall {number}", collide=True, movable=False, shape=Box(length=length, width=width))
        world.add_landmark(wall)
        wall.set_pos(torch.tensor([x, y])[None], batch_index=None)
        wall.set_rot(torch.zeros(1, 1), batch_index=None)
    agents = []
    for number, (x, y, theta) in enumerate(robots.tolist()):
        lidar = lambda world: Lidar(world, angle_start=-math.pi, angle_end=math.pi, n_rays=beams, max_range=MAX_RANGE)
        agent = Agent(f"robot {number}", shape=Sphere(RADIUS), sensors=[lidar(world)])
        world.add_agent(agent)
        agent.set_pos(torch.tensor([x, y])[None], batch_index=None)
        agent.set_rot(torch.full((1, 1), theta), batch_index=None)
        agents.append(agent)

    def measure():
        with torch.no_grad():
            return np.array([agent.sensors[0].measure()[0].numpy() for agent in agents])

    return measure


def crowd(count):
    """Returns the walls and so many robots, whose numbers `f32` has too."""
    walls, robots = scene(count, np.random.default_rng(7))
    return walls, robots.astype(np.float32).astype(float)


def off(found, expected):
    """Returns how far the ranges of a library are from those of the plain test, as two cells of a table."""
    difference = np.abs(np.asarray(found, dtype=float) - expected)
    return f"{np.median(difference):.0e} m", f"{100 * (difference > 1e-3).mean():.2f} %"


def row(cells):
    return f"| {' | '.join(cells)} |".replace("|  |", "| |")


def tileray_table():
    """Returns nanoseconds a beam, with robots and without, as lines."""
    sizes = [(count, beams) for count in (100, 1000) for beams in (64, 1080)]
    rows = {"`scan_world`, walls alone": [], "`scan_world` with `agents`": []}
    for count, beams in sizes:
        walls, robots = crowd(count)
        measure, alone = of_tileray(walls, robots, beams)
        for cells, work in zip(rows.values(), (alone, measure)):
            cells.append(f"{1e9 * least_time(work, 30)[0] / count / beams:.0f}")
    head = ["", *(f"{count} robots, {beams} beams" for count, beams in sizes)]
    return [row(head), row(["---"] * len(head)), *(row([name, *cells]) for name, cells in rows.items())]


def peers_table(count, beams):
    """Returns the time for all scans, and how far they are off, as lines."""
    walls, robots = crowd(count)
    expected = plain(walls, robots, beams)
    lines = [row(["", "processor time", "median difference", "beams off by more than 1 mm"]), row(["---"] * 4)]
    contestants = [("Tileray", lambda *scene: of_tileray(*scene)[0], 30), ("ir-sim", of_ir_sim, 2), ("VMAS", of_vmas, 2)]
    for name, make, rounds in contestants:
        seconds, found = least_time(make(walls, robots, beams), rounds)
        time_of_all = f"{seconds:.0f} s" if seconds > 1 else f"{1e3 * seconds:.0f} ms"
        lines.append(row([name, time_of_all, *off(found, expected)]))
    return lines


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    # The simulators print, so the tables come last.
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in ("numpy", "ir-sim", "vmas", "torch"))
    lines = [f"With {versions}. Processor times, on all threads. Nanoseconds a beam:", "", *tileray_table()]
    lines += ["", f"All scans of {count} robots, with 64 beams each:", "", *peers_table(count, 64)]
    print("<!-- robots -->", *lines, "<!-- /robots -->", sep="\n")


if __name__ == "__main__":
    main()
