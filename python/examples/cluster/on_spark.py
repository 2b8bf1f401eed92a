"""Scans a map from many poses on Spark: on this machine, or on the cluster that --master names.

    python on_spark.py --map ../../../maps/office.yaml --poses 1000000 --out scans --workers 2

The pixels of the map are broadcast, and each Python worker builds the terrain once. The rows of the data frame are the places
of parts in a list; workers write the scans, which are never sent through the JVM.
"""

import os
import pathlib

from pyspark.sql import SparkSession

import scan_dataset


def scan_parts(folder, plan, map, parts):
    """Returns a function for `mapInArrow`: writes the parts at the places in the list that are in the batches."""

    def write_batches(batches):
        import scan_dataset

        # A Python worker runs many tasks, so it keeps the scanner of the plan.
        kept = scan_dataset.__dict__.setdefault("scanners", {})
        key = (folder, plan)
        if key not in kept:
            kept[key] = scan_dataset.Scanner(folder, plan, map.value)
        for batch in batches:
            for place in batch.column(0).to_pylist():
                kept[key].write(parts[place])
            yield batch

    return write_batches


def main():
    options, map, manifest = scan_dataset.arguments(__doc__.splitlines()[0])
    missing = manifest.missing()
    # Spark counts a core for a task, so the scans of a task use one thread.
    os.environ["RAYON_NUM_THREADS"] = "1"
    spark = (
        SparkSession.builder.appName("tileray-scans")
        # Without the second number, local Spark gives up at the first worker that dies.
        .master(options.master or f"local[{options.workers},4]")
        .config("spark.executorEnv.RAYON_NUM_THREADS", "1")
        .config("spark.ui.showConsoleProgress", "false")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    spark.sparkContext.addPyFile(str(pathlib.Path(scan_dataset.__file__)))
    with manifest.progress():
        if missing:
            shared = spark.sparkContext.broadcast(map)
            scan = scan_parts(options.out, manifest.plan, shared, missing)
            # A task of Spark makes one part, up to 100,000 tasks.
            places = spark.range(0, len(missing), 1, min(len(missing), 100_000))
            places.mapInArrow(scan, "id long").count()
    spark.stop()


if __name__ == "__main__":
    main()
