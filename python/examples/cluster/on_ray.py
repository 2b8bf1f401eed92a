"""Scans a map from many poses on Ray: on this machine, or on the cluster that RAY_ADDRESS names.

    python on_ray.py --map ../../../maps/office.yaml --poses 1000000 --out scans --workers 2

Each worker is an actor that builds the terrain once, from pixels in Ray's object store. The rows of Ray's data set are the
numbers of parts; workers write the scans, which are never sent through Ray.
"""

import logging
import pathlib

import ray

from scan_dataset import Scanner, arguments


class PartScanner:
    """An actor: writes the parts whose numbers are in a batch."""

    def __init__(self, folder, plan, map):
        self.scanner = Scanner(folder, plan, ray.get(map[0]))

    def __call__(self, batch):
        for part in batch["item"]:
            self.scanner.write(int(part))
        return batch


def main():
    options, map, manifest = arguments(__doc__.splitlines()[0])
    missing = manifest.missing()
    # Ray counts a core for an actor, so the scans of an actor use one thread.
    environment = {"working_dir": str(pathlib.Path(__file__).parent), "env_vars": {"RAYON_NUM_THREADS": "1"}}
    ray.init(runtime_env=environment, logging_level=logging.WARNING)
    ray.data.DataContext.get_current().enable_progress_bars = False
    with manifest.progress():
        if missing:
            blocks = min(len(missing), 16 * options.workers)
            parts = ray.data.from_items([int(part) for part in missing], override_num_blocks=blocks)
            # A dead actor is started again, and its batch is repeated; the parts that it had written are left alone.
            scanned = parts.map_batches(
                PartScanner,
                fn_constructor_args=(options.out, manifest.plan, [ray.put(map)]),
                batch_size=1,
                compute=ray.data.ActorPoolStrategy(size=options.workers),
                num_cpus=1,
            )
            scanned.materialize()
    ray.shutdown()


if __name__ == "__main__":
    main()
